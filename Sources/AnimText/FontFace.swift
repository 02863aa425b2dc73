import AnimGraphics
import CFonts
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A face of a TrueType or OpenType font, with or without WOFF compression: the outlines and advances of its glyphs.
///
/// Lengths are in font units, ``unitsPerEm`` to the em, with the y axis down. Outlines aren't hinted, so they are the
/// same at every size and on every machine that has the font. A face of a variable font is the default instance, unless
/// ``varied(by:)`` returned it.
///
/// A face can be used on several threads, one at a time.
public final class FontFace: @unchecked Sendable {
  /// The index of a glyph in the font. Characters that the font lacks are drawn as glyph 0.
  public typealias Glyph = UInt32

  /// The path of the font file, or `nil` if the font was created from bytes.
  public let path: String?
  /// The index in a font collection, or 0 for other files.
  public let index: Int
  /// The family, such as `DejaVu Sans`, or an empty string if the font doesn't specify it.
  public let family: String
  /// The style, such as `Bold`, or an empty string if the font doesn't specify it.
  public let style: String
  /// The PostScript name, such as `DejaVuSans-Bold`, or an empty string if the font doesn't have one.
  public let postScriptName: String
  /// The number of faces in the file, which is more than 1 for a collection.
  public let faceCount: Int
  /// The number of font units in an em, from 16 to 16384.
  public let unitsPerEm: Int
  /// The height of the font above the baseline.
  public let ascent: Int
  /// The depth of the font below the baseline, which is positive for nearly all fonts.
  public let descent: Int
  /// The recommended distance between baselines.
  public let lineHeight: Int
  /// The metrics of underlines and similar lines, and of subscripts and superscripts.
  public let metrics: FontMetrics
  /// The weight, width and slant of the font, from its OS/2 table or otherwise from its name.
  public let fontStyle: FontStyle
  /// The axes of a variable font, such as `wght`. Empty for other fonts.
  public var axes: [FontTag] { allAxes.map(\.tag) }

  /// Whether some glyphs have images; see ``image(of:)``.
  package var hasImages: Bool { images != nil }
  /// Whether the font has outlines, rather than only images.
  package let hasOutlines: Bool

  private let allAxes: [FontAxis]
  private let variations: [FontVariation]
  /// The styles that are imitated by changing outlines.
  private let synthesis: FontSynthesis
  // Used only while `outlines` is locked.
  private let images: GlyphImages?
  private let file: FontData
  /// The file after decompression.
  private let data: FontData
  private let libraries: FontLibraries
  // Used only while `outlines` is locked.
  private let handles: FontHandles
  private let outlines: Mutex<OutlineCache>

  /// Creates a face from the bytes of a font file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - index: The index of the face in a collection.
  public convenience init(_ bytes: [UInt8], index: Int = 0) throws(FontError) {
    try self.init(FontData.copying(bytes), path: nil, index: index)
  }

  /// Reads a face from a regular file, which can be deleted afterwards.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - index: The index of the face in a collection.
  public convenience init(path: String, index: Int = 0) throws(FontError) {
    try self.init(FontData.reading(path, .ordinary), path: path, index: index)
  }

  /// Reads a face for text that can also draw glyphs as images. The font may have only images.
  package convenience init(withImages bytes: [UInt8]) throws(FontError) {
    try self.init(FontData.copying(bytes), path: nil, index: 0, needsOutlines: false)
  }

  /// Reads a face for text that can also draw glyphs as images, from a regular file. The font may have only images.
  package convenience init(
    withImages path: String, index: Int = 0, _ files: FontFiles
  ) throws(FontError) {
    try self.init(
      FontData.reading(path, files), path: path, index: index, needsOutlines: false)
  }

  private init(
    _ file: FontData, path: String?, index: Int, needsOutlines: Bool = true,
    variations: [FontVariation] = [], synthesis: FontSynthesis = []
  ) throws(FontError) {
    let libraries = try FontLibraries.shared.get()
    let data = try file.unpacked(libraries)
    let handles = try FontHandles.open(data, index: index, libraries)
    hasOutlines = handles.face.pointee.face_flags & FONTS_FT_SCALABLE != 0
    images = GlyphImages(libraries.harfBuzz, handles.font)
    guard hasOutlines || (!needsOutlines && images != nil) else {
      handles.close(libraries)
      throw .noOutlines
    }
    allAxes = handles.axes(libraries)
    if !variations.isEmpty { handles.set(variations, allAxes, libraries) }
    let face = handles.face.pointee
    self.variations = variations
    self.synthesis = synthesis
    outlines = Mutex(
      OutlineCache(GlyphCosts(data.bytes, face: index, isVaried: !variations.isEmpty)))
    self.file = file
    self.data = data
    self.libraries = libraries
    self.handles = handles
    self.path = path
    self.index = index
    family = face.family_name.map { String(cString: $0) } ?? ""
    style = face.style_name.map { String(cString: $0) } ?? ""
    postScriptName =
      libraries.freeType.postScriptName(handles.face).map { String(cString: $0) } ?? ""
    faceCount = face.face_count
    unitsPerEm = handles.unitsPerEm
    let lines = hasOutlines ? FontLines(face) : FontLines(libraries.harfBuzz, handles.font)
    ascent = lines.ascent
    descent = lines.descent
    lineHeight = lines.height
    metrics = FontMetrics(
      libraries.harfBuzz, handles.font, unitsPerEm: unitsPerEm, height: ascent + descent)
    fontStyle =
      FontStyle(windowsTable: handles.table("OS/2", libraries)) ?? FontStyle(named: style)
  }

  /// Returns the instance of a variable font with these values on its axes. Other axes keep their defaults. Returns
  /// this face if it has none of the axes or is already an instance.
  public func varied(by variations: [FontVariation]) -> FontFace {
    let supported = variations.filter { variation in
      allAxes.contains { $0.tag == variation.axis && $0.usual != variation.value }
    }
    if supported.isEmpty || !self.variations.isEmpty || !synthesis.isEmpty { return self }
    let varied = try? FontFace(
      file, path: path, index: index, needsOutlines: false, variations: supported)
    return varied ?? self
  }

  /// Returns the face for text of a style: this face, or one that imitates a bold or italic style that it lacks.
  ///
  /// - Parameter allowed: The styles that may be imitated.
  package func imitating(_ style: FontStyle, _ allowed: FontSynthesis) -> FontFace {
    let named = FontStyle(named: self.style)
    var missing: FontSynthesis = []
    if style.weight >= 600, max(fontStyle.weight, named.weight) < 600, !axes.contains("wght") {
      missing.insert(.weight)
    }
    if style.isItalic, !fontStyle.isItalic, !named.isItalic, !axes.contains("slnt"),
      !axes.contains("ital")
    {
      missing.insert(.style)
    }
    missing.formIntersection(allowed)
    guard !missing.isEmpty, synthesis.isEmpty, hasOutlines else { return self }
    let imitation = try? FontFace(
      file, path: path, index: index, needsOutlines: false, variations: variations,
      synthesis: missing)
    return imitation ?? self
  }

  deinit { handles.close(libraries) }

  /// The SHA-256 of the file: 64 hexadecimal digits, in lower case.
  ///
  /// - Complexity: O(*n*) in the size of the file, on every access.
  public var sha256: String { file.sha256 }

  /// Returns the default glyph of a character, or `nil` if the font lacks it.
  public func glyph(of scalar: Unicode.Scalar) -> Glyph? {
    outlines.withLock { _ in
      var glyph: UInt32 = 0
      let isFound = libraries.harfBuzz.nominalGlyph(handles.font, scalar.value, &glyph) != 0
      return isFound && glyph != 0 ? glyph : nil
    }
  }

  /// Returns the distance from the origin of a glyph to the origin of the next one.
  public func advance(of glyph: Glyph) -> Int {
    outlines.withLock { _ in Int(libraries.harfBuzz.advance(handles.font, glyph)) }
  }

  /// Returns the outline of a glyph, to be filled with the nonzero rule.
  ///
  /// The outline is empty for a space, and for a glyph that the font doesn't have, that is invalid, or that exceeds
  /// ``FontLimits/glyphSteps`` or ``FontLimits/glyphPoints``. The face keeps outlines, so reading one again is fast.
  public func outline(of glyph: Glyph) -> Path {
    outlines.withLock { cache in
      if let path = cache.paths[glyph] { return path }
      guard cache.costs.cost(of: glyph) != nil else { return Path() }
      let path = load(glyph) ?? Path()
      cache.add(path, of: glyph)
      return path
    }
  }

  /// Returns the number of steps that reading the outline of a glyph takes, or `nil` for a glyph that isn't read
  /// because it exceeds ``FontLimits/glyphSteps`` or because its program is invalid.
  ///
  /// The number depends only on the font, whether or not the outline is in the cache.
  package func cost(of glyph: Glyph) -> Int? { outlines.withLock { $0.costs.cost(of: glyph) } }

  /// Returns the position in the font of the image that replaces a glyph's outline, or `nil` if the glyph has no image.
  package func imageSource(of glyph: Glyph) -> GlyphImage.Source? {
    images.flatMap { images in outlines.withLock { _ in images.source(of: glyph) } }
  }

  /// Returns whether a character has an image instead of an outline.
  package func hasImage(of scalar: Unicode.Scalar) -> Bool {
    glyph(of: scalar).flatMap { imageSource(of: $0) } != nil
  }

  /// Returns the image that replaces a glyph's outline, if the glyph has a ``imageSource(of:)``.
  package func image(of glyph: Glyph) -> GlyphImage? {
    images.flatMap { images in
      let outline = outline(of: glyph)
      return outlines.withLock { _ in
        images.image(of: glyph, unitsPerEm: unitsPerEm, outline: outline)
      }
    }
  }

  /// Returns the name of a character in messages about its glyph, such as `U+0041 in DejaVu Sans`.
  package func name(of scalar: Unicode.Scalar) -> String {
    let code = scalar.codePoint
    // The name comes from the font.
    let family = self.family.unicodeScalars.filter { $0.properties.isGraphemeBase }.prefix(64)
    return family.isEmpty ? code : "\(code) in \(String(String.UnicodeScalarView(family)))"
  }

  private func load(_ glyph: Glyph) -> Path? {
    handles.memory.allow(FontLimits.glyphMemory)
    guard
      libraries.freeType.loadGlyph(handles.face, glyph, FONTS_FT_LOAD_UNSCALED) == 0,
      let slot = handles.face.pointee.glyph?.pointee, slot.format == FONTS_FT_FORMAT_OUTLINE
    else { return nil }
    return (GlyphOutline(slot.outline)?.path).map { path in
      synthesis.isEmpty ? path : synthesis.applied(to: path, unitsPerEm: unitsPerEm)
    }
  }

  /// Calls `body` with the HarfBuzz font, which is valid only during the call.
  func withFont<Result>(
    _ body: (HarfBuzz, OpaquePointer) -> sending Result
  ) -> sending Result {
    outlines.withLock { _ in body(libraries.harfBuzz, handles.font) }
  }
}

extension FontFace: Hashable {
  /// Returns whether both are the same object.
  public static func == (a: FontFace, b: FontFace) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The cache of outlines.
private struct OutlineCache {
  private(set) var paths: [FontFace.Glyph: Path] = [:]
  var costs: GlyphCosts
  private var points = 0

  init(_ costs: GlyphCosts) { self.costs = costs }

  mutating func add(_ path: Path, of glyph: FontFace.Glyph) {
    // Count the glyph itself too. Glyphs without points would otherwise grow the cache without a limit.
    points += path.pointCount + 1
    if points > FontLimits.keptPoints {
      paths.removeAll()
      points = path.pointCount + 1
    }
    paths[glyph] = path
  }
}

/// The objects that the libraries have created for a font.
private struct FontHandles {
  let library: OpaquePointer
  let memory: FontMemory
  let face: UnsafeMutablePointer<fonts_ft_face>
  let font: OpaquePointer
  let unitsPerEm: Int

  /// - Parameter data: The font, which must outlive the handles.
  static func open(
    _ data: FontData, index: Int, _ libraries: FontLibraries
  ) throws(FontError) -> FontHandles {
    guard let index = UInt16(exactly: index) else { throw .damaged }
    let (freeType, harfBuzz) = (libraries.freeType, libraries.harfBuzz)
    // Each face has its own FreeType library, because creating and releasing faces of one library isn't thread-safe.
    let memory = FontMemory(allowing: FontLimits.fontMemory)
    guard let library = memory.library(freeType) else {
      memory.deallocate()
      throw .damaged
    }
    var opened: UnsafeMutablePointer<fonts_ft_face>?
    guard
      freeType.newFace(
        library, data.bytes.baseAddress, data.bytes.count, Int(index), &opened) == 0,
      let face = opened
    else {
      _ = freeType.deleteLibrary(library)
      memory.deallocate()
      throw .damaged
    }
    let isScalable = face.pointee.face_flags & FONTS_FT_SCALABLE != 0
    let blob = harfBuzz.createBlob(
      data.bytes.baseAddress, UInt32(data.bytes.count), FONTS_HB_READONLY, nil, nil)
    let shapedFace = harfBuzz.createFace(blob, UInt32(index))
    let font = harfBuzz.createFont(shapedFace)
    let unitsPerEm = harfBuzz.unitsPerEm(shapedFace)
    // The font retains the face, and the face retains the blob.
    harfBuzz.destroyFace(shapedFace)
    harfBuzz.destroyBlob(blob)
    // Both must agree on the unit. FreeType doesn't report it for fonts without outlines.
    if let font, !isScalable || unitsPerEm == UInt32(face.pointee.units_per_em),
      16...16_384 ~= unitsPerEm
    {
      return FontHandles(
        library: library, memory: memory, face: face, font: font, unitsPerEm: Int(unitsPerEm))
    }
    if let font { harfBuzz.destroyFont(font) }
    _ = freeType.deleteFace(face)
    _ = freeType.deleteLibrary(library)
    memory.deallocate()
    throw .damaged
  }

  /// Returns the bytes of a table, or an empty array if the font doesn't have it.
  func table(_ tag: FontTag, _ libraries: FontLibraries) -> [UInt8] {
    guard let face = libraries.harfBuzz.face(font) else { return [] }
    return libraries.harfBuzz.bytes(of: libraries.harfBuzz.table(face, tag.value))
  }

  func axes(_ libraries: FontLibraries) -> [FontAxis] {
    guard let face = libraries.harfBuzz.face(font) else { return [] }
    var axes = [fonts_hb_axis](repeating: fonts_hb_axis(), count: FontLimits.axes)
    var count = UInt32(axes.count)
    let total = libraries.harfBuzz.axes(face, 0, &count, &axes)
    // FreeType requires coordinates for all axes or for none.
    guard total == count else { return [] }
    return axes.prefix(Int(count)).map {
      FontAxis(
        tag: FontTag($0.tag), least: Double($0.least), usual: Double($0.usual),
        most: Double($0.most))
    }
  }

  func set(_ variations: [FontVariation], _ axes: [FontAxis], _ libraries: FontLibraries) {
    let values = axes.map { axis in
      let wanted = variations.last { $0.axis == axis.tag }?.value ?? axis.usual
      // Round like FreeType, so that both libraries use the same coordinates.
      return (max(axis.least, min(wanted, axis.most)) * 65536).rounded()
    }
    guard values.allSatisfy({ $0.magnitude < 0x7FFF_FFFF }) else { return }
    let coordinates = values.map { Int($0) }
    memory.allow(FontLimits.fontMemory)
    _ = libraries.freeType.setVariation(face, UInt32(axes.count), coordinates)
    libraries.harfBuzz.setVariation(font, values.map { Float($0 / 65536) }, UInt32(axes.count))
  }

  func close(_ libraries: FontLibraries) {
    libraries.harfBuzz.destroyFont(font)
    _ = libraries.freeType.deleteFace(face)
    _ = libraries.freeType.deleteLibrary(library)
    memory.deallocate()
  }
}

/// The line metrics of a font.
private struct FontLines {
  let ascent: Int
  let descent: Int
  let height: Int

  init(_ face: fonts_ft_face) {
    ascent = Int(face.ascender)
    descent = -Int(face.descender)
    height = Int(face.height)
  }

  /// Reads the metrics of a font without outlines, for which FreeType doesn't report them.
  init(_ harfBuzz: HarfBuzz, _ font: OpaquePointer) {
    func metric(_ tag: FontTag) -> Int {
      var value: Int32 = 0
      return harfBuzz.metric(font, tag.value, &value) != 0 ? Int(value) : 0
    }
    ascent = metric("hasc")
    descent = -metric("hdsc")
    height = ascent + descent + metric("hlgp")
  }
}

/// An axis of a variable font.
private struct FontAxis {
  let tag: FontTag
  let least: Double
  let usual: Double
  let most: Double
}

extension Unicode.Scalar {
  /// The code point, such as `U+0041`.
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}
