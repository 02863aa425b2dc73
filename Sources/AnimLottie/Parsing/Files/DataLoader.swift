/// Reads the JSON files that assets with data (`t` 3) refer to, for expressions.
struct DataLoader {
  /// What all of them together may still have.
  private var limits: LottieLimits
  /// Whether one had more.
  private var isFull = false

  init(limits: LottieLimits) {
    self.limits = limits
    self.limits.jsonNodes = min(limits.jsonNodes, ExpressionObject.nodeLimit - 1)
  }

  /// The data of an asset; nil, with a diagnostic, if it cannot be read.
  ///
  /// - Parameter resource: returns the bytes of a file, given its relative path.
  mutating func data(
    _ asset: JSONValue, _ diagnostics: inout DiagnosticList, resource: (String) -> [UInt8]?
  ) -> JSONTape? {
    func fail(_ reason: String) -> JSONTape? {
      diagnostics.append(
        .approximated, "the data for expressions cannot be read: \(reason)", at: asset.path)
      return nil
    }
    guard !isFull else { return fail("there is more of it than this program reads") }
    let bytes: [UInt8]
    do throws(AssetFileError) {
      bytes = try AssetFile(asset).bytes(resource)
    } catch {
      return fail("\(error)")
    }
    do throws(LottieError) {
      let tape = try JSONParser.parse(bytes, limits: limits)
      limits.jsonBytes -= bytes.count
      limits.jsonNodes -= tape.count
      return tape
    } catch {
      // No animation has files that are too large read again and again.
      if case .tooMuch = error { isFull = true }
      return fail("\(error)")
    }
  }
}
