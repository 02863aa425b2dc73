import Synchronization

/// A font for text, and where to find others for the characters that it lacks.
public final class FontStack: Sendable {
  /// The font of most characters.
  public let primary: FontFace
  /// Another font that is for a character, whether the primary one has it or not.
  private let preferred: (@Sendable (Unicode.Scalar) -> FontFace?)?
  private let fallback: (@Sendable (Unicode.Scalar) -> FontFace?)?
  /// The fonts of characters that others were asked for: the primary one, where no font has them.
  private let found = Mutex<[Unicode.Scalar: FontFace]>([:])
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
    self.fallback = fallback
  }

  /// Creates a stack.
  /// - Parameters:
  ///   - primary: The font of most characters.
  ///   - preferred: A closure that returns the preferred font for a character if it supports it,
  ///     or `nil`.
  ///   - fallback: A closure that returns another font for a character, or `nil`.
  package init(
    _ primary: FontFace, preferred: @escaping @Sendable (Unicode.Scalar) -> FontFace?,
    fallback: @escaping @Sendable (Unicode.Scalar) -> FontFace?
  ) {
    self.primary = primary
    self.preferred = preferred
    self.fallback = fallback
  }

  /// The fonts that characters were drawn with, and the primary one.
  package var usedFaces: Set<FontFace> {
    found.withLock { Set($0.values).union([primary]) }
  }

  /// The font that a character is drawn with: the primary one, where no font has it.
  public func face(for scalar: Unicode.Scalar) -> FontFace {
    let isInPrimary = primary.glyph(of: scalar) != nil
    if preferred == nil, isInPrimary || fallback == nil { return primary }
    return found.withLock { found in
      if let known = found[scalar] { return known }
      let face =
        preferred?(scalar) ?? (isInPrimary ? primary : nil) ?? fallback?(scalar) ?? primary
      if found.count >= Self.maximumFound { found.removeAll() }
      found[scalar] = face
      return face
    }
  }
}
