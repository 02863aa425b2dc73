import AnimCore

/// Reads a theme, and converts the value of each rule to the format of slots in an animation.
///
/// As in dotLottie's own player, a rule without a slot or with an unknown type invalidates the
/// entire theme. Less serious problems only skip a rule, with a diagnostic.
struct ThemeReader {
  private let id: String
  private var diagnostics = DiagnosticList()
  private var rules: [LottieTheme.Rule] = []

  /// - Parameters:
  ///   - id: The identifier of the theme.
  ///   - path: The name of the theme's file, which is the prefix of paths in diagnostics.
  static func read(
    _ bytes: [UInt8], id: String, path: String, limits: LottieLimits
  ) throws(LottieError) -> LottieTheme {
    let tape: JSONTape
    do throws(LottieError) {
      tape = try JSONParser.parse(bytes, name: path, limits: limits)
    } catch {
      throw .invalidTheme(id, path: path, reason: "\(error)")
    }
    var reader = ThemeReader(id: id)
    try tape.withRoot { root throws(LottieError) in try reader.readRules(root) }
    return LottieTheme(
      id: id, rules: reader.rules, diagnostics: reader.diagnostics.all)
  }

  private init(id: String) { self.id = id }

  private mutating func readRules(_ root: JSONValue) throws(LottieError) {
    guard let list = root["rules"], list.isArray else {
      throw refusal(root, "there is no list of rules")
    }
    let path = list.path
    for (index, rule) in list.elements.enumerated() { try read(rule, path: "\(path)[\(index)]") }
  }

  private func refusal(_ json: JSONValue, _ reason: String) -> LottieError {
    .invalidTheme(id, path: json.path, reason: reason)
  }

  private mutating func leaveOut(_ json: JSONValue, _ reason: String) {
    diagnostics.append(.invalid, reason, at: json.path, .invalidTheme)
  }

  private mutating func read(_ json: JSONValue, path: String) throws(LottieError) {
    guard let slot = json["id"]?.string, !slot.isEmpty else {
      throw refusal(json, "the rule has no slot (id)")
    }
    guard let name = json["type"]?.string else {
      throw refusal(json, "the rule has no type")
    }
    guard let type = ThemeRuleType(rawValue: name) else {
      throw refusal(json, "unknown type of rule \"\(name.shortened)\"")
    }
    guard let value = try value(of: json, type) else { return }
    let animations = json["animations"].flatMap { $0.isArray ? $0 : nil }
    rules.append(
      LottieTheme.Rule(
        slot: slot, type: name, animations: animations?.elements.compactMap { $0.string },
        path: path, value: value))
  }

  /// Returns the slot's value as JSON, or `nil` with a diagnostic if the rule is skipped.
  private mutating func value(
    of rule: JSONValue, _ type: ThemeRuleType
  ) throws(LottieError) -> String? {
    if type == .image { return image(rule) }
    var property: String
    var stops: Int?
    if let list = rule["keyframes"], list.isArray, list.count > 0, type != .image {
      guard let keyframes = try keyframes(list, type) else { return nil }
      property = #""a":1,"k":["# + keyframes.text + "]"
      stops = keyframes.stops
    } else if let value = rule["value"], !value.isNull {
      guard let text = try text(of: value, type) else { return nil }
      property =
        type == .text
        ? #""k":[{"t":0,"s":"# + text + "}]" : #""a":0,"k":"# + text
      stops = value.count
    } else {
      leaveOut(rule, "the rule has neither a value nor keyframes and is ignored")
      return nil
    }
    if type == .gradient {
      if rule["expression"]?.isString == true {
        leaveOut(rule, "the expression of a gradient is not run")
      }
      return #"{"p":\#(stops ?? 0),"k":{\#(property)}}"#
    }
    if let expression = rule["expression"]?.string {
      property += #","x":"# + ThemeText.quoted(expression)
    }
    return "{" + property + "}"
  }

  /// Converts keyframes.
  /// - Returns: The keyframes as JSON and the number of gradient stops in the first one, or `nil`
  ///   with diagnostics if there are no keyframes.
  private mutating func keyframes(
    _ list: JSONValue, _ type: ThemeRuleType
  ) throws(LottieError) -> (text: String, stops: Int)? {
    var frames: [(json: JSONValue, time: Double, value: String)] = []
    var stops = 0
    for json in list.elements {
      guard let time = json["frame"]?.number else {
        leaveOut(json, "a keyframe without a frame is ignored")
        continue
      }
      guard let value = json["value"], let text = try text(of: value, type) else {
        leaveOut(json, "a keyframe without a value is ignored")
        continue
      }
      if frames.isEmpty { stops = value.count }
      if type == .gradient, value.count != stops {
        leaveOut(json, "a keyframe with a different number of stops is ignored")
        continue
      }
      frames.append((json, time, text))
    }
    guard !frames.isEmpty else { return nil }
    let texts = frames.enumerated().map { index, frame in
      var text = #"{"t":\#(ThemeText.number(frame.time)),"s":"# + frame.value
      if type != .text {
        text += Self.easing(frame.json, frames.dropFirst(index + 1).first?.json)
      }
      return text + "}"
    }
    return (texts.joined(separator: ","), stops)
  }

  /// Returns the easing from a keyframe to the next. An in tangent belongs to its own keyframe,
  /// unlike in Lottie, where it is stored with the previous one. Missing tangents are on the
  /// straight line.
  private static func easing(_ keyframe: JSONValue, _ next: JSONValue?) -> String {
    if keyframe["hold"]?.bool == true { return #","h":1"# }
    guard let next else { return "" }
    var text = ""
    let (out, `in`) = (keyframe["outTangent"], next["inTangent"])
    if out?.isObject == true || `in`?.isObject == true {
      text += #","o":"# + (out.flatMap(ThemeText.tangent) ?? #"{"x":0,"y":0}"#)
      text += #","i":"# + (`in`.flatMap(ThemeText.tangent) ?? #"{"x":1,"y":1}"#)
    }
    let (to, ti) = (keyframe["valueOutTangent"], next["valueInTangent"])
    if to?.isArray == true || ti?.isArray == true {
      text += #","to":"# + (to.flatMap(ThemeText.numbers) ?? "[0,0]")
      text += #","ti":"# + (ti.flatMap(ThemeText.numbers) ?? "[0,0]")
    }
    return text
  }

  /// Returns a single value in Lottie's format, or `nil` with a diagnostic if it has the wrong
  /// type.
  private mutating func text(
    of value: JSONValue, _ type: ThemeRuleType
  ) throws(LottieError) -> String? {
    let text: String?
    switch type {
    case .color:
      // As in dotLottie's own player, the fourth number, alpha, has no effect.
      text =
        value.isArray
        ? (value.count < 3 ? "[0,0,0]" : ThemeText.numbers(value, first: 3)) : nil
    case .scalar: text = value.number.map(ThemeText.number)
    case .position, .vector:
      text = value.count >= 2 ? ThemeText.numbers(value, first: 2) : nil
    case .gradient: text = try gradient(value)
    case .text: text = value.isObject ? ThemeText.document(value) : nil
    case .path: text = ThemeText.path(value)
    case .image: text = nil
    }
    if text == nil { leaveOut(value, "a \(type.rawValue) cannot have this value; it is ignored") }
    return text
  }

  /// Returns a gradient: all colours with their offsets, followed by all alphas with theirs.
  private func gradient(_ list: JSONValue) throws(LottieError) -> String? {
    guard list.isArray, list.count > 0 else { return nil }
    var colors: [String] = []
    var alphas: [String] = []
    for stop in list.elements {
      guard let offset = stop["offset"]?.number, let color = stop["color"], color.count == 4,
        color.elements.allSatisfy({ $0.isNumber })
      else { throw refusal(stop, "a stop has an offset and a color of four numbers") }
      let channels = color.elements.compactMap { $0.number }.map(ThemeText.number)
      colors += [ThemeText.number(offset)] + channels.prefix(3)
      alphas += [ThemeText.number(offset)] + channels.suffix(1)
    }
    return "[" + (colors + alphas).joined(separator: ",") + "]"
  }

  private mutating func image(_ rule: JSONValue) -> String? {
    guard let value = rule["value"], let source = value["src"]?.string, !source.isEmpty else {
      leaveOut(rule, "the rule has no image (src) and is ignored")
      return nil
    }
    var text = #"{"u":"","e":1,"p":"#
    if source.utf8.starts(with: "data:".utf8) {
      text += ThemeText.quoted(source)
    } else if source.lowercased().hasPrefix("http:") || source.lowercased().hasPrefix("https:") {
      leaveOut(rule, "images are not downloaded; the rule is ignored")
      return nil
    } else {
      // Only the last part of a path is used, as the name of a file in the archive.
      text += ThemeText.quoted(source.split(separator: "/").last.map(String.init) ?? "")
    }
    for (key, side) in [("w", value["width"]), ("h", value["height"])] {
      if let side = side?.number, side > 0 { text += #","\#(key)":\#(ThemeText.number(side))"# }
    }
    return text + "}"
  }
}

/// The types of rules, by name.
private enum ThemeRuleType: String {
  case color = "Color"
  case scalar = "Scalar"
  case position = "Position"
  case vector = "Vector"
  case gradient = "Gradient"
  case image = "Image"
  case text = "Text"
  case path = "BezierPath"
}

/// Writes JSON in Lottie's format.
private enum ThemeText {
  /// Writes a finite number, because JSON doesn't support others.
  static func number(_ value: Double) -> String { "\(FieldReader.clamped(value))" }

  /// Returns a list of numbers, or `nil` for other values.
  static func numbers(_ list: JSONValue, first: Int) -> String? {
    let numbers = list.elements.prefix(first).map { $0.number }
    guard list.isArray, numbers.allSatisfy({ $0 != nil }) else { return nil }
    return "[" + numbers.compactMap { $0 }.map(number).joined(separator: ",") + "]"
  }

  static func numbers(_ list: JSONValue) -> String? { numbers(list, first: 3) }

  /// Returns a tangent `{"x", "y"}`, each a number or a list of numbers, or `nil` for other values.
  static func tangent(_ json: JSONValue) -> String? {
    func side(_ value: JSONValue?) -> String? {
      value.flatMap { $0.number.map(number) ?? numbers($0) }
    }
    guard let x = side(json["x"]), let y = side(json["y"]) else { return nil }
    return #"{"x":\#(x),"y":\#(y)}"#
  }

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static let justifications = [
    "Left", "Right", "Center", "JustifyLastLeft", "JustifyLastRight", "JustifyLastCenter",
    "JustifyLastFull",
  ]
  private static let caps = ["Regular", "AllCaps", "SmallCaps"]

  /// Returns a text document without missing fields.
  static func document(_ json: JSONValue) -> String {
    var fields: [String] = []
    func add(_ key: String, _ value: String?) {
      if let value { fields.append(#""\#(key)":"# + value) }
    }
    func named(_ value: JSONValue?, _ names: [String]) -> String? {
      value?.string.flatMap { names.firstIndex(of: $0) }.map { "\($0)" }
        ?? value?.number.map(number)
    }
    add("t", json["text"]?.string.map(quoted))
    add("f", json["fontName"]?.string.map(quoted))
    add("s", json["fontSize"]?.number.map(number))
    add("fc", json["fillColor"].flatMap { numbers($0, first: 4) })
    add("sc", json["strokeColor"].flatMap { numbers($0, first: 4) })
    add("sw", json["strokeWidth"]?.number.map(number))
    add("of", json["strokeOverFill"]?.bool.map { "\($0)" })
    add("lh", json["lineHeight"]?.number.map(number))
    add("tr", json["tracking"]?.number.map(number))
    add("j", named(json["justify"], justifications))
    add("ca", named(json["textCaps"], caps))
    add("ls", json["baselineShift"]?.number.map(number))
    add("sz", json["wrapSize"].flatMap { numbers($0, first: 2) })
    add("ps", json["wrapPosition"].flatMap { numbers($0, first: 2) })
    return "{" + fields.joined(separator: ",") + "}"
  }

  /// Returns a path, or `nil` if it has no vertices.
  static func path(_ json: JSONValue) -> String? {
    func points(_ list: JSONValue?) -> String? {
      guard let list, list.isArray else { return nil }
      let points = list.elements.map { numbers($0, first: 2) }
      guard points.allSatisfy({ $0 != nil }) else { return nil }
      return "[" + points.compactMap { $0 }.joined(separator: ",") + "]"
    }
    guard let vertices = points(json["vertices"]), let count = json["vertices"]?.count else {
      return nil
    }
    let zeros = "[" + repeatElement("[0,0]", count: count).joined(separator: ",") + "]"
    return #"{"v":\#(vertices),"i":\#(points(json["inTangents"]) ?? zeros),"#
      + #""o":\#(points(json["outTangents"]) ?? zeros),"c":\#(json["closed"]?.bool ?? false)}"#
  }
}
