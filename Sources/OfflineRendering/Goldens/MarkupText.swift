/// Escapes text for XML and HTML, between tags and in attributes.
func markupText(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
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
