import AnimCore

/// Reads the JSON files that assets with data (`t` 3) refer to, for expressions.
struct DataLoader {
  /// The remaining limits for all files.
  private var limits: LottieLimits
  /// Whether a file has exceeded the limits.
  private var isFull = false

  init(limits: LottieLimits) {
    self.limits = limits
    self.limits.jsonNodes = min(limits.jsonNodes, ExpressionObject.nodeLimit - 1)
  }

  /// Returns the data of an asset, or `nil` with a diagnostic if it can't be read.
  ///
  /// - Parameter resource: A closure that returns the contents of a file with a relative path.
  mutating func data(
    _ asset: JSONValue, _ diagnostics: inout DiagnosticList,
    resource: (String) throws(AssetFileError) -> [UInt8]?
  ) -> JSONTape? {
    func fail(_ reason: String) -> JSONTape? {
      diagnostics.append(
        .approximated, "the data for expressions cannot be read: \(reason)", at: asset.path,
        .dataUnreadable)
      return nil
    }
    guard !isFull else { return fail("it is larger than this program reads") }
    let bytes: [UInt8]
    do throws(AssetFileError) {
      bytes = try AssetFile(asset).bytes(resource)
    } catch {
      return fail("\(error)")
    }
    // Corrupt files count, too. Otherwise, an animation could make one be read repeatedly.
    let left = limits
    limits.jsonBytes = max(0, left.jsonBytes - bytes.count)
    do throws(LottieError) {
      let tape = try JSONParser.parse(bytes, limits: left)
      limits.jsonNodes -= tape.count
      return tape
    } catch {
      if case .tooMuch = error { isFull = true }
      return fail("\(error)")
    }
  }
}
