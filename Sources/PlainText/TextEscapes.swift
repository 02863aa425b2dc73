import LinuxSystem

/// Quotes a word for a shell, if necessary, on a single line.
package func shellWord(_ word: String) -> String {
  let plain = word.utf8.allSatisfy {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "-_./,:=+@%".utf8.contains($0)
  }
  if plain, !word.isEmpty { return word }
  var result = "'"
  for scalar in word.unicodeScalars {
    if let byte = scalar.fileNameByte {
      result += quoted(byte)
    } else if scalar.isControl {
      for byte in String(scalar).utf8 { result += quoted(byte) }
    } else if scalar == "'" {
      result += "'\\''"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result + "'"
}

/// Quotes a byte within a quoted word.
private func quoted(_ byte: UInt8) -> String {
  "'$'\\\(String(byte, radix: 8).padded(before: 3, with: "0"))''"
}

/// Escapes JSON for an HTML script element, which a `<` in a string could end.
package func scriptText(_ json: JSON) -> String {
  var result = ""
  for scalar in json.text.unicodeScalars {
    if scalar == "<" { result += "\\u003c" } else { result.unicodeScalars.append(scalar) }
  }
  return result
}

/// Escapes text for XML and HTML, between tags and in attributes, with file names in readable form.
package func markupText(_ text: String) -> String {
  var result = ""
  for scalar in text.displayed.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    // In an attribute, XML would normalize these to spaces.
    case "\t", "\n", "\r": result += "&#\(scalar.value);"
    // XML can't represent these.
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    // Allowed in XML but not in HTML, and invisible.
    case "\u{7F}"..."\u{9F}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
