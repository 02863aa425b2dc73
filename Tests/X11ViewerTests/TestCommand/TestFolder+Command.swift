import XServerSupport

extension TestFolder {
  /// Runs the command `test` in this folder.
  func test(_ arguments: String...) throws -> CommandRun { try test(arguments) }

  func test(_ arguments: [String]) throws -> CommandRun {
    try CommandRun(["test"] + arguments, in: directory)
  }
}
