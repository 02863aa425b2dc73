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

/// A font for the text of animations, which has each character once.
private final class AnimationFont: LottieFont {
  private let fonts: FontStack
  private let glyphs = Mutex(Glyphs())

  private struct Glyphs {
    /// Nil for characters that no font has.
    var known: [Character: LottieGlyph?] = [:]
    var points = 0
  }

  /// Points of all glyphs together. Only a hostile font has more, whose characters beyond are not
  /// drawn.
  private static let maximumPoints = 1 << 21

  init(_ fonts: FontStack) { self.fonts = fonts }

  var family: String { fonts.primary.family }
  var style: String { fonts.primary.style }
  var path: String? { fonts.primary.path }
  var sha256: String { fonts.primary.sha256 }

  func glyph(of character: Character) -> LottieGlyph? {
    glyphs.withLock { glyphs in
      if let known = glyphs.known[character] { return known }
      let glyph = shape(character, &glyphs.points)
      glyphs.known[character] = .some(glyph)
      return glyph
    }
  }

  private func shape(_ character: Character, _ points: inout Int) -> LottieGlyph? {
    guard points < Self.maximumPoints else { return nil }
    let line = ShapedLine(String(character), in: fonts)
    guard !line.glyphs.isEmpty, !line.glyphs.contains(where: { $0.glyph == 0 }) else { return nil }
    let outline = line.outline(size: 1)
    points += outline.pointCount + 1
    return LottieGlyph(outline: outline, advance: line.width)
  }
}
