/// What a display link calls once a frame.
public protocol DisplayLinkListener: AnyObject {
  /// Prepare the picture that will be seen at `frame.targetTimestamp`.
  ///
  /// Any link, this one included, may be added, paused, resumed or invalidated here.
  func displayLink(_ link: DisplayLink, didTick frame: Frame)
}
