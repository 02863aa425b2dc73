import AnimCore
import AnimLottie
import AnimSVG
import LinuxSystem
import OptionValues

/// SVG, animated or not, compressed by gzip or not.
struct SVGFormat: AnimationFormat {
  let kind = "an SVG"
  let example = "an SVG (.svg, .svgz)"
  let examples = "SVG (.svg, .svgz)"
  let endings = ["svg", "svgz"]
  let options: Set<FileOption> = [
    .fps, .marker, .mode, .subframes, .fontDir, .systemFonts, .resources, .script,
  ]

  var streamLimit: Int { XMLLimits.bytes }

  /// How far into a file its root element is looked for.
  private static let prologLength = 1 << 13

  /// Text whose first element is an `svg`, or the same compressed.
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
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard let first = text.first(where: { !isSpace($0) }), first == UInt8(ascii: "<") else {
      return false
    }
    return text.firstRange(of: Array("<svg".utf8)) != nil
      || text.firstRange(of: Array(":svg".utf8)) != nil
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
