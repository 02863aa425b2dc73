import AnimCore

/// A modifier, which changes the preceding outlines in its list, prepared for evaluation.
enum PathModifier {
  case trim(TrimNode)
  case change(PathChangeNode)
  case merge(MergeNode)
}

/// A modifier that changes each path separately.
final class PathChangeNode {
  private let kind: Kind
  /// The last path of each outline, in painting order, with the numbers that modified it and the
  /// result.
  private var results: [Result] = []

  private struct Result {
    let path: Path
    let numbers: SIMD4<Double>
    let outcome: Outcome
  }

  /// A changed path, or an unchanged one because it exceeds a limit.
  typealias Outcome = (path: Path, error: ModifierError?)

  enum Kind {
    /// Rounds corners with this radius.
    case roundCorners(PreparedProperty<Double>)
    /// Puckers or bloats by this amount, in percent.
    case puckerBloat(PreparedProperty<Double>)
    case offset(PreparedProperty<Double>, StrokeStyle.Join, miterLimit: PreparedProperty<Double>)
    case zigZag(
      amplitude: PreparedProperty<Double>, frequency: PreparedProperty<Double>,
      isSmooth: PreparedProperty<Bool>)
    case twist(degrees: PreparedProperty<Double>, center: PreparedProperty<SIMD2<Double>>)
  }

  init(_ kind: Kind) { self.kind = kind }

  /// Changes a path. `index` is its number among the outlines that the modifier applies to.
  func apply(to path: Path, _ index: Int, at time: Double) -> Outcome {
    let numbers = numbers(at: time)
    if index < results.count, results[index].numbers == numbers, results[index].path == path {
      return results[index].outcome
    }
    let outcome: Outcome
    do throws(ModifierError) {
      outcome = (try changed(path, numbers), nil)
    } catch {
      outcome = (path, error)
    }
    let result = Result(path: path, numbers: numbers, outcome: outcome)
    if index < results.count {
      results[index] = result
    } else if index == results.count {
      results.append(result)
    }
    return outcome
  }

  private func numbers(at time: Double) -> SIMD4<Double> {
    switch kind {
    case .roundCorners(let amount), .puckerBloat(let amount):
      SIMD4(amount.value(at: time), 0, 0, 0)
    case .offset(let amount, _, let limit):
      SIMD4(amount.value(at: time), limit.value(at: time), 0, 0)
    case .zigZag(let amplitude, let frequency, let isSmooth):
      SIMD4(
        amplitude.value(at: time), frequency.value(at: time), isSmooth.value(at: time) ? 1 : 0, 0)
    case .twist(let degrees, let center):
      SIMD4(lowHalf: SIMD2(degrees.value(at: time), 0), highHalf: center.value(at: time))
    }
  }

  private func changed(
    _ path: Path, _ numbers: SIMD4<Double>
  ) throws(ModifierError) -> Path {
    switch kind {
    case .roundCorners: path.roundingCorners(radius: numbers.x)
    case .puckerBloat: path.puckered(percent: numbers.x)
    case .offset(_, let join, _): try path.offset(by: numbers.x, join: join, miterLimit: numbers.y)
    case .zigZag:
      try path.zigZagged(amplitude: numbers.x, frequency: numbers.y, isSmooth: numbers.z != 0)
    case .twist: try path.twisted(degrees: numbers.x, center: numbers.highHalf)
    }
  }
}

extension PathChangeNode {
  convenience init(_ modifier: OffsetModifier, _ expressions: ExpressionEvaluator? = nil) {
    self.init(
      .offset(
        PreparedProperty(modifier.amount, expressions), modifier.join,
        miterLimit: PreparedProperty(modifier.miterLimit, expressions)))
  }

  convenience init(_ modifier: ZigZagModifier, _ expressions: ExpressionEvaluator? = nil) {
    self.init(
      .zigZag(
        amplitude: PreparedProperty(modifier.amplitude, expressions),
        frequency: PreparedProperty(modifier.frequency, expressions),
        isSmooth: PreparedProperty(modifier.isSmooth, default: false, expressions)))
  }

  convenience init(_ modifier: TwistModifier, _ expressions: ExpressionEvaluator? = nil) {
    self.init(
      .twist(
        degrees: PreparedProperty(modifier.angle, expressions),
        center: PreparedProperty(modifier.center, expressions)))
  }
}

/// A merge. Keeps the paths it last combined, and the result.
final class MergeNode {
  let mode: MergeMode
  private var paths: [Path] = []
  private var result = Path()

  init(_ mode: MergeMode) { self.mode = mode }

  /// Combines the areas of paths, topmost first, into one.
  func merged(_ paths: [Path]) -> Path {
    if paths != self.paths {
      result = Path.merged(paths, mode: mode)
      self.paths = paths
    }
    return result
  }
}
