import AnimGraphics

/// A reader for GIF (CompuServe, version 89a). Like browsers, it ignores background colours and
/// plain text, and treats each image as a separate frame.
enum GIFContainer {
  /// The first byte of a block.
  private enum Block {
    static let `extension`: UInt8 = 0x21
    static let image: UInt8 = 0x2C
    static let trailer: UInt8 = 0x3B
  }

  /// The second byte of an extension.
  private enum Label {
    static let control: UInt8 = 0xF9
    static let application: UInt8 = 0xFF
  }

  /// The number of bytes of an image before its colours.
  static let descriptorLength = 9

  static func index(of bytes: any RasterBytes) throws(CodecError) -> RasterIndex {
    var reading = Reading(ByteReader(bytes))
    return try reading.index()
  }

  /// Returns the number of colours of a palette, from its flags.
  static func paletteCount(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 2 << Int(flags & 7)
  }

  /// The graphic control extension of the next image.
  private struct Control {
    var delay = 0
    var disposal = Disposal.keep
    var transparentIndex: UInt8?
  }

  private struct Reading {
    private var reader: ByteReader
    private var problems = DiagnosticList()
    private var frames: [RasterFrame] = []
    private var size = PixelSize.zero
    private var control = Control()
    private var loopCount: Int?

    init(_ reader: ByteReader) { self.reader = reader }

    mutating func index() throws(CodecError) -> RasterIndex {
      guard let screen = reader.bytes(13) else {
        throw .damaged("a GIF that ends before its size")
      }
      size = PixelSize(width: screen[6..<8].littleEndian, height: screen[8..<10].littleEndian)
      guard size.width > 0, size.height > 0 else {
        throw .damaged("a GIF of \(size.width)x\(size.height) pixels")
      }
      let palette = reader.bytes(paletteCount(screen[10]) * 3)
      if palette == nil {
        throw .damaged("a GIF that ends before its first image")
      }
      try readBlocks()
      guard !frames.isEmpty else { throw .damaged("a GIF without an image") }
      return RasterIndex(
        format: .gif, canvas: size, orientation: .upright, frames: frames,
        // Browsers play it n more times.
        plays: loopCount.map { $0 == 0 ? nil : $0 + 1 } ?? 1, loopCount: loopCount,
        problems: problems.all, shared: palette ?? [], isAnimation: frames.count > 1)
    }

    private mutating func readBlocks() throws(CodecError) {
      while true {
        switch reader.byte() {
        case Block.extension?:
          guard readExtension() else { return problems.addCutOff() }
        case Block.image?:
          guard frames.count < RasterLimits.maximumFrames else {
            return problems.addTooManyFrames()
          }
          guard try readImage() else { return problems.addCutOff() }
        case Block.trailer?:
          problems.add(bytesAfterEnd: reader.remaining)
          return
        case 0?: continue
        case nil: return problems.addInvalid("the end marker is missing")
        case let other?:
          return problems.addInvalid(
            "byte \(other) instead of a block; the rest is not read")
        }
      }
    }

    /// - Returns: `false` if the file ends first.
    private mutating func readExtension() -> Bool {
      guard let label = reader.byte(), let length = reader.byte() else { return false }
      guard let content = reader.bytes(Int(length)) else { return false }
      if length == 0 { return true }
      if label == Label.control {
        if length >= 4 { readControl(content) }
      } else if label == Label.application,
        content == Array("NETSCAPE2.0".utf8) || content == Array("ANIMEXTS1.0".utf8)
      {
        return readLoops()
      } else if label == Label.application, content == Array("ICCRGBG1012".utf8) {
        problems.add(.colorProfile, .approximated, "its colour profile is ignored")
      } else if label == 0x01 {
        problems.add(.text, .notDrawn, "plain text is not drawn")
      }
      return skipBlocks()
    }

    private mutating func readControl(_ content: [UInt8]) {
      control = Control(delay: content[1..<3].littleEndian)
      switch content[0] >> 2 & 7 {
      case 2: control.disposal = .clear
      case 3, 4: control.disposal = .restore
      default: break
      }
      if content[0] & 1 != 0 { control.transparentIndex = content[3] }
    }

    private mutating func readLoops() -> Bool {
      while let length = reader.byte() {
        if length == 0 { return true }
        guard let content = reader.bytes(Int(length)) else { return false }
        if length >= 3, content[0] == 1 { loopCount = content[1..<3].littleEndian }
      }
      return false
    }

    private mutating func skipBlocks() -> Bool {
      while let length = reader.byte() {
        if length == 0 { return true }
        guard reader.skip(Int(length)) else { return false }
      }
      return false
    }

    /// - Returns: `false` if the file ends first.
    private mutating func readImage() throws(CodecError) -> Bool {
      let start = reader.offset
      guard let descriptor = reader.bytes(descriptorLength) else { return false }
      var area = RasterArea(
        x: descriptor[0..<2].littleEndian, y: descriptor[2..<4].littleEndian,
        width: descriptor[4..<6].littleEndian, height: descriptor[6..<8].littleEndian)
      // The colours, the code size, and the codes.
      guard reader.skip(paletteCount(descriptor[8]) * 3), reader.byte() != nil else { return false }
      let isWhole = skipBlocks()
      if frames.isEmpty {
        // The canvas grows to hold the first frame.
        let grown = PixelSize(
          width: max(size.width, area.x + area.width),
          height: max(size.height, area.y + area.height))
        if grown != size {
          problems.add(
            .clipped, .approximated,
            "the first image is larger than the canvas of \(size.width)x\(size.height), which grows"
          )
        }
        size = grown
        // Each pixel needs a colour and, before that, a palette index.
        try size.check(bytesPerPixel: 5)
      } else if area.width > 0, area.height > 0, !area.fits(size) {
        problems.add(.clipped, .approximated, "images are clipped to the canvas")
      }
      // The product may not fit into 32 bits.
      if area.width > 0, area.height > RasterLimits.maximumArea / area.width {
        problems.add(
          .limit, .notDrawn,
          "an image of \(area.width)x\(area.height) pixels is not drawn (limit of this program)")
        area.height = 0
      }
      frames.append(
        RasterFrame(
          area: area, delay: FrameDelay(numerator: control.delay, denominator: 100),
          disposal: control.disposal, blend: .over,
          isOpaque: control.transparentIndex == nil, transparentIndex: control.transparentIndex,
          isCutOff: !isWhole, bytes: start..<reader.offset))
      control = Control()
      return isWhole
    }
  }
}
