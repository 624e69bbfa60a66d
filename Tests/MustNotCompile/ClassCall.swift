/// Calls a method that any subclass may have replaced.
class Oscillator {
  func next() -> Float { 0 }
}

@_noLocks
func render(_ oscillator: Oscillator) -> Float { oscillator.next() }
