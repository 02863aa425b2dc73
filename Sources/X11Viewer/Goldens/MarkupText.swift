/// Text as it stands in XML and HTML, between tags and in attributes.
func markupText(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    // XML would read these as spaces in an attribute.
    case "\t", "\n", "\r": result += "&#\(scalar.value);"
    // XML has no way to write these.
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    // Allowed in XML, but not in HTML, and nothing to be seen.
    case "\u{7F}"..."\u{9F}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
