/// The result of a CSS math function whose terms can only be compared in the context of an element.
indirect enum LengthCalculation: Hashable, Sendable {
  case length(Length)
  case sum(LengthCalculation, LengthCalculation)
  case product(LengthCalculation, Double)
  case minimum([LengthCalculation])
  case maximum([LengthCalculation])
  /// The absolute value.
  case magnitude(LengthCalculation)

  /// Returns the result.
  ///
  /// - Parameter resolve: A closure that returns a term in user units.
  func value(_ resolve: (Length) -> Double) -> Double {
    switch self {
    case .length(let length): resolve(length)
    case .sum(let a, let b): a.value(resolve) + b.value(resolve)
    case .product(let terms, let factor): terms.value(resolve) * factor
    case .minimum(let list): list.map { $0.value(resolve) }.min() ?? 0
    case .maximum(let list): list.map { $0.value(resolve) }.max() ?? 0
    case .magnitude(let terms): terms.value(resolve).magnitude
    }
  }

  /// Returns the calculation with its terms replaced.
  func mapped(_ replacement: (Length) -> Length) -> LengthCalculation {
    switch self {
    case .length(let length): .length(length.mapped(replacement))
    case .sum(let a, let b): .sum(a.mapped(replacement), b.mapped(replacement))
    case .product(let terms, let factor): .product(terms.mapped(replacement), factor)
    case .minimum(let list): .minimum(list.map { $0.mapped(replacement) })
    case .maximum(let list): .maximum(list.map { $0.mapped(replacement) })
    case .magnitude(let terms): .magnitude(terms.mapped(replacement))
    }
  }

  /// Returns whether a term has a unit.
  func contains(_ isWanted: (Length.Unit) -> Bool) -> Bool {
    switch self {
    case .length(let length): length.contains(isWanted)
    case .sum(let a, let b): a.contains(isWanted) || b.contains(isWanted)
    case .product(let terms, _), .magnitude(let terms): terms.contains(isWanted)
    case .minimum(let list), .maximum(let list): list.contains { $0.contains(isWanted) }
    }
  }

  /// The number of lengths and operations.
  var count: Int {
    switch self {
    case .length(let length): 1 + (length.calculation?.count ?? 0)
    case .sum(let a, let b): 1 + a.count + b.count
    case .product(let terms, _), .magnitude(let terms): 1 + terms.count
    case .minimum(let list), .maximum(let list): list.reduce(1) { $0 + $1.count }
    }
  }

  /// The calculation in the syntax of style sheets.
  var text: String {
    switch self {
    case .length(let length): length.text
    case .sum(let a, let b): "(\(a.text)) + (\(b.text))"
    case .product(let terms, let factor): "(\(terms.text)) * \(factor)"
    case .minimum(let list): "min(\(list.map(\.text).joined(separator: ", ")))"
    case .maximum(let list): "max(\(list.map(\.text).joined(separator: ", ")))"
    case .magnitude(let terms): "abs(\(terms.text))"
    }
  }
}
