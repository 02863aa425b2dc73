/// A custom property registered with `@property`: CSS Properties and Values 1.
struct RegisteredProperty: Sendable {
  /// The kind of its values, which determines their animation.
  let kind: CustomKind
  let isInherited: Bool
  /// The initial value, or `nil` if the rule omits it.
  let initialValue: String?

  /// Creates a property, or returns `nil` if one of the two required descriptors is missing.
  init?(_ declarations: [StyleDeclaration]) {
    func descriptor(_ name: String) -> String? {
      declarations.last { $0.property == name }?.value
    }
    var syntax = TextScanner(descriptor("syntax") ?? "")
    guard let syntax = syntax.quoted(), let inherits = descriptor("inherits"),
      inherits == "true" || inherits == "false"
    else { return nil }
    kind = CustomKind(syntax: syntax.trimmingSpace)
    isInherited = inherits == "true"
    initialValue = descriptor("initial-value")
  }
}

/// The type of values of a custom property.
enum CustomKind: Sendable {
  case number, integer, length, percentage, angle, color
  /// Other values, which animate discretely.
  case other

  init(syntax: String) {
    switch syntax {
    case "<number>": self = .number
    case "<integer>": self = .integer
    case "<length>", "<length-percentage>": self = .length
    case "<percentage>": self = .percentage
    case "<angle>": self = .angle
    case "<color>": self = .color
    default: self = .other
    }
  }

  /// The syntax for computing animations.
  var grammar: Grammar {
    switch self {
    case .number: .number
    case .integer: .integer
    case .length, .percentage: .length()
    case .angle: .angle
    case .color: .color
    case .other: .any
    }
  }

  /// Returns a value in the syntax of style sheets.
  func text(_ value: StyleValue) -> String? {
    switch value {
    case .number(let number): "\(number)\(self == .angle ? "deg" : "")"
    case .integer(let number): "\(number)"
    case .length(let length):
      // A number without a unit is a percentage if it is zero.
      self == .percentage && length.isZero ? "0%" : length.text
    case .paint(.color(let color)) where color.isLegacy:
      "rgb(\(color.red) \(color.green) \(color.blue) / \(color.alpha))"
    case .paint(.color(let color)):
      "color(srgb \(color.red / 255) \(color.green / 255) \(color.blue / 255) / \(color.alpha))"
    case .paint(.currentColor): "currentColor"
    case .text(let text): text
    default: nil
    }
  }
}
