import Glibc

/// The sine of a number of turns, exact however many they are.
func sine(_ turns: Double) -> Float { Float(sin(2 * Double.pi * (turns - turns.rounded(.down)))) }
