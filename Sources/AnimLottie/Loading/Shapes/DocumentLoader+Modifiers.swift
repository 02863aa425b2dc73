import AnimCore

extension DocumentLoader {
  func trim(_ json: JSONValue) throws(LottieError) -> TrimModifier {
    TrimModifier(
      start: try property(json, "s", default: 0), end: try property(json, "e", default: 100),
      offset: try property(json, "o", default: 0), isSequential: json["m"]?.number == 2)
  }

  func repeater(_ json: JSONValue) throws(LottieError) -> RepeaterModifier {
    let transform = json["tr"]
    return RepeaterModifier(
      copies: try property(json, "c", default: 1), offset: try property(json, "o", default: 0),
      isAbove: json["m"]?.number != 2, transform: try self.transform(transform),
      startOpacity: try transform.map { json throws(LottieError) in
        try property(json, "so", default: 100)
      } ?? .constant(100),
      endOpacity: try transform.map { json throws(LottieError) in
        try property(json, "eo", default: 100)
      } ?? .constant(100))
  }

  func offset(_ json: JSONValue) throws(LottieError) -> OffsetModifier {
    OffsetModifier(
      amount: try property(json, "a", default: 0), join: join(json),
      miterLimit: try property(json, "ml", default: 4))
  }

  func zigZag(_ json: JSONValue) throws(LottieError) -> ZigZagModifier {
    ZigZagModifier(
      amplitude: try property(json, "s", default: 0),
      frequency: try property(json, "r", default: 0),
      isSmooth: try property(json, "pt", default: false))
  }

  func twist(_ json: JSONValue) throws(LottieError) -> TwistModifier {
    TwistModifier(
      angle: try property(json, "a", default: 0), center: try property(json, "c", default: .zero))
  }

  func mergeMode(_ json: JSONValue) -> MergeMode {
    guard let code = integer(json, "mm") else { return .normal }
    if let mode = MergeMode(rawValue: code) { return mode }
    report(json, .invalid, "there is no merge mode \(code)")
    return .normal
  }
}
