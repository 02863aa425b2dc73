extension String {
  /// The text with control characters replaced by question marks. For text from files.
  package var printable: String {
    guard hasControls else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "?" : $0 }))
  }

  /// Whether the text contains control characters, such as line feeds.
  package var hasControls: Bool { unicodeScalars.contains(where: \.isControl) }
}

extension Unicode.Scalar {
  /// Whether the character affects a terminal, ends a line, or changes the direction of text, which could disguise a
  /// name.
  package var isControl: Bool {
    switch value {
    case ..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
