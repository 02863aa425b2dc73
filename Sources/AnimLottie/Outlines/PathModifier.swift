import AnimCore

/// What changes the outlines before it in its list, ready to be evaluated.
enum PathModifier {
  case trim(TrimNode)
  /// The radius.
  case roundCorners(Property<Double>)
  /// In percent.
  case puckerBloat(Property<Double>)
  case offset(OffsetNode)
  case zigZag(ZigZagNode)
  case twist(TwistNode)
  case merge(MergeMode)
}

final class OffsetNode {
  private let amount: Property<Double>
  private let join: StrokeStyle.Join
  private let miterLimit: Property<Double>

  init(_ modifier: OffsetModifier) {
    amount = Property(modifier.amount)
    join = modifier.join
    miterLimit = Property(modifier.miterLimit)
  }

  func apply(to path: Path, at time: Double) -> Path {
    path.offset(
      by: amount.value(at: time), join: join, miterLimit: miterLimit.value(at: time))
  }
}

final class ZigZagNode {
  private let amplitude: Property<Double>
  private let frequency: Property<Double>
  private let isSmooth: Property<Bool>

  init(_ modifier: ZigZagModifier) {
    amplitude = Property(modifier.amplitude)
    frequency = Property(modifier.frequency)
    isSmooth = Property(modifier.isSmooth, default: false)
  }

  func apply(to path: Path, at time: Double) -> Path {
    path.zigZagged(
      amplitude: amplitude.value(at: time), frequency: frequency.value(at: time),
      isSmooth: isSmooth.value(at: time))
  }
}

final class TwistNode {
  private let angle: Property<Double>
  private let center: Property<SIMD2<Double>>

  init(_ modifier: TwistModifier) {
    angle = Property(modifier.angle)
    center = Property(modifier.center)
  }

  func apply(to path: Path, at time: Double) -> Path {
    path.twisted(degrees: angle.value(at: time), center: center.value(at: time))
  }
}
