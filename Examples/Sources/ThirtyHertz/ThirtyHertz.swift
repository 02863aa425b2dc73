import AnimCore

/// A loop at 30 frames per second, regardless of the display's rate, in real or virtual time.
final class Loop {
  private(set) var times: [Seconds] = []
  private var link: DisplayLink?

  /// Follows a source for a number of frames.
  func run(on source: FrameSource, frames: Int) {
    let link = DisplayLink(for: self) { loop, frame in
      loop.times.append(frame.targetTimestamp.seconds)
      if loop.times.count == frames { loop.link?.invalidate() }
    }
    link.preferredFrameRateRange = FrameRateRange(maximum: 30)
    link.add(to: source)
    self.link = link
  }

  var intervals: [Seconds] { zip(times.dropFirst(), times).map { $0 - $1 } }
}

@main
enum Program {
  static func main() {
    let virtual = Loop()
    let source = VirtualFrameSource(refreshRate: 120)
    virtual.run(on: source, frames: 30)
    source.advance(by: 10)
    print("virtual: \(virtual.intervals)")

    let real = Loop()
    let timer = TimerFrameSource(refreshRate: 60)
    real.run(on: timer, frames: 30)
    timer.run()  // until the link has ended
    print("real: \(real.intervals)")
  }
}
