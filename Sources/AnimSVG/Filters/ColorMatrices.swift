import AnimCore

/// The matrices of `feColorMatrix` and of the filter functions based on it: twenty numbers, row by
/// row (Filter Effects Module Level 1, W3C).
enum ColorMatrices {
  static let identity = matrix([1, 0, 0, 0, 1, 0, 0, 0, 1])

  static let luminanceToAlpha: [Double] =
    [Double](repeating: 0, count: 15) + [0.2125, 0.7154, 0.0721, 0, 0]

  /// - Parameter amount: 0 for greyscale, 1 for unchanged colours.
  static func saturation(_ amount: Double) -> [Double] {
    between([0.213, 0.715, 0.072, 0.213, 0.715, 0.072, 0.213, 0.715, 0.072], amount)
  }

  static func grayscale(_ amount: Double) -> [Double] {
    between(
      [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722], 1 - amount)
  }

  static func sepia(_ amount: Double) -> [Double] {
    between([0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131], 1 - amount)
  }

  static func hueRotation(_ degrees: Double) -> [Double] {
    let angle = Angle(degrees: degrees.remainder(dividingBy: 360))
    let (cosine, sine) = (angle.cosine, angle.sine)
    let grey = [0.213, 0.715, 0.072, 0.213, 0.715, 0.072, 0.213, 0.715, 0.072]
    let ofCosine = [0.787, -0.715, -0.072, -0.213, 0.285, -0.072, -0.213, -0.715, 0.928]
    let ofSine = [-0.213, -0.715, 0.928, 0.143, 0.140, -0.283, -0.787, 0.715, 0.072]
    return matrix(grey.indices.map { grey[$0] + cosine * ofCosine[$0] + sine * ofSine[$0] })
  }

  /// Returns an interpolation or extrapolation between the identity and a matrix. At 1, the result
  /// is the identity.
  private static func between(_ colors: [Double], _ amount: Double) -> [Double] {
    let whole: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    return matrix(colors.indices.map { colors[$0] + (whole[$0] - colors[$0]) * amount })
  }

  /// Returns a matrix of red, green and blue that doesn't change alpha.
  private static func matrix(_ colors: [Double]) -> [Double] {
    var all: [Double] = []
    for row in 0..<3 { all += colors[row * 3..<row * 3 + 3] + [0, 0] }
    return all + [0, 0, 0, 1, 0]
  }
}

extension FilterFunction.Adjustment {
  /// Returns the operation of the function.
  func operation(_ amount: Double, _ input: FilterGraph.Input) -> FilterOperation {
    let part = min(amount, 1)
    switch self {
    case .brightness: return Self.colors(.linear(slope: amount, intercept: 0), input)
    case .contrast:
      return Self.colors(.linear(slope: amount, intercept: 0.5 - 0.5 * amount), input)
    case .invert: return Self.colors(.table([part, 1 - part]), input)
    case .opacity:
      return .transfer(
        red: .identity, green: .identity, blue: .identity, alpha: .table([0, part]), input)
    case .grayscale: return .colorMatrix(ColorMatrices.grayscale(part), input)
    case .sepia: return .colorMatrix(ColorMatrices.sepia(part), input)
    case .saturate: return .colorMatrix(ColorMatrices.saturation(amount), input)
    }
  }

  private static func colors(
    _ function: TransferFunction, _ input: FilterGraph.Input
  ) -> FilterOperation {
    .transfer(red: function, green: function, blue: function, alpha: .identity, input)
  }
}
