import AnimCore

/// A property of an animation that can be set from outside.
public struct LottieSlot: Hashable, Sendable {
  /// The name with which the slot is set.
  public let name: String
  /// The kind of its value, from the first drawn property that uses it, or `nil` if no drawn
  /// property does.
  public let kind: Kind?
  /// The drawn value in readable form: `#ff8800`, `[10, 20]`, `animated`, or `nil` for none.
  public let value: String?

  /// The kinds of values.
  public enum Kind: String, Sendable {
    /// A number, such as an opacity or an angle.
    case number
    /// Two or three numbers, such as a position.
    case vector
    /// A colour.
    case color
    /// The outline of a shape or a mask.
    case path
    /// The stops of a gradient.
    case gradient
    /// A text and its style.
    case text
    /// An image, in the form of an asset.
    case image
    /// A choice from several numbered kinds.
    case choice
  }
}

extension LottieSlot {
  /// - Parameter json: The value in the file or from outside, as a property or a bare value.
  init(_ name: String, _ kind: Kind?, json: JSONValue?) {
    self.name = name
    self.kind = kind
    value = json.flatMap { Self.text($0, kind) }
  }

  private static func text(_ json: JSONValue, _ kind: Kind?) -> String? {
    if kind == .image {
      return json["p"]?.string.map { $0.hasPrefix("data:") ? "embedded" : $0.shortened }
    }
    if kind == .text, json["t"] != nil { return json["t"]?.string?.shortened }
    let value = json.isObject ? json["k"] ?? json : json
    if kind == .text {
      let count = value.count
      return value.isArray && count > 1 ? "animated" : value.first?["s"]?["t"]?.string?.shortened
    }
    if let first = value.first, first.isObject, first["t"] != nil { return "animated" }
    if kind == .path {
      return (value.first ?? value)["v"].map { "\($0.count) points" }
    }
    if kind == .gradient { return "\((value["k"] ?? value).count) numbers" }
    if let text = value.string { return text.shortened }
    let numbers = value.elements.compactMap { $0.number }
    if kind == .color, numbers.count >= 3 { return hexadecimal(numbers) }
    if let number = value.number { return plain(number) }
    let shown = numbers.prefix(4).map(plain).joined(separator: ", ")
    return numbers.isEmpty ? nil : kind == .number ? plain(numbers[0]) : "[\(shown)]"
  }

  /// Returns `#rrggbb` for channels from 0 to 1.
  private static func hexadecimal(_ channels: [Double]) -> String {
    let digits = Array("0123456789abcdef")
    return channels.prefix(3).reduce(into: "#") { text, channel in
      let byte = Int((min(max(channel, 0), 1) * 255).rounded())
      text += [digits[byte >> 4], digits[byte & 15]]
    }
  }

  private static func plain(_ number: Double) -> String {
    number.magnitude < 1e15 && number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
