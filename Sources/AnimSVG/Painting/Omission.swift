import AnimCore

/// A kind of content that an image may lack. The raw value is the code of its diagnostic, which
/// docs/diagnostics.md explains.
enum Omission: String, CaseIterable {
  case elements = "svg.element-limit"
  case dashes = "svg.dash-limit"
  case depth = "svg.depth-limit"
  case groups = "svg.group-limit"
  case pixels = "svg.pixel-limit"
  case points = "svg.point-limit"
  case stops = "svg.stop-limit"
  case references = "svg.reference-limit"
  case markers = "svg.marker-limit"
  case characters = "svg.character-limit"
  case fonts = "svg.missing-font"
  case glyphs = "svg.glyph-image-limit"
  case complexGlyphs = "svg.invalid-glyph"
  case glyphSteps = "svg.glyph-limit"
  case imageDepth = "svg.image-depth-limit"
  case steps = "svg.step-limit"
  case tiles = "svg.pattern-limit"
  case filters = "svg.filter-limit"
  case imageBytes = "svg.image-limit"
  case imageLimits = "svg.image-value-limit"
  case movingImages = "svg.moving-image"
  case images = "svg.missing-image"
  case outsideImages = "svg.outside-image"
  case externalPaints = "svg.outside-paint"
  case foreignObjects = "svg.foreign-object"

  /// The omission as a sentence, without the limit.
  private var summary: String {
    switch self {
    case .elements: "there are more elements than are drawn of any image"
    case .dashes: "a line with more than a million dashes is drawn solid"
    case .depth: "elements are nested more deeply than is drawn"
    case .groups: "groups, clips and masks are nested more deeply than is drawn"
    case .pixels: "shapes and groups cover more pixels than are painted of any image"
    case .points: "paths have more corners than are drawn of any image"
    case .stops: "a gradient has more than 4096 stops (limit of this program)"
    case .references: "more than 32 paint servers, clips, masks and markers refer to each other"
    case .markers: "a shape has more markers than are drawn"
    case .characters: "there is more text than is drawn of any image"
    case .fonts: "text without a font is not drawn"
    case .glyphs: "fonts have more images than are read"
    case .complexGlyphs: "glyphs that are invalid or take too many steps are not drawn"
    case .glyphSteps: "the glyphs of all fonts take more steps than are taken for any image"
    case .imageDepth: "SVG images are nested more deeply than is drawn"
    case .steps: "the file takes more steps than are taken for any image"
    case .tiles: "patterns have more pixels than are drawn"
    case .filters: "filters have more pixels and steps than are computed"
    case .imageBytes: "images have more pixels and elements together than are read"
    case .imageLimits: "an SVG image has values beyond a limit, which are ignored"
    case .movingImages: "only the first frame of an animated image is drawn"
    case .images: "images that cannot be found or read are not drawn"
    case .outsideImages:
      "images outside the folder of the file are not drawn (--resources allows a folder around both)"
    case .externalPaints: "paint servers in other files are not used"
    case .foreignObjects: "a foreignObject is not drawn"
    }
  }

  /// The limit that is exceeded, if the sentence doesn't contain it, or `nil`.
  private var maximum: Int? {
    switch self {
    case .imageDepth: PaintingLimits.imageDepth
    case .markers: PaintingLimits.markers
    default: nil
    }
  }

  /// A sentence about the omission, with the limit.
  var sentence: String {
    maximum.map { "\(summary) (limit of this program: \($0))" } ?? summary
  }

  private var severity: Diagnostic.Severity {
    switch self {
    case .dashes, .movingImages: .approximated
    default: .notDrawn
    }
  }

  /// Returns the diagnostic, whose message begins with the ``sentence``.
  func diagnostic(_ addition: String = "", at place: Diagnostic.Place = .document) -> Diagnostic {
    Diagnostic(code: rawValue, severity, sentence + addition, at: place)
  }
}

/// The content that an image lacks.
final class OmissionReport {
  private var omissions: Set<Omission> = []
  /// The first incomplete elements, if they are known.
  private var incompleteElements: [Omission: Int] = [:]
  /// The first glyphs that were omitted.
  private var omittedGlyphs: [Omission: SVGTextLayout.Glyph] = [:]
  /// The addresses of the first paint servers in other files, for the message.
  private var externalPaints: [String] = []
  private let document: SVGDocument
  private let fontProblem: @Sendable () -> String?

  init(_ document: SVGDocument, _ resources: SVGResources) {
    self.document = document
    fontProblem = resources.fontProblem
  }

  /// Discards the omissions of the previous image.
  func removeAll() {
    omissions.removeAll(keepingCapacity: true)
    externalPaints.removeAll(keepingCapacity: true)
    incompleteElements.removeAll(keepingCapacity: true)
    omittedGlyphs.removeAll(keepingCapacity: true)
  }

  /// - Parameter element: The incomplete element, if it should be reported.
  func add(_ omission: Omission, of element: Int? = nil) {
    omissions.insert(omission)
    if incompleteElements[omission] == nil { incompleteElements[omission] = element }
  }

  /// - Parameter glyph: The first glyph that isn't drawn.
  func add(_ omission: Omission, _ glyph: SVGTextLayout.Glyph) {
    omissions.insert(omission)
    if omittedGlyphs[omission] == nil { omittedGlyphs[omission] = glyph }
  }

  /// Adds a paint server in another file.
  func addExternalPaint(_ address: String) {
    omissions.insert(.externalPaints)
    let address = address.shortened
    if !externalPaints.contains(address), externalPaints.count < 4 {
      externalPaints.append(address)
    }
  }

  /// Adds the omissions of a display list.
  func add(fromList list: Omissions) {
    if list.contains(.depth) { add(.groups) }
    if list.contains(.commands) { add(.elements) }
    if list.contains(.points) { add(.points) }
    if list.contains(.work) { add(.pixels) }
    if list.contains(.dashes) { add(.dashes) }
  }

  /// Returns the omissions, in the alphabetical order of their messages.
  ///
  /// - Parameter excesses: The limits that values exceed, with the first element of each.
  func diagnostics(_ excesses: [ParsingLimit: Int]) -> [Diagnostic] {
    guard !omissions.isEmpty || !excesses.isEmpty else { return [] }
    let diagnostics =
      omissions.map { diagnostic(of: $0) }
      + excesses.map { limit, element in
        Diagnostic(
          .valueLimit, "a value of <\(document[element].tag)> \(limit.consequence): \(limit)",
          at: document.position(of: element))
      }
    return diagnostics.sorted { ($0.message, $0.description) < ($1.message, $1.description) }
  }

  private func diagnostic(of omission: Omission) -> Diagnostic {
    if omission == .externalPaints, !externalPaints.isEmpty {
      let addresses = externalPaints.map { "\"\($0)\"" }.joined(separator: ", ")
      return omission.diagnostic(": \(addresses)")
    }
    if omission == .fonts, let problem = fontProblem() {
      return omission.diagnostic(": \(problem)")
    }
    if let glyph = omittedGlyphs[omission] {
      return omission.diagnostic(", such as \(glyph.face.name(of: glyph.scalar))")
    }
    guard let element = incompleteElements[omission] else { return omission.diagnostic() }
    return omission.diagnostic(
      ", as that of <\(document[element].tag)>",
      at: .position(document.position(of: element)))
  }
}
