import AnimCore

/// The codes of diagnostics about fonts, embedded images, videos and image sequences.
/// docs/diagnostics.md explains them.
enum FormatCode: String, CaseIterable {
  case fields = "video.fields"
  case imageColors = "image.colors"
  case imageUnreadable = "image.unreadable"
  case missingGlyphs = "text.missing-glyphs"
  case pixelAspect = "video.pixel-aspect"
  case sequenceFormat = "sequence.format"
  case sequenceOrientation = "sequence.orientation"
  case sequenceSize = "sequence.size"
  case sequenceUnreadable = "sequence.unreadable"
  case videoBytesAfterEnd = "video.bytes-after-end"
  case videoTruncated = "video.truncated"
}

extension Diagnostic {
  init(
    _ code: FormatCode, _ severity: Severity, _ message: String, at place: Place = .document
  ) {
    self.init(code: code.rawValue, severity, message, at: place)
  }
}
