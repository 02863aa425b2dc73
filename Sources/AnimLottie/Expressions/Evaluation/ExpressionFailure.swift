import AnimCore

/// An expression that has failed in one or more frames.
struct ExpressionFailure: Hashable, Sendable {
  let id: ExpressionID
  /// The JSON path of its property.
  let path: String
  /// The name of its layer.
  let layer: String
  /// The first frame with the failure, counted from the animation's first frame, which is 0.
  private(set) var first: Double
  private(set) var last: Double
  /// The reason in the first frame.
  private(set) var reason: String

  init(_ id: ExpressionID, path: String, layer: String, frame: Double, reason: String) {
    self.id = id
    self.path = path
    self.layer = layer
    (first, last) = (frame, frame)
    self.reason = reason
  }

  /// Returns the failure of the same expression in another frame.
  func again(in frame: Double, _ reason: String) -> ExpressionFailure {
    ExpressionFailure(id, path: path, layer: layer, frame: frame, reason: reason)
  }

  /// Adds the frames in which the same expression has also failed.
  mutating func add(_ other: ExpressionFailure) {
    if other.first < first { (first, reason) = (other.first, other.reason) }
    last = max(last, other.last)
  }

  /// The diagnostic for the failure.
  var diagnostic: Diagnostic {
    func number(_ frame: Double) -> Int { Int(min(max(frame, 0), 1e15)) }
    let (first, last) = (number(first), number(last))
    let frames = first == last ? "frame \(first)" : "frames \(first) to \(last)"
    return Diagnostic(
      .expressionFailed, .approximated,
      "the expression in layer \"\(layer.shortened)\" fails in \(frames): "
        + "\(reason.shortenedReason); its stored value is drawn", at: path)
  }
}

extension String {
  /// The reason from a script, shortened for a message.
  fileprivate var shortenedReason: String {
    count <= 200 ? shortenedLine : String(prefix(200)).shortenedLine + "…"
  }

  private var shortenedLine: String {
    String(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
  }
}
