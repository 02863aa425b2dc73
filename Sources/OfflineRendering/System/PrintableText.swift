extension String {
  /// The text with every control character, which a terminal would obey, replaced by a question
  /// mark. For text that comes from a file.
  package var printable: String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    }
    guard unicodeScalars.contains(where: isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { isControl($0) ? "?" : $0 }))
  }
}
