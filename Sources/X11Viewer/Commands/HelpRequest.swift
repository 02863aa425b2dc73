import ArgumentParser

/// A list of options or commands in the help.
enum HelpRequest {
  /// The flag that requests help about the options of the built-in scenes, which is longer than all
  /// other help.
  private static let withScenes = "--help-scenes"

  /// Whether help lists the options of the built-in scenes. The manual page and completions always do.
  static var sceneOptions: ArgumentVisibility {
    let arguments = ProcessArguments.all
    let isHelp = arguments.contains { ["-h", "--help", "-help", "help"].contains($0) }
    return isHelp && !arguments.contains(withScenes) ? .hidden : .default
  }

  /// Replaces the flag with one that the parser supports. Alone, the flag requests the help of
  /// `view`, because the help of the program lists no options.
  static func expand(_ arguments: [String]) -> [String] {
    if arguments == [withScenes] { return ["view", "--help"] }
    return arguments.map { $0 == withScenes ? "--help" : $0 }
  }
}
