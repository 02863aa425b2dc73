import AnimCore

/// A summary of the contents of an animation, available before drawing.
public struct LottieContents: Hashable, Sendable {
  /// The name of the animation, or an empty string if it is unnamed.
  public internal(set) var name = ""
  /// The version of the format or of the program that wrote the file, or an empty string if the
  /// file contains neither.
  public internal(set) var version = ""
  /// The number of layers in all compositions, each counted once.
  public internal(set) var layers = 0
  /// The number of nested compositions, without the main one.
  public internal(set) var compositions = 0
  /// The image assets, in file order.
  public internal(set) var images: [Image] = []
  /// The identifiers of the sound assets, which aren't played, in file order.
  public internal(set) var sounds: [String] = []
  /// The identifiers of the JSON assets for expressions, in alphabetical order, if expressions are
  /// run.
  public internal(set) var data: [String] = []
  /// The families of the fonts, in file order. A family may occur more than once.
  public internal(set) var fonts: [String] = []
  /// The fonts that draw characters without outlines in the file, in the order of the file, and then the
  /// fonts of the characters that these lack.
  public internal(set) var fontFiles: [FontFile] = []
  /// The slots, in file order.
  public internal(set) var slots: [LottieSlot] = []
  /// The number of expressions, if expressions are run. Each property counts once.
  public internal(set) var expressions = 0
  /// The features that the animation uses, such as `gradients`, in alphabetical order.
  public internal(set) var features: [String] = []

  /// A font that draws characters.
  public struct FontFile: Hashable, Sendable {
    /// The family of the font, which may differ from the requested one.
    public let family: String
    /// The style of the font, such as `Bold`.
    public let style: String
    /// The path of the font, or `nil` if the font is part of the animation's file.
    public let path: String?
    /// The SHA-256 of the font: 64 hexadecimal digits, in lower case.
    public let sha256: String
  }

  /// An image asset.
  public struct Image: Hashable, Sendable {
    /// The identifier by which layers refer to the image.
    public let id: String
    /// The width in pixels, from the file or otherwise from the decoded image.
    public let width: Double
    /// The height in pixels, from the file or otherwise from the decoded image.
    public let height: Double
    /// A Boolean value that indicates whether the image was found and decoded. Otherwise, it isn't
    /// drawn.
    public let isLoaded: Bool
  }
}

extension LottieContents.FontFile {
  fileprivate init(_ font: any LottieFont) {
    self.init(family: font.family, style: font.style, path: font.path, sha256: font.sha256)
  }
}

extension LottieAnimation {
  /// The contents of the animation.
  ///
  /// - Complexity: O(*n*) in the size of the file, for every access.
  public var contents: LottieContents {
    var contents = LottieContents()
    contents.name = document.name
    contents.version = document.version
    contents.compositions = document.compositions.count
    contents.images = document.images.map {
      .init(id: $0.id, width: $0.size.x, height: $0.size.y, isLoaded: $0.image != nil)
    }
    contents.sounds = document.sounds
    contents.data = (document.expressions?.data.keys).map { $0.sorted() } ?? []
    contents.fonts = document.fonts.map { $0.family }
    let fonts = document.usedFonts
    contents.fontFiles = fonts.map { LottieContents.FontFile($0) }
    for fallback in fonts.flatMap({ $0.fallbacks }) {
      let file = LottieContents.FontFile(fallback)
      if !contents.fontFiles.contains(file) { contents.fontFiles.append(file) }
    }
    contents.slots = document.slots
    var features: Set<String> = []
    for layer in document.allLayers {
      contents.layers += 1
      features.formUnion(layer.features)
    }
    contents.expressions = document.expressions?.expressions.count ?? 0
    if contents.expressions > 0 { features.insert("expressions") }
    contents.features = features.sorted()
    return contents
  }
}

extension LottieAnimation {
  /// Returns the name of the layer that contains an object, or `nil` if there is no such layer or
  /// it is unnamed.
  ///
  /// - Parameter path: The path of a `Diagnostic`.
  /// - Complexity: O(*n*) in the number of layers.
  public func layerName(at path: String) -> String? {
    let layer = document.allLayers.first {
      path.hasPrefix($0.jsonPath)
        && [nil, UInt8(ascii: ".")].contains(path.utf8.dropFirst($0.jsonPath.utf8.count).first)
    }
    return layer.flatMap { $0.name.isEmpty ? nil : $0.name }
  }

  /// The names of all layers.
  var layerNames: Set<String> { Set(document.allLayers.map { $0.name }) }
}

extension AnimationModel {
  fileprivate var allLayers: [LayerModel] { layers + compositions.flatMap { $0.layers } }

  /// The fonts for characters without outlines in the file.
  fileprivate var usedFonts: [any LottieFont] {
    var used: Set<Int> = []
    for layer in allLayers {
      guard case .text(let text) = layer.content else { continue }
      for (_, document) in text.documents {
        guard let index = document.font else { continue }
        let font = fonts[index]
        let isUsed = document.text.contains { character in
          font.glyphs[character] == nil && font.font?.steps(of: character) != nil
        }
        if isUsed { used.insert(index) }
      }
    }
    return used.sorted().compactMap { fonts[$0].font }
  }
}

extension LayerModel {
  /// The features that the layer uses.
  fileprivate var features: Set<String> {
    var features: Set<String> = []
    switch content {
    case .none: break
    case .solid: features.insert("solids")
    case .shapes(let items): for item in items { item.collect(&features) }
    case .image: features.insert("images")
    case .composition(let content):
      features.insert("nested compositions")
      if content.timeRemap != nil { features.insert("time remapping") }
    case .text(let text):
      features.insert("text")
      if text.path != nil { features.insert("text on paths") }
    }
    if parent != nil { features.insert("parents") }
    if matte != nil { features.insert("mattes") }
    if !masks.isEmpty { features.insert("masks") }
    if isAutoOriented { features.insert("auto-orientation") }
    if blendMode != .normal { features.insert("blend modes") }
    for effect in effects { features.insert(effect.feature) }
    if !styles.isEmpty { features.insert("layer styles") }
    return features
  }
}

extension LayerEffect {
  fileprivate var feature: String {
    switch self {
    case .fill: "fill effects"
    case .tint, .tritone: "tint effects"
    case .stroke: "stroke effects"
    case .dropShadow: "drop shadows"
    case .gaussianBlur, .boxBlur, .directionalBlur: "blurs"
    case .choke: "choked edges"
    case .ramp, .fourColors: "gradient effects"
    case .transform: "transform effects"
    }
  }
}

extension ShapeItem {
  /// Adds the features of this item and its nested groups. The loader has limited the nesting of
  /// groups, so the recursion ends.
  fileprivate func collect(_ features: inout Set<String>) {
    switch self {
    case .group(let group):
      if group.blendMode != .normal { features.insert("blend modes") }
      for item in group.items { item.collect(&features) }
    case .path(.contour, _): features.insert("paths")
    case .path(.rectangle, _): features.insert("rectangles")
    case .path(.ellipse, _): features.insert("ellipses")
    case .path(.star, _): features.insert("stars and polygons")
    case .fill(let fill):
      fill.paint.collect(&features, solid: "fills")
      if fill.blendMode != .normal { features.insert("blend modes") }
    case .stroke(let stroke):
      stroke.paint.collect(&features, solid: "strokes")
      features.insert("strokes")
      if !stroke.dashes.isEmpty { features.insert("dashes") }
      if stroke.blendMode != .normal { features.insert("blend modes") }
    case .trim: features.insert("trimmed paths")
    case .repeater: features.insert("repeaters")
    case .change(.roundCorners): features.insert("rounded corners")
    case .change(.puckerBloat): features.insert("pucker and bloat")
    case .change(.offset): features.insert("offset paths")
    case .change(.zigZag): features.insert("zigzags")
    case .change(.twist): features.insert("twists")
    case .merge: features.insert("merged paths")
    }
  }
}

extension PaintProperties {
  fileprivate func collect(_ features: inout Set<String>, solid: String) {
    switch self {
    case .color: features.insert(solid)
    case .gradient: features.insert("gradients")
    }
  }
}
