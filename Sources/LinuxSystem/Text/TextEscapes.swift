extension String {
  /// The text with every control character replaced by a question mark. For text that comes from a file.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "?" : $0 }))
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would obey it, or whether it changes the direction of text, so that a name would look like
  /// another.
  var isControl: Bool {
    switch value {
    case ..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// Quotes a word for a shell, if necessary.
package func shellWord(_ word: String) -> String {
  let plain = word.utf8.allSatisfy {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "-_./,:=+@%".utf8.contains($0)
  }
  if plain, !word.isEmpty { return word }
  var result = "'"
  for scalar in word.unicodeScalars {
    if let byte = scalar.fileNameByte {
      result += "'$'\\\(String(byte, radix: 8))''"
    } else if scalar == "'" {
      result += "'\\''"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result + "'"
}

/// Escapes text for XML and HTML, between tags and in attributes, with names of files as people read them.
package func markupText(_ text: String) -> String {
  var result = ""
  for scalar in text.displayed.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    // In an attribute, XML would read these as spaces.
    case "\t", "\n", "\r": result += "&#\(scalar.value);"
    // XML cannot represent these.
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    // Allowed in XML, but not in HTML, and invisible.
    case "\u{7F}"..."\u{9F}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
