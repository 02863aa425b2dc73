/// The reason why an SVG file can't be opened.
public enum SVGError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file has more than 32 MiB, or an image in a document needs more memory than is left.
  case tooLarge
  /// The text isn't well-formed XML, or exceeds one of its limits.
  case xml(XMLError)
  /// The root element, whose name is given, isn't `svg` in the namespace of SVG.
  case notSVG(root: String)
  /// The size is zero, negative or too large to be drawn.
  case invalidSize
  /// The file is compressed with gzip, and the library was built without its trait `Codecs`.
  case compressed
  /// The compressed data is corrupt.
  case invalidCompression

  /// Whether a limit was exceeded, rather than the file being invalid.
  var isLimitExceeded: Bool {
    switch self {
    case .tooLarge: true
    case .xml(let error): [.tooManyElements, .tooManyAttributes].contains(error.reason)
    default: false
    }
  }

  /// The reason, as a sentence without a final period.
  public var description: String {
    switch self {
    case .tooLarge: "more than \(XMLLimits.bytes) bytes (limit of this program)"
    case .xml(let error): "not well-formed: \(error)"
    case .notSVG("svg"): "the root element <svg> is not in the namespace of SVG; give an SVG file"
    case .notSVG(let root): "the root element is <\(root)>, not <svg>; give an SVG file"
    case .invalidSize: "the image has no size; give it a width, a height or a viewBox"
    case .compressed: "the file is compressed; decompress it first"
    case .invalidCompression: "the compressed data is corrupt"
    }
  }
}
