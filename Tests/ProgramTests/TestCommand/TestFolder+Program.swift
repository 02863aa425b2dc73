import XServerSupport

extension TestFolder {
  /// Runs `x11viewer test` in this folder.
  func test(_ arguments: String...) throws -> Run {
    try Run(
      script: "cd '\(directory.path)' && exec \"$0\" test "
        + arguments.map { "'\($0)'" }.joined(separator: " "))
  }
}
