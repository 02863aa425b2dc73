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

/// Finds the command that someone may have meant.
enum CommandSuggestion {
  /// The name that differs in at most two letters, counting a swap of neighbours as one; nil if there
  /// is none, or if so little is left of it that it may be anything.
  static func name(like word: String, among names: [String]) -> String? {
    let near = names.map { (name: $0, distance: distance(word, $0)) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance > 0, near.distance <= 2, near.distance * 2 < near.name.count
    else {
      return nil
    }
    return near.name
  }

  /// The number of letters to insert, remove, change or swap with a neighbour (optimal string
  /// alignment).
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.lowercased().utf8.prefix(64)), Array(b.lowercased().utf8.prefix(64)))
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var least = min(
          rows[i][j] + (a[i] == b[j] ? 0 : 1), min(rows[i][j + 1], row[j]) + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
