import AnimCore
import AnimScript

/// A reader that converts JSON to an ``AnimationModel`` and reports unknown parts as diagnostics.
struct DocumentLoader {
  /// Keeps the JSON alive.
  private let tape: JSONTape
  private let root: JSONValue
  private let limits: LottieLimits
  private let fields: FieldReader
  private var document = AnimationModel()
  /// The indices of the document's compositions, by identifier.
  private var compositions: [String: Int] = [:]
  /// The indices of the document's images, by identifier.
  private var images: [String: Int] = [:]
  /// The data of assets for expressions, by identifier.
  private var data: [String: JSONTape] = [:]

  private let slots: SlotTable
  private let runsExpressions: Bool

  /// - Parameter runsExpressions: Whether to compile expressions, rather than skip them.
  init(_ tape: JSONTape, slots: SlotTable, limits: LottieLimits, runsExpressions: Bool = true) {
    self.tape = tape
    root = tape.value(at: 0)
    self.limits = limits
    self.slots = slots
    self.runsExpressions = runsExpressions
    fields = FieldReader(
      version: FileVersion(root["v"]?.string), slots: slots, limits: limits,
      ignoresExpressions: !runsExpressions)
  }

  /// Loads the document.
  /// - Parameters:
  ///   - image: A closure that returns the image of an asset, or `nil`.
  ///   - data: A closure that returns the data of an asset, or `nil`.
  ///   - fontProblem: A closure that returns the reason why no font can be read, or `nil`.
  ///   - font: A closure that returns the glyph source of a font, or `nil`.
  mutating func load(
    image: (JSONValue, inout DiagnosticList) -> Image?,
    data: (JSONValue, inout DiagnosticList) -> JSONTape?,
    fontProblem: @escaping () -> String?, font: TextReader.FontFinder
  ) throws(LottieError) -> LoadedDocument {
    guard root.isObject, let layers = root["layers"], layers.isArray else {
      throw .notAnAnimation(reason: "there is no list of layers")
    }
    document.version = root["v"]?.string ?? ""
    document.name = root["nm"]?.string ?? ""
    document.size = try size()
    document.frameRate = try frameRate()
    document.frames = try frames()
    let shapes = ShapeReader(fields)
    let text = try TextReader(root, fields, shapes, fontProblem: fontProblem, font: font)
    document.fonts = text.fonts
    let assets = readAssets(image, data)
    readExpressions(assets.map { ($0.layers, $0.asset) } + [(layers, root)])
    let reader = LayerReader(
      fields: fields, shapes: shapes, text: text, compositions: compositions, images: images,
      frames: document.frames, size: document.size)
    for (index, asset) in assets.enumerated() {
      document.compositions[index].layers = try reader.layers(asset.layers, asset.path)
    }
    document.layers = try reader.layers(layers, "layers")
    try checkCompositions()
    var space = SpaceCheck(fields)
    space.check(&document)
    try fields.checkSlots()
    document.slots = fields.allSlots
    return LoadedDocument(
      model: document, markers: try markers(), slots: fields.slotNames,
      diagnostics: fields.diagnostics, skippedExpressions: fields.skippedExpressions)
  }
}

/// The contents of a file.
struct LoadedDocument {
  let model: AnimationModel
  let markers: [LottieMarker]
  /// The names of the slots, in file order.
  let slots: [String]
  let diagnostics: DiagnosticList
  /// The number of disabled expressions.
  let skippedExpressions: Int
}

// MARK: - Header

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
    guard let number = root[key].flatMap(fields.number) else {
      throw .invalidField(path: "\(key)", reason: "must be a number")
    }
    guard number >= 1 else { throw .invalidField(path: "\(key)", reason: "must be at least 1") }
    guard number <= Self.largestSide else {
      throw .invalidField(path: "\(key)", reason: "must be at most \(Int(Self.largestSide))")
    }
    return number
  }

  private func frameRate() throws(LottieError) -> Double {
    guard let field = root["fr"], let rate = fields.number(field), rate != 0 else {
      let reason = root["fr"] == nil ? "is missing" : "is not a number above 0"
      fields.report(root, .invalid, "the frame rate (fr) \(reason); 60 is used")
      return 60
    }
    guard rate >= 1 / Self.largestRate, rate <= Self.largestRate else {
      throw .invalidField(path: "fr", reason: "must be above 0 and at most 1000")
    }
    return rate
  }

  private func frames() throws(LottieError) -> Range<Double> {
    let first = fields.number(root, "ip", default: 0)
    guard let field = root["op"], var last = fields.number(field) else {
      throw .invalidField(path: "op", reason: "must be a number")
    }
    if last == first {
      // As in lottie-web, where the first frame always exists.
      fields.report(field, .invalid, "there are no frames (op is ip); one is drawn")
      last = first + 1
    }
    guard last > first else {
      throw .invalidField(path: "op", reason: "must be greater than ip")
    }
    guard first.magnitude <= Self.largestFrame, last.magnitude <= Self.largestFrame else {
      throw .invalidField(path: "op", reason: "there are too many frames")
    }
    let (start, end) = (Self.wholeFrame(first), Self.wholeFrame(last))
    return start < end ? start..<end : first..<last
  }

  /// Rounds a frame number if an exporter has converted an integer to seconds and back: 46 for
  /// 46.0000018736184.
  private static func wholeFrame(_ frame: Double) -> Double {
    let whole = frame.rounded()
    return abs(frame - whole) < 0.001 ? whole : frame
  }
}

// MARK: - Assets

extension DocumentLoader {
  /// Registers compositions, images and data by their identifiers, and loads images and data.
  ///
  /// - Returns: The layer lists of the compositions, in document order.
  private mutating func readAssets(
    _ image: (JSONValue, inout DiagnosticList) -> Image?,
    _ data: (JSONValue, inout DiagnosticList) -> JSONTape?
  ) -> [(layers: JSONValue, asset: JSONValue, path: String)] {
    var lists: [(layers: JSONValue, asset: JSONValue, path: String)] = []
    guard let assets = root["assets"] else { return [] }
    let references = SoundReferences(root)
    for (index, asset) in assets.elements.enumerated() {
      guard let id = fields.identifier(asset["id"]) else {
        fields.report(asset, .invalid, "the asset has no identifier (id)")
        continue
      }
      // The first asset with an identifier takes precedence, as in lottie-web.
      guard compositions[id] == nil, images[id] == nil, self.data[id] == nil else { continue }
      if let layers = asset["layers"], layers.isArray {
        compositions[id] = document.compositions.count
        document.compositions.append(CompositionModel(id: id, layers: []))
        lists.append((layers, asset, "assets[\(index)].layers"))
      } else if references.isSound(asset, id: id) {
        document.sounds.append(id)
      } else if asset["p"] != nil, asset["t"] == nil {
        images[id] = document.images.count
        document.images.append(loadImage(asset, id: id, image))
      } else if mayHaveExpressions, asset["t"]?.number == 3 {
        self.data[id] = fields.reporting { data(asset, &$0) }
      }
    }
    return lists
  }

  private func loadImage(
    _ asset: JSONValue, id: String, _ image: (JSONValue, inout DiagnosticList) -> Image?
  ) -> ImageModel {
    fields.noteSlot(.image, of: asset)
    var source = fields.slotValue(of: asset) ?? asset
    var rendering = fields.reporting { image(source, &$0) }
    if rendering == nil, fields.isThemed(asset) {
      // Parts that a theme can't set stay unchanged.
      source = asset
      rendering = fields.reporting { image(asset, &$0) }
    }
    let natural = rendering.map { SIMD2(Double($0.size.width), Double($0.size.height)) } ?? .zero
    func side(_ key: StaticString, _ natural: Double) -> Double {
      let side = fields.number(source[key] == nil ? asset : source, key, default: natural)
      return side > 0 ? side : natural
    }
    return ImageModel(
      id: id, size: SIMD2(side("w", natural.x), side("h", natural.y)), image: rendering,
      fit: asset["pr"]?.string.flatMap(BoxFit.init(imageFit:)) ?? .cover)
  }
}

/// Distinguishes sound assets from image assets.
private struct SoundReferences {
  /// The identifiers that only sound layers refer to.
  private var ids: Set<String> = []

  init(_ root: JSONValue) {
    let lists = [root["layers"]] + (root["assets"].map { $0.elements.map { $0["layers"] } } ?? [])
    for case let layers? in lists {
      for layer in layers.elements where layer["ty"]?.number == 6 {
        if let id = layer["refId"]?.string { ids.insert(id) }
      }
    }
    if ids.isEmpty { return }
    for case let layers? in lists {
      for layer in layers.elements where layer["ty"]?.number == 2 {
        if let id = layer["refId"]?.string { ids.remove(id) }
      }
    }
  }

  func isSound(_ asset: JSONValue, id: String) -> Bool {
    guard let name = asset["p"], name.isString else { return false }
    return ids.contains(id) || name.withText(Self.isSound) == true
  }

  private static let fileExtensions = [
    ".mp3", ".wav", ".aac", ".m4a", ".ogg", ".aif", ".aiff", ".flac",
  ]

  /// Returns whether a file name or a data URI (RFC 2397) is that of a sound.
  private static func isSound(_ name: UnsafeRawBufferPointer) -> Bool {
    if name.starts(with: "data:".utf8) { return name.starts(with: "data:audio/".utf8) }
    return fileExtensions.contains { fileExtension in
      name.count >= fileExtension.utf8.count
        && zip(name.suffix(fileExtension.utf8.count), fileExtension.utf8).allSatisfy {
          $0 | 0x20 == $1 | 0x20
        }
    }
  }
}

// MARK: - Expressions

extension DocumentLoader {
  private var mayHaveExpressions: Bool {
    runsExpressions && (slots.hasExpressions || !tape.scripted.isEmpty)
  }

  /// Finds the expressions, before their properties are read.
  ///
  /// - Parameter lists: The layer lists of all compositions, each with its owner.
  private mutating func readExpressions(_ lists: [(layers: JSONValue, holder: JSONValue)]) {
    guard mayHaveExpressions else { return }
    let index = ExpressionIndex(
      tape, version: fields.version, slots: slots, limits: limits, lists: lists, data: data)
    document.expressions = index
    fields.expressions = index
    if index != nil { fields.reportExpressionsHere() }
  }
}

// MARK: - Markers

extension DocumentLoader {
  /// Returns the markers with a name.
  private func markers() throws(LottieError) -> [LottieMarker] {
    guard let list = root["markers"] else { return [] }
    try fields.take(list.count, .items, at: list)
    var markers: [LottieMarker] = []
    for json in list.elements {
      guard let name = json["cm"]?.string.map(markerName), !name.isEmpty else { continue }
      let frame =
        Self.wholeFrame(fields.number(json, "tm", default: 0)) - document.frames.lowerBound
      let duration = Self.wholeFrame(max(fields.number(json, "dr", default: 0), 0))
      markers.append(LottieMarker(name: name, frame: frame, duration: duration))
    }
    return markers
  }

  /// Returns the name of a marker: its comment, or the name in its comment if that is JSON.
  private func markerName(_ comment: String) -> String {
    guard comment.utf8.first == UInt8(ascii: "{"),
      let tape = try? JSONParser.parse(Array(comment.utf8), limits: limits),
      let name = tape.withRoot({ $0["name"]?.string })
    else { return comment }
    return name
  }
}

// MARK: - Nested compositions

extension DocumentLoader {
  /// Removes layers that create cycles of compositions, and checks how many layers a frame can
  /// have.
  private mutating func checkCompositions() throws(LottieError) {
    var walk = CompositionWalk(document)
    for index in document.compositions.indices { walk.visit(index) }
    for (composition, layer) in walk.cyclic {
      let path = document.compositions[composition].layers[layer].jsonPath
      fields.report(at: path, .invalid, "a composition contains itself")
      document.compositions[composition].layers[layer].content = .none
    }
    let count = walk.count(document.layers)
    guard count <= limits.layersInFrame else {
      throw .tooMuch(.layersInFrame, limit: limits.layersInFrame, path: "")
    }
    if walk.depth(document.layers) > limits.compositionDepth {
      throw .tooMuch(.compositionDepth, limit: limits.compositionDepth, path: "")
    }
  }
}

/// Visits compositions, each after those that it contains. Not recursive, so that the stack doesn't
/// grow with the file.
private struct CompositionWalk {
  private let document: AnimationModel
  private enum State { case unknown, open, done }
  private var states: [State]
  /// The number of drawn layers of each composition.
  private var counts: [Int]
  /// The nesting depth of each composition, including itself.
  private var depths: [Int]
  /// The layers that create cycles of compositions.
  private(set) var cyclic: [(composition: Int, layer: Int)] = []

  init(_ document: AnimationModel) {
    self.document = document
    states = Array(repeating: .unknown, count: document.compositions.count)
    counts = Array(repeating: 0, count: document.compositions.count)
    depths = counts
  }

  mutating func visit(_ start: Int) {
    guard states[start] == .unknown else { return }
    states[start] = .open
    var path = [(composition: start, layer: 0)]
    while let (composition, layer) = path.last {
      let layers = document.compositions[composition].layers
      guard layer < layers.count else {
        counts[composition] = count(layers)
        depths[composition] = depth(layers)
        states[composition] = .done
        path.removeLast()
        continue
      }
      path[path.count - 1].layer += 1
      guard case .composition(let content) = layers[layer].content else { continue }
      switch states[content.index] {
      case .unknown:
        states[content.index] = .open
        path.append((content.index, 0))
      case .open: cyclic.append((composition, layer))
      case .done: break
      }
    }
  }

  /// Returns the number of drawn layers of a list. A matte counts each time it is used.
  func count(_ layers: [LayerModel]) -> Int {
    var sum = 0
    for start in layers.indices where !layers[start].isMatteSource {
      var index: Int? = start
      while let current = index {
        sum = sum.addingSaturated(1)
        if case .composition(let content) = layers[current].content {
          sum = sum.addingSaturated(counts[content.index])
        }
        index = layers[current].matte?.source
      }
    }
    return sum
  }

  func depth(_ layers: [LayerModel]) -> Int {
    var deepest = 0
    for layer in layers {
      guard case .composition(let content) = layer.content else { continue }
      deepest = max(deepest, depths[content.index])
    }
    return deepest + 1
  }
}

extension Int {
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

/// The version of the exporter that wrote a file (`v`), which affects the meaning of some fields.
struct FileVersion: Comparable, Sendable {
  private var numbers: [Int]

  init(_ major: Int, _ minor: Int, _ patch: Int) { numbers = [major, minor, patch] }

  /// Parses a version. Anything but three numbers is treated as newer than every version.
  init(_ text: String?) {
    let text = text.flatMap { $0.utf8.count <= 64 ? $0 : nil } ?? ""
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.prefix(3).compactMap { Int($0) }
    self.numbers = numbers.count == 3 ? numbers : [.max, 0, 0]
  }

  static func < (a: FileVersion, b: FileVersion) -> Bool {
    a.numbers.lexicographicallyPrecedes(b.numbers)
  }

  /// Whether colours of fills and strokes are 0 ... 255.
  var hasByteColors: Bool { self < FileVersion(4, 1, 9) }
  /// Whether text is constant: its document is at the position where later files have keyframes.
  var hasStaticText: Bool { self < FileVersion(4, 4, 14) }
  /// Whether the flag that closes a path belongs to the shape or mask, rather than the path.
  var hasClosedFlagAtShape: Bool { self < FileVersion(4, 4, 18) }
}

extension BoxFit {
  /// Parses the fit of an image (`pr`), which is like `preserveAspectRatio` in SVG. Returns `nil`
  /// for invalid text.
  init?(imageFit text: String) {
    let words = text.split(separator: " ")
    guard let first = words.first, words.count <= 2 else { return nil }
    let isCovering: Bool
    switch words.count > 1 ? words[1] : "meet" {
    case "meet": isCovering = false
    case "slice": isCovering = true
    default: return nil
    }
    if first == "none" {
      self = .stretch
      return
    }
    let sides: [Substring: Double] = ["Min": 0, "Mid": 0.5, "Max": 1]
    guard first.utf8.count == 8, first.first == "x", first.dropFirst(4).first == "Y",
      let x = sides[first.dropFirst().prefix(3)], let y = sides[first.suffix(3)]
    else { return nil }
    self.init(isCovering ? .cover : .contain, alignX: x, alignY: y)
  }
}
