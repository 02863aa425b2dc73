import AnimCodecs
import AnimCore
import AnimLottie
import AnimSVG
import LinuxSystem
import PlainText

/// SVG, animated or not, optionally compressed with gzip.
struct SVGFormat: AnimationFormat {
  let kind = "an SVG"
  let example = "an SVG (.svg, .svgz)"
  let examples = "SVG (.svg, .svgz)"
  let fileExtensions = ["svg", "svgz"]
  let options: Set<FileOption> = [
    .fps, .marker, .mode, .subframes, .fontDir, .systemFonts, .resources, .script,
    .colorProfiles,
  ]

  var streamLimit: Int { XMLLimits.bytes }

  /// The number of bytes in which the root element must start.
  private static let prologLength = 1 << 13

  /// Accepts text whose first element is `svg`, compressed or not.
  func recognizes(_ start: [UInt8]) -> Bool {
    if Inflation.isGzip(start) {
      return Self.beginsSVG(Inflation.beginning(ofGzip: start, count: Self.prologLength))
    }
    return Self.beginsSVG(start.prefix(Self.prologLength))
  }

  private static func beginsSVG(_ bytes: some Collection<UInt8>) -> Bool {
    // In UTF-16, every other byte of the names is zero.
    var text = bytes.filter { $0 != 0 }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) { text.removeFirst(2) }
    return rootName(text[...])?.elementsEqual("svg".utf8) == true
  }

  /// Returns the name of the first element without its prefix, or `nil` if the text doesn't start
  /// with an element.
  private static func rootName(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = text.drop(while: isSpace)
    while true {
      guard rest.first == UInt8(ascii: "<") else { return nil }
      if rest.starts(with: "<!--".utf8) {
        rest = after("-->", in: rest.dropFirst(4))
      } else if rest.starts(with: "<?".utf8) {
        rest = after("?>", in: rest)
      } else if rest.starts(with: "<!".utf8) {
        // A document type may contain declarations in brackets.
        let end = rest.firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "[") }
        let isLong = end.map { rest[$0] == UInt8(ascii: "[") } ?? false
        rest = after(">", in: isLong ? after("]", in: rest) : rest)
      } else {
        let name = rest.dropFirst().prefix {
          !isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        }
        return name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
      }
      rest = rest.drop(while: isSpace)
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Returns the text after a mark, or an empty slice without one.
  private static func after(_ mark: String, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.firstRange(of: Array(mark.utf8)).map { text[$0.upperBound...] } ?? []
  }

  func isAnimated(_ source: AnimationSource) -> Bool {
    do throws(Failure) {
      return try OpenedSVG(source, FileConfiguration()).isAnimated
    } catch {
      return true
    }
  }

  func open(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> any OpenedAnimation {
    try checkLength(of: source)
    return try OpenedSVG(source, configuration)
  }

  func plain(_ bytes: [UInt8]) -> [UInt8]? {
    Inflation.isGzip(bytes) ? try? Inflation.gzip(bytes, limit: XMLLimits.bytes) : nil
  }
}
