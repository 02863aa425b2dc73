import AnimCore

/// Turns JSON into a ``AnimationModel``. What it does not understand becomes a diagnostic.
final class DocumentLoader {
  let root: JSONValue
  let limits: LottieLimits
  let version: FileVersion
  var document = AnimationModel()
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
  private static let largestFrame = 1e9

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
    guard first.magnitude <= Self.largestFrame, last.magnitude <= Self.largestFrame else {
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

extension DocumentLoader {
  /// Registers compositions and images by their identifiers, and loads the images.
  ///
  /// - Returns: the lists of layers of the compositions, in the order of the document's.
  func loadAssets(
    _ image: (JSONValue, inout DiagnosticList) -> Image?
  ) -> [(layers: JSONValue, path: String)] {
    var lists: [(layers: JSONValue, path: String)] = []
    guard let assets = root["assets"] else { return [] }
    for (index, asset) in assets.elements.enumerated() {
      guard let id = identifier(asset["id"]) else {
        report(asset, .invalid, "the asset has no identifier (id)")
        continue
      }
      // Of several assets with the same identifier, the first counts, as in lottie-web.
      guard compositions[id] == nil, images[id] == nil else { continue }
      if let layers = asset["layers"], layers.isArray {
        compositions[id] = document.compositions.count
        document.compositions.append(CompositionModel(id: id, layers: []))
        lists.append((layers, "assets[\(index)].layers"))
      } else if asset["p"] != nil, asset["t"] == nil {
        images[id] = document.images.count
        document.images.append(loadImage(asset, id: id, image))
      }
    }
    return lists
  }

  private func loadImage(
    _ asset: JSONValue, id: String, _ image: (JSONValue, inout DiagnosticList) -> Image?
  ) -> ImageModel {
    let source = slots.value(of: asset) ?? asset
    let image = image(source, &diagnostics)
    let natural = image.map { SIMD2(Double($0.size.width), Double($0.size.height)) } ?? .zero
    func side(_ key: StaticString, _ natural: Double) -> Double {
      let side = number(asset, key, default: natural)
      return side > 0 ? side : natural
    }
    return ImageModel(
      id: id, size: SIMD2(side("w", natural.x), side("h", natural.y)), image: image)
  }
}

extension DocumentLoader {
  /// The markers that have a name.
  func markers() throws(LottieError) -> [LottieMarker] {
    guard let list = root["markers"] else { return [] }
    try budget.takeItems(list.count, at: list)
    var markers: [LottieMarker] = []
    for json in list.elements {
      guard let name = json["cm"]?.string.map(markerName), !name.isEmpty else { continue }
      let frame = number(json, "tm", default: 0) - document.frames.lowerBound
      let duration = max(number(json, "dr", default: 0), 0)
      markers.append(LottieMarker(name: name, frame: frame, duration: duration))
    }
    return markers
  }

  /// A marker's comment is its name, or JSON that contains the name.
  private func markerName(_ comment: String) -> String {
    guard comment.utf8.first == UInt8(ascii: "{"),
      let tape = try? JSONParser.parse(Array(comment.utf8), limits: limits),
      let name = tape.root["name"]?.string
    else { return comment }
    return name
  }
}

/// Counts what has been loaded from a file, and throws once it is more than the limits allow.
struct Budget {
  private let limits: LottieLimits
  private var layers = 0
  private var items = 0
  private var keyframes = 0
  private var points = 0
  private var textBytes = 0

  init(_ limits: LottieLimits) { self.limits = limits }

  mutating func takeLayers(_ count: Int, at value: JSONValue) throws(LottieError) {
    try Self.take(count, &layers, limits.layers, .layers, value)
  }

  mutating func takeItems(_ count: Int, at value: JSONValue) throws(LottieError) {
    try Self.take(count, &items, limits.items, .items, value)
  }

  mutating func takeKeyframes(_ count: Int, at value: JSONValue) throws(LottieError) {
    try Self.take(count, &keyframes, limits.keyframes, .keyframes, value)
  }

  /// Counts the points of one path, which has a limit of its own.
  mutating func takePoints(_ count: Int, at value: JSONValue) throws(LottieError) {
    var path = 0
    try Self.take(count, &path, limits.pathPoints, .pathPoints, value)
    try Self.take(count, &points, limits.points, .points, value)
  }

  mutating func takeText(_ count: Int, at value: JSONValue) throws(LottieError) {
    try Self.take(count, &textBytes, limits.textBytes, .textBytes, value)
  }

  private static func take(
    _ count: Int, _ sum: inout Int, _ limit: Int, _ resource: LottieLimits.Resource,
    _ value: JSONValue
  ) throws(LottieError) {
    sum += count
    guard sum <= limit else { throw .tooMuch(resource, limit: limit, path: value.path) }
  }
}

/// The diagnostics of a file: the first of them, up to a limit, and a count of the rest.
struct DiagnosticList {
  private(set) var all: [LottieDiagnostic] = []
  /// How many diagnostics were left out.
  private var omitted = 0

  /// The limit also bounds the time spent on finding the paths of values.
  private static let longest = 250

  mutating func append(
    _ severity: LottieDiagnostic.Severity, _ message: String, at path: @autoclosure () -> String
  ) {
    guard all.count < Self.longest else {
      omitted += 1
      return
    }
    all.append(LottieDiagnostic(path: path(), severity: severity, message: message))
  }

  /// All of them; if some were left out, the last one says how many.
  var complete: [LottieDiagnostic] {
    guard omitted > 0 else { return all }
    return all + [
      LottieDiagnostic(path: "", severity: .invalid, message: "\(omitted) more are not listed")
    ]
  }
}

/// The version of the exporter that wrote a file (`v`), on which the meaning of some fields depends.
struct FileVersion: Comparable {
  private var numbers: [Int]

  init(_ major: Int, _ minor: Int, _ patch: Int) { numbers = [major, minor, patch] }

  /// Anything but three numbers counts as newer than every version.
  init(_ text: String?) {
    let text = text.flatMap { $0.utf8.count <= 64 ? $0 : nil } ?? ""
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.prefix(3).compactMap { Int($0) }
    self.numbers = numbers.count == 3 ? numbers : [.max, 0, 0]
  }

  static func < (a: FileVersion, b: FileVersion) -> Bool {
    a.numbers.lexicographicallyPrecedes(b.numbers)
  }

  /// Colours of fills and strokes are 0 ... 255.
  var hasByteColors: Bool { self < FileVersion(4, 1, 9) }
  /// Text does not change over time: its document stands where later files have keyframes.
  var hasStaticText: Bool { self < FileVersion(4, 4, 14) }
  /// The flag that closes a path belongs to the shape or mask, not to the path.
  var hasClosedFlagAtShape: Bool { self < FileVersion(4, 4, 18) }
}
