import AnimCore

/// Finds the fonts of text whose characters have no outlines in the file.
struct FontLoader {
  private let source: any LottieFontSource

  /// See ``LottieFontSource/problem``.
  var problem: String? { source.problem }

  /// Creates a loader, or returns `nil` if there is no source of fonts.
  init?(_ source: (any LottieFontSource)?) {
    guard let source else { return nil }
    self.source = source
  }

  /// Returns the font of an entry in `fonts.list`: the one in the file, or otherwise one from
  /// outside.
  ///
  /// - Parameter resource: A closure that returns the contents of a file with a relative path.
  func font(
    _ json: JSONValue, _ request: LottieFontRequest, _ diagnostics: inout DiagnosticList,
    resource: (String) throws(AssetFileError) -> [UInt8]?
  ) -> (any LottieFont)? {
    if let bytes = bytes(json["fPath"], resource) {
      if let font = source.font(in: bytes) { return font }
      if let problem {
        diagnostics.append(
          .notDrawn, "the font in the file cannot be read: \(problem)", at: json.path,
          .fontUnreadable)
      } else {
        diagnostics.append(
          .invalid, "the font in the file cannot be read", at: json.path, .fontUnreadable)
      }
    }
    guard let (font, isSubstitute) = source.font(for: request) else { return nil }
    if isSubstitute {
      diagnostics.append(
        .approximated,
        "the font \"\(request.title.shortened)\" is replaced by "
          + "\"\("\(font.family) \(font.style)".shortened)\"", at: json.path, .fontReplaced)
    }
    return font
  }

  /// Returns the bytes that a path refers to: a data URI (RFC 2397), or a file in the archive or
  /// next to the animation. Nothing is fetched from elsewhere.
  private func bytes(_ path: JSONValue?, _ resource: (String) throws(AssetFileError) -> [UInt8]?)
    -> [UInt8]?
  {
    guard let path, path.isString else { return nil }
    switch path.withText(AssetFile.embedded) {
    case .success(let bytes?): return bytes
    // It isn't a font.
    case .failure: return []
    default: break
    }
    return path.string.flatMap { $0.isEmpty ? nil : try? resource($0) }
  }
}

extension LottieFontRequest {
  /// The name of the font for messages.
  fileprivate var title: String {
    family.isEmpty ? name : style.isEmpty ? family : "\(family) \(style)"
  }
}
