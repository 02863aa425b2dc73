import AnimCore
import AnimGraphics

/// A property of an element that keyframes animate.
struct CSSTrack: Sendable {
  let target: Int
  let subject: AnimationSubject
  let timing: CSSAnimationTiming
  /// The frames in order, at least one.
  let frames: [Frame]

  struct Frame: Sendable {
    var offset: Double
    /// The value, or `nil` for the property's value without this animation.
    var value: StyleValue?
    var composition: CSSAnimationTiming.Composition
    /// The easing from this frame to the next.
    var easing: TimingFunction

    /// The value, or `nil` if it is combined with the value below instead of replacing it.
    var replacingValue: StyleValue? { composition == .replace ? value : nil }
  }

  /// Returns the frames before and after a phase, and the progress from one to the other.
  func place(at phase: CSSAnimationTiming.Phase) -> (from: Frame, to: Frame, progress: Double) {
    let progress = phase.progress
    var index = frames.count - 1
    while index > 0, frames[index].offset > progress { index -= 1 }
    // If several frames have the same offset, the last starts a segment and the first ends one.
    let next = min(index + 1, frames.count - 1)
    let (from, to) = (frames[index], frames[next])
    guard to.offset > from.offset else { return (from, from, 0) }
    let part = (progress - from.offset) / (to.offset - from.offset)
    return (from, to, from.easing.value(at: min(max(part, 0), 1), isBefore: phase.isBefore))
  }
}

/// A custom property of an element that keyframes animate.
struct CustomTrack: Sendable {
  let property: String
  let kind: CustomKind
  /// The track. Frames whose value is `nil` don't set the property.
  let track: CSSTrack

  /// Returns the value as CSS text, or `nil` if the animation has no effect at the time.
  func value(at time: Fraction) -> String? {
    guard let phase = track.timing.phase(at: time) else { return nil }
    let (from, to, progress) = track.place(at: phase)
    if let first = from.value, let second = to.value,
      let mixed = first.mixed(with: second, progress)
    {
      return kind.text(mixed)
    }
    return (progress < 0.5 ? from : to).value.flatMap { kind.text($0) }
  }
}

/// A reader for the animations that style sheets give to elements.
struct CSSAnimationReader {
  private let document: SVGDocument
  private let cascade: Cascade
  private let scopes: VariableScopes
  private(set) var tracks: [CSSTrack] = []
  private(set) var customTracks: [CustomTrack] = []
  /// The timings of all animations with keyframes, with the elements that have them.
  private(set) var animations: [(element: Int, timing: CSSAnimationTiming)] = []
  private(set) var diagnostics = DiagnosticList()

  /// The property animated by a declaration in keyframes.
  private enum Target: Hashable {
    case subject(AnimationSubject)
    case custom(String)
  }

  /// The maximum number of frames of all tracks and of animations together.
  private static let maximumFrames = 1 << 16
  /// The number of bytes of a value that count as a frame.
  private static let frameLength = 256
  private var frameCount = 0

  init(_ document: SVGDocument, _ cascade: Cascade, _ scopes: VariableScopes) {
    self.document = document
    self.cascade = cascade
    self.scopes = scopes
    for element in document.nodes.indices where !document[element].isText { read(element) }
  }

  /// Reports a problem. If many elements have the same problem, for example because they share a
  /// style rule, only the first one is reported.
  private mutating func report(_ reason: AnimationFault, _ element: Int) {
    diagnostics.append(reason, at: document.position(of: element), once: true)
  }

  /// Returns the result of a parser, or reports the limit that the text exceeds.
  private mutating func read<Value>(
    of element: Int, _ parse: () throws(ParsingLimit) -> Value?
  ) -> Value? {
    do throws(ParsingLimit) {
      return try parse()
    } catch {
      report(.exceeds(error), element)
      return nil
    }
  }

  private mutating func read(_ element: Int) {
    guard
      cascade.allSpecified(of: element).contains(where: {
        $0.property.attribute == .animation || $0.property.attribute == .animationName
      })
    else { return }
    guard frameCount <= Self.maximumFrames else { return report(.tooManyKeyframes, element) }
    let variables = scopes.scope(of: element)
    // Animations only start on elements that are displayed without them (CSS Animations 1, 3).
    let display = cascade.specified(.display, of: element).flatMap { variables.resolve($0.text) }
    guard display?.lowercased() != "none" else { return }
    var bad: [AnimationFault] = []
    var length = 0
    let timings = CSSAnimationTiming.list { name in
      let text = cascade.specified(name, of: element).flatMap { variables.resolve($0.text) }
      length += text?.utf8.count ?? 0
      return text
    } report: {
      bad.append($1.map { .exceeds($0) } ?? .badProperty($0))
    }
    // A long list is parsed again for each element.
    frameCount += length / Self.frameLength
    for reason in bad { report(reason, element) }
    for timing in timings {
      frameCount += 1
      guard frameCount <= Self.maximumFrames else { return report(.tooManyKeyframes, element) }
      guard let keyframes = cascade.sheet.keyframes[timing.name] else {
        report(.unknownKeyframes(timing.name), element)
        continue
      }
      animations.append((element, timing))
      read(keyframes, timing, element, variables)
    }
  }

  private mutating func read(
    _ keyframes: [StyleSheet.Keyframe], _ timing: CSSAnimationTiming, _ element: Int,
    _ variables: VariableScope
  ) {
    var properties: [Target] = []
    var frames: [Target: [CSSTrack.Frame]] = [:]
    // A stable order of equal offsets.
    let ordered = keyframes.enumerated()
      .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
    for keyframe in ordered {
      var easing = timing.easing
      var composition = timing.composition
      for declaration in keyframe.declarations {
        switch declaration.property {
        case "animation-timing-function":
          if let text = variables.resolve(declaration.value) {
            easing =
              read(of: element) { () throws(ParsingLimit) in try TimingFunction(css: text) }
              ?? easing
          }
        case "animation-composition":
          composition = .init(rawValue: declaration.value) ?? composition
        default: break
        }
      }
      var declarations: [StyleDeclaration] = []
      for var declaration in keyframe.declarations {
        guard let value = variables.resolve(declaration.value) else { continue }
        declaration.value = value
        declarations +=
          read(of: element) { () throws(ParsingLimit) in
            try Shorthand.expanded(declaration)
          } ?? []
      }
      for declaration in declarations {
        guard let property = target(declaration.property, of: element) else { continue }
        let text = declaration.value
        // A long value, such as a polygon, counts as several.
        frameCount += 1 + text.utf8.count / Self.frameLength
        guard frameCount <= Self.maximumFrames else { return report(.tooManyKeyframes, element) }
        let value: StyleValue
        do throws(ParsingLimit) {
          guard let cached = try self.value(text, property, of: element) else {
            report(.badProperty(text), element)
            continue
          }
          value = cached
        } catch {
          report(.exceeds(error), element)
          continue
        }
        let frame = CSSTrack.Frame(
          offset: keyframe.offset, value: value, composition: composition, easing: easing)
        if frames[property] == nil { properties.append(property) }
        // The later of two declarations at the same offset takes precedence.
        if let last = frames[property]?.last, last.offset == frame.offset {
          frames[property]?.removeLast()
        }
        frames[property, default: []].append(frame)
      }
    }
    for property in properties {
      guard var list = frames[property] else { continue }
      if let first = list.first, first.offset > 0 {
        list.insert(Self.neutral(at: 0, timing.easing), at: 0)
      }
      if let last = list.last, last.offset < 1 { list.append(Self.neutral(at: 1, timing.easing)) }
      append(property, list, timing, element, variables)
    }
  }

  private mutating func append(
    _ property: Target, _ frames: [CSSTrack.Frame], _ timing: CSSAnimationTiming, _ element: Int,
    _ variables: VariableScope
  ) {
    switch property {
    case .subject(let subject):
      tracks.append(CSSTrack(target: element, subject: subject, timing: timing, frames: frames))
    case .custom(let name):
      var frames = frames
      let kind = customKind(name)
      let substituted = variables[name].flatMap { text in
        read(of: element) { () throws(ParsingLimit) in try kind.grammar.parse(text, nil) }
      }
      for index in frames.indices where frames[index].value == nil {
        frames[index].value = substituted
      }
      customTracks.append(
        CustomTrack(
          property: name, kind: kind,
          // It counts as if the element's `style` said it.
          track: CSSTrack(
            target: element, subject: .attribute(.style), timing: timing, frames: frames)
        ))
    }
  }

  private func customKind(_ name: String) -> CustomKind {
    cascade.sheet.registered[name]?.kind ?? .other
  }

  /// Returns the property with a name if keyframes animate it.
  private func target(_ name: String, of element: Int) -> Target? {
    if name.hasPrefix("--") { return .custom(name) }
    guard let property = StyleProperty.named(name) else { return nil }
    if property.storage != nil {
      // This is only an attribute.
      return property.attribute == .xmlSpace ? nil : .subject(.property(property))
    }
    guard property.harmlessValues == nil, let attribute = property.attribute,
      attribute.grammar(on: document[element].name) != nil
    else { return nil }
    return .subject(.attribute(attribute))
  }

  private func value(
    _ text: String, _ target: Target, of element: Int
  ) throws(ParsingLimit) -> StyleValue? {
    switch target {
    case .subject(.property(let property)): return try StyleValue(property, text)
    case .custom(let name): return try customKind(name).grammar.parse(text, nil)
    case .subject(.attribute(let name)):
      let grammar = name.grammar(on: document[element].name)
      guard StyleValue.isForAll(text) else { return try grammar?.parse(text, nil) }
      // These properties aren't inherited.
      if text.lowercased() == "inherit" {
        return document[element].parent.flatMap {
          cascade.value(name, of: $0, in: document, scopes)
        }
      }
      guard let initial = name.initialValue(on: document[element].name) else { return nil }
      return try grammar?.parse(initial, nil)
    case .subject: return nil
    }
  }

  private static func neutral(at offset: Double, _ easing: TimingFunction) -> CSSTrack.Frame {
    CSSTrack.Frame(offset: offset, value: nil, composition: .replace, easing: easing)
  }
}

/// The custom properties that apply to an element.
struct VariableScope {
  private var style: Style

  /// The scope around the root element.
  fileprivate static let outermost = VariableScope(style: .initial)

  /// Returns the scope of a child with the given declarations.
  fileprivate func inner(_ declarations: Cascade.ElementStyle) -> VariableScope {
    var inner = self
    inner.style.setCustom(declarations)
    return inner
  }

  /// Returns the value of a custom property, or `nil`.
  subscript(name: String) -> String? { style.custom[name] }

  /// Returns a value with references to custom properties replaced, or `nil` if one has no value.
  func resolve(_ text: String) -> String? {
    var steps = 0
    guard VariableReference.isMentioned(in: text) else { return text }
    return try? style.resolvingVariables(text, &steps)
  }

  /// The number of bytes and values that were processed to find the custom properties.
  fileprivate var steps: Int { style.steps }
}

/// A cache of scopes of custom properties.
///
/// It contains the scopes of the last element and its ancestors, so that visiting elements in
/// document order resolves every declaration only once.
final class VariableScopes {
  private let document: SVGDocument
  private let cascade: Cascade
  /// The last element and its ancestors with their scopes, outermost first.
  private var path: [(element: Int, scope: VariableScope)] = []
  /// The total number of bytes and values that were processed.
  private(set) var steps = 0

  init(_ document: SVGDocument, _ cascade: Cascade) {
    self.document = document
    self.cascade = cascade
  }

  /// Forgets the scopes, so that they are resolved again.
  func removeAll() { path.removeAll(keepingCapacity: true) }

  /// Returns the scope of an element.
  func scope(of element: Int) -> VariableScope {
    var missing: [Int] = []
    var next: Int? = element
    while let ancestor = next {
      // Parents come before their children, so that the path is in ascending order.
      while let last = path.last, last.element > ancestor { path.removeLast() }
      if path.last?.element == ancestor { break }
      missing.append(ancestor)
      next = document[ancestor].parent
    }
    for element in missing.reversed() {
      let outer = path.last?.scope ?? .outermost
      let scope = outer.inner(cascade.style(of: element))
      steps += scope.steps - outer.steps
      path.append((element, scope))
    }
    return path.last?.scope ?? .outermost
  }
}
