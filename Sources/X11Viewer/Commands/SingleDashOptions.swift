/// X programs name their standard options with one dash (X(7), OPTIONS). These, and no others, are
/// taken for the same names with two.
enum SingleDashOptions {
  private static let names: Set<String> = [
    "-display", "-fullscreen", "-geometry", "-help", "-name", "-title", "-version",
  ]

  /// `arguments` with two dashes before the names of X's own options. What follows `--` is left as
  /// it is.
  static func expand(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { names.contains($0) ? "-" + $0 : $0 } + arguments[end...]
  }
}
