import AnimCore
import AnimGraphics

/// The animations of a document, as a function of time.
///
/// Immutable and thread-safe: values that are resolved on demand and cached don't affect results.
package struct AnimationTimeline: Sendable {
  /// Animations that can't be performed as specified, in the order of the file.
  let diagnostics: DiagnosticList

  let animations: [SMILAnimation]
  /// The properties that keyframes animate. Later tracks replace earlier ones.
  let tracks: [CSSTrack]
  /// The custom properties that keyframes animate, in the same order.
  private let customTracks: [CustomTrack]
  /// The animations in style sheets, with their elements.
  let styleAnimations: [(element: Int, timing: CSSAnimationTiming)]
  private(set) var timing: ResolvedTiming
  /// The animations as elements that wait for each other.
  let elements: [TimedElement]
  /// The values of animated attributes without animation, if they have any.
  private let attributes: [Key: StyleValue]
  /// The animations of each value.
  private let groups: [Group]

  /// The animations of one attribute or property of one element.
  fileprivate struct Group: Sendable {
    let target: Int
    let subject: AnimationSubject
    /// The indices of animation elements, in document order.
    var members: [Int] = []
    /// The indices of tracks, which take precedence over the animation elements.
    var tracks: [Int] = []
  }

  fileprivate struct Key: Hashable {
    let target: Int
    let subject: AnimationSubject
  }

  /// Memory that evaluation reuses, so that it allocates nothing. Each thread needs its own.
  struct Scratch: Sendable {
    fileprivate var states: [TimingInterval?] = []
    fileprivate var active: [Active] = []

    init() {}
  }

  /// An animation that has an effect at the time.
  fileprivate struct Active: Sendable {
    var index: Int
    var begin: ClockValue
    var phase: RepetitionPhase
  }

  /// The number of values to compute for each time.
  var animationCount: Int { animations.count + tracks.count + customTracks.count }

  /// Whether the document is animated at any time.
  var isAnimated: Bool { !animations.isEmpty || !tracks.isEmpty || !customTracks.isEmpty }

  /// Creates the animations of a document.
  ///
  /// - Parameters:
  ///   - cascade: The declarations in its style sheets and attributes.
  ///   - context: The context of lengths at the start.
  init(
    _ document: SVGDocument, _ cascade: Cascade, _ context: LengthContext,
    _ limits: TimingLimits = TimingLimits()
  ) {
    let reader = SMILReader(document, StillDocument(document, cascade, context))
    let scopes = VariableScopes(document, cascade)
    let styles = CSSAnimationReader(document, cascade, scopes)
    tracks = styles.tracks
    customTracks = styles.customTracks
    styleAnimations = styles.animations
    var found = reader.diagnostics
    animations = reader.animations
    elements = Self.timedElements(reader.animations, in: document, &found)
    timing = ResolvedTiming(elements, limits: limits)
    found.append(contentsOf: styles.diagnostics)
    diagnostics = found
    groups = Self.groups(reader.animations, styles.tracks, cascade)
    var attributes: [Key: StyleValue] = [:]
    // In the order of the document, in which the scopes are cheap.
    for group in groups.sorted(by: { $0.target < $1.target }) {
      let name: AttributeName
      switch group.subject {
      case .attribute(let attribute): name = attribute
      case .property(let property) where property.attribute == .transform: name = .transform
      case .property, .motion, .discard: continue
      }
      attributes[Key(target: group.target, subject: group.subject)] = cascade.value(
        name, of: group.target, in: document, scopes)
    }
    self.attributes = attributes
  }

  /// Returns the timeline with the effect of external events.
  package func with(_ events: [AnimationEvent], in document: SVGDocument) -> AnimationTimeline {
    var timeline = self
    timeline.timing = ResolvedTiming(
      elements, events: events.map { TimingEvent($0, in: document) })
    return timeline
  }

  private static func groups(
    _ animations: [SMILAnimation], _ tracks: [CSSTrack], _ cascade: Cascade
  ) -> [Group] {
    var groups: [Group] = []
    var indices: [Key: Int] = [:]
    func group(_ target: Int, _ subject: AnimationSubject) -> Int {
      let key = Key(target: target, subject: subject)
      if let index = indices[key] { return index }
      indices[key] = groups.count
      groups.append(Group(target: target, subject: subject))
      return groups.count - 1
    }
    for (index, animation) in animations.enumerated() {
      let subject: AnimationSubject
      switch animation.effect {
      case .value(let changed, _): subject = changed
      case .transform(let name, _):
        // It animates the attribute, which a style overrides, as in browsers.
        if cascade.specified(.transform, of: animation.target)?.isAttribute == false { continue }
        subject = AnimationSubject(name)
      case .motion: subject = .motion
      case .discard: subject = .discard
      case nil: continue
      }
      groups[group(animation.target, subject)].members.append(index)
    }
    for (index, track) in tracks.enumerated() {
      groups[group(track.target, track.subject)].tracks.append(index)
    }
    return groups
  }
}

// MARK: - Values

extension AnimationTimeline {
  /// Replaces `values` by the values at a time, in seconds since the start of the document. The
  /// time isn't negative.
  func values(
    at time: Fraction, _ values: inout AnimatedValues, _ scratch: inout Scratch
  ) {
    values.removeAll()
    timing.states(at: max(time, 0), &scratch.states)
    for group in groups {
      scratch.active.removeAll(keepingCapacity: true)
      for index in group.members {
        guard let interval = scratch.states[index],
          let phase = animations[index].timing.phase(of: interval, at: time)
        else { continue }
        scratch.active.append(Active(index: index, begin: interval.begin, phase: phase))
      }
      if !scratch.active.isEmpty {
        sortByPriority(&scratch.active, scratch.states)
        apply(scratch.active, to: group, &values)
      }
      for index in group.tracks {
        guard let phase = tracks[index].timing.phase(at: time) else { continue }
        apply(tracks[index], phase, of: group, &values)
      }
    }
    for custom in customTracks {
      guard let value = custom.value(at: time) else { continue }
      values.setCustom(custom.property, value, of: custom.track.target)
    }
  }

  /// Sorts animations by priority, lowest first. A later start takes precedence over an earlier
  /// one. If two animations start at the same time, the one that depends on the other takes
  /// precedence, or otherwise the later one in the document (SMIL Animation 3.5).
  private func sortByPriority(_ active: inout [Active], _ states: [TimingInterval?]) {
    // Hardly ever more than a few, and mostly in order.
    guard active.count > 1 else { return }
    if active.count > 64 {
      active.sort { isBelow($0, $1, states) }
      return
    }
    for index in 1..<active.count {
      var place = index
      while place > 0, isBelow(active[place], active[place - 1], states) {
        active.swapAt(place, place - 1)
        place -= 1
      }
    }
  }

  private func isBelow(_ a: Active, _ b: Active, _ states: [TimingInterval?]) -> Bool {
    if a.begin != b.begin { return a.begin < b.begin }
    if depends(b.index, on: a.index, states) { return true }
    if depends(a.index, on: b.index, states) { return false }
    return a.index < b.index
  }

  /// Returns whether an element's interval started because of another element's interval.
  private func depends(_ index: Int, on other: Int, _ states: [TimingInterval?]) -> Bool {
    var steps = 0
    return leads(states[index]?.cause ?? -1, to: other, states, &steps)
  }

  /// Returns whether a chain of causes leads to an element: whether `cause` is the element, or its
  /// interval started or ended because of the element.
  private func leads(
    _ cause: Int32, to element: Int, _ states: [TimingInterval?], _ steps: inout Int
  ) -> Bool {
    guard cause >= 0, steps < 64 else { return false }
    if Int(cause) == element { return true }
    steps += 1
    guard let interval = states[Int(cause)] else { return false }
    return leads(interval.cause, to: element, states, &steps)
      || leads(interval.endCause, to: element, states, &steps)
  }

  private func apply(_ active: [Active], to group: Group, _ values: inout AnimatedValues) {
    switch group.subject {
    case .discard: values.discard(group.target)
    case .motion:
      var motion: Transform?
      for item in active {
        guard case .motion(let function)? = animations[item.index].effect else { continue }
        motion = function.transform(at: item.phase, over: motion)
      }
      values.setMotion(motion, of: group.target)
    case .property, .attribute:
      if case .transform? = animations[active[0].index].effect {
        set(transform(active, of: group), nil, of: group, &values)
        return
      }
      var first = active.count - 1
      // Values beneath a replacing value don't matter.
      while first > 0, case .value(_, let function)? = animations[active[first].index].effect,
        function.needsUnderlying
      {
        first -= 1
      }
      var lower: (value: StyleValue, combination: StyleValue.Combination?)?
      for item in active[first...] {
        guard case .value(_, let function)? = animations[item.index].effect else { continue }
        var (value, combination) = function.value(at: item.phase)
        if value.isDiscrete, combination != nil {
          // Nothing is between two values.
          if combination?.prefersSecond == false { continue }
          combination = nil
        }
        // Sums within the ranges of values are found at the end.
        if let sum = lower,
          sum.combination == nil || sum.combination == .sum(1) && combination == .sum(1),
          let combination, !sum.value.dependsOnStyle, !value.dependsOnStyle,
          let combined = sum.value.combined(with: value, combination)
        {
          lower?.value = combined
        } else {
          if let lower { set(lower.value, lower.combination, of: group, &values) }
          lower = (value, combination)
        }
      }
      if let lower { set(lower.value, lower.combination, of: group, &values) }
    }
  }

  private func transform(_ active: [Active], of group: Group) -> StyleValue {
    var list = TransformList.identity
    if case .transform(let animated)? = attributes[Key(group)] { list = animated }
    var transform = Transform.identity
    // The value below, if it is a single function: a to-animation of the same type begins there.
    var below = TransformNumbers(list)
    for (index, item) in active.enumerated() {
      guard case .transform(_, let function)? = animations[item.index].effect else { continue }
      let (animated, combination) = function.value(at: item.phase)
      switch combination {
      case nil:
        transform = animated.transform
        below = animated
      case .mix(let progress)?:
        let start = below.flatMap { $0.function == animated.function ? $0 : nil } ?? animated.zero
        let value = start?.mixed(with: animated, progress) ?? animated
        transform = value.transform
        below = value
      default:
        // Sums of transforms are products of their maps, not sums of their numbers.
        transform = animated.transform.followed(by: index > 0 ? transform : list.absoluteTransform)
        below = nil
      }
    }
    return .matrix(transform)
  }

  /// Puts a value above the values that an attribute or property already has.
  private func set(
    _ value: StyleValue, _ combination: StyleValue.Combination?, of group: Group,
    _ values: inout AnimatedValues
  ) {
    switch group.subject {
    case .property(let property):
      values.append(
        AnimatedProperty(property: property, value: value, combination: combination),
        of: group.target)
    case .attribute(let name):
      var value = value
      if let combination {
        // A missing radius is zero for animation elements, as in browsers, but not for style sheets.
        let radius = name == .rx || name == .ry ? StyleValue.length(.zero) : nil
        if let below = values[group.target, name] ?? attributes[Key(group)] ?? radius {
          value =
            below.combined(with: value, combination)
            ?? (combination.prefersSecond ? value : below)
        }
      }
      values[group.target, name] = value
    case .motion, .discard: break
    }
  }

  // MARK: Style sheets

  private func apply(
    _ track: CSSTrack, _ phase: CSSAnimationTiming.Phase, of group: Group,
    _ values: inout AnimatedValues
  ) {
    let (from, to, progress) = track.place(at: phase)
    let below: StyleValue?
    switch group.subject {
    case .attribute(let name): below = values[group.target, name] ?? attributes[Key(group)]
    default:
      below = .below
      // The usual cases, which need no memory.
      if progress > 0, progress < 1, from.value == nil, let value = to.replacingValue {
        return set(value, .mix(progress), of: group, &values)
      }
      if progress > 0, progress < 1, to.value == nil, let value = from.replacingValue {
        return set(value, .reversedMix(progress), of: group, &values)
      }
    }
    func value(_ frame: CSSTrack.Frame) -> StyleValue? {
      guard let animated = frame.value else { return below }
      switch frame.composition {
      case .replace: return animated
      case .add: return below?.combined(with: animated, .list) ?? animated
      case .accumulate: return below?.combined(with: animated, .sum(1)) ?? animated
      }
    }
    let (first, second) = (value(from), value(to))
    var result = progress < 0.5 ? first : second
    // Otherwise it switches, as does a value of unknown type.
    if let first, let second, progress > 0, progress < 1 {
      if let mixed = first.combined(with: second, .mix(progress)) {
        result = mixed
      } else if case .property = group.subject {
        result = .combination(first, second, .mix(progress))
      }
    }
    if let result { set(result, nil, of: group, &values) }
  }
}

extension AnimationTimeline.Key {
  fileprivate init(_ group: AnimationTimeline.Group) {
    self.init(target: group.target, subject: group.subject)
  }
}
