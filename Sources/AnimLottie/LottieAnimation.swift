import AnimCore

/// A Lottie animation, read from a file.
///
/// It is an immutable value that a ``LottieRenderer`` draws. The image of a frame depends only on
/// the frame. The format is defined by the [Lottie
/// specification](https://lottie.github.io/lottie-spec/1.0/). Unspecified behaviour follows
/// lottie-web.
public struct LottieAnimation: Sendable {
  let document: AnimationModel
  /// The kind of file that the animation was read from.
  public let format: Format
  /// The named sections of the animation, in file order.
  public let markers: [LottieMarker]
  /// The names of the slots, which are properties that can be set from outside, in file order.
  public let slots: [String]
  /// The identifiers of all animations in a dotLottie file, in manifest order. They include this
  /// animation. Empty for other formats.
  public let animations: [String]
  /// The identifier of this animation in a dotLottie file, or `nil` for other formats.
  public let id: String?
  /// The identifier of the applied theme, or `nil` for no theme. Empty for a theme from another
  /// source.
  public let theme: String?
  /// The diagnostics of the file and the theme.
  private let otherDiagnostics: [Diagnostic]
  private let loadDiagnostics: DiagnosticList
  /// The number of ``diagnostics`` about expressions that aren't run on request.
  package let skippedExpressions: Int

  /// The kinds of files that contain animations.
  public enum Format: String, Sendable {
    /// A JSON file: .json, .lot.
    case json
    /// JSON in a gzip file: .tgs.
    case gzip
    /// A zip file of animations and images: .lottie.
    case dotLottie
  }

  /// The size of the composition, in points. Each side is 1 ... 65536.
  public var size: Size { Size(width: document.size.x, height: document.size.y) }
  /// The frame rate, in frames per second: 0.001 ... 1000.
  public var frameRate: Double { document.frameRate }
  /// The length of the animation, in frames. Above 0, and not always an integer.
  public var frameCount: Double { document.frames.upperBound - document.frames.lowerBound }
  /// The duration of one cycle at the animation's frame rate, in seconds.
  public var duration: Seconds { frameCount / frameRate }

  /// The features that aren't drawn as the author intended, as far as the file shows. A
  /// ``LottieDrawingReport`` contains those that drawing frames shows. If there are very many
  /// diagnostics, the last one is the number of omitted ones.
  ///
  /// - Complexity: O(*n*) in the length of the expressions, which are compiled on every access. A
  ///   ``LottieRenderer`` compiles them only once.
  public var diagnostics: [Diagnostic] {
    diagnostics(document.expressions.map { ScriptTable($0.makeModel()) })
  }

  /// Returns the diagnostics, including those of compiled expressions.
  func diagnostics(_ scripts: ScriptTable?) -> [Diagnostic] {
    otherDiagnostics + loadDiagnostics.all { scripts?.appendDiagnostics(to: &$0) }
  }

  /// Reads an animation from the contents of a file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file, in any ``Format``.
  ///   - options: The options for reading the file.
  /// - Throws: ``LottieError`` if the file isn't an animation, is corrupt or exceeds a limit, or if
  ///   a requested slot or animation doesn't exist. Less serious problems are reported in
  ///   ``diagnostics``.
  public init(
    _ bytes: [UInt8], options: LottieLoadingOptions = LottieLoadingOptions()
  ) throws(LottieError) {
    self = try LottieFile(bytes, limits: options.limits ?? LottieLimits())
      .animation(options: options)
  }

  /// The parameters have been replaced by ``LottieLoadingOptions``.
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
  ///   - contents: The contents of the file.
  ///   - id: The identifier of the animation in an archive.
  ///   - theme: The theme's rules for the animation.
  ///   - options: The other options.
  ///   - diagnostics: The diagnostics of the file and the theme.
  init(
    _ contents: inout FileContents, id: String?, theme: (id: String, rules: [LottieTheme.Rule])?,
    options: LottieLoadingOptions, limits: LottieLimits, diagnostics: [Diagnostic]
  ) throws(LottieError) {
    let tape = try JSONParser.parse(try contents.animation(id), limits: limits)
    let slots = options.slots
    let table = try tape.withRoot { root throws(LottieError) in
      try SlotTable(root["slots"], theme: theme?.rules ?? [], overrides: slots, limits: limits)
    }
    var loader = DocumentLoader(
      tape, slots: table, limits: limits, runsExpressions: options.runsExpressions)
    var images = ImageAssetLoader(limits: limits, options.images, other: options.image)
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
    } fontProblem: {
      fontLoader?.problem
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
    loadDiagnostics = loaded.diagnostics
    skippedExpressions = loaded.skippedExpressions
  }

}

// Drawing, which has moved to the renderer.
extension LottieAnimation {
  /// An animation has no working memory. Create a ``LottieRenderer`` for each thread.
  @available(*, unavailable, message: "make a LottieRenderer of the animation for each thread")
  public var separateCopy: LottieAnimation { self }

  /// A ``LottieRenderer`` draws frames.
  @available(*, unavailable, renamed: "LottieRenderer.draw(frame:into:transform:)")
  public func draw(
    frame: Double, into list: inout DisplayList, transform: Transform = .identity
  ) {}

  /// A ``LottieRenderer`` finds layers.
  @available(*, unavailable, renamed: "LottieRenderer.hits(_:at:frame:)")
  public func hits(_ name: String, at point: Point, frame: Double) -> Bool { false }

  /// Drawing returns omissions.
  @available(*, unavailable, renamed: "LottieDrawingReport.omission")
  public var omission: Diagnostic? { nil }

  /// Drawing returns failed expressions.
  @available(*, unavailable, renamed: "LottieDrawingReport.failedExpressions")
  public var failedExpressions: [Diagnostic] { [] }
}

/// A named section of an animation, or a named time.
public struct LottieMarker: Hashable, Sendable {
  /// The name, which is never empty.
  public let name: String
  /// The first frame, counted from the start of the animation, which is 0. It may be outside the
  /// animation.
  public let frame: Double
  /// The duration, in frames, or 0 for a single time.
  public let duration: Double
}
