import AnimGraphics

/// A reader for PNG and APNG (Portable Network Graphics, third edition).
enum PNGContainer {
  /// The number of bytes of a chunk before its content.
  static let chunkStart = 8
  /// The number of bytes of a chunk in addition to its content.
  static let chunkFrame = 12

  /// The maximum side of a box of pixels that is averaged into one pixel of a reduced image.
  static let largestBox = 16

  /// The maximum size of a palette, in bytes: three for each colour.
  private static let longestPalette = 256 * 3

  static func index(of bytes: any RasterBytes) throws(CodecError) -> RasterIndex {
    var reading = Reading(ByteReader(bytes))
    return try reading.index()
  }

  /// The kind of a chunk, from its four letters.
  private enum Kind: String {
    case apple = "CgBI"
    case header = "IHDR"
    case palette = "PLTE"
    case transparency = "tRNS"
    case animation = "acTL"
    case control = "fcTL"
    case image = "IDAT"
    case frame = "fdAT"
    case end = "IEND"
    case profile = "iCCP"
    case standardColors = "sRGB"
    case codedColors = "cICP"
    case gamma = "gAMA"
    case chromaticities = "cHRM"
    case camera = "eXIf"
  }

  private struct Chunk {
    let kind: Kind?
    /// The length according to the file. The file may be shorter.
    let length: Int
    /// The offset of the chunk's length, type, content and checksum.
    let start: Int

    var end: Int { start + length + chunkFrame }
  }

  private struct Reading {
    private var reader: ByteReader
    private var problems = DiagnosticList()
    private var size = PixelSize.zero
    /// The signature, header, palette and transparency, copied from the file.
    private var shared = RasterFormat.pngSignature
    private var hasTransparency = false
    private var orientation = Orientation.upright
    private var colors = PNGColors()
    private var shownColors: RasterColors?
    private var colorType: UInt8 = 0
    private var isInterlaced = false
    /// The range of the default image, or `nil` if it hasn't been found yet.
    private var image: Range<Int>?
    private var isImageCutOff = false
    /// The frame count and the number of plays in the animation header, or `nil` for a still image.
    private var announced: (frames: Int, plays: Int)?
    /// Whether to ignore all further frames.
    private var isOver = false
    private var frames: [RasterFrame] = []
    /// A control chunk before the chunk that announces an animation. As in Chromium, it describes a frame.
    private var earlyControl: Chunk?
    /// The frame of the last control chunk. It has no bytes until its data are found.
    private var control: RasterFrame?
    /// The next sequence number of control and data chunks.
    private var sequence = 0

    init(_ reader: ByteReader) { self.reader = reader }

    mutating func index() throws(CodecError) -> RasterIndex {
      reader.move(to: RasterFormat.pngSignature.count)
      try readHeader()
      try readChunks()
      finishFrame()
      guard let image else { throw .damaged("a PNG without pixels") }
      guard let announced, !frames.isEmpty else { return try still(image) }
      try size.check()
      if frames.count < announced.frames {
        problems.addInvalid(
          "\(announced.frames) frames are declared, but \(frames.count) exist")
      }
      return RasterIndex(
        format: .png, canvas: size, orientation: orientation, frames: frames,
        plays: announced.plays == 0 ? nil : announced.plays, loopCount: announced.plays,
        problems: problems.all, shared: shared, isAnimation: true, colors: shownColors)
    }

    private mutating func still(_ image: Range<Int>) throws(CodecError) -> RasterIndex {
      if announced != nil {
        problems.addInvalid("no frame can be played; a still image is shown")
      }
      var canvas = size
      if size.width * size.height > RasterLimits.maximumArea {
        // An interlaced image arrives in an order that requires all sums in memory.
        canvas = try size.reduced(
          to: (2...PNGContainer.largestBox).lazy.map { [size] in size.boxes(of: $0) },
          bytesPerStoredPixel: 0, bytesPerPixel: isInterlaced ? 20 : 4)
        problems.add(reduced: size, to: canvas)
      }
      let frame = RasterFrame(
        area: RasterArea(x: 0, y: 0, width: canvas.width, height: canvas.height),
        delay: FrameDelay(numerator: 0, denominator: 100), disposal: .keep, blend: .replace,
        isCutOff: isImageCutOff, bytes: image)
      return RasterIndex(
        format: .png, canvas: canvas, storedCanvas: canvas == size ? nil : size,
        orientation: orientation, frames: [frame], plays: 1, loopCount: nil,
        problems: problems.all, shared: shared, isAnimation: false, colors: shownColors)
    }

    private mutating func nextChunk() -> Chunk? {
      let start = reader.offset
      guard let bytes = reader.bytes(chunkStart) else { return nil }
      return Chunk(
        kind: Kind(rawValue: String(decoding: bytes[4...], as: UTF8.self)),
        length: bytes[..<4].bigEndian, start: start)
    }

    /// Reads the content of a chunk, or returns `nil` if the file is truncated.
    private mutating func content(of chunk: Chunk) -> (bytes: [UInt8], isIntact: Bool)? {
      reader.move(to: chunk.start + 4)
      guard let bytes = reader.bytes(chunk.length + 4), let checksum = reader.bytes(4) else {
        return nil
      }
      let actual = bytes.withUnsafeBytes(Inflation.checksum)
      return (Array(bytes[4...]), Int(actual) == checksum.bigEndian)
    }

    /// Reads the content of a chunk, or returns `nil` unless it is short and intact.
    private mutating func content(of chunk: Chunk, upTo length: Int) -> [UInt8]? {
      guard chunk.length <= length, let content = content(of: chunk), content.isIntact else {
        return nil
      }
      return content.bytes
    }

    /// Returns the decompressed profile in a chunk, or an empty array if it is corrupt.
    private mutating func profile(_ chunk: Chunk) -> [UInt8] {
      guard let content = content(of: chunk, upTo: ICCProfile.maximumBytes),
        let end = content.firstIndex(of: 0), end + 2 < content.count, content[end + 1] == 0
      else { return [] }
      return (try? Inflation.zlib(content[(end + 2)...], limit: ICCProfile.maximumBytes)) ?? []
    }

    private mutating func readOrientation(_ chunk: Chunk) {
      guard orientation == .upright, let bytes = content(of: chunk, upTo: EXIFData.longest) else {
        return
      }
      orientation = EXIFData.orientation(in: bytes) ?? .upright
    }

    private mutating func readHeader() throws(CodecError) {
      let chunk = nextChunk()
      guard chunk?.kind != .apple else {
        throw .damaged(
          "a PNG in Apple's CgBI form, which only Apple's systems read; use the original file, or convert it "
            + "with pngdefry")
      }
      guard let chunk, chunk.kind == .header, chunk.length == 13,
        let header = content(of: chunk)
      else { throw .damaged("a PNG without a header") }
      guard header.isIntact else { throw .damaged("a PNG whose header is corrupt") }
      size = PixelSize(
        width: header.bytes[..<4].bigEndian, height: header.bytes[4..<8].bigEndian)
      try size.check(limit: RasterLimits.maximumStoredArea)
      let (depth, type) = (header.bytes[8], header.bytes[9])
      let depths: [UInt8]
      switch type {
      case 0: depths = [1, 2, 4, 8, 16]
      case 3: depths = [1, 2, 4, 8]
      case 2, 4, 6: depths = [8, 16]
      default: throw .damaged("a PNG of an unknown colour type, \(type)")
      }
      guard depths.contains(depth), header.bytes[10] == 0, header.bytes[11] == 0,
        header.bytes[12] <= 1
      else { throw .damaged("a PNG with an invalid header") }
      colorType = type
      isInterlaced = header.bytes[12] == 1
      append(header.bytes, as: "IHDR")
    }

    /// Adds a chunk to ``shared``, without checking its checksum again.
    private mutating func append(_ content: [UInt8], as type: String) {
      shared += (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (24 - $0 * 8)) }
      shared += Array(type.utf8) + content + [0, 0, 0, 0]
    }

    private mutating func readChunks() throws(CodecError) {
      while let chunk = nextChunk() {
        guard try read(chunk) else { return }
        guard chunk.end <= reader.count else { return problems.addCutOff() }
        reader.move(to: chunk.end)
      }
      problems.addInvalid("the end marker is missing")
    }

    /// - Returns: `false` to stop reading after the chunk.
    private mutating func read(_ chunk: Chunk) throws(CodecError) -> Bool {
      switch chunk.kind {
      case .image?: readImage(chunk)
      case .palette? where image == nil: try readPalette(chunk)
      case .transparency? where image == nil: readTransparency(chunk)
      case .profile? where image == nil && colors.profile == nil:
        colors.profile = profile(chunk)
      case .standardColors? where image == nil: colors.areStandard = true
      case .codedColors? where image == nil: colors.code = content(of: chunk, upTo: 4)
      case .gamma? where image == nil: colors.gamma = content(of: chunk, upTo: 4)
      case .chromaticities? where image == nil:
        colors.chromaticities = content(of: chunk, upTo: 32)
      case .camera?: readOrientation(chunk)
      case .animation?: readAnimation(chunk)
      case .control? where announced != nil && !isOver: readControl(chunk)
      case .control? where image == nil && !isOver: earlyControl = chunk
      case .frame? where announced != nil && !isOver: readFrame(chunk)
      case .end? where chunk.end <= reader.count:
        problems.add(bytesAfterEnd: reader.count - chunk.end)
        return false
      default: break
      }
      return !(isOver && image != nil && image?.upperBound != chunk.end)
    }

    private mutating func readPalette(_ chunk: Chunk) throws(CodecError) {
      // In a truecolour image, the palette is only a suggestion.
      guard colorType == 3 else { return }
      guard chunk.length <= longestPalette, let palette = content(of: chunk), palette.isIntact
      else {
        throw .damaged("a PNG whose palette is corrupt")
      }
      append(palette.bytes, as: "PLTE")
    }

    private mutating func readTransparency(_ chunk: Chunk) {
      guard chunk.length <= 256, let transparency = content(of: chunk), transparency.isIntact,
        !hasTransparency
      else { return problems.addInvalid("corrupt transparency is ignored") }
      hasTransparency = true
      append(transparency.bytes, as: "tRNS")
    }

    private mutating func readImage(_ chunk: Chunk) {
      // All data chunks of an image must be consecutive.
      guard image == nil || image?.upperBound == chunk.start else {
        return problems.addInvalid("extra pixels after the image are ignored")
      }
      if image == nil {
        switch colors.finding {
        case .standard: break
        case .converted(let found): shownColors = found
        case .ignored(let reason): problems.add(.colorProfile, .approximated, reason)
        }
      }
      let isFrame = control != nil && control?.bytes == image ?? 0..<0
      let range = (image?.lowerBound ?? chunk.start)..<min(chunk.end, reader.count)
      image = range
      isImageCutOff = chunk.end > reader.count
      if isFrame {
        control?.bytes = range
        control?.isCutOff = isImageCutOff
      }
    }

    private mutating func readAnimation(_ chunk: Chunk) {
      guard image == nil, announced == nil, !isOver, chunk.length >= 8, chunk.length < 1 << 16,
        let content = content(of: chunk), content.isIntact,
        case let count = content.bytes[..<4].bigEndian, count > 0, count < 1 << 31
      else {
        // Browsers disagree about which of two headers counts.
        problems.addInvalid("the animation's header is invalid")
        if image == nil { (announced, isOver) = (nil, true) }
        return
      }
      announced = (count, content.bytes[4..<8].bigEndian)
      if let earlyControl { readControl(earlyControl) }
    }

    private mutating func readControl(_ chunk: Chunk) {
      finishFrame()
      if let announced, frames.count >= min(announced.frames, RasterLimits.maximumFrames) {
        if frames.count >= RasterLimits.maximumFrames { problems.addTooManyFrames() }
        isOver = true
        return
      }
      guard control == nil, chunk.length == 26, let content = content(of: chunk), content.isIntact
      else { return stop("a frame's header is invalid") }
      checkSequence(content.bytes[..<4].bigEndian)
      func number(_ index: Int) -> Int { content.bytes[index..<index + 4].bigEndian }
      let area = RasterArea(x: number(12), y: number(16), width: number(4), height: number(8))
      guard area.fits(size), image != nil || area.covers(size), content.bytes[24] <= 2,
        content.bytes[25] <= 1
      else { return stop("a frame is not on the canvas") }
      let (numerator, denominator) = (
        content.bytes[20..<22].bigEndian, content.bytes[22..<24].bigEndian
      )
      var frame = RasterFrame(
        area: area,
        delay: FrameDelay(
          numerator: numerator, denominator: denominator == 0 ? 100 : denominator),
        disposal: [.keep, .clear, .restore][Int(content.bytes[24])],
        blend: content.bytes[25] == 0 ? .replace : .over, bytes: 0..<0)
      frame.isOpaque = !hasTransparency && colorType & 4 == 0
      control = frame
    }

    private mutating func readFrame(_ chunk: Chunk) {
      guard control != nil, image != nil, control?.bytes != image else {
        return problems.addInvalid("frame data without a frame is ignored")
      }
      guard chunk.length >= 4, let number = reader.bytes(4) else {
        return stop("the data of a frame has no number")
      }
      checkSequence(number.bigEndian)
      let start = control?.bytes.isEmpty == false ? control?.bytes.lowerBound : chunk.start
      control?.bytes = (start ?? chunk.start)..<min(chunk.end, reader.count)
      control?.isCutOff = chunk.end > reader.count
    }

    private mutating func checkSequence(_ number: Int) {
      if number != sequence {
        problems.addInvalid(
          "the frames are numbered wrongly; they are played in the order of the file")
      }
      sequence = number + 1
    }

    /// Stops reading frames. The frames so far are played, if there are any.
    private mutating func stop(_ reason: String) {
      problems.addInvalid(frames.isEmpty ? reason : "\(reason); the frames before it are played")
      control = nil
      isOver = true
    }

    /// Appends the frame whose data has been read. A frame without data remains current.
    private mutating func finishFrame() {
      guard let frame = control, !frame.bytes.isEmpty else { return }
      control = nil
      if frame.isCutOff, !frames.isEmpty {
        problems.add(.truncated, .notDrawn, "the last frame is truncated, and not played")
      } else {
        frames.append(frame)
      }
    }
  }
}

extension PixelSize {
  /// Returns the number of boxes, `side` pixels wide and high, that cover an image of this size.
  func boxes(of side: Int) -> PixelSize {
    PixelSize(width: (width + side - 1) / side, height: (height + side - 1) / side)
  }
}

/// The chunks of a PNG about its colours.
private struct PNGColors {
  /// The bytes of an ICC profile, or `nil` without one.
  var profile: [UInt8]?
  /// Whether the file declares the colours to be sRGB.
  var areStandard = false
  /// The contents of colour chunks, in order of precedence.
  var code: [UInt8]?
  var gamma: [UInt8]?
  var chromaticities: [UInt8]?

  /// The colours in the chunk with the highest priority.
  var finding: ColorFinding {
    if let code, code.count == 4 { return ColorFinding(code: code) }
    if let profile { return ColorFinding(profile: profile) }
    if areStandard { return .standard }
    let gamma = Self.numbers(gamma, 1).flatMap { Self.differ($0, Self.standardGamma) ? $0[0] : nil }
    let points = Self.numbers(chromaticities, 8).flatMap {
      Self.differ($0, Self.standardChromaticities) ? $0.map { Double($0) / Self.unit } : nil
    }
    if let chromaticities, chromaticities.count != 32 {
      return .ignored("its chromaticities are invalid and are ignored")
    }
    if gamma == nil, points == nil { return .standard }
    return ColorFinding(
      gamma: gamma.map { Double($0) / Self.unit },
      chromaticities: points.map {
        Chromaticities(
          white: SIMD2($0[0], $0[1]), red: SIMD2($0[2], $0[3]), green: SIMD2($0[4], $0[5]),
          blue: SIMD2($0[6], $0[7]))
      })
  }

  /// The representation of 1 in these chunks.
  private static let unit = 100_000.0
  private static let standardGamma = [45_455]
  private static let standardChromaticities = [
    31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000,
  ]
  /// The tolerance for recognizing well-known values, which programs round differently.
  private static let tolerance = 100

  private static func numbers(_ bytes: [UInt8]?, _ count: Int) -> [Int]? {
    guard let bytes, bytes.count == 4 * count else { return nil }
    return (0..<count).map { bytes[4 * $0..<4 * $0 + 4].bigEndian }
  }

  private static func differ(_ numbers: [Int], _ standard: [Int]) -> Bool {
    zip(numbers, standard).contains { abs($0 - $1) > tolerance }
  }
}
