extension String {
  /// A name from a file, shortened to one line for a message.
  package var shortened: String {
    let longest = 60
    let line = String(
      unicodeScalars.prefix(longest).map { scalar -> Character in
        scalar.properties.generalCategory == .control ? " " : Character(scalar)
      })
    return unicodeScalars.prefix(longest + 1).count > longest ? line + "…" : line
  }
}
