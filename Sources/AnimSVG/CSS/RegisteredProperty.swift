/// A custom property registered with `@property`: CSS Properties and Values 1.
struct RegisteredProperty: Sendable {
  /// The kind of its values, which determines their animation.
  let kind: CustomKind
  let isInherited: Bool
  /// Its initial value, or `nil` without one.
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

  /// The type for computing animations.
  var attributeKind: AttributeKind {
    switch self {
    case .number: .number(nil)
    case .integer: .integer
    case .length, .percentage: .length
    case .angle: .angle
    case .color: .color
    case .other: .text
    }
  }

  /// Returns a value in the syntax of style sheets.
  func text(_ value: AttributeQuantity) -> String? {
    switch value {
    case .number(let number) where self == .integer: "\((number + 0.5).rounded(.down))"
    case .number(let number): "\(number)\(self == .angle ? "deg" : "")"
    case .length(let sum): Self.text(sum, zero: self == .percentage ? "0%" : "0px")
    case .color(let color) where color.isLegacy:
      "rgb(\(color.red) \(color.green) \(color.blue) / \(color.alpha))"
    case .color(let color):
      "color(srgb \(color.red / 255) \(color.green / 255) \(color.blue / 255) / \(color.alpha))"
    case .text(let text): text
    case .currentColor: "currentColor"
    default: nil
    }
  }

  /// - Parameter zero: The representation of zero, with its unit.
  private static func text(_ sum: LengthSum, zero: String) -> String {
    let terms = [
      (sum.user, "px"), (sum.percent, "%"), (sum.em, "em"), (sum.rem, "rem"), (sum.ex, "ex"),
      (sum.ch, "ch"), (sum.ic, "ic"), (sum.cap, "cap"),
    ]
    .filter { $0.0 != 0 }.map { "\($0.0)\($0.1)" }
    return terms.count > 1 ? "calc(\(terms.joined(separator: " + ")))" : terms.first ?? zero
  }
}
