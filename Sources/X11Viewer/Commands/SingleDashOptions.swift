/// X programs name their standard options with one dash (X(7), OPTIONS), and screen savers are
/// started with `-root`. These, and no others, are taken for the same names with two.
enum SingleDashOptions {
  private static let flags: Set<String> = ["fullscreen", "help", "root", "version"]
  private static let withValue: Set<String> = ["display", "geometry", "name", "title", "window-id"]

  /// `arguments` with two dashes before the names of X's own options. A value of such an option is
  /// left as it is, and so is what follows `--`.
  static func expand(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var isValue = false
    let expanded = arguments[..<end].map { argument in
      guard !isValue, argument.hasPrefix("-") else {
        isValue = false
        return argument
      }
      let name = String(argument.drop { $0 == "-" })
      isValue = withValue.contains(name)
      return argument == "-" + name && (isValue || flags.contains(name)) ? "-" + argument : argument
    }
    return expanded + arguments[end...]
  }
}
