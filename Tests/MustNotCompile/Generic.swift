/// Calls whatever a type turns out to be when it runs.
protocol Kernel {
  func next() -> Float
}

@_noLocks
func render<K: Kernel>(_ kernel: K) -> Float { kernel.next() }
