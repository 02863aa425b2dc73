extension Angle: VectorSpace {
  /// The magnitude in radians.
  public var length: Double { radians.magnitude }
}

extension Angle: Interpolatable {
  public static func displacement(from start: Angle, to end: Angle, turning: Turning) -> Angle {
    let raw = end.radians - start.radians
    let turn = Angle.fullTurn.radians
    switch turning {
    case .raw:
      return Angle(radians: raw)
    case .shortest:
      return Angle(radians: raw.remainder(dividingBy: turn))
    case .clockwise:
      return Angle(radians: clockwise(raw, turn))
    case .counterclockwise:
      return Angle(radians: -clockwise(-raw, turn))
    }
  }

  public func moved(by displacement: Angle) -> Angle { self + displacement }

  /// `raw` reduced to `0 ..< turn`.
  ///
  /// Equal directions can differ by rounding, and a tiny negative difference must not become a
  /// whole turn, so anything within 1e-9 rad of one is treated as zero.
  private static func clockwise(_ raw: Double, _ turn: Double) -> Double {
    let rest = raw.truncatingRemainder(dividingBy: turn)
    let reduced = rest < 0 ? rest + turn : rest
    return turn - reduced < 1e-9 ? reduced - turn : reduced
  }
}
