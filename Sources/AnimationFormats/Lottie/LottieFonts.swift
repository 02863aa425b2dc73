import AnimCore
import AnimLottie
import AnimText
import LinuxSystem
import Synchronization

/// The fonts of animations: those in their files, those in folders, and those of the system, of which
/// nothing is looked at before it is needed.
final class LottieFonts: LottieFontSource {
  private let configuration: FontConfiguration
  private lazy var folders = configuration.folders.map(FontFolder.init)
  private lazy var system = configuration.systemFonts

  init(_ configuration: FontConfiguration) { self.configuration = configuration }

  func font(in bytes: [UInt8]) -> (any LottieFont)? {
    (try? FontFace(bytes)).map { AnimationFont(FontStack($0)) }
  }

  func font(
    for request: LottieFontRequest
  ) -> (font: any LottieFont, isSubstitute: Bool)? {
    for folder in folders {
      if let (face, isExact) = folder.face(for: request) {
        return (AnimationFont(FontStack(face)), !isExact)
      }
    }
    guard let system else { return nil }
    let style = FontStyle(named: request.style)
    guard let match = system.match(family: request.family, style: style) else { return nil }
    let stack = FontStack(match.face) { system.fallback(for: $0) }
    return (AnimationFont(stack), !match.isOfFamily)
  }
}

/// A font for the text of animations, which shapes each character only once.
private final class AnimationFont: LottieFont {
  private let fonts: FontStack
  private let characters = Mutex(Characters())

  private struct Characters {
    /// The lines of single characters, or `nil` for a character that no font has.
    var lines: [Character: ShapedLine?] = [:]
    var outlines: [Character: Path] = [:]
    /// The number of glyphs and points that are kept.
    private var size = 0

    /// Makes room, by emptying the cache if it is too large.
    mutating func reserve(_ count: Int) {
      size += count + 1
      guard size > AnimationFont.maximumSize else { return }
      (lines, outlines, size) = ([:], [:], count + 1)
    }
  }

  /// The maximum number of cached glyphs and points.
  private static let maximumSize = 1 << 18

  init(_ fonts: FontStack) { self.fonts = fonts }

  var family: String { fonts.primary.family }
  var style: String { fonts.primary.style }
  var path: String? { fonts.primary.path }
  var sha256: String { fonts.primary.sha256 }

  func steps(of character: Character) -> Int? {
    line(of: character).map { line in
      var steps = 0
      for glyph in line.glyphs {
        guard steps <= FontLimits.glyphSteps, let cost = glyph.face.cost(of: glyph.glyph) else {
          return .max
        }
        steps += cost
      }
      return steps
    }
  }

  func glyph(of character: Character) -> LottieGlyph? {
    guard let line = line(of: character) else { return nil }
    // A character can have any number of accents.
    if steps(of: character) == .max { return LottieGlyph(outline: Path(), advance: line.width) }
    return LottieGlyph(outline: outline(of: character, line), advance: line.width)
  }

  func letters(ofLine line: String, steps: inout Int) -> [LottieShapedLetter]? {
    let scalars = Array(line.unicodeScalars)
    guard scalars.count <= FontLimits.lineScalars else { return nil }
    let part = ShapedText.Part(end: scalars.count, fonts: fonts, features: [])
    let shaped = ShapedText(scalars, parts: [part], direction: .automatic)
    var line = LineOfLetters(line)
    for run in shaped.runs { line.append(run, &steps) }
    return line.letters
  }

  private func line(of character: Character) -> ShapedLine? {
    characters.withLock { characters in
      if let known = characters.lines[character] { return known }
      let line = ShapedLine(String(character), in: fonts)
      characters.reserve(line.glyphs.count)
      let isComplete = !line.glyphs.isEmpty && !line.glyphs.contains { $0.glyph == 0 }
      characters.lines[character] = .some(isComplete ? line : nil)
      return isComplete ? line : nil
    }
  }

  private func outline(of character: Character, _ line: ShapedLine) -> Path {
    characters.withLock { characters in
      if let known = characters.outlines[character] { return known }
      let outline = line.outline(size: 1)
      characters.reserve(outline.pointCount)
      characters.outlines[character] = outline
      return outline
    }
  }
}

/// Collects the glyphs of a line of text by character.
private struct LineOfLetters {
  /// The index of the character of each scalar.
  private let characters: [Int]
  private var outlines: [Path]
  private var positions: [Double?]
  private var advances: [Double]
  private var seen: Set<GlyphKey> = []
  /// The distance from the left end of the line to the next glyph.
  private var end = 0.0

  init(_ line: String) {
    characters = line.enumerated().flatMap { index, character in
      repeatElement(index, count: character.unicodeScalars.count)
    }
    outlines = line.map { _ in Path() }
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
      if let outline = outline(of: glyph.glyph, in: run.face, &steps) {
        outlines[character].append(
          outline,
          Transform(
            a: 1 / em, b: 0, c: 0, d: 1 / em, tx: end - start + Double(glyph.dx) / em,
            ty: Double(glyph.dy) / em))
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

  private struct GlyphKey: Hashable {
    let face: ObjectIdentifier
    let glyph: FontFace.Glyph
  }

  /// The letters. A character without glyphs is combined with the previous one, which draws both.
  var letters: [LottieShapedLetter] {
    var last = 0.0
    return outlines.indices.map { index in
      last = positions[index] ?? last
      return LottieShapedLetter(
        outline: outlines[index], position: last, advance: advances[index])
    }
  }
}
