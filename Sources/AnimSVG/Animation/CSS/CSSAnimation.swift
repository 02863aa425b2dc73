import AnimCore
import AnimGraphics

/// A property of an element that keyframes animate.
struct CSSTrack: Sendable {
  let target: Int
  let name: AttributeName
  let kind: AttributeKind
  let timing: CSSAnimationTiming
  /// At least one frame, in order.
  let frames: [Frame]

  struct Frame: Sendable {
    var offset: Double
    /// The value, or `nil` for the property's value without this animation.
    var value: Value?
    var composition: CSSAnimationTiming.Composition
    /// The easing from this frame to the next.
    var easing: Easing
  }

  enum Value: Sendable {
    case attribute(AttributeQuantity)
    case transform(TransformList)
  }

  /// The frames between which the animation is, and how far it has come from one to the other.
  func place(at phase: CSSAnimationTiming.Phase) -> (from: Frame, to: Frame, progress: Double) {
    let progress = phase.progress
    var index = frames.count - 1
    while index > 0, frames[index].offset > progress { index -= 1 }
    // Of several frames at one offset, the last starts a segment and the first ends one.
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
  /// Properties that are `nil` in it are not set.
  let track: CSSTrack

  /// Returns the value as CSS text, or `nil` if the animation has no effect at the time.
  func value(at time: Fraction) -> String? {
    guard let phase = track.timing.phase(at: time) else { return nil }
    let (from, to, progress) = track.place(at: phase)
    if case .attribute(let first)? = from.value, case .attribute(let second)? = to.value,
      let mixed = first.mixed(with: second, progress)
    {
      return kind.text(mixed)
    }
    guard case .attribute(let value)? = (progress < 0.5 ? from : to).value else { return nil }
    return kind.text(value)
  }
}

/// Finds the animations that style sheets give to elements.
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
  private enum Property: Hashable {
    case attribute(AttributeName)
    case custom(String)

    init?(_ name: String) {
      if name.hasPrefix("--") {
        self = .custom(name)
      } else if let name = AnimSVG.Property.named(name)?.attribute,
        AttributeKind.isAnimatedByStyle(name)
      {
        self = .attribute(name)
      } else {
        return nil
      }
    }
  }

  /// Frames of all tracks, and animations, together.
  private static let maximumFrames = 1 << 16
  /// Bytes of a value that count as a frame.
  private static let frameLength = 256
  private var frameCount = 0

  init(_ document: SVGDocument, _ cascade: Cascade, _ scopes: VariableScopes) {
    self.document = document
    self.cascade = cascade
    self.scopes = scopes
    for element in document.nodes.indices where !document[element].isText { read(element) }
  }

  /// The elements that more than `transform` moves.
  func transformProperties() -> [TransformProperties] {
    let animated = Dictionary(grouping: tracks, by: \.target)
    var routes = MotionRoutes()
    return document.nodes.indices.compactMap { element in
      let tracks = animated[element] ?? []
      let specified = cascade.allSpecified(of: element)
      guard
        tracks.contains(where: { TransformProperties.contains($0.name) })
          || specified.contains(where: {
            $0.property.attribute.map(TransformProperties.contains) == true
          })
      else { return nil }
      return TransformProperties(
        of: element, document, cascade, scopes.scope(of: element), &routes,
        animated: tracks)
    }
  }

  /// If many elements have the same problem, as through a style rule, the first is named.
  private mutating func report(_ reason: AnimationDiagnostic.Reason, _ element: Int) {
    diagnostics.append(reason, at: document.position(of: element), once: true)
  }

  /// Returns what a parser returns, or reports the limit that the text exceeds.
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
    var bad: [AnimationDiagnostic.Reason] = []
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
    var properties: [Property] = []
    var frames: [Property: [CSSTrack.Frame]] = [:]
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
            easing = read(of: element) { () throws(ParsingLimit) in try Easing(text) } ?? easing
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
        guard let property = Property(declaration.property) else { continue }
        let text = declaration.value
        // A long value, such as a polygon, counts as several.
        frameCount += 1 + text.utf8.count / Self.frameLength
        guard frameCount <= Self.maximumFrames else { return report(.tooManyKeyframes, element) }
        let value: CSSTrack.Value
        do throws(ParsingLimit) {
          guard let known = try self.value(text, property, of: element) else {
            report(.badProperty(text), element)
            continue
          }
          value = known
        } catch {
          report(.exceeds(error), element)
          continue
        }
        let frame = CSSTrack.Frame(
          offset: keyframe.offset, value: value, composition: composition, easing: easing)
        if frames[property] == nil { properties.append(property) }
        // Of two declarations at the same offset, the later one counts.
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
    _ property: Property, _ frames: [CSSTrack.Frame], _ timing: CSSAnimationTiming, _ element: Int,
    _ variables: VariableScope
  ) {
    switch property {
    case .attribute(let name):
      tracks.append(
        CSSTrack(
          target: element, name: name, kind: kind(name, of: element), timing: timing, frames: frames
        ))
    case .custom(let name):
      var frames = frames
      let kind = customKind(name)
      let own = variables[name].flatMap { text in
        read(of: element) { () throws(ParsingLimit) in try Self.custom(text, kind) }
      }
      for index in frames.indices where frames[index].value == nil { frames[index].value = own }
      customTracks.append(
        CustomTrack(
          property: name, kind: kind,
          // It counts as if the element's `style` said it.
          track: CSSTrack(
            target: element, name: .style, kind: kind.attributeKind, timing: timing, frames: frames)
        ))
    }
  }

  private func customKind(_ name: String) -> CustomKind {
    cascade.sheet.registered[name]?.kind ?? .other
  }

  private func value(
    _ text: String, _ property: Property, of element: Int
  ) throws(ParsingLimit) -> CSSTrack.Value? {
    switch property {
    case .attribute(let name):
      try Self.value(
        initialValue(ifSaidBy: text, name, of: element) ?? text, name, kind(name, of: element))
    case .custom(let name): try Self.custom(text, customKind(name))
    }
  }

  private static func custom(
    _ text: String, _ kind: CustomKind
  ) throws(ParsingLimit) -> CSSTrack.Value? {
    try AttributeQuantity(text, kind.attributeKind).map { .attribute($0) }
  }

  /// Returns the initial value of a property if a text such as `initial` stands for it, or `nil` if
  /// it doesn't or the value is unknown.
  private func initialValue(
    ifSaidBy text: String, _ name: AttributeName, of element: Int
  ) -> String? {
    let word = text.lowercased()
    guard word == "initial" || (word == "unset" && !(AnimSVG.Property[name]?.isInherited == true))
    else {
      return nil
    }
    return TransformProperties.names.contains(name)
      ? "none" : AttributeKind.initialValue(name, of: document[element].name)
  }

  private static func neutral(at offset: Double, _ easing: Easing) -> CSSTrack.Frame {
    CSSTrack.Frame(offset: offset, value: nil, composition: .replace, easing: easing)
  }

  /// Some properties share their names with attributes of other elements that have a different
  /// type.
  private func kind(_ name: AttributeName, of element: Int) -> AttributeKind {
    TransformProperties.names.contains(name)
      ? .transform : AttributeKind(name, of: document[element].name)
  }

  private static func value(
    _ text: String, _ name: AttributeName, _ kind: AttributeKind
  ) throws(ParsingLimit) -> CSSTrack.Value? {
    switch kind {
    case .transform:
      let list =
        try name == .transform
        ? TransformList(property: text) : TransformProperties.list(text, name)
      return list.map { .transform($0) }
    case .path:
      return try AttributeQuantity(PathCommands.data(ofFunction: text) ?? text, kind)
        .map { .attribute($0) }
    default: return try AttributeQuantity(text, kind).map { .attribute($0) }
    }
  }
}

extension AttributeKind {
  /// Whether keyframes animate a property. Properties that control animations can't be animated.
  static func isAnimatedByStyle(_ name: AttributeName) -> Bool {
    !name.rawValue.hasPrefix("animation") && name != .xmlSpace
  }
}

/// The custom properties at an element.
struct VariableScope {
  private var style: Style

  /// The custom properties around the root.
  fileprivate static let outermost = VariableScope(style: .initial)

  /// The custom properties at a child, with its declarations.
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

  /// The bytes and values that were visited to find the custom properties.
  fileprivate var steps: Int { style.steps }
}

/// The custom properties at one element after another.
///
/// The scopes around the last element are kept, so that elements that are visited in the order of the document
/// resolve every declaration once.
final class VariableScopes {
  private let document: SVGDocument
  private let cascade: Cascade
  /// The last element and the elements around it, outermost first, with their scopes.
  private var path: [(element: Int, scope: VariableScope)] = []
  /// The bytes and values that were visited in all.
  private(set) var steps = 0

  init(_ document: SVGDocument, _ cascade: Cascade) {
    self.document = document
    self.cascade = cascade
  }

  /// Forgets the scopes, so that they are resolved again.
  func removeAll() { path.removeAll(keepingCapacity: true) }

  /// The custom properties at an element.
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

extension CSSTrack.Frame {
  /// Whether its value depends on what the property is without it.
  var needsUnderlying: Bool { value == nil || composition != .replace }
}

extension AttributeQuantity {
  /// Returns the value between two values that can't be interpolated. An element is visible and
  /// displayed as long as either value makes it so.
  func flipped(
    to other: AttributeQuantity, _ name: AttributeName, _ progress: Double
  ) -> AttributeQuantity {
    if progress > 0, progress < 1 {
      if name == .visibility, other == .text("visible") || self == .text("visible") {
        return .text("visible")
      }
      if name == .display, self == .text("none") { return other }
      if name == .display, other == .text("none") { return self }
    }
    return progress < 0.5 ? self : other
  }
}

extension TransformList {
  var hasPercentages: Bool {
    functions.contains {
      switch $0 {
      case .translate(let x, let y): x.hasPercentage || y.hasPercentage
      case .mixture(let from, let to, _): from.hasPercentages || to.hasPercentages
      default: false
      }
    }
  }
}
