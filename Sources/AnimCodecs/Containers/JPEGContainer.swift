import AnimGraphics

/// A reader for the metadata of JPEG (ITU-T T.81). libjpeg-turbo decodes the pixels.
enum JPEGContainer {
  static func index(of bytes: any RasterBytes) throws(CodecError) -> RasterIndex {
    var reading = Reading(ByteReader(bytes))
    return try reading.index(of: bytes)
  }

  /// Returns the end of an image that starts before an offset, or `nil` if there is no end marker. The last marker in
  /// the file counts and is usually at its end, so the search runs backwards.
  private static func end(of bytes: any RasterBytes, after start: Int) -> Int? {
    var window = [UInt8](repeating: 0, count: 1 << 12)
    var end = bytes.count
    // Windows overlap by a byte, because it could be the first byte of a marker.
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
    private var problems = DiagnosticList()
    private var size: PixelSize?
    /// The bytes of coefficients per pixel that are kept in memory before decoding.
    private var bytesPerStoredPixel = 0.0
    /// The bytes of coefficients per pixel if all of them are kept in memory.
    private var coefficientBytes = 0.0
    private var componentCount = 0
    /// The orientation, or `nil` until it is found.
    private var orientation: Orientation?
    /// The parts of a colour profile, by their numbers.
    private var profile: [UInt8: [UInt8]] = [:]
    private var profileParts = 0
    /// Whether the colours are inks (CMYK).
    private var isPrinted = false

    init(_ reader: ByteReader) { self.reader = reader }

    mutating func index(of bytes: any RasterBytes) throws(CodecError) -> RasterIndex {
      reader.move(to: 2)
      while readSegment() {}
      guard let size else { throw .damaged("a JPEG without an image") }
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
        plays: 1, loopCount: nil, problems: problems.all, shared: [], isAnimation: false,
        colors: colors)
    }

    /// - Returns: `false` when the pixels follow or no segments remain.
    private mutating func readSegment() -> Bool {
      var marker = reader.byte()
      // Skip fill bytes, which may precede a marker, and other bytes in corrupt files.
      while let byte = marker, byte != 0xFF { marker = reader.byte() }
      while marker == 0xFF { marker = reader.byte() }
      guard let marker else { return false }
      switch marker {
      // Restart markers, the start marker and 0 have no length.
      case 0x00, 0x01, 0xD0...0xD8: return true
      case 0xD9: return false
      case 0xDA:
        // If a scan has only some of the components, all coefficients are kept until the last scan.
        if let head = reader.bytes(3), Int(head[2]) < componentCount {
          bytesPerStoredPixel = coefficientBytes
        }
        return false
      default: break
      }
      guard let length = reader.bytes(2)?.bigEndian, length >= 2 else { return false }
      let end = reader.offset + length - 2
      switch marker {
      // Huffman tables and arithmetic conditioning, whose markers are in the range of frame markers.
      case 0xC4, 0xC8, 0xCC: break
      case 0xC0...0xCF:
        guard size == nil else { break }
        guard let head = reader.bytes(6) else { return false }
        size = PixelSize(width: head[3..<5].bigEndian, height: head[1..<3].bigEndian)
        isPrinted = head[5] == 4
        let components = reader.bytes(min(Int(head[5]) * 3, max(end - reader.offset, 0))) ?? []
        // A progressive image keeps all coefficients in memory, with 16 bits each.
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
      case .converted:
        problems.add(
          .colorProfile, .approximated, "its colour profile is not for CMYK and is ignored")
      case .ignored(let reason): problems.add(.colorProfile, .approximated, reason)
      }
      return nil
    }

    /// - Parameter components: Three bytes for each component. The second byte contains the horizontal sampling factor
    ///   in its upper half and the vertical one in its lower half.
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
  /// Returns the size of an image that libjpeg-turbo decodes at a scale in eighths.
  fileprivate func scaled(eighths: Int) -> PixelSize {
    PixelSize(width: (width * eighths + 7) / 8, height: (height * eighths + 7) / 8)
  }
}
