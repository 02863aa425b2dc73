import AnimCore

#if os(Linux)
  import Synchronization
#endif

/// A Lottie animation, read from a file and ready to be drawn at any frame.
///
/// It is an immutable value: the picture of a frame depends on the frame alone. The format is that
/// of the [Lottie specification](https://lottie.github.io/lottie-spec/1.0/); where that is silent,
/// drawing follows lottie-web.
public struct LottieAnimation: Sendable {
  let document: AnimationModel
  private var painter: SharedPainter
  private let omissions: OmissionRecord
  private let failures: ExpressionFailures
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
  /// What is not drawn as the author intended, as far as the file tells: see also ``omission``. If
  /// there are very many diagnostics, the last one says how many were left out.
  public var diagnostics: [LottieDiagnostic] { report.all }
  private let report: AnimationReport
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
    let (slots, resource) = (options.slots, options.resource)
    let table = try tape.withRoot { root throws(LottieError) in
      try SlotTable(root["slots"], theme: theme?.rules ?? [], overrides: slots, limits: limits)
    }
    var loader = DocumentLoader(
      tape, slots: table, limits: limits, runsExpressions: options.runsExpressions)
    var images = ImageLoader(limits: limits)
    var data = DataLoader(limits: limits)
    let fontLoader = FontLoader(options.fonts())
    let loaded = try loader.load { asset, diagnostics in
      images.image(asset, &diagnostics) { contents.resource($0, outside: resource) }
    } data: { asset, diagnostics in
      data.data(asset, &diagnostics) { contents.resource($0, outside: resource) }
    } font: { json, request, diagnostics in
      fontLoader?.font(json, request, &diagnostics) { contents.resource($0, outside: resource) }
    }
    painter = SharedPainter()
    omissions = OmissionRecord()
    failures = ExpressionFailures()
    document = loaded.model
    format = contents.format
    animations = contents.archive?.manifest.animations.map { $0.id } ?? []
    self.id = contents.archive == nil ? nil : id ?? contents.archive?.manifest.firstAnimation
    self.theme = theme?.id
    markers = loaded.markers
    self.slots = loaded.slots
    report = AnimationReport(diagnostics, loaded.diagnostics, document.expressions)
    skippedExpressions = loaded.skippedExpressions
  }

  /// A copy that can be drawn on another thread at the same time. Copies made by assignment share
  /// their working memory, so they are safe to use on several threads, but draw one at a time.
  public var separateCopy: LottieAnimation {
    var copy = self
    copy.painter = SharedPainter()
    return copy
  }

  /// Appends the picture of a frame, clipped to the composition, whose upper left corner is the
  /// origin.
  ///
  /// - Parameters:
  ///   - frame: the frame, counted from 0 and clamped to the animation; between whole frames,
  ///     properties are interpolated.
  ///   - list: the display list to append to.
  ///   - transform: maps points of the composition to points of the list.
  public func draw(
    frame: Double, into list: inout DisplayList, transform: Transform = .identity
  ) {
    let omission = painter.draw(
      document, frame: frame, into: &list, transform: transform, failures: failures)
    if let omission { omissions.add(omission) }
  }

  /// Whether a point lies in the box of a layer, as it is drawn at a frame. The box has the directions of
  /// the layer, not of the composition. The layer may be in a nested composition; of several with this
  /// name, any counts.
  ///
  /// - Parameters:
  ///   - name: the name of the layer.
  ///   - point: a point of the composition.
  ///   - frame: the frame, counted from 0 and clamped to the animation.
  public func hits(_ name: String, at point: Point, frame: Double) -> Bool {
    painter.use(document, failures) { $0.hits(name, frame: frame, at: point) }
  }

  /// Appends pictures of frames over each other, each with its weight; together these are 1.
  func draw(
    blending shares: [MachinePlayer.Share], into list: inout DisplayList, transform: Transform
  ) {
    var sum = 0.0
    for share in shares where share.weight > 0 {
      sum += share.weight
      list.withGroup(GroupStyle(opacity: share.weight / sum)) {
        draw(frame: share.frame, into: &$0, transform: transform)
      }
    }
  }

  /// What was left out of a frame that this animation or a copy of it has drawn, since there was more
  /// in it than is drawn of any frame; nil where all frames drawn so far are whole. Of several frames
  /// the earliest is named.
  public var omission: LottieDiagnostic? { omissions.first?.diagnostic }

  /// The expressions that have failed in the frames that this animation or a copy of it has drawn,
  /// in the order of the file: each with the frames and, for the first of them, the reason. Where an
  /// expression fails, the value that is stored beside it is drawn.
  ///
  /// Expressions that cannot be run at all are among ``diagnostics``.
  public var failedExpressions: [LottieDiagnostic] {
    guard let model = document.expressions?.model else { return [] }
    return failures.all.sorted { $0.key < $1.key }.map { model.diagnostic($0.key, $0.value) }
  }

  /// How many ``failedExpressions`` there are.
  package var failedExpressionCount: Int { failures.count }
}

/// The diagnostics of an animation, for which its expressions are compiled once they are asked for.
private final class AnimationReport: Sendable {
  private let earlier: [LottieDiagnostic]
  private let list: DiagnosticList
  private let expressions: ExpressionIndex?
  private let complete = Mutex<[LottieDiagnostic]?>(nil)

  /// - Parameter earlier: those of the file and of the theme.
  init(_ earlier: [LottieDiagnostic], _ list: DiagnosticList, _ expressions: ExpressionIndex?) {
    self.earlier = earlier
    self.list = list
    self.expressions = expressions
  }

  var all: [LottieDiagnostic] {
    complete.withLock { complete in
      if let complete { return complete }
      let all = earlier + list.complete { expressions?.model.appendDiagnostics(to: &$0) }
      complete = all
      return all
    }
  }
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
