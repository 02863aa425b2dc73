import AnimCore
import AnimText
import AnimationFormats
import Synchronization

/// The desktop's sans-serif font, with fallback fonts for other characters.
///
/// It is searched on first use, which takes some milliseconds. Lines are shaped once and cached.
/// Numbers, which change from frame to frame, are composed of cached glyphs, so that drawing them
/// allocates no memory.
final class OverlayFont: Sendable {
  /// The size of the text, in units per em.
  static let size = 12.0
  /// A maximum that exceeds the number of lines shown at a time.
  private static let maximumLines = 256

  private let fonts: FontStack
  /// The height of a capital letter above the baseline, in units.
  let capHeight: Int
  /// The distance between lines, in units.
  let height: Int
  /// Shaped lines for printable ASCII characters, starting with the space.
  private let letters: [Line]
  private let lines = Mutex(Lines())

  /// The outline and the width of some text, in ems.
  private struct Line {
    var outline = Path()
    var width = 0.0

    init() { outline = Path() }

    init(_ text: String, in fonts: FontStack) {
      let line = ShapedLine(text, in: fonts, direction: .leftToRight)
      outline = line.outline(size: 1)
      width = line.width
    }
  }

  private struct Lines {
    var shaped: [String: Line] = [:]
    /// Reusable memory for a line of numbers.
    var composed = Line()
  }

  /// Returns the font of the desktop, or `nil` if it or a library is missing.
  static func desktop() -> OverlayFont? {
    guard let system = try? SystemFonts(.system), let match = system.match(family: "sans-serif")
    else {
      return nil
    }
    return OverlayFont(FontStack(match.face) { system.fallback(for: $0) })
  }

  init(_ fonts: FontStack) {
    self.fonts = fonts
    let face = fonts.primary
    let units = Self.size / Double(face.unitsPerEm)
    let capital = face.glyph(of: "H").flatMap { face.outline(of: $0).bounds }
    // Use a typical height for fonts without capital letters.
    let top = capital.map { -$0.minY * units } ?? 0.7 * Self.size
    capHeight = max(1, Int(top.rounded()))
    height = max(capHeight + 1, Int((Double(face.lineHeight) * units).rounded(.up)))
    letters = (0x20..<0x7F).map { Line(String(Character(UnicodeScalar($0))), in: fonts) }
  }

  /// Returns the width of a line, in ems.
  func width(of text: String) -> Double {
    withLine(text) { $0.width }
  }

  /// Draws a line.
  ///
  /// - Parameters:
  ///   - origin: The start of the baseline.
  ///   - size: The length of an em, in points.
  func draw(
    _ text: String, at origin: Point, size: Double, _ color: Color, in list: inout DisplayList
  ) {
    withLine(text) { line in
      list.fill(
        line.outline, .color(color),
        transform: Transform(a: size, b: 0, c: 0, d: size, tx: origin.x, ty: origin.y))
    }
  }

  private func withLine<Result: Sendable>(_ text: String, _ body: (Line) -> Result) -> Result {
    lines.withLock { lines in
      if Self.isNumeric(text) {
        compose(text, &lines.composed)
        return body(lines.composed)
      }
      if let line = lines.shaped[text] { return body(line) }
      let line = Line(text, in: fonts)
      if lines.shaped.count >= Self.maximumLines { lines.shaped.removeAll() }
      lines.shaped[text] = line
      return body(line)
    }
  }

  /// Returns whether text contains digits and only printable ASCII characters. It probably changes
  /// in the next frame, and is readable without kerning.
  private static func isNumeric(_ text: String) -> Bool {
    var hasDigit = false
    for byte in text.utf8 {
      guard 0x20..<0x7F ~= byte else { return false }
      if UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { hasDigit = true }
    }
    return hasDigit
  }

  private func compose(_ text: String, _ line: inout Line) {
    line.outline.removeAll()
    line.width = 0
    for byte in text.utf8.prefix(FontLimits.lineScalars) {
      let letter = letters[Int(byte) - 0x20]
      line.outline.append(
        letter.outline, Transform(translation: Vector(dx: line.width, dy: 0)))
      line.width += letter.width
    }
  }
}
