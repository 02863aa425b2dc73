import AnimCore

/// A timing curve with the text that asked for it.
package struct NamedCurve: Hashable, CustomStringConvertible {
  package let description: String
  package let function: TimingFunction

  fileprivate static let named = [
    NamedCurve(description: "linear", function: .linear),
    NamedCurve(description: "ease-in", function: .easeIn),
    NamedCurve(description: "ease-out", function: .easeOut),
    NamedCurve(description: "ease-in-out", function: .easeInEaseOut),
    NamedCurve(description: "ease", function: .standard),
  ]
}

/// The forms in which a curve can be written.
package let curveForms =
  "\(NamedCurve.named.map(\.description).joined(separator: ", ")), "
  + "X1,Y1,X2,Y2 (a cubic Bézier), steps:N, spring or spring:BOUNCE"

/// Parses the name or description of a curve.
package func parseCurve(_ text: String) throws(InvalidValue) -> NamedCurve {
  if let named = NamedCurve.named.first(where: { $0.description == text }) { return named }
  do throws(AnimationError) {
    if let function = try describedCurve(text) {
      return NamedCurve(description: text, function: function)
    }
  } catch {
    throw InvalidValue(expected: "another curve: \(error)")
  }
  throw InvalidValue(expected: curveForms)
}

/// Parses a curve that is described by numbers; nil if the text has none of the forms.
private func describedCurve(_ text: String) throws(AnimationError) -> TimingFunction? {
  let parts = text.split(separator: ":", omittingEmptySubsequences: false)
  switch (parts.first, parts.count) {
  case ("steps", 2):
    guard let count = Int(parts[1]), count <= 1_000_000 else { return nil }
    return try .steps(validating: count)
  case ("spring", 1...2):
    guard let bounce = parts.count == 2 ? parseNumber(parts[1]) : 0.3 else { return nil }
    return try .spring(validating: Spring(validatingDuration: 1, bounce: bounce))
  default:
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      parseNumber($0)
    }
    guard numbers.count == 4, let x1 = numbers[0], let y1 = numbers[1], let x2 = numbers[2],
      let y2 = numbers[3]
    else { return nil }
    return try .cubicBezier(validating: x1, y1, x2, y2)
  }
}
