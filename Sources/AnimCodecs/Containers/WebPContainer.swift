import AnimGraphics

/// A reader for the container of WebP (RFC 9649) and the sizes of its images. libwebp decodes the
/// pixels.
enum WebPContainer {
  /// The number of bytes of a chunk before its content.
  private static let chunkStart = 8
  /// The number of bytes of a frame before its image data.
  private static let frameStart = 16

  /// The bits in the flags of an extended file.
  private enum Flag {
    static let animation: UInt8 = 0x02
    static let profile: UInt8 = 0x20
  }

  static func index(of bytes: any RasterBytes) throws(CodecError) -> RasterIndex {
    var reading = Reading(ByteReader(bytes))
    return try reading.index()
  }

  private struct Chunk {
    let kind: String
    let length: Int
    /// The offset of the chunk's type.
    let start: Int

    var end: Int { start + chunkStart + length }
    /// The end of the chunk with its padding. Chunks start at even offsets.
    var paddedEnd: Int { end + length % 2 }
  }

  private struct Reading {
    private var reader: ByteReader
    private var problems = DiagnosticList()
    private var size = PixelSize.zero
    private var frames: [RasterFrame] = []
    private var colors: RasterColors?
    private var loopCount: Int?
    /// Whether the canvas is empty when the next frame is drawn, so the frame doesn't need
    /// blending.
    private var isEmpty = true

    init(_ reader: ByteReader) { self.reader = reader }

    mutating func index() throws(CodecError) -> RasterIndex {
      guard let start = reader.bytes(12) else { throw .damaged("a WebP that ends before its size") }
      if start[4..<8].littleEndian > reader.remaining + 4 { problems.addCutOff() }
      guard let first = nextChunk() else { throw .damaged("a WebP without an image") }
      guard first.kind == "VP8X" else { return try still(first) }
      guard first.length >= 10, let header = reader.bytes(10) else {
        throw .damaged("a WebP whose header is truncated")
      }
      size = PixelSize(
        width: header[4..<7].littleEndian + 1, height: header[7..<10].littleEndian + 1)
      try size.check()
      if header[0] & Flag.profile != 0 {
        readProfile(after: first)
      }
      guard header[0] & Flag.animation != 0 else { return try extendedStill(after: first) }
      try readFrames(after: first)
      guard !frames.isEmpty else { throw .damaged("an animated WebP without a frame") }
      return RasterIndex(
        format: .webp, canvas: size, orientation: .upright, frames: frames,
        plays: loopCount.flatMap { $0 == 0 ? nil : $0 },
        loopCount: loopCount, problems: problems.all, shared: [], isAnimation: true,
        colors: colors)
    }

    private mutating func nextChunk() -> Chunk? {
      let start = reader.offset
      guard let bytes = reader.bytes(chunkStart) else { return nil }
      return Chunk(
        kind: String(decoding: bytes[..<4], as: UTF8.self), length: bytes[4...].littleEndian,
        start: start)
    }

    /// Reads the colour profile, which follows the header.
    private mutating func readProfile(after header: Chunk) {
      reader.move(to: header.paddedEnd)
      var bytes: [UInt8] = []
      if let chunk = nextChunk(), chunk.kind == "ICCP", chunk.length <= ICCProfile.maximumBytes {
        bytes = reader.bytes(chunk.length) ?? []
      }
      switch ColorFinding(profile: bytes) {
      case .standard: break
      case .converted(let found): colors = found
      case .ignored(let reason): problems.add(.colorProfile, .approximated, reason)
      }
    }

    /// Reads the still image of an extended file.
    private mutating func extendedStill(after header: Chunk) throws(CodecError) -> RasterIndex {
      reader.move(to: header.paddedEnd)
      while let chunk = nextChunk() {
        if chunk.kind == "VP8 " || chunk.kind == "VP8L" {
          let canvas = size
          let index = try still(chunk)
          guard index.canvas == canvas else {
            throw .damaged("a WebP whose size differs from that of its image")
          }
          return index
        }
        reader.move(to: chunk.paddedEnd)
      }
      throw .damaged("a WebP without an image")
    }

    /// Reads the still image in a chunk. libwebp requires the entire file.
    private mutating func still(_ chunk: Chunk) throws(CodecError) -> RasterIndex {
      guard let image = readImage(chunk) else { throw .damaged("a WebP without an image") }
      size = PixelSize(width: image.width, height: image.height)
      // libwebp allocates an additional image for lossless files, and an alpha channel for others.
      try size.check(bytesPerPixel: chunk.kind == "VP8L" ? 8 : 5)
      let frame = RasterFrame(
        area: RasterArea(x: 0, y: 0, width: size.width, height: size.height),
        delay: FrameDelay(milliseconds: 0), disposal: .keep, blend: .replace,
        isCutOff: chunk.end > reader.count, bytes: 0..<reader.count)
      return RasterIndex(
        format: .webp, canvas: size, orientation: .upright, frames: [frame], plays: 1,
        loopCount: nil,
        problems: problems.all, shared: [], isAnimation: false, colors: colors)
    }

    private mutating func readFrames(after header: Chunk) throws(CodecError) {
      reader.move(to: header.paddedEnd)
      while let chunk = nextChunk() {
        if chunk.kind == "ANIM" {
          guard chunk.length >= 6, let content = reader.bytes(6) else {
            return problems.addInvalid("the animation's header is truncated")
          }
          loopCount = loopCount ?? content[4...].littleEndian
        } else if chunk.kind == "ANMF" {
          guard frames.count < RasterLimits.maximumFrames else {
            return problems.addTooManyFrames()
          }
          guard readFrame(chunk) else {
            return problems.addInvalid(
              frames.isEmpty
                ? "the first frame is corrupt"
                : "a frame is corrupt; the frames before it are played")
          }
        }
        guard chunk.end <= reader.count else { return problems.addCutOff() }
        reader.move(to: chunk.paddedEnd)
      }
    }

    private mutating func readFrame(_ chunk: Chunk) -> Bool {
      guard chunk.length >= frameStart, chunk.end <= reader.count,
        let head = reader.bytes(frameStart)
      else { return false }
      let area = RasterArea(
        x: head[0..<3].littleEndian * 2, y: head[3..<6].littleEndian * 2,
        width: head[6..<9].littleEndian + 1, height: head[9..<12].littleEndian + 1)
      guard area.fits(size) else { return false }
      var start: Int?
      while reader.offset < chunk.end, let inner = nextChunk(), inner.end <= chunk.end {
        if inner.kind == "ALPH" { start = start ?? inner.start }
        if inner.kind == "VP8 " || inner.kind == "VP8L" {
          guard let image = readImage(inner), image.width == area.width,
            image.height == area.height
          else { return false }
          let frame = RasterFrame(
            area: area, delay: FrameDelay(milliseconds: head[12..<15].littleEndian),
            disposal: head[15] & 1 == 0 ? .keep : .clear,
            blend: head[15] & 2 == 0 && !isEmpty ? .overInWebP : .replace,
            isOpaque: !image.hasAlpha && start == nil, bytes: (start ?? inner.start)..<inner.end)
          let covers = area.covers(size)
          // The frame replaces everything that earlier frames have drawn.
          let isAlone = isEmpty || covers && frame.replacesCanvas
          isEmpty = frame.disposal == .clear && (isAlone || covers)
          frames.append(frame)
          return true
        }
        reader.move(to: inner.paddedEnd)
      }
      return false
    }

    /// Returns the size at the start of image data (RFC 6386, 9.1; RFC 9649, 3.4), or `nil` if it
    /// is invalid.
    private mutating func readImage(
      _ chunk: Chunk
    ) -> (width: Int, height: Int, hasAlpha: Bool)? {
      if chunk.kind == "VP8 " {
        guard chunk.length >= 10, let start = reader.bytes(10), start[0] & 1 == 0,
          start[3...5] == [0x9D, 0x01, 0x2A]
        else { return nil }
        let (width, height) = (
          start[6..<8].littleEndian & 0x3FFF, start[8...].littleEndian & 0x3FFF
        )
        return width > 0 && height > 0 ? (width, height, false) : nil
      }
      guard chunk.kind == "VP8L", chunk.length >= 5, let start = reader.bytes(5), start[0] == 0x2F
      else { return nil }
      let bits = start[1...].littleEndian
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, bits >> 28 & 1 == 1)
    }
  }
}
