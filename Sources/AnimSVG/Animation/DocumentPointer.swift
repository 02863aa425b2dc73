import AnimCore

/// The pointer over a document. It determines the events of elements for each pointer action.
///
/// The names and the order of mouse and focus events are those of UI Events (W3C), 5.3 and 5.2.
package struct DocumentPointer: Sendable {
  /// The element under the pointer, or `nil` if there is no element.
  private var hovered: Int?
  /// The element with the focus, or `nil` if no element has it.
  private var focused: Int?
  /// The element on which the button was pressed, or `nil` if the button isn't pressed.
  private var pressed: Int?

  package init() {}

  /// Returns the events of an action in order.
  ///
  /// - Parameters:
  ///   - element: The element at the pointer, or `nil` if there is no element.
  ///   - document: The document.
  package mutating func events(
    of action: PointerAction, at element: Int?, in document: SVGDocument
  ) -> [AnimationEvent.Kind] {
    let element = action == .exit ? nil : element
    var events = move(to: element, in: document)
    guard let element else {
      if action == .up { pressed = nil }
      return events
    }
    func add(_ names: String...) {
      events += names.map { .event($0, element: element) }
    }
    switch action {
    case .exit: break
    case .enter, .move: add("pointermove", "mousemove")
    case .down:
      pressed = element
      add("pointerdown", "mousedown")
      events += focus(Self.focusable(around: element, in: document), in: document)
    case .up: add("pointerup", "mouseup")
    case .click:
      // If the button is pressed on one element and released on another, their common ancestor is
      // clicked.
      let common = document.path(of: element).first { ancestor in
        pressed.map { document.contains(ancestor, $0) } ?? true
      }
      pressed = nil
      if let common {
        events += ["click", "activate", "DOMActivate"].map { .event($0, element: common) }
      }
    }
    return events
  }

  private mutating func move(to element: Int?, in document: SVGDocument) -> [AnimationEvent.Kind] {
    guard element != hovered else { return [] }
    let (old, new) = (hovered, element)
    hovered = element
    var events: [AnimationEvent.Kind] = []
    let left = old.map { document.path(of: $0) } ?? []
    let entered = new.map { document.path(of: $0) } ?? []
    if let old {
      events += ["pointerout", "mouseout"].map { .event($0, element: old) }
      for element in left where !entered.contains(element) {
        events += ["pointerleave", "mouseleave"].map { .event($0, element: element) }
      }
    }
    if let new {
      events += ["pointerover", "mouseover"].map { .event($0, element: new) }
      for element in entered.reversed() where !left.contains(element) {
        events += ["pointerenter", "mouseenter"].map { .event($0, element: element) }
      }
    }
    return events
  }

  private mutating func focus(_ element: Int?, in document: SVGDocument) -> [AnimationEvent.Kind] {
    guard element != focused else { return [] }
    let old = focused
    focused = element
    let gone = old.map { old in ["blur", "focusout", "DOMFocusOut"].map { ($0, old) } } ?? []
    let come =
      element.map { element in ["focus", "focusin", "DOMFocusIn"].map { ($0, element) } } ?? []
    return (gone + come).map { .event($0.0, element: $0.1) }
  }

  /// Returns the nearest focusable element among an element and its ancestors: a link, or an
  /// element with a `tabindex`.
  private static func focusable(around element: Int, in document: SVGDocument) -> Int? {
    document.path(of: element).first { element in
      (document[element].name == .a && document.attribute(.href, of: element) != nil)
        || document.attributes[document[element].attributes].contains {
          $0.tag == "tabindex" && Int($0.value) != nil
        }
    }
  }
}

extension SVGDocument {
  /// Returns an element and its ancestors, innermost first.
  fileprivate func path(of element: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = element
    while let element = next {
      path.append(element)
      next = self[element].parent
    }
    return path
  }
}

// MARK: - What is waited for

extension AnimationTimeline {
  /// Returns the events that animations wait for, in file order and without duplicates.
  package func awaitedEvents() -> [AnimationEvent.Kind] {
    var found: [AnimationEvent.Kind] = []
    var cached: Set<AnimationEvent.Kind> = []
    for condition in elements.flatMap({ $0.begins + $0.ends }) {
      let kind: AnimationEvent.Kind
      switch condition {
      case .event(let element, let name, _): kind = .event(name, element: element)
      case .accessKey(let key, _): kind = .key(key)
      default: continue
      }
      if cached.insert(kind).inserted { found.append(kind) }
    }
    return found
  }

  /// Returns whether an animation with an id is within its interval at a time, or `nil` if no
  /// animation has the id.
  package func isPlaying(id: String, at time: Fraction, in document: SVGDocument) -> Bool? {
    guard let element = document.element(id: id),
      let index = animations.firstIndex(where: { $0.element == element })
    else { return nil }
    var states: [TimingInterval?] = []
    timing.states(at: max(time, 0), &states)
    return states[index].map { time < $0.end.seconds || $0.end.isIndefinite } ?? false
  }
}

extension AnimationEvent.Kind {
  /// Returns the event in the form of a `begin` attribute, such as `button.click` or
  /// `accessKey(s)`. An element without an ID is identified by its tag and its line.
  package func name(in document: SVGDocument) -> String {
    switch self {
    case .key(let key): return "accessKey(\(key))"
    case .event(let name, let element):
      if let id = document.attribute(.id, of: element), !id.isEmpty { return "\(id).\(name)" }
      let line = document.position(of: element).line
      return "\(document[element].tag) in line \(line).\(name)"
    }
  }
}
