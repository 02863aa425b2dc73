/// Where display links get their frames from: a display, or a clock that is moved by hand.
public class FrameSource {
  public init() {}
}
