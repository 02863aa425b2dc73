/// A filled circle that opens like a fan about the centre of the view.
///
/// It is opened by 2π · easing(time ÷ duration). The display link ends with the last opening, so
/// that a fan that is alone on the screen costs nothing any more.
public final class FanScene: Scene {
  public let options: FanOptions
  /// How far the fan is open now; never negative, and exactly a full turn at the end.
  public private(set) var sweep = Angle.zero
  private let timing: MediaTiming
  private var size = Size.zero
  private var link: DisplayLink?

  public init(options: FanOptions = FanOptions()) {
    self.options = options
    timing = MediaTiming(
      duration: options.duration, repeatCount: options.repeatCount,
      autoreverses: options.autoreverses, fillMode: .both)
  }

  public func layout(in size: Size) {
    self.size = size
  }

  public func update(to time: Seconds) {
    let elapsed = timing.basicTime(at: time) ?? 0
    let opened = options.easing.value(at: elapsed / options.duration)
    // A curve may swing over its ends; a fan cannot.
    sweep = .fullTurn * min(max(opened, 0), 1)
  }

  public func draw(into list: inout DisplayList) {
    list.fillSector(
      center: size.center, radius: radius, start: options.startAngle,
      sweep: options.direction == .clockwise ? sweep : -sweep, options.color)
  }

  private var radius: Double {
    let fitting = Self.fittingPart * min(size.width, size.height)
    switch options.radius {
    case .usual: return min(Self.usualRadius, fitting)
    case .fitting: return fitting
    case .points(let radius): return radius
    }
  }

  private static let usualRadius = 100.0
  /// Of the shorter side of the view: leaves a margin around the circle.
  private static let fittingPart = 0.45
}

extension FanScene: DisplayLinkListener {
  public func start(on source: FrameSource) {
    link?.invalidate()
    link = DisplayLink(listener: self)
    link?.add(to: source)
  }

  public func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    let time = frame.targetTimestamp.seconds
    update(to: time)
    if time >= timing.activeDuration { link.invalidate() }
  }
}
