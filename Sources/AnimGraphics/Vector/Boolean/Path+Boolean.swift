/// Boolean operations on the areas of paths: union, intersection, difference and symmetric
/// difference.
///
/// A result consists of lines: curves are flattened to within 1/64 point or 1/2048 of the size of
/// the operands, whichever is less, but no finer than 1/65536 of the size. The lines are rounded to
/// a grid with 2²⁷ steps across half the size, on which all arithmetic is exact: a result is the
/// same on every machine, and sides that touch, coincide or cross at one point need no special
/// care.
///
/// Outer contours of a result go clockwise on the screen, and holes counterclockwise. Contours
/// intersect neither themselves nor each other, so ``FillRule/nonzero`` and ``FillRule/evenOdd``
/// fill a result alike. Open contours are treated as closed, as for filling.
///
/// Complexity: O((n + k) log n) for n lines with k crossings, provided that consecutive lines are
/// close together. A result has the error ``PathError/tooComplex`` if the operands have more than
/// 32,768 lines, or more than 131,072 once they are cut at their crossings, or if the search for
/// crossings takes too long. An operand's own error becomes that of the result.
extension Path {
  /// The area that is in this path or in `other`.
  public func union(_ other: Path, using rule: FillRule = .nonzero) -> Path {
    Path.combine([self, other], .union, using: rule)
  }

  /// The area that is both in this path and in `other`.
  public func intersection(_ other: Path, using rule: FillRule = .nonzero) -> Path {
    Path.combine([self, other], .intersection, using: rule)
  }

  /// The area that is in this path but not in `other`.
  public func subtracting(_ other: Path, using rule: FillRule = .nonzero) -> Path {
    Path.combine([self, other], .difference, using: rule)
  }

  /// The area that is in this path or in `other`, but not in both.
  public func symmetricDifference(_ other: Path, using rule: FillRule = .nonzero) -> Path {
    Path.combine([self, other], .symmetricDifference, using: rule)
  }

  /// The path's own area as contours that do not cross.
  public func normalized(using rule: FillRule = .nonzero) -> Path {
    Path.combine([self], .union, using: rule)
  }

  /// How any number of areas are combined into one.
  public enum BooleanOperation: Hashable, Sendable {
    /// The area in any of them.
    case union
    /// The area in all of them.
    case intersection
    /// The area in the first and in none of the others.
    case difference
    /// The area in an odd number of them.
    case symmetricDifference
  }

  /// The areas of `paths`, each filled by `rule`, combined by `operation`; empty if there are no
  /// paths.
  public static func combine(
    _ paths: [Path], _ operation: BooleanOperation, using rule: FillRule = .nonzero
  ) -> Path {
    var result = Path()
    if let error = paths.lazy.compactMap(\.error).first {
      result.fail(error)
      return result
    }
    guard let grid = BooleanGrid(paths) else { return result }
    guard let operands = grid.operands(of: paths, rule),
      let edges = SnapRounding.edges(of: operands)
    else {
      result.fail(.tooComplex)
      return result
    }
    // More than two paths each wind exactly once around their inside by now, so their windings add
    // up.
    let areMany = paths.count > 2
    let otherCount = Int32(clamping: paths.count - 1)
    let sides = WindingSweep.boundary(of: edges) { windings in
      let isInFirst = rule.includes(windings.first)
      let isInOthers = areMany ? windings.others != 0 : rule.includes(windings.others)
      switch operation {
      case .union: return isInFirst || isInOthers
      case .difference: return isInFirst && !isInOthers
      case .intersection:
        return isInFirst
          && (areMany ? windings.others == otherCount : otherCount == 0 || isInOthers)
      case .symmetricDifference:
        return areMany ? (windings.first + windings.others) & 1 != 0 : isInFirst != isInOthers
      }
    }
    BoundaryChains(sides).append(to: &result, grid)
    return result
  }
}

/// How many times outlines wind around a point.
struct Windings: Hashable {
  /// The winding number of the first path.
  var first: Int32 = 0
  /// The sum of the winding numbers of all other paths.
  var others: Int32 = 0

  static func += (a: inout Windings, b: Windings) {
    a.first &+= b.first
    a.others &+= b.others
  }
}

extension FillRule {
  @inline(__always) func includes(_ winding: Int32) -> Bool {
    self == .nonzero ? winding != 0 : winding & 1 != 0
  }
}
