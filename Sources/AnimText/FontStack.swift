import Synchronization

/// A font for text, and where to find others for the characters that it lacks.
public final class FontStack: Sendable {
  /// The font of most characters.
  public let primary: FontFace
  /// Another font that is for a character, whether the primary one has it or not.
  private let preferred: (@Sendable (Unicode.Scalar) -> FontFace?)?
  private let fallback: (@Sendable (Unicode.Scalar) -> FontFace?)?
  /// Another font that has a character as a picture in colour.
  private let emoji: (@Sendable (Unicode.Scalar) -> FontFace?)?
  private let found = Mutex(Found())

  private struct Found {
    /// The fonts of characters that others were asked for: the primary one, where no font has them.
    var faces: [Request: FontFace] = [:]
    var missing: Set<Unicode.Scalar> = []
  }

  private struct Request: Hashable {
    let scalar: Unicode.Scalar
    let isEmoji: Bool
  }

  /// More characters than any text has that is shown at a time.
  private static let maximumFound = 4096

  /// Creates a stack.
  /// - Parameters:
  ///   - primary: The font of most characters.
  ///   - fallback: A closure that returns another font for a character, or `nil`.
  public init(
    _ primary: FontFace, fallback: (@Sendable (Unicode.Scalar) -> FontFace?)? = nil
  ) {
    self.primary = primary
    preferred = nil
    emoji = nil
    self.fallback = fallback
  }

  /// Creates a stack.
  /// - Parameters:
  ///   - primary: The font of most characters.
  ///   - preferred: A closure that returns the preferred font for a character if it supports it,
  ///     or `nil`.
  ///   - emoji: A closure that returns a font that has a character as a picture in colour, or `nil`.
  ///   - fallback: A closure that returns another font for a character, or `nil`.
  package init(
    _ primary: FontFace, preferred: (@Sendable (Unicode.Scalar) -> FontFace?)? = nil,
    emoji: (@Sendable (Unicode.Scalar) -> FontFace?)?,
    fallback: @escaping @Sendable (Unicode.Scalar) -> FontFace?
  ) {
    self.primary = primary
    self.preferred = preferred
    self.emoji = emoji
    self.fallback = fallback
  }

  /// The fonts that characters were drawn with, and the primary one.
  package var usedFaces: Set<FontFace> {
    found.withLock { Set($0.faces.values).union([primary]) }
  }

  /// The visible characters that were requested and that no font has.
  package var missing: Set<Unicode.Scalar> { found.withLock { $0.missing } }

  /// The font that a character is drawn with: the primary one, where no font has it.
  public func face(for scalar: Unicode.Scalar) -> FontFace {
    face(for: scalar, isEmoji: scalar.properties.isEmojiPresentation)
  }

  /// The font that a character is drawn with: the primary one, where no font has it.
  ///
  /// - Parameter isEmoji: Whether to prefer a picture in colour.
  func face(for scalar: Unicode.Scalar, isEmoji: Bool) -> FontFace {
    let isEmoji = isEmoji && emoji != nil
    let isInPrimary = primary.glyph(of: scalar) != nil
    if preferred == nil, isInPrimary, !isEmoji { return primary }
    return found.withLock { found in
      let request = Request(scalar: scalar, isEmoji: isEmoji)
      if let known = found.faces[request] { return known }
      let face =
        preferred?(scalar) ?? (isEmoji ? emoji?(scalar) : nil) ?? (isInPrimary ? primary : nil)
        ?? fallback?(scalar)
      if found.faces.count >= Self.maximumFound { found.faces.removeAll() }
      found.faces[request] = face ?? primary
      if face == nil, scalar.isVisible, found.missing.count < Self.maximumFound {
        found.missing.insert(scalar)
      }
      return face ?? primary
    }
  }
}

extension Unicode.Scalar {
  /// Whether a font has to have a glyph for the character.
  fileprivate var isVisible: Bool {
    !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && properties.generalCategory != .control
  }
}
