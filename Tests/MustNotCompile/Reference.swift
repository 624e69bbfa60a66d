/// Counts a reference: the last one to let go frees the memory.
final class Table {
  let size = 16
}

final class Player {
  var table = Table()

  @_noLocks
  func render(_ next: Table) { table = next }
}
