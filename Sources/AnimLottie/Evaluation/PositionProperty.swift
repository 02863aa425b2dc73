import AnimCore

/// A position, ready to be evaluated.
enum PositionProperty {
  case vector(Property<SIMD2<Double>>)
  case spatial(SpatialTrack)
  case split(x: Property<Double>, y: Property<Double>)

  init(_ position: TransformProperties.Position) {
    switch position {
    case .split(let x, let y):
      self = .split(x: Property(x), y: Property(y))
    case .combined(let animated):
      if case .keyframes(let keyframes) = animated, let track = SpatialTrack(keyframes) {
        self = .spatial(track)
      } else {
        self = .vector(Property(animated))
      }
    }
  }

  var isConstant: Bool {
    switch self {
    case .vector(let property): property.isConstant
    case .spatial: false
    case .split(let x, let y): x.isConstant && y.isConstant
    }
  }

  func value(at time: Double) -> SIMD2<Double> {
    switch self {
    case .vector(let property): property.value(at: time)
    case .spatial(let track): track.value(at: time)
    case .split(let x, let y): SIMD2(x.value(at: time), y.value(at: time))
    }
  }

  /// The direction in which the position moves at `time`, of any length; zero where it rests.
  func direction(at time: Double) -> SIMD2<Double> {
    // As in lottie-web: the way from a hundredth of a frame before, or, at the first keyframe, to a
    // hundredth after.
    let step = 0.01
    guard let times else { return .zero }
    if time <= times.lowerBound {
      return value(at: times.lowerBound + step) - value(at: times.lowerBound)
    }
    let end = min(time, times.upperBound)
    return value(at: end) - value(at: end - step)
  }

  /// The times of the first keyframe and the last.
  private var times: ClosedRange<Double>? {
    switch self {
    case .vector(let property): property.times
    case .spatial(let track): track.times
    case .split(let x, let y):
      if let x = x.times, let y = y.times {
        min(x.lowerBound, y.lowerBound)...max(x.upperBound, y.upperBound)
      } else {
        x.times ?? y.times
      }
    }
  }
}
