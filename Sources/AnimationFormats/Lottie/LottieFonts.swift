import AnimCodecs
import AnimCore
import AnimLottie
import AnimText
import LinuxSystem
import Synchronization

/// The fonts of animations: fonts in the file, in font folders and in the system.
final class LottieFonts: LottieFontSource {
  private let available: AvailableFonts
  private let images: GlyphImageReader

  /// - Parameter images: The decoder for the images of glyphs.
  init(_ configuration: FontConfiguration, _ images: EmbeddedImages) {
    available = AvailableFonts(configuration)
    self.images = GlyphImageReader(images)
  }

  var problem: String? { available.missingLibrary.map { "\($0)" } }

  func font(in bytes: [UInt8]) -> (any LottieFont)? {
    (try? FontFace(withImages: bytes)).map { font($0, FontStyle(named: $0.style)) }
  }

  func font(
    for request: LottieFontRequest
  ) -> (font: any LottieFont, isSubstitute: Bool)? {
    let style = FontStyle(named: request.style)
    for folder in available.folders {
      if let (face, isExact) = folder.face(for: request) {
        return (font(face, style, isExact ? [] : .all), !isExact)
      }
    }
    let match = available.system?.match(family: request.family, style: style)
    return match.map { (font($0.face, style, .all), !$0.isOfFamily) }
  }

  /// - Parameter synthesis: The styles that the font may imitate.
  private func font(
    _ face: FontFace, _ style: FontStyle, _ synthesis: FontSynthesis = []
  ) -> AnimationFont {
    AnimationFont(available.stack(face, StyledFaces(style, [], synthesis)), images)
  }
}

/// A font for the text of animations, which shapes each character only once.
private final class AnimationFont: LottieFont {
  private let fonts: FontStack
  private let images: GlyphImageReader
  private let characters = Mutex(Characters())

  private struct Characters {
    /// The lines of single characters, or `nil` for a character that no font has.
    var lines: [Character: ShapedLine?] = [:]
    var glyphs: [Character: LottieGlyph] = [:]
    /// The number of glyphs and points that are kept.
    private var size = 0

    /// Makes room, by emptying the cache if it is too large.
    mutating func reserve(_ count: Int) {
      size += count + 1
      guard size > AnimationFont.maximumSize else { return }
      (lines, glyphs, size) = ([:], [:], count + 1)
    }
  }

  /// The maximum number of cached glyphs and points.
  private static let maximumSize = 1 << 18

  init(_ fonts: FontStack, _ images: GlyphImageReader) {
    self.fonts = fonts
    self.images = images
  }

  var family: String { fonts.primary.family }
  var style: String { fonts.primary.style }
  var path: String? { fonts.primary.path }
  var sha256: String { fonts.primary.sha256 }

  var fallbacks: [any LottieFont] {
    fonts.usedFaces.subtracting([fonts.primary])
      .sorted { ($0.family, $0.style, $0.sha256) < ($1.family, $1.style, $1.sha256) }
      .map { AnimationFont(FontStack($0), images) }
  }

  func steps(of character: Character) -> Int? {
    line(of: character).map { line in
      var (steps, imageSteps) = (0, 0)
      for glyph in line.glyphs {
        if let cost = images.steps(of: glyph.glyph, glyph.face) {
          imageSteps += cost
        } else {
          // A character can have any number of accents.
          guard steps <= FontLimits.glyphSteps, let cost = glyph.face.cost(of: glyph.glyph) else {
            return .max
          }
          steps += cost
        }
      }
      return steps + imageSteps
    }
  }

  func glyph(of character: Character) -> LottieGlyph? {
    guard let line = line(of: character) else { return nil }
    if steps(of: character) == .max { return LottieGlyph(outline: Path(), advance: line.width) }
    return characters.withLock { characters in
      if let cached = characters.glyphs[character] { return cached }
      let glyph = read(line)
      characters.reserve(glyph.outline.pointCount)
      characters.glyphs[character] = glyph
      return glyph
    }
  }

  private func read(_ line: ShapedLine) -> LottieGlyph {
    var drawing = GlyphDrawing()
    for glyph in line.glyphs {
      let offset = Vector(dx: glyph.x, dy: glyph.y)
      if images.steps(of: glyph.glyph, glyph.face) != nil {
        drawing.append(images.layers(of: glyph.glyph, glyph.face), at: offset)
      } else {
        drawing.append(glyph.face.outline(of: glyph.glyph), of: glyph.face, at: offset)
      }
    }
    return LottieGlyph(outline: drawing.outline, layers: drawing.layers, advance: line.width)
  }

  func letters(ofLine line: String, steps: inout Int) -> [LottieShapedLetter]? {
    let scalars = Array(line.unicodeScalars)
    guard scalars.count <= FontLimits.lineScalars else { return nil }
    let part = ShapedText.Part(end: scalars.count, fonts: fonts, features: [])
    let shaped = ShapedText(scalars, parts: [part], direction: .automatic)
    var line = LineOfLetters(line, images)
    for run in shaped.runs { line.append(run, &steps) }
    return line.letters
  }

  private func line(of character: Character) -> ShapedLine? {
    characters.withLock { characters in
      if let cached = characters.lines[character] { return cached }
      let line = ShapedLine(String(character), in: fonts)
      characters.reserve(line.glyphs.count)
      let isComplete = !line.glyphs.isEmpty && !line.glyphs.contains { $0.glyph == 0 }
      characters.lines[character] = .some(isComplete ? line : nil)
      return isComplete ? line : nil
    }
  }
}

/// The glyphs of a character, for text of size 1.
private struct GlyphDrawing {
  private(set) var outline = Path()
  private(set) var layers: [LottieGlyphLayer] = []

  /// - Parameter outline: An outline in units of its font.
  mutating func append(_ outline: Path, of face: FontFace, at offset: Vector) {
    let scale = 1 / Double(face.unitsPerEm)
    self.outline.append(
      outline, Transform(a: scale, b: 0, c: 0, d: scale, tx: offset.dx, ty: offset.dy))
  }

  mutating func append(_ layers: [LottieGlyphLayer], at offset: Vector) {
    self.layers += layers.map { $0.transformed(by: Transform(translation: offset)) }
  }
}

/// Collects the glyphs of a line of text by character.
private struct LineOfLetters {
  /// The index of the character of each scalar.
  private let characters: [Int]
  private let images: GlyphImageReader
  private var drawings: [GlyphDrawing]
  private var positions: [Double?]
  private var advances: [Double]
  private var seen: Set<GlyphKey> = []
  /// The distance from the left end of the line to the next glyph.
  private var end = 0.0

  init(_ line: String, _ images: GlyphImageReader) {
    self.images = images
    characters = line.enumerated().flatMap { index, character in
      repeatElement(index, count: character.unicodeScalars.count)
    }
    drawings = line.map { _ in GlyphDrawing() }
    positions = line.map { _ in nil }
    advances = line.map { _ in 0 }
  }

  /// Appends the glyphs of a run on the right.
  ///
  /// - Parameter steps: See ``LottieFont/letters(ofLine:steps:)``.
  mutating func append(_ run: ShapedText.Run, _ steps: inout Int) {
    let em = Double(run.face.unitsPerEm)
    for glyph in run.glyphs {
      let character = characters[glyph.cluster]
      let start = positions[character] ?? end
      positions[character] = start
      // Skip the glyph for missing characters.
      if glyph.glyph == 0 { continue }
      let offset = Vector(
        dx: end - start + Double(glyph.dx) / em, dy: Double(glyph.dy) / em)
      if let layers = layers(of: glyph.glyph, in: run.face, &steps) {
        drawings[character].append(layers, at: offset)
      } else if let outline = outline(of: glyph.glyph, in: run.face, &steps) {
        drawings[character].append(outline, of: run.face, at: offset)
      }
      let advance = Double(glyph.advance) / em
      advances[character] += advance
      end += advance
    }
  }

  /// Returns the outline of a glyph, or `nil` if it is invalid or takes more steps than are left.
  /// The face caches outlines, so a repeated glyph takes few steps.
  private mutating func outline(
    of glyph: FontFace.Glyph, in face: FontFace, _ steps: inout Int
  ) -> Path? {
    guard let cost = face.cost(of: glyph) else { return nil }
    if seen.insert(GlyphKey(face: ObjectIdentifier(face), glyph: glyph)).inserted { steps -= cost }
    guard steps >= 0 else { return nil }
    let outline = face.outline(of: glyph)
    steps -= outline.pointCount
    return outline
  }

  /// Returns the layers of a glyph, or `nil` if it is drawn as an outline. There are no images if the glyph takes
  /// more steps than remain.
  private mutating func layers(
    of glyph: FontFace.Glyph, in face: FontFace, _ steps: inout Int
  ) -> [LottieGlyphLayer]? {
    guard let cost = images.steps(of: glyph, face) else { return nil }
    if seen.insert(GlyphKey(face: ObjectIdentifier(face), glyph: glyph)).inserted { steps -= cost }
    return steps >= 0 ? images.layers(of: glyph, face) : []
  }

  private struct GlyphKey: Hashable {
    let face: ObjectIdentifier
    let glyph: FontFace.Glyph
  }

  /// The letters. A character without glyphs is combined with the previous one, which draws both.
  var letters: [LottieShapedLetter] {
    var last = 0.0
    return drawings.indices.map { index in
      last = positions[index] ?? last
      return LottieShapedLetter(
        outline: drawings[index].outline, layers: drawings[index].layers, position: last,
        advance: advances[index])
    }
  }
}
