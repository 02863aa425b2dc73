import AnimCore

/// The work for laying out and drawing texts.
struct TextWork: Hashable {
  /// Letters, each counted again for each text animator, and ``expressionLetters`` times for each selector with an
  /// expression.
  var letters = 0
  /// Steps for reading the glyphs of different characters, about ten nanoseconds each.
  var glyphSteps = 0

  /// The maximum work in one frame.
  static let maximum = TextWork(letters: FrameLimits.letters, glyphSteps: FrameLimits.glyphSteps)
  /// The work for finding out that a glyph is too complex.
  static let complexGlyphSteps = 1 << 16
  /// The work for finding the glyphs of a character.
  static let shapingSteps = 256
  /// The work for each letter of a line that is shaped in one step.
  static let letterShapingSteps = 32
  /// The number of letters that take as long as evaluating an expression for one letter.
  static let expressionLetters = 16

  static func += (work: inout TextWork, other: TextWork) {
    work.letters += other.letters
    work.glyphSteps += other.glyphSteps
  }

  /// Returns the work that remains within a limit.
  func remaining(of limit: TextWork) -> TextWork {
    TextWork(
      letters: max(limit.letters - letters, 0), glyphSteps: max(limit.glyphSteps - glyphSteps, 0))
  }

  func fits(in limit: TextWork) -> Bool {
    letters <= limit.letters && glyphSteps <= limit.glyphSteps
  }
}

/// The layouts of the texts of an animation, and the work for the texts of a frame.
///
/// A text counts the same in every frame, whether or not its layout was cached, so omissions depend
/// only on the frame.
final class LetterLayouts {
  /// A text with its layout.
  struct Entry {
    let text: String
    let layout: LetterLayout
    /// The units of each animator's selector; see ``TextSelector/indexes(of:)``.
    let units: [UnitIndexes]
    /// The limit of a truncated layout, or `nil` for a complete one.
    let limit: TextWork?

    func holds(_ text: String, within limit: TextWork) -> Bool {
      let isSame = self.limit.map { $0 == limit } ?? layout.work.fits(in: limit)
      return isSame && self.text == text
    }
  }

  struct Key: Hashable {
    let node: ObjectIdentifier
    /// The index of the document whose style the text has.
    let document: Int
  }

  private var kept: [Key: Entry] = [:]
  private var keptWork = TextWork()
  private var work = TextWork()
  /// The text that is being drawn.
  private(set) var current: Entry?

  /// Starts to count the work of another frame.
  func beginFrame() {
    work = TextWork()
    current = nil
  }

  /// Selects a text as the current one.
  ///
  /// - Parameter layOut: A closure that lays out the text within a limit.
  func select(_ key: Key, _ text: String, _ layOut: (TextWork) -> Entry) {
    let limit = work.remaining(of: .maximum)
    if let entry = kept[key], entry.holds(text, within: limit) {
      work += entry.layout.work
      current = entry
      return
    }
    let entry = layOut(limit)
    work += entry.layout.work
    current = entry
    keep(entry, key)
  }

  private func keep(_ entry: Entry, _ key: Key) {
    if let replaced = kept[key] {
      keptWork.letters -= replaced.layout.work.letters
      keptWork.glyphSteps -= replaced.layout.work.glyphSteps
    }
    keptWork += entry.layout.work
    if !keptWork.fits(in: .maximum) {
      kept.removeAll()
      keptWork = entry.layout.work
    }
    kept[key] = entry
  }
}
