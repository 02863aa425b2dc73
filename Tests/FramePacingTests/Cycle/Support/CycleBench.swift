@testable import AnimCore
@testable import FramePacing

/// A ``FrameCycle`` that is driven by hand, with outputs as text: "draw, sleep 16 ms unheard".
struct CycleBench {
  var cycle: FrameCycle
  var now: Timestamp
  var renderer = RendererLoad.idle
  /// The scene's demand after each frame.
  var demand: (FrameRequest) -> FrameSource.Demand = { .slot($0.slot + 1, orAt: nil) }
  var drawing: Seconds = 0.001
  private(set) var requests: [FrameRequest] = []
  private(set) var publications: [Publication] = []

  init(
    _ timing: TimingConfiguration = TimingConfiguration(), hasVblanks: Bool = false,
    frameLimit: Int? = nil
  ) {
    now = Timestamp(seconds: 100)
    cycle = FrameCycle(
      timing, rate: RefreshRate(hertz: 50), hasVblanks: hasVblanks, sceneTime: .zero,
      frameLimit: frameLimit, at: now)
    // Just after a deadline.
    now = now + 0.3e-3
  }

  /// Runs turns until the cycle sleeps or ends.
  mutating func turns() -> String {
    var words: [String] = []
    while words.count < 50 {
      let output = cycle.next(at: now, renderer: renderer)
      switch output {
      case .exchange: continue
      case .repair: words.append("repair")
      case .askForVblank: words.append("ask for a vblank")
      case .askForVisibility: words.append("ask whether it is visible")
      case .draw(let request):
        words.append("draw")
        requests.append(request)
        now = now + drawing
        cycle.didDraw(demand(request))
      case .publish(let publication):
        words.append("publish")
        publications.append(publication)
      case .recover: words.append("recover")
      case .sleep(let end, let isListening):
        let span = end.map { "\(Int((($0 - now) * 1_000).rounded())) ms" } ?? "on"
        words.append("sleep \(span)" + (isListening ? "" : " unheard"))
        return words.joined(separator: ", ")
      case .end: return (words + ["end"]).joined(separator: ", ")
      }
    }
    return "no sleep"
  }

  /// Ends the sleep after `span` seconds.
  mutating func pass(_ span: Seconds) {
    now = now + span
    cycle.didWake()
  }

  /// Runs until `count` more frames are published, each in its slot.
  mutating func show(_ count: Int) {
    let end = publications.count + count
    while publications.count < end {
      _ = turns()
      guard publications.count < end, let deadline = cycle.timing.deadline else { return }
      pass(max(deadline - now, 0))
    }
  }
}

// The states.
extension CycleBench {
  static var hidden: CycleBench {
    var bench = CycleBench()
    _ = bench.turns()
    return bench
  }

  /// Its first frame is shown before its slot.
  static var shown: CycleBench {
    var bench = CycleBench()
    bench.cycle.windowIsVisible(true, at: bench.now)
    _ = bench.turns()
    return bench
  }

  static var drawn: CycleBench {
    var bench = CycleBench()
    bench.cycle.windowIsVisible(true, at: bench.now)
    bench.show(3)
    _ = bench.turns()
    return bench
  }

  static var idle: CycleBench {
    var bench = drawn
    bench.demand = { _ in .nothing }
    bench.cycle.contentsChanged(at: bench.now)
    bench.show(1)
    _ = bench.turns()
    return bench
  }

  /// The next frame is for half a second later.
  static var waiting: CycleBench {
    var bench = drawn
    bench.demand = { .at($0.sceneTime + 0.5) }
    bench.cycle.contentsChanged(at: bench.now)
    bench.show(1)
    _ = bench.turns()
    return bench
  }

  static var blocked: CycleBench {
    var bench = drawn
    bench.renderer = .busy
    bench.cycle.contentsChanged(at: bench.now)
    _ = bench.turns()
    return bench
  }
}
