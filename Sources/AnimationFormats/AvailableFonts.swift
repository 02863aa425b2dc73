import AnimText
import LinuxSystem
import Synchronization

/// The fonts in folders and of the system, which are read on first use.
final class AvailableFonts: Sendable {
  private let configuration: FontConfiguration
  private let openedFolders = Mutex<[FontFolder]?>(nil)

  init(_ configuration: FontConfiguration) { self.configuration = configuration }

  /// The folders in the order in which they are searched.
  var folders: [FontFolder] {
    openedFolders.withLock { opened in
      if let opened { return opened }
      let folders = configuration.folders.map(FontFolder.init)
      opened = folders
      return folders
    }
  }

  /// The fonts of the system, or `nil` if they aren't used.
  var system: SystemFonts? { configuration.systemFonts }

  /// The error of a library without which text lacks fonts, or `nil` if all are installed.
  var missingLibrary: FontError? { configuration.missingLibrary }

  /// Returns a font for text, with the other fonts for emoji and for characters that it lacks.
  ///
  /// - Parameters:
  ///   - styled: The faces in the style of the text.
  ///   - preferred: A closure that returns the preferred font for a character if it supports it, or `nil`.
  func stack(
    _ primary: FontFace, _ styled: StyledFaces,
    preferred: (@Sendable (Unicode.Scalar) -> FontFace?)? = nil
  ) -> FontStack {
    let emoji: @Sendable (Unicode.Scalar) -> FontFace? = { scalar in
      self.folders.lazy.compactMap { $0.emoji(for: scalar) }.first
        ?? self.system?.emoji(for: scalar)
    }
    let fallback: @Sendable (Unicode.Scalar) -> FontFace? = { scalar in
      let found =
        self.folders.lazy.compactMap { $0.face(with: scalar, style: styled.style) }.first
        ?? self.system?.fallbackOrImage(for: scalar)
      return found.map { styled.face($0) }
    }
    var styledPreferred = preferred
    if let preferred { styledPreferred = { preferred($0).map { styled.face($0) } } }
    return FontStack(
      styled.face(primary), preferred: styledPreferred, emoji: emoji, fallback: fallback)
  }
}

/// Faces in the style of a text: instances of variable fonts, or imitations of missing styles. Each
/// is created once.
final class StyledFaces: Sendable {
  let style: FontStyle
  private let variations: [FontVariation]
  private let synthesis: FontSynthesis
  private let cached = Mutex<[FontFace: FontFace]>([:])

  init(_ style: FontStyle, _ variations: [FontVariation], _ synthesis: FontSynthesis) {
    self.style = style
    self.variations = variations
    self.synthesis = synthesis
  }

  fileprivate func face(_ face: FontFace) -> FontFace {
    cached.withLock { cached in
      if let styled = cached[face] { return styled }
      let styled = face.varied(by: variations).imitating(style, synthesis)
      cached[face] = styled
      return styled
    }
  }
}
