import AnimCodecs
import AnimCore

/// A sprite of Aseprite, read without decoding pixels. A frame depends on no other frame, except through linked cels.
///
/// The format is described in docs/ase-file-specs.md of Aseprite. All numbers are little-endian.
package struct AsepriteFile: Sendable {
  package fileprivate(set) var size = PixelSize(width: 1, height: 1)
  package fileprivate(set) var colorMode = ColorMode.rgba
  /// The duration of each frame.
  package fileprivate(set) var delays: [FrameDelay] = []
  /// The layers from bottom to top, including groups, whose layers follow them.
  package fileprivate(set) var layers: [Layer] = []
  package fileprivate(set) var tags: [FrameTag] = []
  package fileprivate(set) var slices: [Slice] = []
  package fileprivate(set) var problems: [Diagnostic] = []

  /// The cels of each frame.
  fileprivate(set) var cels: [[Cel]] = []
  /// The palette of each frame, as words 0xAARRGGBB. Empty unless pixels are indexes.
  fileprivate(set) var palettes: [[UInt32]] = []
  fileprivate(set) var tilesets: [Int: Tileset] = [:]
  /// The index that is transparent, except on a background layer.
  fileprivate(set) var transparentIndex = 0
  /// Whether groups are composed before their blend mode and opacity are applied. Otherwise, groups only hide layers.
  fileprivate(set) var composesGroups = false

  /// The meaning of pixels.
  package enum ColorMode: Int, Sendable {
    case indexed = 8
    case grey = 16
    case rgba = 32

    var bytesPerPixel: Int { rawValue / 8 }
  }

  /// A layer or a group of layers.
  package struct Layer: Hashable, Sendable {
    package var name: String
    /// The number of groups that contain the layer.
    package var level: Int
    package var isGroup: Bool
    /// Whether the layer is drawn, if the groups around it are.
    package var isVisible: Bool
    var isBackground: Bool
    var blend: AsepriteBlend
    var opacity: Int
    /// The tileset of a layer of tiles, or `nil`.
    var tileset: Int?
  }

  /// A named part of the canvas. It applies to a frame and those after it.
  package struct Slice: Hashable, Sendable {
    package var name: String
    package var frame: Int
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
  }

  /// The content of a layer in a frame.
  struct Cel: Sendable {
    var layer: Int
    var x: Int
    var y: Int
    var opacity: Int
    var zIndex: Int
    var content: Content

    enum Content: Sendable {
      /// Pixels of a size, in a range of the file.
      case pixels(PixelSize, Range<Int>, isCompressed: Bool)
      /// The cel of the same layer in another frame.
      case link(frame: Int)
      case tiles(Tiles)
    }
  }

  /// A grid of compressed tiles.
  struct Tiles: Sendable {
    var columns: Int
    var rows: Int
    /// The masks for the number of a tile, and for its flips.
    var numberMask: UInt32
    var xFlipMask: UInt32
    var yFlipMask: UInt32
    var diagonalFlipMask: UInt32
    var bytes: Range<Int>
  }

  /// Tiles of one size, below each other.
  struct Tileset: Sendable {
    var count: Int
    var size: PixelSize
    var bytes: Range<Int>
  }

  /// Returns whether a file starts like a sprite: its length is followed by the number of the format.
  package static func recognizes(_ start: some Collection<UInt8>) -> Bool {
    start.dropFirst(4).starts(with: [0xE0, 0xA5]) && start.count > 6
  }

  fileprivate init() {}

  /// Reads a file.
  ///
  /// - Throws: The reason why the file has no valid image.
  package init(_ bytes: any RasterBytes) throws(RasterError) {
    var reader = AsepriteReader(bytes)
    try reader.read()
    self = reader.file
  }
}

/// Reads the header and the chunks of all frames.
private struct AsepriteReader {
  private let bytes: any RasterBytes
  private(set) var file = AsepriteFile()
  private var problems = DiagnosticList()
  /// The palette of the current frame.
  private var palette: [UInt32] = []
  private var celCount = 0
  private var hasOpacities = false
  private var hasNewPalette = false

  /// The maximum number of layers. Aseprite's own limit is 65 536.
  private static let maximumLayers = 4096
  /// The maximum number of groups that contain a layer.
  private static let maximumLevel = 64
  /// The maximum number of cels in all frames.
  private static let maximumCels = 1 << 19
  /// The maximum number of tags, and of slices.
  private static let maximumNames = 4096
  /// The number of colours that pixels can refer to.
  private static let maximumColors = 256

  init(_ bytes: any RasterBytes) { self.bytes = bytes }

  mutating func read() throws(RasterError) {
    guard let header = bytes.bytes(at: 0, 128) else { throw .damaged("the file is truncated") }
    guard AsepriteFile.recognizes(header) else { throw .damaged("not a sprite of Aseprite") }
    let count = header[6..<8].littleEndian
    guard let mode = AsepriteFile.ColorMode(rawValue: header[12..<14].littleEndian) else {
      throw .damaged("a colour mode that Aseprite doesn't have")
    }
    file.size = PixelSize(
      width: header[8..<10].littleEndian, height: header[10..<12].littleEndian)
    do throws(CodecError) {
      try file.size.check(limit: RasterLimits.maximumMovingArea)
    } catch {
      throw RasterError(error)
    }
    guard count > 0 else { throw .damaged("a sprite without frames") }
    file.colorMode = mode
    let flags = header[14..<18].littleEndian
    (hasOpacities, file.composesGroups) = (flags & 1 != 0, flags & 2 != 0)
    let speed = header[18..<20].littleEndian
    file.transparentIndex = Int(header[28])
    var offset = 128
    for _ in 0..<count {
      guard let head = bytes.bytes(at: offset, 16) else {
        problems.addCutOff()
        break
      }
      let length = head[..<4].littleEndian
      guard head[4] == 0xFA, head[5] == 0xF1, length >= 16 else {
        problems.addInvalid("the file is damaged after frame \(file.delays.count)")
        break
      }
      let duration = head[8..<10].littleEndian
      file.delays.append(FrameDelay(milliseconds: duration == 0 ? speed : duration))
      file.cels.append([])
      let end = min(offset + length, bytes.count)
      readChunks(offset + 16..<end)
      file.palettes.append(palette)
      if end < offset + length {
        problems.addCutOff()
        break
      }
      offset = end
    }
    guard !file.delays.isEmpty else { throw .damaged("a sprite without frames") }
    checkReferences()
    file.problems = problems.all
  }

  /// Reports cels and layers that refer to something that doesn't exist.
  private mutating func checkReferences() {
    for layer in file.layers {
      guard let id = layer.tileset, file.tilesets[id] == nil else { continue }
      problems.add(.unsupported, .notDrawn, "a layer isn't drawn, because its tiles are missing")
    }
    let count = file.cels.count
    if file.tags.contains(where: { $0.from > $0.to || $0.to >= count }) {
      problems.addInvalid("a tag contains frames that don't exist")
      file.tags.removeAll { $0.from > $0.to || $0.to >= count }
    }
    for cel in file.cels.joined() {
      if cel.layer >= file.layers.count { problems.addInvalid("a cel has no layer") }
      if case .link(let frame) = cel.content, frame >= file.cels.count {
        problems.addInvalid("a cel is linked to a frame that doesn't exist")
      }
    }
  }

  private mutating func readChunks(_ range: Range<Int>) {
    var offset = range.lowerBound
    while range.upperBound - offset >= 6, let head = bytes.bytes(at: offset, 6) {
      let length = head[..<4].littleEndian
      guard length >= 6 else {
        problems.addInvalid("a chunk is damaged")
        return
      }
      let end = min(offset + length, range.upperBound)
      if end < offset + length { problems.addCutOff() }
      var chunk = ChunkReader(bytes, offset + 6..<end)
      let isComplete =
        switch head[4...].littleEndian {
        case 0x0004: readOldPalette(&chunk, hasSixBits: false)
        case 0x0011: readOldPalette(&chunk, hasSixBits: true)
        case 0x2004: readLayer(&chunk)
        case 0x2005: readCel(&chunk)
        case 0x2018: readTags(&chunk)
        case 0x2019: readPalette(&chunk)
        case 0x2022: readSlice(&chunk)
        case 0x2023: readTileset(&chunk)
        default: true
        }
      if !isComplete { problems.addInvalid("a chunk is damaged") }
      offset = end
    }
  }

  // MARK: - Palettes

  /// Reads a palette without alpha, which counts only in files without the newer form.
  private mutating func readOldPalette(_ chunk: inout ChunkReader, hasSixBits: Bool) -> Bool {
    guard !hasNewPalette else { return true }
    guard let packets = chunk.word() else { return false }
    var index = 0
    for _ in 0..<packets {
      guard let skip = chunk.byte(), let count = chunk.byte() else { return false }
      index += skip
      for _ in 0..<(count == 0 ? 256 : count) {
        guard let red = chunk.byte(), let green = chunk.byte(), let blue = chunk.byte() else {
          return false
        }
        func channel(_ value: Int) -> UInt32 {
          UInt32(hasSixBits ? (value & 63) << 2 | (value & 63) >> 4 : value)
        }
        setColor(
          index, to: 0xFF00_0000 | channel(red) << 16 | channel(green) << 8 | channel(blue))
        index += 1
      }
    }
    return true
  }

  private mutating func readPalette(_ chunk: inout ChunkReader) -> Bool {
    guard let count = chunk.double(), let first = chunk.double(), let last = chunk.double(),
      chunk.skip(8), first <= last
    else { return false }
    if !hasNewPalette { palette = [] }
    hasNewPalette = true
    palette = Array(palette.prefix(count))
    for index in first...min(last, Self.maximumColors - 1 + first) {
      guard let flags = chunk.word(), let red = chunk.byte(), let green = chunk.byte(),
        let blue = chunk.byte(), let alpha = chunk.byte()
      else { return false }
      if flags & 1 != 0, chunk.string() == nil { return false }
      setColor(
        index,
        to: UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }
    return true
  }

  /// Sets a colour of the palette. Only indexes of a byte can be used.
  private mutating func setColor(_ index: Int, to color: UInt32) {
    guard file.colorMode == .indexed, index < Self.maximumColors else { return }
    while palette.count <= index { palette.append(0) }
    palette[index] = color
  }

  // MARK: - Layers and cels

  private mutating func readLayer(_ chunk: inout ChunkReader) -> Bool {
    guard let flags = chunk.word(), let type = chunk.word(), let level = chunk.word(),
      chunk.skip(4), let mode = chunk.word(), let opacity = chunk.byte(), chunk.skip(3),
      let name = chunk.string()
    else { return false }
    guard level <= Self.maximumLevel else {
      problems.add(
        .limit, .notDrawn,
        "layers in more than \(Self.maximumLevel) groups aren't shown (limit of this program)")
      return true
    }
    guard file.layers.count < Self.maximumLayers else {
      problems.add(
        .limit, .notDrawn,
        "only the first \(Self.maximumLayers) layers are shown (limit of this program)")
      return true
    }
    let blend = AsepriteBlend(rawValue: mode)
    if blend == nil {
      problems.add(.unsupported, .approximated, "blend mode \(mode) is drawn as normal")
    }
    file.layers.append(
      AsepriteFile.Layer(
        name: name, level: level, isGroup: type == 1,
        // Reference layers are only for drawing.
        isVisible: flags & 1 != 0 && flags & 64 == 0, isBackground: flags & 8 != 0,
        blend: blend ?? .normal, opacity: hasOpacities ? opacity : 255,
        tileset: type == 2 ? chunk.double() : nil))
    return true
  }

  private mutating func readCel(_ chunk: inout ChunkReader) -> Bool {
    guard let layer = chunk.word(), let x = chunk.signedWord(), let y = chunk.signedWord(),
      let opacity = chunk.byte(), let type = chunk.word(), let zIndex = chunk.signedWord(),
      chunk.skip(5)
    else { return false }
    let content: AsepriteFile.Cel.Content
    switch type {
    case 0, 2:
      guard let width = chunk.word(), let height = chunk.word() else { return false }
      let size = PixelSize(width: width, height: height)
      content = .pixels(size, chunk.rest, isCompressed: type == 2)
    case 1:
      guard let frame = chunk.word() else { return false }
      content = .link(frame: frame)
    case 3:
      guard let columns = chunk.word(), let rows = chunk.word(), let bits = chunk.word(),
        let number = chunk.double(), let xFlip = chunk.double(), let yFlip = chunk.double(),
        let diagonalFlip = chunk.double(), chunk.skip(10), bits == 32
      else { return false }
      content = .tiles(
        AsepriteFile.Tiles(
          columns: columns, rows: rows, numberMask: UInt32(number), xFlipMask: UInt32(xFlip),
          yFlipMask: UInt32(yFlip), diagonalFlipMask: UInt32(diagonalFlip), bytes: chunk.rest))
    default:
      problems.add(.unsupported, .notDrawn, "a cel of type \(type) isn't shown")
      return true
    }
    guard celCount < Self.maximumCels else {
      problems.add(
        .limit, .notDrawn,
        "only the first \(Self.maximumCels) cels are shown (limit of this program)")
      return true
    }
    celCount += 1
    file.cels[file.cels.count - 1].append(
      AsepriteFile.Cel(
        layer: layer, x: x, y: y, opacity: opacity, zIndex: zIndex, content: content))
    return true
  }

  private mutating func readTileset(_ chunk: inout ChunkReader) -> Bool {
    guard let id = chunk.double(), let flags = chunk.double(), let count = chunk.double(),
      let width = chunk.word(), let height = chunk.word(), chunk.skip(16), chunk.string() != nil
    else { return false }
    if flags & 1 != 0 { _ = chunk.skip(8) }
    guard flags & 2 != 0, let length = chunk.double() else {
      problems.add(.unsupported, .notDrawn, "the tiles of another file aren't shown")
      return true
    }
    let bytes = chunk.rest.prefix(length)
    file.tilesets[id] = AsepriteFile.Tileset(
      count: count, size: PixelSize(width: width, height: height),
      bytes: bytes.startIndex..<bytes.endIndex)
    return true
  }

  // MARK: - Tags and slices

  private mutating func readTags(_ chunk: inout ChunkReader) -> Bool {
    guard let count = chunk.word(), chunk.skip(8) else { return false }
    for _ in 0..<remaining(count, file.tags.count) {
      guard let from = chunk.word(), let to = chunk.word(), let direction = chunk.byte(),
        let repetitions = chunk.word(), chunk.skip(10), let name = chunk.string()
      else { return false }
      file.tags.append(
        FrameTag(
          name: name, from: from, to: to,
          direction: FrameTag.Direction.allCases.dropFirst(direction).first ?? .forward,
          repetitions: repetitions))
    }
    return true
  }

  /// Returns how many of a number of tags or slices are read, given the number of those before.
  private mutating func remaining(_ count: Int, _ read: Int) -> Int {
    let most = Self.maximumNames - read
    if count > most {
      problems.add(
        .limit, .notDrawn,
        "only the first \(Self.maximumNames) tags and slices are listed (limit of this program)")
    }
    return min(count, most)
  }

  private mutating func readSlice(_ chunk: inout ChunkReader) -> Bool {
    guard let count = chunk.double(), let flags = chunk.double(), chunk.skip(4),
      let name = chunk.string()
    else { return false }
    for _ in 0..<remaining(count, file.slices.count) {
      guard let frame = chunk.double(), let x = chunk.signedDouble(), let y = chunk.signedDouble(),
        let width = chunk.double(), let height = chunk.double(),
        chunk.skip((flags & 1 != 0 ? 16 : 0) + (flags & 2 != 0 ? 8 : 0))
      else { return false }
      file.slices.append(
        AsepriteFile.Slice(name: name, frame: frame, x: x, y: y, width: width, height: height))
    }
    return true
  }
}

/// Reads the fields of a chunk.
private struct ChunkReader {
  private let bytes: any RasterBytes
  private(set) var rest: Range<Int>

  init(_ bytes: any RasterBytes, _ range: Range<Int>) {
    self.bytes = bytes
    rest = range
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    guard count <= rest.count, let taken = bytes.bytes(at: rest.lowerBound, count) else {
      return nil
    }
    rest = rest.dropFirst(count).startIndex..<rest.upperBound
    return taken
  }

  mutating func skip(_ count: Int) -> Bool {
    guard count <= rest.count else { return false }
    rest = rest.lowerBound + count..<rest.upperBound
    return true
  }

  mutating func byte() -> Int? { take(1)?.littleEndian }
  mutating func word() -> Int? { take(2)?.littleEndian }
  mutating func double() -> Int? { take(4)?.littleEndian }
  mutating func signedWord() -> Int? { word().map { Int(Int16(truncatingIfNeeded: $0)) } }
  mutating func signedDouble() -> Int? { double().map { Int(Int32(truncatingIfNeeded: $0)) } }

  mutating func string() -> String? {
    guard let count = word(), let text = take(count) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }
}
