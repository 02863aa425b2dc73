import AnimCore

/// An open file, from which animations, themes and state machines can be read.
///
/// For a file with a single animation, ``LottieAnimation/init(_:options:)`` does the same in one
/// step.
public struct LottieFile: Sendable {
  /// The kind of file.
  public var format: LottieAnimation.Format { contents.format }
  /// The manifest of a dotLottie file, which is empty for other formats.
  public var manifest: LottieManifest { contents.archive?.manifest ?? LottieManifest() }
  /// The diagnostics of the file outside its animations, themes and state machines.
  public var diagnostics: [Diagnostic] { contents.archive?.diagnostics ?? [] }
  /// The JSON of the only animation, or `nil` for a dotLottie file.
  package var json: [UInt8]? { contents.json }
  let contents: FileContents
  let limits: LottieLimits

  /// Opens a file from its bytes.
  ///
  /// - Throws: ``LottieError`` if the file doesn't contain animations or is corrupt.
  public init(_ bytes: [UInt8], limits: LottieLimits = LottieLimits()) throws(LottieError) {
    contents = try FileContents(bytes, limits: limits)
    self.limits = limits
  }

  /// Reads an animation.
  ///
  /// - Throws: ``LottieError``, like ``LottieAnimation/init(_:options:)``.
  /// - Complexity: O(*n*) in the size of the animation, on every call.
  public func animation(
    options: LottieLoadingOptions = LottieLoadingOptions()
  ) throws(LottieError) -> LottieAnimation {
    // The limit on decompressed bytes applies to each call.
    var contents = contents
    let limits = options.limits ?? limits
    let manifest = manifest
    let id = options.animation ?? manifest.firstAnimation
    var diagnostics = diagnostics
    var theme: LottieTheme?
    switch options.theme {
    case .none: break
    case .id(let wanted): theme = try self.theme(wanted, allowed: manifest)
    case .json(let text):
      theme = try ThemeReader.read(Array(text.utf8), id: "", path: "theme", limits: limits)
    case .initial:
      guard let id, let wanted = manifest[animation: id]?.initialTheme else { break }
      do {
        theme = try self.theme(wanted, allowed: manifest)
      } catch {
        diagnostics.append(error.diagnostic)
      }
    }
    diagnostics += theme?.diagnostics ?? []
    return try LottieAnimation(
      &contents, id: id, theme: theme.map { ($0.id, $0.rules(for: id)) }, options: options,
      limits: limits, diagnostics: diagnostics)
  }

  /// The parameters have been replaced by ``LottieLoadingOptions``.
  @available(*, unavailable, renamed: "animation(options:)")
  public func animation(
    _ id: String?, theme choice: LottieThemeChoice = .initial, slots: [String: String] = [:],
    runsExpressions: Bool = true, fonts: (any LottieFontSource)? = nil,
    resource: (String) -> [UInt8]? = { _ in nil }
  ) throws(LottieError) -> LottieAnimation {
    throw .noAnimation
  }

  /// Reads a theme.
  ///
  /// - Throws: ``LottieError/unknownTheme(_:)``, or ``LottieError/invalidTheme(_:path:reason:)``.
  public func theme(_ id: String) throws(LottieError) -> LottieTheme {
    let path = DotLottie.path(of: .theme, id)
    var contents = contents
    guard let bytes = try contents.json(of: .theme, id) else {
      guard manifest.themes.contains(where: { $0.id == id }) else {
        throw .unknownTheme(id.shortened)
      }
      throw .invalidTheme(id, path: path, reason: "the archive has no such file")
    }
    return try ThemeReader.read(bytes, id: id, path: path, limits: limits)
  }

  private func theme(
    _ id: String, allowed manifest: LottieManifest
  ) throws(LottieError) -> LottieTheme {
    guard manifest.allows(theme: id) else { throw .unknownTheme(id.shortened) }
    return try theme(id)
  }
}
