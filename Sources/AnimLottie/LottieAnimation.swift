import AnimCore

/// A Lottie animation, read from a file.
///
/// It is an immutable value, which a ``LottieRenderer`` draws: the picture of a frame depends on the
/// frame alone. The format is that of the
/// [Lottie specification](https://lottie.github.io/lottie-spec/1.0/); where that is silent, drawing
/// follows lottie-web.
public struct LottieAnimation: Sendable {
  let document: AnimationModel
  /// The kind of file that the animation was read from.
  public let format: Format
  /// The named parts of the animation, in the order of the file.
  public let markers: [LottieMarker]
  /// The names of the slots, which are properties that can be set from outside, in the order of the
  /// file.
  public let slots: [String]
  /// The identifiers of all animations in a dotLottie file, in the order of its manifest; empty for
  /// other formats. This animation is one of them.
  public let animations: [String]
  /// The identifier of this animation in a dotLottie file; nil for other formats.
  public let id: String?
  /// The identifier of the theme that is applied; empty for one from elsewhere, and nil for none.
  public let theme: String?
  /// Those of the file and of the theme.
  private let otherDiagnostics: [LottieDiagnostic]
  private let ownDiagnostics: DiagnosticList
  /// How many of the ``diagnostics`` are expressions that are not run, since that is not wanted.
  package let skippedExpressions: Int

  /// The kinds of files that hold animations.
  public enum Format: String, Sendable {
    /// A JSON file: .json, .lot.
    case json
    /// JSON in a gzip file: .tgs.
    case gzip
    /// A zip file of animations and images: .lottie.
    case dotLottie
  }

  /// The size of the composition, in points; each side is 1 ... 65536.
  public var size: Size { Size(width: document.size.x, height: document.size.y) }
  /// The frame rate, in frames per second: 0.001 ... 1000.
  public var frameRate: Double { document.frameRate }
  /// The length of the animation, in frames: above 0, and not always a whole number.
  public var frameCount: Double { document.frames.upperBound - document.frames.lowerBound }
  /// How long the animation takes to play once at its own frame rate, in seconds.
  public var duration: Seconds { frameCount / frameRate }

  /// What is not drawn as the author intended, as far as the file tells; a ``LottieDrawingReport`` has
  /// what frames tell. If there are very many diagnostics, the last one says how many were left out.
  ///
  /// - Complexity: O(*n*) in the length of the expressions, which are compiled each time; a
  ///   ``LottieRenderer`` has compiled them once.
  public var diagnostics: [LottieDiagnostic] {
    diagnostics(document.expressions.map { ScriptTable($0.makeModel()) })
  }

  /// What is not drawn as intended, with what the compiled expressions tell.
  func diagnostics(_ scripts: ScriptTable?) -> [LottieDiagnostic] {
    otherDiagnostics + ownDiagnostics.complete { scripts?.appendDiagnostics(to: &$0) }
  }

  /// Reads an animation from a file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: the contents of the file, in any ``Format``.
  ///   - options: what is read, and how.
  /// - Throws: ``LottieError`` if the file is not an animation, is damaged or exceeds a limit, or
  ///   if a slot or the animation asked for does not exist. Anything less serious is reported in
  ///   ``diagnostics``.
  public init(
    _ bytes: [UInt8], options: LottieLoadingOptions = LottieLoadingOptions()
  ) throws(LottieError) {
    self = try LottieFile(bytes, limits: options.limits ?? LottieLimits())
      .animation(options: options)
  }

  /// The parameters are ``LottieLoadingOptions`` now.
  @available(*, unavailable, renamed: "init(_:options:)")
  public init(
    _ bytes: [UInt8], animation: String? = nil, theme: LottieThemeChoice = .initial,
    slots: [String: String] = [:], runsExpressions: Bool = true,
    fonts: (any LottieFontSource)? = nil,
    limits: LottieLimits = LottieLimits(), resource: (String) -> [UInt8]? = { _ in nil }
  ) throws(LottieError) {
    throw .noAnimation
  }

  /// - Parameters:
  ///   - contents: the file.
  ///   - id: the identifier of the animation in an archive.
  ///   - theme: the rules of the theme that count for the animation.
  ///   - options: the others.
  ///   - diagnostics: those of the file and of the theme.
  init(
    _ contents: inout FileContents, id: String?, theme: (id: String, rules: [LottieTheme.Rule])?,
    options: LottieLoadingOptions, limits: LottieLimits, diagnostics: [LottieDiagnostic]
  ) throws(LottieError) {
    let tape = try JSONParser.parse(try contents.animation(id), limits: limits)
    let slots = options.slots
    let table = try tape.withRoot { root throws(LottieError) in
      try SlotTable(root["slots"], theme: theme?.rules ?? [], overrides: slots, limits: limits)
    }
    var loader = DocumentLoader(
      tape, slots: table, limits: limits, runsExpressions: options.runsExpressions)
    var images = ImageLoader(
      limits: limits, notInSRGB: options.imageNotInSRGB, other: options.image)
    var data = DataLoader(limits: limits)
    let fontLoader = FontLoader(options.fonts())
    let loaded = try loader.load { asset, diagnostics in
      images.image(asset, &diagnostics) { path throws(AssetFileError) in
        try contents.resource(path, options)
      }
    } data: { asset, diagnostics in
      data.data(asset, &diagnostics) { path throws(AssetFileError) in
        try contents.resource(path, options)
      }
    } font: { json, request, diagnostics in
      fontLoader?.font(json, request, &diagnostics) { path throws(AssetFileError) in
        try contents.resource(path, options)
      }
    }
    document = loaded.model
    format = contents.format
    animations = contents.archive?.manifest.animations.map { $0.id } ?? []
    self.id = contents.archive == nil ? nil : id ?? contents.archive?.manifest.firstAnimation
    self.theme = theme?.id
    markers = loaded.markers
    self.slots = loaded.slots
    otherDiagnostics = diagnostics
    ownDiagnostics = loaded.diagnostics
    skippedExpressions = loaded.skippedExpressions
  }

}

// What draws it, which is a renderer now.
extension LottieAnimation {
  /// An animation has no working memory: make a ``LottieRenderer`` of it for each thread.
  @available(*, unavailable, message: "make a LottieRenderer of the animation for each thread")
  public var separateCopy: LottieAnimation { self }

  /// A ``LottieRenderer`` draws frames.
  @available(*, unavailable, renamed: "LottieRenderer.draw(frame:into:transform:)")
  public func draw(
    frame: Double, into list: inout DisplayList, transform: Transform = .identity
  ) {}

  /// A ``LottieRenderer`` knows where layers are.
  @available(*, unavailable, renamed: "LottieRenderer.hits(_:at:frame:)")
  public func hits(_ name: String, at point: Point, frame: Double) -> Bool { false }

  /// Drawing returns what it left out.
  @available(*, unavailable, renamed: "LottieDrawingReport.omission")
  public var omission: LottieDiagnostic? { nil }

  /// Drawing returns which expressions failed.
  @available(*, unavailable, renamed: "LottieDrawingReport.failedExpressions")
  public var failedExpressions: [LottieDiagnostic] { [] }
}

/// A named section of an animation, or a named point in it.
public struct LottieMarker: Hashable, Sendable {
  /// The name; never empty.
  public let name: String
  /// The first frame, counted from the start of the animation, which is 0. It may lie outside the
  /// animation.
  public let frame: Double
  /// The length, in frames; 0 for a point.
  public let duration: Double
}
