import AnimCore
import AnimSVG
import LinuxSystem

/// Runs an interaction script for an SVG, and records the animations that it starts and ends.
///
/// The target of the pointer depends on the current content, so commands are executed in order.
struct SVGConversation {
  private(set) var script: InteractionScript
  /// The animations, with all events up to now.
  private(set) var timeline: AnimationTimeline
  /// The unmet expectations of the script, each as a sentence with its line.
  private(set) var unmetExpectations: [String] = []

  private let renderer: SVGRenderer
  private let awaited: Set<AnimationEvent.Kind>
  /// The names of the events that animations wait for.
  private let names: Set<String>
  private var events: [AnimationEvent] = []
  private var pointer = DocumentPointer()
  private var hovered: Int?

  init(_ animation: SVGAnimation, _ script: InteractionScript = InteractionScript()) {
    self.script = script
    timeline = animation.timeline
    renderer = SVGRenderer(animation)
    let awaited = animation.timeline.awaitedEvents()
    self.awaited = Set(awaited)
    names = Set(
      awaited.compactMap { kind in
        if case .event(let name, _) = kind { name } else { nil }
      })
    for entry in script.entries { carryOut(entry.command, at: entry.time, line: entry.line) }
  }

  private var document: SVGDocument { renderer.animation.document }

  /// Executes a command at a time, and discards all later events. Movements that no animation waits for aren't
  /// recorded.
  mutating func append(_ command: InteractionScript.Command, at time: Timestamp) {
    let before = script.entries.count
    script.removeAll(after: time)
    if script.entries.count < before { self = SVGConversation(renderer.animation, script) }
    if case .pointer(.move, let point) = command, !names.contains("mousemove"),
      !names.contains("pointermove"), hovered == element(at: point, time)
    {
      return
    }
    script.append(command, at: time)
    carryOut(command, at: time, line: nil)
  }

  private func element(at point: Point, _ time: Timestamp) -> Int? {
    names.isEmpty ? nil : renderer.element(at: point, at: Fraction(time), timeline)
  }

  private mutating func carryOut(
    _ command: InteractionScript.Command, at time: Timestamp, line: Int?
  ) {
    switch command {
    case .pointer(let action, let point):
      hovered = action == .exit ? nil : element(at: point, time)
      send(pointer.events(of: action, at: hovered, in: document), at: time)
    case .fire(let name):
      if let kind = awaited.first(where: { $0.name(in: document) == name }) {
        send([kind], at: time)
      }
    case .expectValue(let id, let value):
      let isPlaying = timeline.isPlaying(id: id, at: Fraction(time), in: document) ?? false
      if value != .boolean(isPlaying) {
        unmetExpectations.append(
          "\(line.map { "line \($0): " } ?? "")\(command): \(id) is \(isPlaying)")
      }
    case .set, .start, .stop, .expectState, .end: break
    }
  }

  private mutating func send(_ kinds: [AnimationEvent.Kind], at time: Timestamp) {
    let heard = kinds.filter { kind in
      if case .event(let name, _) = kind { names.contains(name) } else { awaited.contains(kind) }
    }
    guard !heard.isEmpty else { return }
    events += heard.map { AnimationEvent($0, at: Fraction(time)) }
    timeline = timeline.with(events, in: document)
  }
}

extension SVGConversation {
  /// Throws an error if a script uses features that SVG doesn't have.
  static func check(
    _ script: InteractionScript, for animation: SVGAnimation, path: String
  ) throws(Failure) {
    let names = Set(
      animation.timeline.awaitedEvents().map { $0.name(in: animation.document) })
    for entry in script.entries {
      let reason: String? =
        switch entry.command {
        case .pointer, .end: nil
        case .fire(let name): names.contains(name) ? nil : "nothing waits for \"\(name)\""
        case .expectValue(let id, let value):
          if animation.timeline.isPlaying(id: id, at: 0, in: animation.document) == nil {
            "no animation has the id \"\(id)\""
          } else if case .boolean = value {
            nil
          } else {
            "an animation plays, or not: true or false"
          }
        case .set: "an SVG has no inputs; fire an event"
        case .start, .stop: "an SVG starts automatically and is not stopped"
        case .expectState: "an SVG has no states; expect whether an animation plays, by its id"
        }
      if let reason {
        throw Failure(
          "\(path): \(entry.line.map { "line \($0): " } ?? "")\(reason)".printable,
          status: .differs)
      }
    }
  }
}
