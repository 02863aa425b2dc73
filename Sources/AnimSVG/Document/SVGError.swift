/// The reason why an SVG file can't be opened.
package enum SVGError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLarge
  case xml(XMLError)
  case notSVG(root: String)
  /// The size is zero, negative or too large to be drawn.
  case invalidSize
  case invalidCompression

  /// Whether a limit was exceeded, rather than the file being invalid.
  var isOfLimit: Bool {
    switch self {
    case .tooLarge: true
    case .xml(let error): [.tooManyElements, .tooManyAttributes].contains(error.reason)
    default: false
    }
  }

  package var description: String {
    switch self {
    case .tooLarge: "an SVG file has at most \(XMLLimits.bytes) bytes, a limit of this program"
    case .xml(let error): "not well-formed: \(error)"
    case .notSVG("svg"): "the root element <svg> is not in the namespace of SVG; give an SVG file"
    case .notSVG(let root): "the root element is <\(root)>, not <svg>; give an SVG file"
    case .invalidSize: "the picture has no size; give it a width, a height or a viewBox"
    case .invalidCompression: "the compressed data is corrupt"
    }
  }
}
