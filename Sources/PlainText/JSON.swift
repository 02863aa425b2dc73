import LinuxSystem

/// A JSON value (RFC 8259) for output. Objects keep the order of their names.
package enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number. Infinities and NaN, which JSON doesn't support, are written as null.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  /// The text, indented by two spaces per level and terminated by a line feed.
  package var text: String {
    var text = ""
    write(to: &text, indent: "\n")
    return text + "\n"
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .number(let value): text += value.isFinite ? "\(value)" : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, "[", "]", to: &text, indent: indent) { $0.write(to: &$1, indent: $2) }
    case .object(let members):
      Self.write(members, "{", "}", to: &text, indent: indent) { member, text, indent in
        Self.write(member.0, to: &text)
        text += ": "
        member.1.write(to: &text, indent: indent)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String, indent: String,
    element: (Element, inout String, String) -> Void
  ) {
    text += open
    let inner = indent + "  "
    for (index, value) in elements.enumerated() {
      text += index == 0 ? inner : "," + inner
      element(value, &text, inner)
    }
    text += (elements.isEmpty ? "" : indent) + close
  }

  /// Writes a string, with file names in readable form. Quotation marks, backslashes and all control characters are
  /// escaped, including those that JSON allows, because they could affect a terminal.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.displayed.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isControl:
        text += "\\u" + String(scalar.value, radix: 16).padded(before: 4, with: "0")
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
