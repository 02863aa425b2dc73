import Synchronization

/// A font for text, with fallback fonts for the characters that it lacks.
public final class FontStack: Sendable {
  /// The font of most characters.
  public let primary: FontFace
  /// Returns the font that takes precedence over the primary one for a character.
  private let preferred: (@Sendable (Unicode.Scalar) -> FontFace?)?
  private let fallback: (@Sendable (Unicode.Scalar) -> FontFace?)?
  /// Returns a font that has a colour image of a character.
  private let emoji: (@Sendable (Unicode.Scalar) -> FontFace?)?
  private let found = Mutex(Found())

  private struct Found {
    /// The fonts of characters that the preferred and fallback fonts were searched for. The primary
    /// font if no font has the character.
    var faces: [Request: FontFace] = [:]
    var missing: Set<Unicode.Scalar> = []
  }

  private struct Request: Hashable {
    let scalar: Unicode.Scalar
    let isEmoji: Bool
  }

  /// The maximum number of cached characters, which exceeds the number of different characters in
  /// any text shown at one time.
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
  ///   - emoji: A closure that returns a font with a colour image of a character, or `nil`.
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

  /// The fonts of the characters drawn so far, and the primary one.
  package var usedFaces: Set<FontFace> {
    found.withLock { Set($0.faces.values).union([primary]) }
  }

  /// The requested visible characters that no font has.
  package var missing: Set<Unicode.Scalar> { found.withLock { $0.missing } }

  /// Returns the font for a character, or the primary font if no font has the character.
  public func face(for scalar: Unicode.Scalar) -> FontFace {
    face(for: scalar, isEmoji: scalar.properties.isEmojiPresentation)
  }

  /// Returns the font for a character, or the primary font if no font has the character.
  ///
  /// - Parameter isEmoji: Whether to prefer a colour image.
  func face(for scalar: Unicode.Scalar, isEmoji: Bool) -> FontFace {
    let isEmoji = isEmoji && emoji != nil
    let isInPrimary = primary.glyph(of: scalar) != nil
    if preferred == nil, isInPrimary, !isEmoji { return primary }
    return found.withLock { found in
      let request = Request(scalar: scalar, isEmoji: isEmoji)
      if let cached = found.faces[request] { return cached }
      // The colour image of the requested font precedes that of another font.
      let needsEmoji = isEmoji && !primary.hasImage(of: scalar)
      let face =
        preferred?(scalar) ?? (needsEmoji ? emoji?(scalar) : nil) ?? (isInPrimary ? primary : nil)
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
  /// Whether a font must have a glyph for the character.
  fileprivate var isVisible: Bool {
    !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && properties.generalCategory != .control
  }
}
