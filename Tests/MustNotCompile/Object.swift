/// Makes an object.
final class Block {
  var gain: Float = 1
}

@_noLocks
func render() -> Float { Block().gain }
