/// The limits of a file, which prevent it from exhausting memory or time. With the default limits,
/// reading any file takes less than a second and less than 256 MB.
///
/// A file that exceeds a limit is rejected with ``LottieError/tooMuch(_:limit:path:)``, except that
/// images with too many pixels aren't drawn.
public struct LottieLimits: Hashable, Sendable {
  /// Bytes in the whole file.
  public var fileBytes = 64 << 20
  /// Bytes of a JSON text, after decompression.
  public var jsonBytes = 32 << 20
  /// Levels of nested objects and arrays. Real animations have about 20.
  public var jsonDepth = 128
  /// Values and keys in the JSON text.
  public var jsonNodes = 2 << 20
  /// Layers in all compositions together, each counted once.
  public var layers = 10_000
  /// Layers drawn for one frame: those of a composition count every time it is used.
  public var layersInFrame = 100_000
  /// Levels of nested compositions.
  public var compositionDepth = 64
  /// Shapes, masks, effects, animators and glyphs in all layers together.
  public var items = 50_000
  /// Keyframes of all properties together.
  public var keyframes = 200_000
  /// Points of a path at one keyframe.
  public var pathPoints = 50_000
  /// Points of all paths together, at all keyframes.
  public var points = 500_000
  /// Bytes of UTF-8 in all text layers together, at all keyframes.
  public var textBytes = 500_000
  /// Pixels of one image.
  public var imagePixels = 8 << 20
  /// Pixels of all images together.
  public var pixels = 16 << 20
  /// Bytes of all different expressions together. Those beyond are not run.
  public var expressionBytes = 1 << 20
  /// Steps of all expressions in one frame. Each evaluation has the same share of them, by how many
  /// there may be in a frame, but at least 1000 and at most a tenth; one that takes more fails.
  public var expressionSteps = 10_000_000
  /// Bytes of memory of one evaluation of an expression.
  public var expressionMemory = 4 << 20
  /// Entries of a zip file.
  public var archiveEntries = 100_000

  /// States, transitions, guards, interactions, actions and inputs of one state machine together.
  public var machineParts = 50_000

  /// Creates the default limits.
  public init() {}

  /// A limited resource.
  public enum Resource: Hashable, Sendable {
    /// See ``LottieLimits/fileBytes``.
    case fileBytes
    /// See ``LottieLimits/jsonBytes``.
    case jsonBytes
    /// See ``LottieLimits/jsonDepth``.
    case jsonDepth
    /// See ``LottieLimits/jsonNodes``.
    case jsonNodes
    /// See ``LottieLimits/archiveEntries``.
    case archiveEntries
    /// See ``LottieLimits/layers``.
    case layers
    /// See ``LottieLimits/layersInFrame``.
    case layersInFrame
    /// See ``LottieLimits/compositionDepth``.
    case compositionDepth
    /// See ``LottieLimits/items``.
    case items
    /// See ``LottieLimits/keyframes``.
    case keyframes
    /// See ``LottieLimits/pathPoints``.
    case pathPoints
    /// See ``LottieLimits/points``.
    case points
    /// See ``LottieLimits/textBytes``.
    case textBytes
    /// See ``LottieLimits/machineParts``.
    case machineParts
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
    case .compositionDepth: "levels of nested compositions"
    case .items: "shapes, masks and effects"
    case .keyframes: "keyframes"
    case .pathPoints: "points in a path"
    case .textBytes: "bytes of text in layers"
    case .points: "points in all paths"
    case .machineParts: "parts of a state machine"
    }
  }
}
