import Synchronization

/// A font for text, and where to find others for the characters that it lacks.
public final class FontStack: Sendable {
  /// The font of most characters.
  public let primary: FontFace
  private let fallback: (@Sendable (Unicode.Scalar) -> FontFace?)?
  /// The fonts of characters that the primary one lacks: the primary one, where no font has them.
  private let found = Mutex<[Unicode.Scalar: FontFace]>([:])
  /// More characters than any text has that is shown at a time.
  private static let maximumFound = 4096

  /// - Parameters:
  ///   - primary: the font of most characters.
  ///   - fallback: returns another font that has a character; nil if there is none.
  public init(
    _ primary: FontFace, fallback: (@Sendable (Unicode.Scalar) -> FontFace?)? = nil
  ) {
    self.primary = primary
    self.fallback = fallback
  }

  /// The font that a character is drawn with: the primary one, where no font has it.
  public func face(for scalar: Unicode.Scalar) -> FontFace {
    if primary.glyph(of: scalar) != nil { return primary }
    guard let fallback else { return primary }
    return found.withLock { found in
      if let known = found[scalar] { return known }
      let face = fallback(scalar) ?? primary
      if found.count >= Self.maximumFound { found.removeAll() }
      found[scalar] = face
      return face
    }
  }
}
