import AnimCore

/// Finds the fonts of text whose characters have no outlines in the file.
struct FontLoader {
  private let source: any LottieFontSource

  /// Nil without a source of fonts.
  init?(_ source: (any LottieFontSource)?) {
    guard let source else { return nil }
    self.source = source
  }

  /// The font of an entry in `fonts.list`: the one in the file, or else one from outside.
  ///
  /// - Parameter resource: returns the bytes of a file, given its relative path.
  func font(
    _ json: JSONValue, _ request: LottieFontRequest, _ diagnostics: inout DiagnosticList,
    resource: (String) throws(AssetFileError) -> [UInt8]?
  ) -> (any LottieFont)? {
    if let bytes = bytes(json["fPath"], resource) {
      if let font = source.font(in: bytes) { return font }
      diagnostics.append(.invalid, "the font in the file cannot be read", at: json.path)
    }
    guard let (font, isSubstitute) = source.font(for: request) else { return nil }
    if isSubstitute {
      diagnostics.append(
        .approximated,
        "the font \"\(request.title.shortened)\" is replaced by "
          + "\"\("\(font.family) \(font.style)".shortened)\"", at: json.path)
    }
    return font
  }

  /// The bytes that a path refers to: a data URI (RFC 2397), or a file in the archive or beside the
  /// animation. Nothing is fetched from elsewhere.
  private func bytes(_ path: JSONValue?, _ resource: (String) throws(AssetFileError) -> [UInt8]?)
    -> [UInt8]?
  {
    guard let path, path.isString else { return nil }
    switch path.withText(AssetFile.embedded) {
    case .success(let bytes?): return bytes
    // It is no font.
    case .failure: return []
    default: break
    }
    return path.string.flatMap { $0.isEmpty ? nil : try? resource($0) }
  }
}

extension LottieFontRequest {
  /// The font for people.
  fileprivate var title: String {
    family.isEmpty ? name : style.isEmpty ? family : "\(family) \(style)"
  }
}
