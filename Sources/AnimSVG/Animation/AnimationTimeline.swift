import AnimCore
import AnimGraphics

/// Everything that moves in a document, as a function of its time.
///
/// It never changes, and may be shared by threads: what it resolves and keeps on the way changes no
/// value.
package struct AnimationTimeline: Sendable {
  /// Animations that can't be performed as specified, in the order of the file.
  package let diagnostics: [AnimationDiagnostic]

  let animations: [SMILAnimation]
  /// Properties that keyframes animate, in the order in which they replace each other.
  let tracks: [CSSTrack]
  /// Custom properties that keyframes animate, in the same order.
  private let customTracks: [CustomTrack]
  /// The animations of style sheets, with the elements that have them.
  let styleAnimations: [(element: Int, timing: CSSAnimationTiming)]
  private(set) var timing: ResolvedTiming
  /// The animations as elements that wait for each other.
  let elements: [TimedElement]
  private let underlying: UnderlyingValues
  private let transformProperties: [TransformProperties]
  /// The animations of each value, those first on which others may depend.
  private let groups: [Group]

  /// The animations of one attribute or property of one element.
  private struct Group: Sendable {
    let target: Int
    let subject: Subject
    /// Indices of animation elements, in the order of the document.
    var members: [Int] = []
    /// Indices of tracks, which go above them.
    var tracks: [Int] = []
  }

  private enum Subject: Hashable {
    case attribute(AttributeName)
    case motion
    case discard

    /// Sizes of fonts and colours come first, since em and `currentColor` refer to them.
    var rank: Int {
      switch self {
      case .attribute(.viewBox): 0
      case .attribute(.fontSize), .attribute(.color): 1
      default: 2
      }
    }
  }

  private struct Key: Hashable {
    let target: Int
    let subject: Subject
  }

  /// Memory that evaluation reuses, so that nothing is allocated. Each thread needs its own.
  package struct Scratch: Sendable {
    fileprivate var states: [TimingInterval?] = []
    fileprivate var active: [Active] = []
    /// The number of font sizes that are known of those that animations change.
    fileprivate var knownFontSizes = 0

    package init() {}
  }

  /// An animation that has an effect at the time.
  fileprivate struct Active: Sendable {
    var index: Int
    var begin: ClockValue
    var phase: RepetitionPhase
  }

  /// The number of values to compute for each time.
  var animationCount: Int { animations.count + tracks.count + customTracks.count }

  /// Whether there is anything that moves, now or later.
  var moves: Bool { !animations.isEmpty || !tracks.isEmpty || !customTracks.isEmpty }

  /// The animations of a document.
  ///
  /// - Parameters:
  ///   - cascade: what its style sheets and attributes say.
  ///   - resources: The source of the fonts that some units depend on.
  init(
    _ document: SVGDocument, _ cascade: Cascade, _ resources: SVGResources,
    _ limits: TimingLimits = TimingLimits()
  ) {
    let reader = SMILReader(document)
    let scopes = VariableScopes(document, cascade)
    let styles = CSSAnimationReader(document, cascade, scopes)
    tracks = styles.tracks
    customTracks = styles.customTracks
    styleAnimations = styles.animations
    transformProperties = styles.transformProperties()
    var found = reader.diagnostics
    animations = reader.animations
    elements = Self.timedElements(reader.animations, in: document, &found)
    timing = ResolvedTiming(elements, limits: limits)
    diagnostics = found.all + styles.diagnostics.all
    groups = Self.groups(reader.animations, styles.tracks, cascade)
    var underlying = UnderlyingValues(document, cascade, resources)
    // In the order of the document, in which the scopes are cheap.
    for group in groups.sorted(by: { $0.target < $1.target }) {
      guard case .attribute(let name) = group.subject else { continue }
      let kind =
        group.tracks.first.map { styles.tracks[$0].kind }
        ?? AttributeKind(name, of: document[group.target].name)
      underlying.prepare(name, kind, of: group.target, scopes)
    }
    let resized = groups.filter { $0.subject == .attribute(.fontSize) }.map(\.target)
    let moved = groups.map(\.target) + transformProperties.map(\.element)
    let changesViews = groups.contains {
      [.attribute(.viewBox), .attribute(.width), .attribute(.height)].contains($0.subject)
        && [.svg, .symbol].contains(document[$0.target].name)
    }
    if !moved.isEmpty {
      underlying.prepare(moved, resized: resized, changesViews: changesViews, scopes)
    }
    self.underlying = underlying
  }

  /// The same animations, with what happens from outside.
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
    func group(_ target: Int, _ subject: Subject) -> Int {
      let key = Key(target: target, subject: subject)
      if let index = indices[key] { return index }
      indices[key] = groups.count
      groups.append(Group(target: target, subject: subject))
      return groups.count - 1
    }
    for (index, animation) in animations.enumerated() {
      let subject: Subject
      switch animation.effect {
      case .attribute(let name, _, _): subject = .attribute(name)
      case .transform(let name, _):
        // It animates the attribute, which a style overrides, as in browsers.
        if cascade.specified(.transform, of: animation.target)?.isAttribute == false { continue }
        subject = .attribute(name)
      case .motion: subject = .motion
      case .discard: subject = .discard
      case nil: continue
      }
      groups[group(animation.target, subject)].members.append(index)
    }
    for (index, track) in tracks.enumerated() {
      groups[group(track.target, .attribute(track.name))].tracks.append(index)
    }
    return groups.enumerated().sorted {
      ($0.element.subject.rank, $0.element.target, $0.offset)
        < ($1.element.subject.rank, $1.element.target, $1.offset)
    }.map(\.element)
  }
}

// MARK: - Values

extension AnimationTimeline {
  /// Replaces `values` by those at a time, in seconds from the beginning of the document, at least 0.
  package func values(
    at time: Fraction, _ values: inout AnimatedValues, _ scratch: inout Scratch
  ) {
    values.removeAll()
    timing.states(at: max(time, 0), &scratch.states)
    scratch.knownFontSizes = 0
    for group in groups {
      // Sizes of fonts are animated in the order of the document, before anything that refers to them.
      if group.subject == .attribute(.fontSize) {
        underlying.addFontSizes(before: group.target, &scratch.knownFontSizes, &values)
      } else if group.subject.rank > Subject.attribute(.fontSize).rank {
        underlying.addFontSizes(before: nil, &scratch.knownFontSizes, &values)
      }
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
        apply(tracks[index], phase, &values)
      }
    }
    underlying.addFontSizes(before: nil, &scratch.knownFontSizes, &values)
    for custom in customTracks {
      guard let value = custom.value(at: time) else { continue }
      values.setCustom(custom.property, value, of: custom.track.target)
    }
    for properties in transformProperties { properties.apply(underlying, &values) }
  }

  /// SMIL Animation 3.5: a later begin goes above an earlier one; of two at once, the one that depends on
  /// the other; else the later in the document.
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

  /// Whether an interval began because of another element's.
  private func depends(_ index: Int, on other: Int, _ states: [TimingInterval?]) -> Bool {
    var steps = 0
    return leads(states[index]?.cause ?? -1, to: other, states, &steps)
  }

  /// Whether a cause is an element, or whether its begin or its end had that cause.
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
    case .attribute(let name):
      if case .transform? = animations[active[0].index].effect {
        applyTransforms(active, name, of: group.target, &values)
      } else {
        applyValues(active, name, of: group.target, &values)
      }
    }
  }

  private func applyTransforms(
    _ active: [Active], _ name: AttributeName, of target: Int, _ values: inout AnimatedValues
  ) {
    var transform: Transform?
    // The underlying value, if it is a single function: a to-animation of the same type begins
    // there.
    var below = underlying.onlyFunction(name, of: target)
    for item in active {
      guard case .transform(_, let function)? = animations[item.index].effect else { continue }
      // Sums of transforms are products of their maps, not sums of their numbers.
      let own = function.value(at: item.phase, over: function.isAdditive ? nil : below) { $0 }
      if function.isAdditive {
        transform = own.transform.followed(
          by: transform ?? underlying.transform(name, of: target, values))
        below = nil
      } else {
        transform = own.transform
        below = own
      }
    }
    values[target, name] = transform.map { .transform($0) }
  }

  private func applyValues(
    _ active: [Active], _ name: AttributeName, of target: Int, _ values: inout AnimatedValues
  ) {
    var first = active.count - 1
    var kind = AttributeKind.text
    // Values beneath a replacing value don't matter.
    while first > 0, case .attribute(_, _, let function)? = animations[active[first].index].effect,
      function.needsUnderlying
    {
      first -= 1
    }
    var value: AttributeQuantity?
    for item in active[first...] {
      guard case .attribute(_, let itsKind, let function)? = animations[item.index].effect else {
        continue
      }
      kind = itsKind
      if value == nil, function.needsUnderlying {
        value = underlying.value(name, kind, of: target, values).map {
          resolved($0, name, kind, of: target, values)
        }
        // A missing radius is zero for animation elements, as in browsers, but not for style
        // sheets.
        if value == nil, name == .rx || name == .ry { value = .length(LengthSum()) }
      }
      value = function.value(at: item.phase, over: value) {
        resolved($0, name, kind, of: target, values)
      }
    }
    values[target, name] = value.flatMap {
      animated($0, name, kind, of: target, values)
    }
  }

  // MARK: Style sheets

  private func apply(
    _ track: CSSTrack, _ phase: CSSAnimationTiming.Phase, _ values: inout AnimatedValues
  ) {
    let (from, to, progress) = track.place(at: phase)
    if case .transform = track.kind {
      values[track.target, track.name] = transform(track, from, to, progress, values)
      return
    }
    let (target, name, kind) = (track.target, track.name, track.kind)
    var below: AttributeQuantity?
    if from.needsUnderlying || to.needsUnderlying {
      let value =
        values[target, name].flatMap { AttributeQuantity($0, kind) }
        ?? underlying.value(name, kind, of: target, values)
      below = value.map { resolved($0, name, kind, of: target, values) }
    }
    func value(_ frame: CSSTrack.Frame) -> AttributeQuantity? {
      guard case .attribute(let own)? = frame.value else { return below }
      let value = resolved(own, name, kind, of: target, values)
      return frame.composition == .replace ? value : below?.adding(value, times: 1) ?? value
    }
    let (first, second) = (value(from), value(to))
    guard let first, let second else {
      // A value of unknown type cannot be interpolated, so it switches.
      if let value = progress < 0.5 ? first : second {
        values[target, name] = animated(value, name, kind, of: target, values)
      }
      return
    }
    let mixed =
      progress == 0 ? first : progress == 1 ? second : first.mixed(with: second, progress)
    let result = mixed ?? first.flipped(to: second, name, progress)
    values[target, name] = animated(result, name, kind, of: target, values)
  }

  private func transform(
    _ track: CSSTrack, _ from: CSSTrack.Frame, _ to: CSSTrack.Frame, _ progress: Double,
    _ values: AnimatedValues
  ) -> AnimatedValue {
    func resolve(_ length: Length, _ isVertical: Bool) -> Double {
      underlying.resolved(length, isVertical ? .y : .x, of: track.target, values)
    }
    func list(_ frame: CSSTrack.Frame) -> TransformList {
      guard case .transform(let own)? = frame.value else {
        return underlying.transformList(track.name, of: track.target, values)
      }
      if frame.composition == .replace { return own }
      let below = underlying.transformList(track.name, of: track.target, values)
      if frame.composition == .accumulate { return below.accumulating(own, resolve) }
      return below.adding(own)
    }
    let first = list(from)
    let second = progress == 0 ? first : list(to)
    // Percentages refer to a box that only painting knows.
    if first.hasPercentages || second.hasPercentages {
      return .transforms(first.mixed(with: second, progress, resolve))
    }
    return .transform(first.transform(mixedWith: second, progress, resolve))
  }

  /// Replaces words by what they mean at the time.
  private func resolved(
    _ value: AttributeQuantity, _ name: AttributeName, _ kind: AttributeKind, of target: Int,
    _ values: AnimatedValues
  ) -> AttributeQuantity {
    switch value {
    case .currentColor: underlying.color(of: target, values)
    case .inherit: underlying.inherited(name, kind, by: target, values) ?? value
    default: value
    }
  }

  /// The value as painting reads it.
  private func animated(
    _ value: AttributeQuantity, _ name: AttributeName, _ kind: AttributeKind, of target: Int,
    _ values: AnimatedValues
  ) -> AnimatedValue? {
    func user(_ length: LengthSum) -> Double {
      underlying.resolved(length, name, of: target, values)
    }
    switch value {
    case .number(let number):
      switch kind {
      case .number(let range?): return .number(min(max(number, range.lowerBound), range.upperBound))
      case .integer: return .number(number.rounded())
      default: return .number(number)
      }
    case .numbers(let list):
      if case .viewBox = kind {
        return .numbers([list[0], list[1], list[2] - list[0], list[3] - list[1]])
      }
      return .numbers(list)
    case .length(let length):
      let isPercentage = length == LengthSum(percent: length.percent)
      if isPercentage, length.percent != 0 { return .percentage(length.percent) }
      return .number(user(length))
    case .lengths(let list), .dashes(let list): return .numbers(list.map(user))
    case .color(let color): return .color(color.clamped)
    case .path(let data): return .path(data.path)
    case .filters(let list): return .filters(list)
    case .shape(let shape): return .shape(shape)
    case .position(let position): return .position(position)
    case .text(let text): return .text(text)
    case .currentColor, .inherit: return nil
    }
  }
}
