import AnimCore
import LinuxSystem
import Synchronization
import XWindow

/// The style of all text over the scenes: the size of a line, and its glyphs.
///
/// Lengths are in units of a ``PixelGrid``, so a panel has the same layout at all scales. All lines
/// have the same size, in which capital letters are ``capHeight`` units high.
package struct OverlayText: Sendable {
  /// The font, or `nil` for the built-in typeface.
  private let font: LazyFont?

  private init(_ font: LazyFont?) { self.font = font }

  /// Creates text in a font.
  init(_ font: OverlayFont) { self.init(LazyFont(waits: true) { font }) }

  /// The built-in typeface of 5 by 9 pixels, which needs no font.
  static let bitmap = OverlayText(nil as LazyFont?)

  /// Returns the desktop's sans-serif font, or the built-in typeface if no font is found.
  ///
  /// - Parameter waits: Whether the first use waits for the font. If not, text has the built-in
  ///   typeface until ``prepare()`` has found the font, and shouldn't be shown before
  ///   ``isReady``.
  package static func desktop(waits: Bool = true) -> OverlayText {
    OverlayText(LazyFont(waits: waits) { OverlayFont.desktop() })
  }

  /// Whether the font can be used without waiting.
  var isReady: Bool { font?.isKnown ?? true }

  /// Searches for the font, so that ``isReady`` becomes true. Any thread can do this.
  package func prepare() { font?.load() }

  /// The maximum size of a unit in panels, in points. The pixels of the built-in typeface may be
  /// larger than a point to be readable, but a desktop's font has a fixed size.
  var largestUnit: Double { font?.value == nil ? 2 : 1 }

  /// The height of a capital letter above the baseline, in units.
  package var capHeight: Int { font?.value?.capHeight ?? TextMetrics.capHeight }

  /// The distance between lines, in units.
  package var height: Int { font?.value?.height ?? TextMetrics.lineHeight }

  /// Returns the width of a line from its first glyph to its last, in units.
  package func width(of line: String) -> Int {
    let line = line.displayed
    guard let font = font?.value else { return TextMetrics(line).width }
    return Int((font.width(of: line) * OverlayFont.size).rounded(.up))
  }

  /// Draws a line.
  ///
  /// - Parameters:
  ///   - x, y: The left end of the line and the top of its capital letters, in pixels of the image.
  ///   - unit: The side of a unit, in pixels of the image.
  package func draw(
    _ line: String, x: Int, y: Int, unit: Int, _ color: Color, in list: inout DisplayList
  ) {
    let (scale, line) = (list.scale, line.displayed)
    guard let font = font?.value else {
      list.fillText(
        line, at: Point(x: Double(x) / scale, y: Double(y) / scale), pixel: Double(unit) / scale,
        color)
      return
    }
    // Put the baseline between two rows of pixels, where capital letters are sharpest.
    let baseline = y + font.capHeight * unit
    font.draw(
      line, at: Point(x: Double(x) / scale, y: Double(baseline) / scale),
      size: OverlayFont.size * Double(unit) / scale, color, in: &list)
  }
}

/// A font that is searched on first use or on request.
private final class LazyFont: Sendable {
  private enum State {
    case unknown
    case known(OverlayFont?)
  }
  private let state = Mutex(State.unknown)
  /// Whether users of the font wait for it.
  private let waits: Bool
  private let find: @Sendable () -> OverlayFont?

  init(waits: Bool, _ find: @escaping @Sendable () -> OverlayFont?) {
    self.waits = waits
    self.find = find
  }

  /// The font, or `nil` if it doesn't exist or isn't known yet.
  var value: OverlayFont? {
    if waits { load() }
    // Another thread holds the lock while it searches.
    return state.withLockIfAvailable { state in
      if case .known(let font) = state { font } else { nil }
    } ?? nil
  }

  var isKnown: Bool {
    if waits { return true }
    return state.withLockIfAvailable { state in
      if case .known = state { true } else { false }
    } ?? false
  }

  func load() {
    state.withLock { state in
      if case .unknown = state { state = .known(find()) }
    }
  }
}

extension OverlayText {
  /// Returns a line that is at most `width` units wide. Omits the middle of a longer line, because
  /// file names differ at their ends.
  package func shortened(_ line: String, to width: Int) -> String {
    let full = self.width(of: line)
    guard full > width else { return line }
    let characters = Array(line)
    var kept = characters.count * width / full
    while kept > 0 {
      let (start, end) = (characters.prefix((kept + 1) / 2), characters.suffix(kept / 2))
      let text = String(start) + "…" + String(end)
      if self.width(of: text) <= width { return text }
      kept -= 1 + kept / 16
    }
    return "…"
  }

  /// Breaks a text into lines of at most `width` units, between words if possible.
  package func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    func fits(_ text: String) -> Bool { self.width(of: text) <= width }
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if fits(longer) {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if !line.isEmpty, !fits(line + String(character)) {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
