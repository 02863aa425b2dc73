/// The limits of a file, which prevent it from exhausting memory or time. With the default limits,
/// reading any file takes less than a second and less than 256 MB.
///
/// A file that exceeds a limit is rejected with ``LottieError/tooMuch(_:limit:path:)``, except that
/// images with too many pixels aren't drawn.
public struct LottieLimits: Hashable, Sendable {
  /// The maximum number of bytes of the file.
  public var fileBytes = 64 << 20
  /// The maximum number of bytes of a JSON text after decompression.
  public var jsonBytes = 32 << 20
  /// The maximum nesting of objects and arrays. Real animations have about 20 levels.
  public var jsonDepth = 128
  /// The maximum number of values and keys in the JSON text.
  public var jsonNodes = 2 << 20
  /// The maximum number of layers in all compositions, each counted once.
  public var layers = 10_000
  /// The maximum number of layers drawn for one frame. The layers of a composition count each time
  /// it is used.
  public var layersInFrame = 100_000
  /// The maximum nesting of compositions.
  public var compositionDepth = 64
  /// The maximum number of shapes, masks, effects, animators and glyphs in all layers.
  public var items = 50_000
  /// The maximum number of keyframes of all properties.
  public var keyframes = 200_000
  /// The maximum number of points of a path at one keyframe.
  public var pathPoints = 50_000
  /// The maximum number of points of all paths at all keyframes.
  public var points = 500_000
  /// The maximum number of UTF-8 bytes of all text layers at all keyframes.
  public var textBytes = 500_000
  /// The maximum number of pixels of one image.
  public var imagePixels = 8 << 20
  /// The maximum number of pixels of all images.
  public var pixels = 16 << 20
  /// The maximum number of bytes of all different expressions. Further expressions aren't run.
  public var expressionBytes = 1 << 20
  /// The maximum number of steps of all expressions in one frame. Each evaluation has an equal
  /// share, depending on the possible number of evaluations in a frame, but at least 1000 steps and
  /// at most a tenth of the limit. An evaluation that takes more steps fails.
  public var expressionSteps = 10_000_000
  /// The maximum memory for one evaluation of an expression, in bytes.
  public var expressionMemory = 4 << 20
  /// The maximum number of entries of a zip file.
  public var archiveEntries = 100_000

  /// The maximum number of states, transitions, guards, interactions, actions and inputs of one
  /// state machine.
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
