import AnimCore

/// A modifier, which changes the preceding outlines in its list.
enum PathModifier {
  case trim(TrimModifier)
  case change(PathChangeNode)
  case merge(MergeNode)
}

/// A modifier that changes each path separately. Keeps the results.
final class PathChangeNode {
  private let change: PathChange
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

  init(_ change: PathChange) { self.change = change }

  /// Changes a path. `index` is its number among the outlines that the modifier applies to.
  func apply(to path: Path, _ index: Int, at time: EvaluationTime) -> Outcome {
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

  private func numbers(at time: EvaluationTime) -> SIMD4<Double> {
    switch change {
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
    switch change {
    case .roundCorners: path.roundingCorners(radius: numbers.x)
    case .puckerBloat: path.puckered(percent: numbers.x)
    case .offset(_, let join, _): try path.offset(by: numbers.x, join: join, miterLimit: numbers.y)
    case .zigZag:
      try path.zigZagged(amplitude: numbers.x, frequency: numbers.y, isSmooth: numbers.z != 0)
    case .twist: try path.twisted(degrees: numbers.x, center: numbers.highHalf)
    }
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
