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
    _ asset: JSONValue, _ diagnostics: inout DiagnosticList,
    resource: (String) throws(AssetFileError) -> [UInt8]?
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
    // Those that are damaged count as well, or an animation could have one read again and again.
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
