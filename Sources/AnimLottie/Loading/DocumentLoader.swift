import AnimCore

/// Turns JSON into a ``LottieDocument``. What it does not understand becomes a diagnostic.
final class DocumentLoader {
  let root: JSONValue
  let limits: LottieLimits
  let version: FileVersion
  var document = LottieDocument()
  var budget: Budget
  var slots: SlotTable
  var diagnostics = DiagnosticList()
  /// Indices of the document's compositions, by identifier.
  var compositions: [String: Int] = [:]
  /// Indices of the document's images, by identifier.
  var images: [String: Int] = [:]
  /// Indices of the document's fonts, by name.
  var fonts: [String: Int] = [:]

  init(_ tape: JSONTape, slots: SlotTable, limits: LottieLimits) {
    root = tape.root
    self.slots = slots
    self.limits = limits
    budget = Budget(limits)
    version = FileVersion(tape.root["v"]?.string)
  }

  /// - Parameter image: returns the image of an asset; nil if there is none.
  func load(
    image: (JSONValue, inout DiagnosticList) -> Image?
  ) throws(LottieError) {
    guard root.isObject, let layers = root["layers"], layers.isArray else {
      throw .notAnAnimation(reason: "there is no list of layers")
    }
    document.version = root["v"]?.string ?? ""
    document.name = root["nm"]?.string ?? ""
    document.size = try size()
    document.frameRate = try frameRate()
    document.frames = try frames()
    try loadFonts()
    let compositions = loadAssets(image)
    for (index, composition) in compositions.enumerated() {
      document.compositions[index].layers = try self.layers(composition.layers, composition.path)
    }
    document.layers = try self.layers(layers, "layers")
    try checkCompositions()
    try slots.checkNames()
  }
}

extension DocumentLoader {
  private static let largestSide = 65_536.0
  private static let largestRate = 1000.0
  private static let mostFrames = 1e9

  private func size() throws(LottieError) -> SIMD2<Double> {
    var size = SIMD2<Double>()
    size.x = try side("w")
    size.y = try side("h")
    return size
  }

  private func side(_ key: StaticString) throws(LottieError) -> Double {
    guard let number = root[key]?.number else {
      throw .invalidField(path: "\(key)", reason: "it must be a number")
    }
    guard number >= 1 else { throw .invalidField(path: "\(key)", reason: "it must be at least 1") }
    guard number <= Self.largestSide else {
      throw .invalidField(path: "\(key)", reason: "it must be at most \(Int(Self.largestSide))")
    }
    return number
  }

  private func frameRate() throws(LottieError) -> Double {
    guard let rate = root["fr"]?.number else {
      report(root, .invalid, "the frame rate (fr) is missing; 60 is used")
      return 60
    }
    guard rate >= 1 / Self.largestRate, rate <= Self.largestRate else {
      throw .invalidField(path: "fr", reason: "it must be above 0 and at most 1000")
    }
    return rate
  }

  private func frames() throws(LottieError) -> Range<Double> {
    let first = number(root, "ip", default: 0)
    guard let last = root["op"]?.number else {
      throw .invalidField(path: "op", reason: "it must be a number")
    }
    guard last > first else {
      throw .invalidField(path: "op", reason: "it must be greater than ip")
    }
    guard first.magnitude <= Self.mostFrames, last.magnitude <= Self.mostFrames else {
      throw .invalidField(path: "op", reason: "there are too many frames")
    }
    return first..<last
  }

  func report(
    _ value: JSONValue, _ severity: LottieDiagnostic.Severity, _ message: String
  ) {
    diagnostics.append(severity, message, at: value.path)
  }
}
