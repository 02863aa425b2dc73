import AnimCore

/// Parses a colour: #rgb, #rgba, #rrggbb, #rrggbbaa or a name.
package func parseColor(_ text: String) throws(InvalidValue) -> Color {
  let lowered = text.lowercased()
  if let named = namedColors[lowered] { return named }
  if lowered.hasPrefix("#"), let color = hexColor(lowered.dropFirst()) { return color }
  throw InvalidValue(
    expected:
      "#rgb, #rgba, #rrggbb, #rrggbbaa or one of \(namedColors.keys.sorted().joined(separator: ", "))"
  )
}

/// Returns the help for an option that takes a colour.
///
/// - Parameters:
///   - part: The object with this colour.
///   - default: The default colour.
package func colorHelp(_ part: String, default: String) -> String {
  "Set the colour of \(part): #rgb, #rgba, #rrggbb, #rrggbbaa or a name (default: \(`default`))."
}

/// Parses several colours, separated by commas.
package func parsePalette(_ text: String) throws(InvalidValue) -> [Color] {
  try text.split(separator: ",", omittingEmptySubsequences: false).map {
    (part) throws(InvalidValue) in try parseColor(String(part))
  }
}

private func hexColor(_ digits: Substring) -> Color? {
  guard digits.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }),
    let value = UInt32(digits, radix: 16)
  else { return nil }
  switch digits.utf8.count {
  case 3:
    return Color(
      rgb: (value >> 8 & 15) * 0x11_0000 | (value >> 4 & 15) * 0x1100 | (value & 15) * 17)
  case 4:
    let doubled = digits.flatMap { [$0, $0] }
    return hexColor(Substring(String(doubled)))
  case 6:
    return Color(rgb: value)
  case 8:
    return Color(argb: value >> 8 | value << 24)
  default:
    return nil
  }
}

/// The basic CSS colours by name, and `none`.
private let namedColors: [String: Color] = [
  "black": Color(rgb: 0x000000), "silver": Color(rgb: 0xC0C0C0), "gray": Color(rgb: 0x808080),
  "grey": Color(rgb: 0x808080),
  "white": Color(rgb: 0xFFFFFF), "maroon": Color(rgb: 0x800000), "red": Color(rgb: 0xFF0000),
  "purple": Color(rgb: 0x800080), "fuchsia": Color(rgb: 0xFF00FF), "green": Color(rgb: 0x008000),
  "lime": Color(rgb: 0x00FF00), "olive": Color(rgb: 0x808000), "yellow": Color(rgb: 0xFFFF00),
  "navy": Color(rgb: 0x000080), "blue": Color(rgb: 0x0000FF), "teal": Color(rgb: 0x008080),
  "aqua": Color(rgb: 0x00FFFF), "orange": Color(rgb: 0xFFA500),
  "transparent": .clear,
]
