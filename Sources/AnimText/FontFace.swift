import AnimGraphics
import CFonts
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A face of a TrueType or OpenType font, also as WOFF: the outlines of its glyphs, and how wide they are.
///
/// Lengths are in units of the font, of which ``unitsPerEm`` make its size, with the y axis down.
/// Outlines are not hinted, so they are the same on every machine that has the same font, and at
/// every size. A face of a variable font is its default one, unless it was made by ``varied(by:)``.
///
/// A face may be used on several threads, which take turns.
public final class FontFace: @unchecked Sendable {
  /// The number of a glyph in the font; 0 is drawn for characters that it lacks.
  public typealias Glyph = UInt32

  /// Where the font was read from; nil for bytes.
  public let path: String?
  /// The index in a collection of fonts; 0 for other files.
  public let index: Int
  /// The family, such as `DejaVu Sans`; empty if the font does not say.
  public let family: String
  /// The style, such as `Bold`; empty if the font does not say.
  public let style: String
  /// The name in PostScript, such as `DejaVuSans-Bold`; empty if the font has none.
  public let postScriptName: String
  /// The number of faces in the file: more than 1 for a collection.
  public let faceCount: Int
  /// The units of an em, 16 ... 16384.
  public let unitsPerEm: Int
  /// How far glyphs reach above the baseline, as the font says.
  public let ascent: Int
  /// How far glyphs reach below the baseline, as the font says: positive for nearly all fonts.
  public let descent: Int
  /// The distance between baselines that the font recommends.
  public let lineHeight: Int
  /// Lengths for lines beside the text, and for small and raised letters.
  public let metrics: FontMetrics
  /// How heavy, wide and slanted the font is: as its table for Windows has it, or else as its name.
  public let fontStyle: FontStyle
  /// The axes of a variable font, such as `wght`; none of others.
  public var axes: [FontTag] { allAxes.map(\.tag) }

  /// Whether some glyphs have pictures; see ``picture(of:)``.
  package var hasPictures: Bool { pictures != nil }
  /// Whether there are outlines, rather than pictures alone.
  package let hasOutlines: Bool

  private let allAxes: [FontAxis]
  private let variations: [FontVariation]
  /// The styles that outlines imitate.
  private let synthesis: FontSynthesis
  // Used only with `outlines` locked.
  private let pictures: GlyphPictures?
  private let file: FontData
  /// What is in the file, unpacked.
  private let data: FontData
  private let libraries: FontLibraries
  // Used only with `outlines` locked.
  private let handles: FontHandles
  private let outlines: Mutex<OutlineCache>

  /// Reads a face from the bytes of a font file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - index: the index of the face in a collection.
  public convenience init(_ bytes: [UInt8], index: Int = 0) throws(FontError) {
    try self.init(FontData.copying(bytes), path: nil, index: index)
  }

  /// Reads a face from a regular file, which may disappear afterwards.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - index: the index of the face in a collection.
  public convenience init(path: String, index: Int = 0) throws(FontError) {
    try self.init(FontData.reading(path), path: path, index: index)
  }

  /// Reads a face for text whose glyphs are also drawn as pictures, of which the font may have nothing else.
  package convenience init(withPictures path: String, index: Int = 0) throws(FontError) {
    try self.init(FontData.reading(path), path: path, index: index, needsOutlines: false)
  }

  private init(
    _ file: FontData, path: String?, index: Int, needsOutlines: Bool = true,
    variations: [FontVariation] = [], synthesis: FontSynthesis = []
  ) throws(FontError) {
    let libraries = try FontLibraries.shared.get()
    let data = try file.unpacked(libraries)
    let handles = try FontHandles.open(data, index: index, libraries)
    hasOutlines = handles.face.pointee.face_flags & FONTS_FT_SCALABLE != 0
    pictures = GlyphPictures(libraries.harfBuzz, handles.font)
    guard hasOutlines || (!needsOutlines && pictures != nil) else {
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

  /// The face of a variable font at places on its axes, others being where the font has them; this face if it has none
  /// of the axes, or has been made in this way.
  public func varied(by variations: [FontVariation]) -> FontFace {
    let known = variations.filter { variation in
      allAxes.contains { $0.tag == variation.axis && $0.usual != variation.value }
    }
    if known.isEmpty || !variations.isEmpty || !synthesis.isEmpty { return self }
    let varied = try? FontFace(
      file, path: path, index: index, needsOutlines: false, variations: known)
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
  /// - Complexity: O(*n*) in the size of the file, each time it is read.
  public var sha256: String { file.sha256 }

  /// The glyph of a character by itself; nil if the font lacks it.
  public func glyph(of scalar: Unicode.Scalar) -> Glyph? {
    outlines.withLock { _ in
      var glyph: UInt32 = 0
      let isFound = libraries.harfBuzz.nominalGlyph(handles.font, scalar.value, &glyph) != 0
      return isFound && glyph != 0 ? glyph : nil
    }
  }

  /// The distance from the origin of a glyph to that of the next.
  public func advance(of glyph: Glyph) -> Int {
    outlines.withLock { _ in Int(libraries.harfBuzz.advance(handles.font, glyph)) }
  }

  /// The outline of a glyph, to be filled by the nonzero rule.
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
  /// The number depends only on the font, whether or not the outline is already known.
  package func cost(of glyph: Glyph) -> Int? { outlines.withLock { $0.costs.cost(of: glyph) } }

  /// Where what is drawn for a glyph instead of its outline is in the font; nil for most.
  package func pictureSource(of glyph: Glyph) -> GlyphPicture.Source? {
    pictures.flatMap { pictures in outlines.withLock { _ in pictures.source(of: glyph) } }
  }

  /// What is drawn for a glyph of a font with colours instead of its outline, if it has a ``pictureSource(of:)``.
  package func picture(of glyph: Glyph) -> GlyphPicture? {
    pictures.flatMap { pictures in
      let outline = outline(of: glyph)
      return outlines.withLock { _ in
        pictures.picture(of: glyph, unitsPerEm: unitsPerEm, outline: outline)
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

  /// Calls `body` with the font of HarfBuzz, which must not be used afterwards.
  func withFont<Result>(
    _ body: (HarfBuzz, OpaquePointer) -> sending Result
  ) -> sending Result {
    outlines.withLock { _ in body(libraries.harfBuzz, handles.font) }
  }
}

extension FontFace: Hashable {
  /// Whether both are the same object.
  public static func == (a: FontFace, b: FontFace) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The outlines found so far.
private struct OutlineCache {
  private(set) var paths: [FontFace.Glyph: Path] = [:]
  var costs: GlyphCosts
  private var points = 0

  init(_ costs: GlyphCosts) { self.costs = costs }

  mutating func add(_ path: Path, of glyph: FontFace.Glyph) {
    // One more for the glyph itself, so that those without points are not kept without end.
    points += path.pointCount + 1
    if points > FontLimits.keptPoints {
      paths.removeAll()
      points = path.pointCount + 1
    }
    paths[glyph] = path
  }
}

/// What the libraries have opened of a font.
private struct FontHandles {
  let library: OpaquePointer
  let memory: FontMemory
  let face: UnsafeMutablePointer<fonts_ft_face>
  let font: OpaquePointer
  let unitsPerEm: Int

  /// - Parameter data: must outlive the handles.
  static func open(
    _ data: FontData, index: Int, _ libraries: FontLibraries
  ) throws(FontError) -> FontHandles {
    guard let index = UInt16(exactly: index) else { throw .damaged }
    let (freeType, harfBuzz) = (libraries.freeType, libraries.harfBuzz)
    // Each face has a library of its own, since faces of the same one may not be made and removed
    // on several threads.
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
    // The font keeps the face, and the face the blob.
    harfBuzz.destroyFace(shapedFace)
    harfBuzz.destroyBlob(blob)
    // Both must agree on what a unit is; FreeType does not say it without outlines.
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

  /// The bytes of a table; none if the font does not have it.
  func table(_ tag: FontTag, _ libraries: FontLibraries) -> [UInt8] {
    guard let face = libraries.harfBuzz.face(font) else { return [] }
    return libraries.harfBuzz.bytes(of: libraries.harfBuzz.table(face, tag.value))
  }

  func axes(_ libraries: FontLibraries) -> [FontAxis] {
    guard let face = libraries.harfBuzz.face(font) else { return [] }
    var axes = [fonts_hb_axis](repeating: fonts_hb_axis(), count: FontLimits.axes)
    var count = UInt32(axes.count)
    let total = libraries.harfBuzz.axes(face, 0, &count, &axes)
    // Coordinates are given for all axes or for none.
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
      // As FreeType has coordinates, so that both libraries have the same.
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

/// The lines of a font.
private struct FontLines {
  let ascent: Int
  let descent: Int
  let height: Int

  init(_ face: fonts_ft_face) {
    ascent = Int(face.ascender)
    descent = -Int(face.descender)
    height = Int(face.height)
  }

  /// Those of a font without outlines, of which FreeType does not say them.
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
