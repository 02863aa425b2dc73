import AnimCore

/// An input to a document that animations may wait for.
package struct AnimationEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// An event such as `click` at the element with an index. Its ancestors receive the event, too, unless it
    /// doesn't bubble.
    case event(String, element: Int)
    /// A key for `accessKey`.
    case key(Character)
  }

  /// The time in seconds since the start of the document.
  package var time: Fraction
  package var kind: Kind

  package init(_ kind: Kind, at time: Fraction) {
    self.kind = kind
    self.time = time
  }
}

extension TimingEvent {
  /// Events that don't bubble.
  private static let staying: Set<String> = [
    "mouseenter", "mouseleave", "pointerenter", "pointerleave", "focus", "blur",
  ]

  init(_ event: AnimationEvent, in document: SVGDocument) {
    time = ClockValue(seconds: event.time)
    switch event.kind {
    case .key(let key): kind = .key(key)
    case .event(let name, let element):
      var path: [Int] = []
      var next = document.nodes.indices.contains(element) ? element : nil
      while let element = next {
        path.append(element)
        next = Self.staying.contains(name) ? nil : document[element].parent
      }
      kind = .named(name, path: path)
    }
  }
}

extension AnimationTimeline {
  /// Returns the animations as elements that refer to each other and to the elements that receive
  /// events.
  static func timedElements(
    _ animations: [SMILAnimation], in document: SVGDocument,
    _ diagnostics: inout DiagnosticList
  ) -> [TimedElement] {
    var indices: [Int: Int] = [:]
    for (index, animation) in animations.enumerated() { indices[animation.element] = index }
    var found = diagnostics
    func condition(
      _ condition: TimeCondition, _ name: AttributeName, of animation: SMILAnimation
    ) -> TimedElement.Condition? {
      func source(_ id: String) -> Int? {
        let element = document.element(id: id)
        if element == nil {
          found.append(
            .unknownSyncbase(id), at: document.position(of: name, of: animation.element))
        }
        return element
      }
      switch condition {
      case .offset(let time): return .offset(time)
      case .indefinite: return .indefinite
      case .accessKey(let key, let offset): return .accessKey(key, offset: offset)
      case .event(let id, let name, let offset):
        let element = id == nil ? animation.target : id.flatMap(source)
        return element.map { .event($0, name: name, offset: offset) }
      case .sync(let id, let edge, let offset):
        return source(id).flatMap { indices[$0] }.map { .sync($0, edge, offset: offset) }
      }
    }
    let elements = animations.map { animation in
      TimedElement(
        timing: animation.timing,
        begins: animation.timing.begins.flatMap(\.parts).compactMap {
          condition($0, .begin, of: animation)
        },
        ends: animation.timing.ends.flatMap(\.parts).compactMap {
          condition($0, .end, of: animation)
        })
    }
    diagnostics = found
    return elements
  }
}

extension TimeCondition {
  /// The number of repetitions that trigger events. Later repetitions trigger none.
  private static let maximumRepetitions = 64

  /// A condition for each repetition if the condition is for every repetition, otherwise the
  /// condition itself.
  fileprivate var parts: [TimeCondition] {
    guard case .sync(let id, .everyRepetition, let offset) = self else { return [self] }
    return (1...Self.maximumRepetitions).map {
      .sync(id: id, edge: .repetition($0), offset: offset)
    }
  }
}
