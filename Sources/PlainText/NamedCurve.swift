import AnimCore

/// A timing curve with its original text.
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

/// The supported notations of curves.
package let curveForms =
  "\(NamedCurve.named.map(\.description).joined(separator: ", ")), "
  + "X1,Y1,X2,Y2 (a cubic Bézier), steps:N (1 to \(maximumSteps)), spring or spring:BOUNCE "
  + "(between -1 and 1)"

private let maximumSteps = 1_000_000

/// Parses the name or description of a curve.
package func parseCurve(_ text: String) throws(InvalidValue) -> NamedCurve {
  if let named = NamedCurve.named.first(where: { $0.description == text }) { return named }
  guard let function = try describedCurve(text) else { throw InvalidValue(expected: curveForms) }
  return NamedCurve(description: text, function: function)
}

/// Parses a curve in numeric form, or returns `nil` if the text has none of the supported forms.
private func describedCurve(_ text: String) throws(InvalidValue) -> TimingFunction? {
  let parts = text.split(separator: ":", omittingEmptySubsequences: false)
  switch (parts.first, parts.count) {
  case ("steps", 2):
    guard let count = Int(parts[1]), (1...maximumSteps).contains(count) else {
      throw InvalidValue(expected: "steps:N with a whole number from 1 to \(maximumSteps)")
    }
    return .steps(count)
  case ("spring", 1...2):
    guard let bounce = parts.count == 2 ? parseNumber(parts[1]) : 0.3,
      let spring = try? Spring(validatingDuration: 1, bounce: bounce),
      let function = try? TimingFunction.spring(validating: spring)
    else {
      throw InvalidValue(
        expected: "spring:BOUNCE with a number above -1 and below 1, such as spring:0.5")
    }
    return function
  default:
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      parseNumber($0)
    }
    guard numbers.count == 4, let x1 = numbers[0], let y1 = numbers[1], let x2 = numbers[2],
      let y2 = numbers[3]
    else { return nil }
    guard let function = try? TimingFunction.cubicBezier(validating: x1, y1, x2, y2) else {
      throw InvalidValue(expected: "X1,Y1,X2,Y2 with X1 and X2 from 0 to 1")
    }
    return function
  }
}
