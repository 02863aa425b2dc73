import AnimCore
import AnimSVG

/// An SVG whose animations respond to the pointer, for a window. Its frames are a function of the file, the recorded
/// events, and the time.
final class SVGEventScene {
  private let renderer: SVGRenderer
  private let fit: BoxFit
  private var events: SVGConversation
  /// The awaited events, in file order.
  private let awaited: [String]
  /// The time, in seconds, after which nothing changes until the next event, or `nil` if changes never end.
  private var end: Fraction?
  private var time = Timestamp.zero
  private var size = Size.zero
  private var left: SceneOmission?
  private var link: DisplayLink?

  init(_ animation: SVGAnimation, fit: BoxFit) {
    renderer = SVGRenderer(animation)
    self.fit = fit
    events = SVGConversation(animation)
    awaited = animation.timeline.awaitedEvents().map { $0.name(in: animation.document) }
    end = nil
    findEnd()
  }

  private func findEnd() {
    switch renderer.animation.extent(of: events.timeline) {
    case .still: end = 0
    case .finite(let time): end = time
    case .periodic, .endless: end = nil
    }
  }

  private func send(_ command: InteractionScript.Command) {
    events.append(command, at: time)
    findEnd()
    link?.isPaused = false
  }
}

extension SVGEventScene: InteractiveScene {
  var state: String? { nil }

  var inputs: [SceneInput] { awaited.map { SceneInput(name: $0, value: "") } }

  var accessKeys: Set<Character> {
    Set(
      renderer.animation.timeline.awaitedEvents().compactMap { kind in
        if case .key(let key) = kind { key } else { nil }
      })
  }

  var conversation: String {
    var script = events.script
    script.append(.end, at: max(script.end, time))
    return "\(script)"
  }

  func send(_ interaction: Interaction) {
    switch interaction {
    case .pointer(let action, let point): send(InteractionScript.Command.pointer(action, point))
    case .changeInput(let index, _):
      if awaited.indices.contains(index) { send(.fire(awaited[index])) }
    case .key(let character):
      let name = AnimationEvent.Kind.key(character).name(in: renderer.animation.document)
      if awaited.contains(name) { send(.fire(name)) }
    }
  }

  func takeMessages() -> [SceneMessage] { [] }
}

extension SVGEventScene: Scene {
  var naturalSize: Size? { renderer.animation.size }

  /// `nil`, because events can only be handled in chronological order.
  var playback: Playback? {
    get { nil }
    set {}
  }

  func show(frame: Double) { update(to: max(frame, 0) / OpenedSVG.usualRate.hertz) }

  func layout(in size: Size) { self.size = size }

  func update(to time: Seconds) {
    self.time = Timestamp(seconds: time.isFinite ? max(time, 0) : 0)
  }

  /// Follows `source`, and pauses while nothing changes.
  func start(on source: FrameSource) {
    link?.invalidate()
    let link = DisplayLink(for: self) { scene, frame in
      scene.time = frame.targetTimestamp
      if let end = scene.end, Fraction(scene.time) > end { scene.link?.isPaused = true }
    }
    link.add(to: source)
    self.link = link
  }

  func draw(into list: inout DisplayList) {
    let transform = fit.transform(from: renderer.animation.size, to: size)
    let omissions = renderer.draw(
      at: Fraction(time), events.timeline, into: &list, transform: transform)
    if let first = omissions.first, left == nil {
      left = SceneOmission(frame: time.seconds * OpenedSVG.usualRate.hertz, first)
    }
  }
}

extension SVGEventScene: PartialScene {
  var omission: SceneOmission? {
    renderer.animation.omission(left)
  }
}
