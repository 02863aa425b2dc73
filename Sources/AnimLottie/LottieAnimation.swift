import AnimCore

/// A Lottie animation, read from a file and ready to be drawn at any frame.
///
/// It is a value that never changes: what is drawn is a function of the frame alone.
public struct LottieAnimation: Sendable {
  let document: LottieDocument
  private var painter = SharedPainter()
  private let omissions = OmissionRecord()
  public let format: Format
  /// The named parts, in the order of the file.
  public let markers: [LottieMarker]
  /// The identifiers of the properties that can be set from outside, in the order of the file.
  public let slots: [String]
  /// The identifiers of the animations in a dotLottie file, of which this is one; empty for other
  /// formats.
  public let animations: [String]
  /// What is not drawn as its author meant it, as far as the file tells: see also ``omission``.
  public let diagnostics: [LottieDiagnostic]

  public enum Format: String, Sendable {
    /// A JSON file: .json, .lot.
    case json
    /// JSON in a gzip file: .tgs.
    case gzip
    /// A zip file of animations and images: .lottie.
    case dotLottie
  }

  /// The extent of the composition in points.
  public var size: Size { Size(width: document.size.x, height: document.size.y) }
  /// In frames a second.
  public var frameRate: Double { document.frameRate }
  /// In frames; not always a whole number.
  public var frameCount: Double { document.frames.upperBound - document.frames.lowerBound }
  public var duration: Seconds { frameCount / frameRate }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file, in any ``Format``.
  ///   - animation: the identifier of one of the animations in a dotLottie file; nil for the first.
  ///   - slots: values for slots, each as JSON: `[1, 0, 0]` for a colour, `12` for a number.
  ///   - limits: what of the file is too much.
  ///   - resource: the bytes of a file that the animation refers to by a relative path; nil for
  ///     none. By default, nothing outside of the file is looked at.
  public init(
    _ bytes: [UInt8], animation: String? = nil, slots: [String: String] = [:],
    limits: LottieLimits = LottieLimits(), resource: (String) -> [UInt8]? = { _ in nil }
  ) throws(LottieError) {
    var contents = try FileContents(bytes, animation: animation, limits: limits)
    let tape = try JSONParser.parse(contents.json, limits: limits)
    let table = try SlotTable(tape.root["slots"], overrides: slots, limits: limits)
    let loader = DocumentLoader(tape, slots: table, limits: limits)
    var images = ImageLoader(limits: limits)
    try loader.load { asset, diagnostics in
      images.image(asset, &diagnostics) { contents.resource($0, outside: resource) }
    }
    document = loader.document
    format = contents.format
    animations = contents.animations
    markers = try loader.markers()
    self.slots = loader.slots.names
    diagnostics = contents.diagnostics + loader.diagnostics.complete
  }

  /// The same animation, to be drawn on another thread at the same time. Copies made by assignment
  /// draw one after the other.
  public var separateCopy: LottieAnimation {
    var copy = self
    copy.painter = SharedPainter()
    return copy
  }

  /// Appends the picture at a frame, in the composition's points, its upper left corner at zero.
  /// What lies outside of the composition is cut off.
  ///
  /// - Parameters:
  ///   - frame: counted from the animation's first, which is 0; between two whole frames,
  ///     properties are interpolated. What lies outside of the animation counts as its nearest.
  ///   - transform: from the composition to points of the list's view.
  public func draw(
    frame: Double, into list: inout DisplayList, transform: Transform = .identity
  ) {
    let omission = painter.draw(document, frame: frame, into: &list, transform: transform)
    if let omission { omissions.add(omission) }
  }

  /// What was left out of a frame that this animation or a copy of it has drawn, since there was more
  /// in it than is drawn of any frame; nil where all frames drawn so far are whole. Of several frames
  /// the earliest is named.
  public var omission: LottieDiagnostic? { omissions.first?.diagnostic }
}
