/// A clock with an hour, a minute and a second hand.
public final class ClockScene: Scene {
  public let options: ClockOptions
  private var face = ClockFace(in: .zero)
  private var time: Seconds = 0
  private var link: DisplayLink?

  public init(options: ClockOptions = ClockOptions()) {
    self.options = options
  }

  public func layout(in size: Size) {
    face = ClockFace(in: size)
  }

  public func update(to time: Seconds) {
    self.time = time
  }

  public func draw(into list: inout DisplayList) {
    let seconds = (options.startTime + time).rounded(.down)
    face.drawDial(options, into: &list)
    face.draw(.hour, at: .turns(seconds / 43_200), options.hourColor, into: &list)
    face.draw(.minute, at: .turns(seconds / 3_600), options.minuteColor, into: &list)
    face.draw(.second, at: .turns(seconds / 60), options.secondColor, into: &list)
    face.drawPin(options.secondColor, into: &list)
  }
}

extension ClockScene: DisplayLinkListener {
  public func start(on source: FrameSource) {
    link?.invalidate()
    link = DisplayLink(listener: self)
    link?.add(to: source)
  }

  public func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    update(to: frame.targetTimestamp.seconds)
  }
}
