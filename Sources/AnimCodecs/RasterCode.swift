import AnimGraphics

/// The codes of diagnostics about raster files. docs/diagnostics.md explains them.
package enum RasterCode: String, CaseIterable {
  case bytesAfterEnd = "raster.bytes-after-end"
  case clipped = "raster.clipped"
  case colorProfile = "raster.color-profile"
  case imageSkipped = "raster.image-skipped"
  case invalid = "raster.invalid"
  case limit = "raster.limit"
  case text = "raster.text"
  case truncated = "raster.truncated"
  case unsupported = "raster.unsupported"
}

// Each message is listed once.
extension DiagnosticList {
  /// Creates an empty list for a raster file.
  package init() { self.init(limit: RasterLimits.maximumProblems) }

  package mutating func add(
    _ code: RasterCode, _ severity: Diagnostic.Severity, _ message: String
  ) {
    appendOnce(message, Diagnostic(code: code.rawValue, severity, message))
  }

  /// Reports a violation of the rules of the format.
  package mutating func addInvalid(_ message: String) { add(.invalid, .invalid, message) }

  /// Reports a truncated file.
  package mutating func addCutOff() { add(.truncated, .invalid, "the file is truncated") }

  /// Reports bytes after the end of a file.
  package mutating func add(bytesAfterEnd count: Int) {
    guard count > 0 else { return }
    add(
      .bytesAfterEnd, .remark,
      count == 1
        ? "a byte after the end is ignored" : "\(count) bytes after the end are ignored")
  }

  /// Reports an image that is shown with fewer pixels than it has.
  package mutating func add(reduced size: PixelSize, to canvas: PixelSize) {
    add(
      .limit, .approximated,
      "its \(size.width)x\(size.height) pixels are reduced to \(canvas.width)x\(canvas.height) "
        + "(limit of this program)")
  }

  /// Reports frames that aren't played because there are too many.
  package mutating func addTooManyFrames() {
    add(
      .limit, .notDrawn,
      "only the first \(RasterLimits.maximumFrames) frames are played (limit of this program)")
  }
}
