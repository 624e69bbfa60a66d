/// Calls through a box.
protocol Kernel {
  func next() -> Float
}

@_noLocks
func render(_ kernel: any Kernel) -> Float { kernel.next() }
