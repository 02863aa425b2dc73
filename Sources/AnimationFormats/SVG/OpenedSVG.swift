import AnimCodecs
import AnimCore
import AnimLottie
import AnimSVG
import AnimText
import ImageFiles
import LinuxSystem
import PlainText

/// An open SVG file.
struct OpenedSVG: OpenedAnimation {
  /// The path for messages.
  private let path: String
  private let animation: SVGAnimation
  private let isCompressed: Bool
  private let fonts: SVGFonts
  private let images: EmbeddedImages

  /// The playback duration of an animation that never repeats, in seconds.
  static let endlessDuration = Fraction(60)
  /// The maximum duration of the introduction and of the loop, in seconds: a day.
  static let longestLoop = Fraction(86_400)
  /// The default frame rate of animations.
  static let usualRate = RefreshRate(hertz: 60)

  init(_ source: AnimationSource, _ configuration: FileConfiguration) throws(Failure) {
    path = source.path
    let bytes = try source.all(limit: XMLLimits.bytes)
    isCompressed = Inflation.isGzip(bytes)
    let fonts = SVGFonts(configuration.fonts)
    self.fonts = fonts
    var resources = SVGResources()
    images = EmbeddedImages(convertsColors: configuration.convertsColors)
    resources.images = images
    resources.file = { source.resource($0, limit: $1) }
    resources.isOutside = { source.isOutside($0) }
    resources.font = { fonts.font($0) }
    resources.fontProblem = { fonts.missingLibrary.map { "\($0)" } }
    do throws(SVGError) {
      animation = try SVGAnimation(bytes, resources: resources)
    } catch {
      throw Failure("\(source.label): \("\(error)".printable)", status: .differs)
    }
  }

  var size: Size { animation.size }
  var duration: Seconds { length.double }
  var mediaType: String? { isCompressed ? "image/svg+xml-compressed" : "image/svg+xml" }

  /// Whether anything is animated, automatically or by events.
  var isAnimated: Bool {
    if case .still = animation.extent { machines != .none } else { true }
  }

  /// The playback duration, in seconds, which is one frame for a still image.
  private var length: Fraction {
    switch animation.extent {
    case .still: 1 / Fraction(Self.usualRate)
    case .finite(let end): end
    case .periodic(let period, let start) where start + period <= Self.longestLoop: start + period
    case .periodic, .endless: Self.endlessDuration
    }
  }

  /// Returns the frames at a rate. If the animation ends, the last frame shows its final state.
  private func times(_ rate: RefreshRate) -> FrameTimes {
    let count = length * Fraction(rate)
    switch animation.extent {
    case .still: return FrameTimes(rate: rate, count: 1)
    case .finite: return FrameTimes(rate: rate, count: Double(count.ceiling) + 1)
    case .periodic, .endless: return FrameTimes(rate: rate, count: count.double)
    }
  }

  func scenes(
    _ configuration: FileConfiguration, script: String?
  ) throws(Failure) -> AnimationScenes {
    if let script { return try scenes(configuration, conversation: script) }
    let rate = configuration.frameRate ?? Self.usualRate
    let markers = animation.timeline.markers(in: animation.document).map {
      SceneMarker(frame: ($0.time * Fraction(rate)).double, name: $0.name)
    }
    var playback = Playback(
      times(rate), mode: configuration.mode ?? .forward,
      repetitions: configuration.loops ?? !animation.extent.isFinite ? nil : 1,
      hasSubframes: configuration.hasSubframes, markers: markers)
    if let wanted = configuration.marker {
      guard let marker = markers.first(where: { $0.name == wanted }) else {
        throw Failure(noMarker: wanted, of: path, names: markers.map(\.name))
      }
      playback.range = marker.frame..<max(playback.times.count, marker.frame)
    }
    let (fit, animation) = (configuration.fit, animation)
    var makeInteractive: (@Sendable () -> any InteractiveScene)?
    if configuration.stateMachine != .none, machines == .usable {
      makeInteractive = { SVGEventScene(animation, fit: fit) }
    }
    return AnimationScenes(
      make: { [playback] in SVGScene(animation, playback, fit: fit) },
      makeInteractive: makeInteractive)
  }

  /// Returns scenes that follow the script at a path.
  private func scenes(
    _ configuration: FileConfiguration, conversation path: String
  ) throws(Failure) -> AnimationScenes {
    let script = try InteractionScript(at: path) { script throws(Failure) in
      try SVGConversation.check(script, for: self.animation, path: path)
    }
    let conversation = SVGConversation(self.animation, script)
    let rate = configuration.frameRate ?? Self.usualRate
    let count = Fraction(script.end) * Fraction(rate)
    let playback = Playback(
      FrameTimes(rate: rate, count: max(Double(count.ceiling), 1)), repetitions: 1)
    var animation = self.animation
    animation.timeline = conversation.timeline
    return AnimationScenes(
      make: { [animation] in SVGScene(animation, playback, fit: configuration.fit) },
      makeInteractive: nil, unmetExpectations: conversation.unmetExpectations)
  }

  /// Animations that wait for events are treated like a state machine.
  var machines: FileMachines { animation.timeline.awaitedEvents().isEmpty ? .none : .usable }

  var missingLibrary: String? {
    animation.contents.features.contains("text") ? fonts.missingLibrary.map { "\($0)" } : nil
  }

  var fontFiles: [AnimationInfo.FontFile] {
    // Fonts are requested when text is first drawn.
    _ = firstImageOmissions
    return fonts.used
  }

  func notice(name: String) -> String? {
    // Scenes report exceeded limits.
    let limits = Set(animation.limitDiagnostics)
    let diagnostics = animation.diagnostics.filter { !limits.contains($0) }
    return AnimationInfo.notice(
      ofUnintended: diagnostics.count, first: diagnostics.first?.description, name: name)
  }

  func info() -> AnimationInfo {
    var info = AnimationInfo()
    let contents = animation.contents
    let omissions = firstImageOmissions
    let (missing, fonts) = (fonts.missing, fonts.used)
    let events = animation.timeline.awaitedEvents().map { $0.name(in: animation.document) }
    let size = "\(AnimationInfo.rounded(size.width))x\(AnimationInfo.rounded(size.height))"
    let seconds = "\(AnimationInfo.rounded(duration)) s"
    let (end, summary): (String, String?) =
      switch animation.extent {
      case .still: (events.isEmpty ? "does not move" : "has no automatic animation", nil)
      case .finite: ("\(seconds), and then stays", seconds)
      case .periodic(let period, let start) where start + period > Self.longestLoop:
        (
          "repeats after \(AnimationInfo.rounded((start + period).double)) s; \(seconds) are played",
          "no end"
        )
      case .periodic(let period, let start):
        if start == 0 {
          (seconds + ", over and over", seconds)
        } else {
          (
            "after \(AnimationInfo.rounded(start.double)) s, "
              + "\(AnimationInfo.rounded(period.double)) s over and over", seconds
          )
        }
      case .endless: ("has no end; \(seconds) are played", "no end")
      }
    info.rows = [
      ("format", isCompressed ? "compressed SVG" : "SVG"), ("size", size), ("duration", end),
      ("elements", "\(contents.elements)"),
      ("animations", contents.animations > 0 ? "\(contents.animations)" : ""),
      ("features", contents.features.joined(separator: ", ")),
      ("font files", fonts.map(\.text).joined(separator: ", ")),
      ("waits for", events.joined(separator: ", ")),
    ]
    info.fields = [
      ("format", .string("svg")), ("width", .number(self.size.width)),
      ("height", .number(self.size.height)), ("duration", .number(duration)),
      ("elements", .integer(contents.elements)), ("animations", .integer(contents.animations)),
      ("features", .array(contents.features.map(JSON.string))),
      ("fontFiles", .array(fonts.map(\.json))), ("events", .array(events.map(JSON.string))),
    ]
    info.summary = [size] + [summary].compactMap(\.self) + ["\(contents.elements) elements"]
    info.diagnostics = animation.diagnostics + omissions
    if let missing = AnimationInfo.diagnostic(ofMissing: missing) {
      info.diagnostics.append(missing)
    }
    info.diagnostics += images.diagnostics
    info.facts.externalFonts = fonts.filter { $0.path != nil }.map { "\($0.family) \($0.style)" }
    if contents.hasSMIL { info.facts.features.insert("SMIL animations") }
    if contents.hasDiscards { info.facts.features.insert("discard elements") }
    if contents.hasCSSAnimations { info.facts.features.insert("CSS animations") }
    if contents.features.contains("scripts") { info.facts.features.insert("scripts") }
    return info
  }

  /// The omissions that are only found by drawing, such as text without a font and content beyond a limit. Afterwards,
  /// the list of used fonts is complete.
  private var firstImageOmissions: [Diagnostic] {
    /// Limit the size to a large screen, which doesn't matter because nothing is painted.
    func pixels(_ side: Double) -> Int { Int(min(max(side.rounded(), 1), 8192)) }
    var list = DisplayList(
      size: PixelSize(width: pixels(size.width), height: pixels(size.height)), background: .clear)
    return SVGRenderer(animation).draw(at: 0, into: &list)
  }
}

extension AnimationExtent {
  /// Whether the animation ends, and then keeps its final state.
  fileprivate var isFinite: Bool {
    if case .finite = self { true } else { false }
  }
}
