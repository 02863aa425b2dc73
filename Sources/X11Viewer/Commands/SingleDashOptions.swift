/// The standard options of X programs start with one dash (X(7), OPTIONS), and screen savers are
/// started with `-root`. Only these names are accepted with one dash instead of two, and `-V`, for
/// which the parser has no short name.
enum SingleDashOptions {
  private static let flags: Set<String> = ["fullscreen", "help", "root", "V", "version"]
  private static let withValue: Set<String> = [
    "background", "bg", "display", "geometry", "name", "title", "window-id",
  ]
  /// The long names of abbreviated options.
  private static let longNames = ["bg": "background", "V": "version"]

  /// Returns `arguments` with two dashes before the names of X's standard options. Values of such
  /// options, and everything after `--`, are unchanged.
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
      guard argument == "-" + name, isValue || flags.contains(name) else { return argument }
      return "--" + (longNames[name] ?? name)
    }
    return expanded + arguments[end...]
  }
}
