import ArgumentParser

/// What the help of commands lists.
enum HelpRequest {
  /// Asks for the help with the options of the built-in scenes, which are longer than all others
  /// together.
  private static let withScenes = "--help-scenes"

  /// Whether help lists the options of the built-in scenes. The manual page and completions always do.
  static var sceneOptions: ArgumentVisibility {
    let arguments = ProcessArguments.all
    let isHelp = arguments.contains { ["-h", "--help", "-help", "help"].contains($0) }
    return isHelp && !arguments.contains(withScenes) ? .hidden : .default
  }

  /// The arguments with a flag that the parser knows.
  static func expand(_ arguments: [String]) -> [String] {
    arguments.map { $0 == withScenes ? "--help" : $0 }
  }
}
