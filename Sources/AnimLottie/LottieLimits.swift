/// How much of a file is read, so that no file takes all the memory or never ends. With the
/// defaults, reading any file takes less than a second and less than 256 MB.
public struct LottieLimits: Hashable, Sendable {
  /// Bytes of the whole file.
  public var fileBytes = 64 << 20
  /// Bytes of a text in JSON, inflated where it is compressed.
  public var jsonBytes = 32 << 20
  /// How deep objects and arrays may be nested. Real animations reach about 20.
  public var jsonDepth = 128
  /// Values and keys in JSON.
  public var jsonNodes = 2 << 20
  /// Layers in all compositions together.
  public var layers = 10_000
  /// Layers of a frame, with a composition's counted wherever it is used.
  public var layersInFrame = 100_000
  /// How many compositions may be in one another.
  public var compositionDepth = 64
  /// Shapes, masks, effects, animators and glyphs in all layers together.
  public var items = 50_000
  /// Keyframes of all properties together.
  public var keyframes = 200_000
  /// Points of one path.
  public var pathPoints = 50_000
  /// Points of all paths together, at all keyframes.
  public var points = 500_000
  /// Bytes of all texts together that layers show, at all keyframes.
  public var textBytes = 500_000
  /// Pixels of one image.
  public var imagePixels = 8 << 20
  /// Pixels of all images together.
  public var pixels = 16 << 20
  /// Entries of a zip file.
  public var archiveEntries = 100_000

  public init() {}

  /// What there can be too much of.
  public enum Resource: Hashable, Sendable {
    case fileBytes, jsonBytes, jsonDepth, jsonNodes, archiveEntries
    case layers, layersInFrame, compositionDepth, items, keyframes, pathPoints, points, textBytes
  }
}

extension LottieLimits.Resource: CustomStringConvertible {
  public var description: String {
    switch self {
    case .fileBytes: "bytes in the file"
    case .jsonBytes: "bytes of JSON"
    case .jsonDepth: "levels of nested JSON"
    case .jsonNodes: "values in JSON"
    case .archiveEntries: "entries in the archive"
    case .layers: "layers"
    case .layersInFrame: "layers in a frame"
    case .compositionDepth: "compositions in one another"
    case .items: "shapes, masks and effects"
    case .keyframes: "keyframes"
    case .pathPoints: "points in a path"
    case .textBytes: "bytes of text in layers"
    case .points: "points in all paths"
    }
  }
}
