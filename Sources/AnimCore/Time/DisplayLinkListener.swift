/// The receiver of a display link's callbacks.
public protocol DisplayLinkListener: AnyObject {
  /// Prepares the picture that will be shown at `frame.targetTimestamp`.
  ///
  /// Any link, this one included, may be added, paused, resumed or invalidated here.
  func displayLink(_ link: DisplayLink, didTick frame: Frame)
}
