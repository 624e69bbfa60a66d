/// Why a command could not be done: one line for stderr.
struct CommandFault: Error, CustomStringConvertible {
  /// What a script is told.
  enum Exit: Int32 {
    /// It was tried and failed.
    case failed = 1
    /// It was asked for wrongly.
    case usage = 2
  }

  let description: String
  let exit: Exit

  init(_ description: String, exit: Exit = .failed) {
    self.description = description
    self.exit = exit
  }
}
