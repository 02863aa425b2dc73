import AnimCore

/// JPEG (ITU-T T.81): a still, of which the size is read here, and the pixels by libjpeg-turbo.
enum JPEGContainer {
  static func index(of bytes: any RasterBytes) throws(RasterError) -> RasterIndex {
    var reading = Reading(ByteReader(bytes))
    return try reading.index(of: bytes)
  }

  /// Where a picture that begins before an offset ends: after the last marker of an end, which mostly is the last thing
  /// in a file, so that it is looked for backwards. Nil if there is none.
  private static func end(of bytes: any RasterBytes, after start: Int) -> Int? {
    var window = [UInt8](repeating: 0, count: 1 << 12)
    var end = bytes.count
    // The last byte of a window is looked at twice, as the first of a marker.
    while end - start >= 2 {
      let first = max(start, end - window.count)
      let found = window.withUnsafeMutableBytes { window in
        let part = UnsafeMutableRawBufferPointer(rebasing: window[..<(end - first)])
        let filled = part.prefix(bytes.copy(from: first, into: part))
        return zip(filled, filled.dropFirst()).enumerated().reversed().first {
          $0.element == (0xFF, 0xD9)
        }?.offset
      }
      if let found { return first + found + 2 }
      end = first + 1
    }
    return nil
  }

  private struct Reading {
    private var reader: ByteReader
    private var problems = ProblemList()
    private var size: PixelSize?
    /// The bytes that each pixel takes as coefficients, before it is decoded.
    private var bytesPerStoredPixel = 0.0
    /// The bytes that the coefficients of a pixel take where all are in memory at once.
    private var coefficientBytes = 0.0
    private var componentCount = 0
    /// Nil as long as none was found.
    private var orientation: RasterOrientation?
    /// The parts of a colour profile, by their numbers.
    private var profile: [UInt8: [UInt8]] = [:]
    private var profileParts = 0
    /// Whether the colours are inks.
    private var isPrinted = false

    init(_ reader: ByteReader) { self.reader = reader }

    mutating func index(of bytes: any RasterBytes) throws(RasterError) -> RasterIndex {
      reader.move(to: 2)
      while readSegment() {}
      guard let size else { throw .damaged("a JPEG without a picture") }
      let canvas = try size.reduced(
        to: (1...8).reversed().lazy.map { size.scaled(eighths: $0) },
        bytesPerStoredPixel: bytesPerStoredPixel)
      if canvas != size { problems.add(reduced: size, to: canvas) }
      let end = JPEGContainer.end(of: bytes, after: reader.offset)
      if let end { problems.add(bytesAfterEnd: bytes.count - end) } else { problems.addCutOff() }
      let colors = colors()
      let frame = RasterFrame(
        area: RasterArea(x: 0, y: 0, width: canvas.width, height: canvas.height),
        delay: FrameDelay(milliseconds: 0), disposal: .keep, blend: .replace, isOpaque: true,
        isCutOff: end == nil, bytes: 0..<reader.count)
      return RasterIndex(
        format: .jpeg, canvas: canvas, storedCanvas: canvas == size ? nil : size,
        orientation: orientation ?? .upright, frames: [frame],
        plays: 1, loopCount: nil, problems: problems.problems, shared: [], isAnimation: false,
        colors: colors)
    }

    /// - Returns: false before the pixels, and where there are no more segments.
    private mutating func readSegment() -> Bool {
      var marker = reader.byte()
      // Fill bytes may stand before a marker, and damaged files have others.
      while let byte = marker, byte != 0xFF { marker = reader.byte() }
      while marker == 0xFF { marker = reader.byte() }
      guard let marker else { return false }
      switch marker {
      // Restarts, the start, and 0 have no length.
      case 0x00, 0x01, 0xD0...0xD8: return true
      case 0xD9: return false
      case 0xDA:
        // If a scan has only some of the components, all are kept until the last scan.
        if let head = reader.bytes(3), Int(head[2]) < componentCount {
          bytesPerStoredPixel = coefficientBytes
        }
        return false
      default: break
      }
      guard let length = reader.bytes(2)?.bigEndian, length >= 2 else { return false }
      let end = reader.offset + length - 2
      switch marker {
      // Tables and arithmetic conditioning have numbers among those of frames.
      case 0xC4, 0xC8, 0xCC: break
      case 0xC0...0xCF:
        guard size == nil else { break }
        guard let head = reader.bytes(6) else { return false }
        size = PixelSize(width: head[3..<5].bigEndian, height: head[1..<3].bigEndian)
        isPrinted = head[5] == 4
        let components = reader.bytes(min(Int(head[5]) * 3, max(end - reader.offset, 0))) ?? []
        // Those that come in several passes are all in memory as coefficients of 16 bits.
        componentCount = Int(head[5])
        coefficientBytes = 2 * Self.samplesPerPixel(components)
        if [0xC2, 0xC6, 0xCA, 0xCE].contains(marker) { bytesPerStoredPixel = coefficientBytes }
      case 0xE1:
        guard orientation == nil, let content = reader.bytes(min(length - 2, reader.remaining)),
          content.starts(with: Array("Exif\0\0".utf8))
        else { break }
        orientation = EXIFData.orientation(in: content.dropFirst(6))
      case 0xE2:
        guard let content = reader.bytes(min(length - 2, reader.remaining)) else { return false }
        readProfile(content)
      default: break
      }
      return reader.skip(max(end - reader.offset, 0))
    }

    /// Reads one of up to 255 parts of a colour profile (ICC.1:2022, B.4).
    private mutating func readProfile(_ content: [UInt8]) {
      let start = 14
      guard content.count > start, content.starts(with: Array("ICC_PROFILE\0".utf8)),
        profile[content[12]] == nil
      else { return }
      profile[content[12]] = Array(content[start...])
      profileParts = max(profileParts, Int(content[13]))
    }

    private mutating func colors() -> RasterColors? {
      guard !profile.isEmpty else { return nil }
      let parts = (1...max(profileParts, 1)).compactMap { profile[UInt8(clamping: $0)] }
      let bytes = parts.count == profileParts ? Array(parts.joined()) : []
      switch ColorFinding(profile: bytes) {
      case .standard: break
      case .converted(let colors) where !isPrinted: return colors
      case .converted: problems.add(.approximated, "its colour profile isn't for CMYK, and ignored")
      case .ignored(let reason): problems.add(.approximated, reason)
      }
      return nil
    }

    /// - Parameter components: three bytes for each colour, of which the second has how many samples are beside each
    ///   other in its upper half, and below each other in the lower.
    private static func samplesPerPixel(_ components: [UInt8]) -> Double {
      let sides = stride(from: 1, to: components.count, by: 3).map {
        (Int(components[$0] >> 4), Int(components[$0] & 15))
      }
      let most = max(sides.map(\.0).max() ?? 1, 1) * max(sides.map(\.1).max() ?? 1, 1)
      return Double(sides.reduce(0) { $0 + $1.0 * $1.1 }) / Double(most)
    }
  }
}

extension PixelSize {
  /// Returns the size of a picture that libjpeg-turbo decodes at a scale in eighths.
  fileprivate func scaled(eighths: Int) -> PixelSize {
    PixelSize(width: (width * eighths + 7) / 8, height: (height * eighths + 7) / 8)
  }
}
