import AnimCore

/// A bar whose length springs to what it is set to.
final class Bar: Layer {
  @Animatable(action: .spring(.standard)) var length = 0.0
}

/// Draws the bar once a frame, and pauses its link when the bar rests.
final class Meter: DisplayLinkListener {
  private let bar = Bar()
  private lazy var tree = LayerTree(root: bar)

  func start(on source: FrameSource) {
    tree.update(to: source.currentTime.seconds)
    bar.length = 40
    DisplayLink(listener: self).add(to: source)
    print()
  }

  func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    tree.update(to: frame.targetTimestamp.seconds)
    let length = Int(bar.$length.presentation.rounded())
    // Up one line, and clear it.
    print("\u{1B}[1A\u{1B}[2K" + String(repeating: "█", count: max(length, 0)))
    link.isPaused = !tree.hasRunningAnimations
  }
}

/// The display: a loop that sleeps from slot to slot, as long as anybody wants one.
@main
enum TerminalLink {
  static func main() async throws {
    let source = FrameSource(refreshInterval: 1 / 30)
    let meter = Meter()
    meter.start(on: source)

    let clock = SuspendingClock()
    let start = clock.now
    var slot = 0
    while source.demand != .nothing {
      let shown = Timestamp(seconds: Double(slot) * source.refreshInterval)
      let target = shown + source.refreshInterval
      source.deliver(slot: slot, timestamp: shown, targetTimestamp: target)
      slot += 1
      try await clock.sleep(until: start + .seconds(target.seconds))
    }
  }
}
