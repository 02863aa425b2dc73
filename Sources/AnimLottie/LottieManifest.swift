import AnimCore

/// The manifest of a dotLottie file, version 1 or 2, with its animations, themes and state
/// machines.
public struct LottieManifest: Hashable, Sendable {
  /// The animations, in manifest order, or those in the archive if the manifest lists none.
  public internal(set) var animations: [Animation] = []
  /// The themes, in manifest order.
  public internal(set) var themes: [Entry] = []
  /// The state machines, in manifest order.
  public internal(set) var stateMachines: [Entry] = []
  /// The identifier of the initial animation, or `nil` for the first.
  public internal(set) var initialAnimation: String?
  /// The identifier of the initial state machine, or `nil` for none.
  public internal(set) var initialStateMachine: String?

  init() {}

  /// A theme or a state machine.
  public struct Entry: Hashable, Sendable {
    /// The identifier.
    public let id: String
    /// The display name, or an empty string.
    public let name: String
  }

  /// An animation with its playback settings.
  public struct Animation: Hashable, Sendable {
    /// The identifier.
    public let id: String
    /// The display name, or an empty string.
    public internal(set) var name = ""
    /// The identifier of the initial theme, or `nil` for none.
    public internal(set) var initialTheme: String?
    /// The identifiers of the supported themes, or `nil` for all.
    public internal(set) var themes: [String]?
    /// The background colour, or `nil` for none.
    public internal(set) var background: Color?
    /// Whether the animation loops, or `nil` if the file doesn't specify it.
    public internal(set) var loops: Bool?
    /// The number of loops before the last frame stays, or `nil` if the file doesn't specify it.
    public internal(set) var loopCount: Int?
    /// The speed as a positive multiple of normal speed, or `nil` if the file doesn't specify it.
    public internal(set) var speed: Double?
    /// The playback mode, or `nil` if the file doesn't specify it.
    public internal(set) var mode: PlaybackMode?
    /// Whether the animation starts automatically, or `nil` if the file doesn't specify it.
    public internal(set) var autoplay: Bool?

    init(id: String) { self.id = id }
  }

  /// Returns the animation with an identifier, or `nil` if it doesn't exist.
  public subscript(animation id: String) -> Animation? { animations.first { $0.id == id } }

  /// The identifier of the animation to show by default, or `nil` if there are no animations.
  public var firstAnimation: String? { initialAnimation ?? animations.first?.id }

  /// Returns whether a theme can be applied: it is listed, and at least one of the animations
  /// supports it.
  public func allows(theme id: String) -> Bool {
    themes.contains { $0.id == id } && animations.contains { $0.themes?.contains(id) ?? true }
  }
}

extension PlaybackMode {
  /// Parses a playback mode of a version 1 manifest or of a state: `normal` and `bounce`, `Forward`
  /// and `ReverseBounce`.
  init?(named name: String) {
    switch name {
    case "normal", "Forward": self = .forward
    case "Reverse": self = .reverse
    case "bounce", "Bounce": self = .bounce
    case "ReverseBounce": self = .reverseBounce
    default: return nil
    }
  }
}

/// Reads a manifest. Fields of the wrong type are ignored, with a diagnostic.
struct ManifestReader {
  private let limits: LottieLimits
  private(set) var diagnostics = DiagnosticList()

  /// The range of speeds.
  private static let speeds = 0.001...1000.0
  private static let maximumLoops = 1_000_000.0

  init(limits: LottieLimits) { self.limits = limits }

  mutating func read(_ json: JSONValue) -> LottieManifest {
    var manifest = LottieManifest()
    guard json.isObject else {
      report(json, "expected an object; the first animation in the archive is drawn")
      return manifest
    }
    for element in list(json, "animations") {
      guard let id = identifier(element) else { continue }
      manifest.animations.append(animation(element, id: id))
    }
    manifest.themes = entries(json, "themes")
    manifest.stateMachines = entries(json, "stateMachines")
    if let initial = json["initial"], !initial.isNull {
      if initial.isObject {
        manifest.initialAnimation = text(initial, "animation")
        manifest.initialStateMachine = text(initial, "stateMachine")
      } else {
        report(initial, "expected an object")
      }
    }
    if manifest.initialAnimation == nil {
      manifest.initialAnimation = text(json, "activeAnimationId")
    }
    if manifest.initialAnimation == "" { manifest.initialAnimation = nil }
    if manifest.initialStateMachine == "" { manifest.initialStateMachine = nil }
    if let id = manifest.initialStateMachine,
      !manifest.stateMachines.contains(where: { $0.id == id })
    {
      report(json, "the initial state machine \"\(id.shortened)\" does not exist")
      manifest.initialStateMachine = nil
    }
    return manifest
  }

  private mutating func animation(_ json: JSONValue, id: String) -> LottieManifest.Animation {
    var animation = LottieManifest.Animation(id: id)
    animation.name = text(json, "name") ?? ""
    animation.initialTheme = text(json, "initialTheme").flatMap { $0.isEmpty ? nil : $0 }
    if let list = json["themes"], !list.isNull {
      if list.isArray {
        animation.themes = list.elements.compactMap { $0.string }
      } else {
        report(list, "expected a list")
      }
    }
    if let text = text(json, "background"), !text.isEmpty {
      animation.background = Color(manifest: text)
      if animation.background == nil {
        report(json, "the background \"\(text.shortened)\" is not a color such as #203040")
      }
    }
    if let loop = json["loop"], !loop.isNull {
      if let loops = loop.bool {
        animation.loops = loops
      } else if let count = loop.number, count >= 0, count <= Self.maximumLoops {
        // As for states, 0 means endless.
        animation.loops = count == 0 || count >= 2
        animation.loopCount = count >= 2 ? Int(count.rounded(.down)) : nil
      } else {
        report(loop, "expected true, false or a number")
      }
    }
    if let speed = number(json, "speed") {
      if Self.speeds.contains(speed) {
        animation.speed = speed
      } else {
        report(json, "the speed must be 0.001 to 1000; it is played at normal speed")
      }
    }
    animation.mode = mode(json)
    if let autoplay = json["autoplay"], !autoplay.isNull {
      animation.autoplay = autoplay.bool
      if autoplay.bool == nil { report(autoplay, "expected true or false") }
    }
    return animation
  }

  private mutating func mode(_ json: JSONValue) -> PlaybackMode? {
    let isReversed = number(json, "direction") == -1
    guard let name = text(json, "playMode") else { return isReversed ? .reverse : nil }
    guard let mode = PlaybackMode(named: name) else {
      report(json, "unknown play mode \"\(name.shortened)\"")
      return nil
    }
    guard isReversed else { return mode }
    return mode == .bounce ? .reverseBounce : .reverse
  }

  private mutating func entries(_ json: JSONValue, _ key: StaticString) -> [LottieManifest.Entry] {
    var entries: [LottieManifest.Entry] = []
    for element in list(json, key) {
      if let id = identifier(element) {
        entries.append(LottieManifest.Entry(id: id, name: text(element, "name") ?? ""))
      }
    }
    return entries
  }

  private mutating func list(_ json: JSONValue, _ key: StaticString) -> [JSONValue] {
    guard let list = json[key], !list.isNull else { return [] }
    guard list.isArray else {
      report(list, "expected a list")
      return []
    }
    if list.count > limits.archiveEntries {
      report(list, "more than \(limits.archiveEntries) entries; the rest is ignored")
    }
    return Array(list.elements.prefix(limits.archiveEntries))
  }

  private mutating func identifier(_ json: JSONValue) -> String? {
    guard let id = json["id"]?.string else {
      report(json, "it has no identifier (id)")
      return nil
    }
    return id
  }

  private mutating func text(_ json: JSONValue, _ key: StaticString) -> String? {
    guard let value = json[key], !value.isNull else { return nil }
    if value.string == nil { report(value, "expected text") }
    return value.string
  }

  private mutating func number(_ json: JSONValue, _ key: StaticString) -> Double? {
    guard let value = json[key], !value.isNull else { return nil }
    if value.number == nil { report(value, "expected a number") }
    return value.number
  }

  private mutating func report(_ json: JSONValue, _ message: String) {
    diagnostics.append(.invalid, message, at: json.path, .invalidManifest)
  }
}

extension Color {
  /// Parses `#rgb`, `#rrggbb` or `#rrggbbaa`. Returns `nil` for other text.
  fileprivate init?(manifest text: String) {
    guard text.utf8.count == 9 else {
      self.init(hexadecimal: text)
      return
    }
    guard let color = Color(hexadecimal: String(text.prefix(7))),
      text.suffix(2).allSatisfy({ $0.isHexDigit }), let alpha = UInt8(text.suffix(2), radix: 16)
    else { return nil }
    self.init(red8: color.red, green8: color.green, blue8: color.blue, alpha8: alpha)
  }
}
