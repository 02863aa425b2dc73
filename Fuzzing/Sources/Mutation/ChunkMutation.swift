/// A part of a raster file.
private struct Chunk {
  /// The name or the marker.
  var kind: [UInt8]
  var data: [UInt8]
}

/// A container of chunks, which writes lengths and checksums according to the format.
private enum Container: Equatable {
  case png, gif, jpeg
  /// A WebP or an animated Windows cursor, which have different forms.
  case riff(form: [UInt8])

  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: Self.pngSignature) {
      self = .png
    } else if bytes.starts(with: "RIFF".utf8) {
      self = .riff(form: Array(bytes.dropFirst(8).prefix(4)))
    } else if bytes.starts(with: "GIF8".utf8) {
      self = .gif
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      self = .jpeg
    } else {
      return nil
    }
  }

  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  func chunks(_ bytes: [UInt8]) -> [Chunk] {
    switch self {
    case .png: Self.pngChunks(bytes)
    case .riff: Self.riffChunks(bytes.dropFirst(12))
    case .gif: Self.gifChunks(bytes)
    case .jpeg: Self.jpegChunks(bytes)
    }
  }

  func bytes(_ chunks: [Chunk]) -> [UInt8] {
    switch self {
    case .png:
      return chunks.reduce(into: Self.pngSignature) { bytes, chunk in
        bytes += bigEndian(chunk.data.count, 4) + chunk.kind + chunk.data
        bytes += bigEndian(Int(checksum(chunk.kind + chunk.data)), 4)
      }
    case .riff(let form):
      let content = Self.riffBytes(chunks)
      return Array("RIFF".utf8) + littleEndian(content.count + 4, 4) + form + content
    case .gif, .jpeg:
      return chunks.flatMap { chunk in
        // Marker segments have a length, but not the data after a scan's header.
        self == .jpeg && chunk.kind.count == 2
          ? chunk.kind + bigEndian(chunk.data.count + 2, 2) + chunk.data : chunk.kind + chunk.data
      }
    }
  }

  // MARK: Formats

  private static func pngChunks(_ bytes: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var index = 8
    while index + 12 <= bytes.count {
      let count = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
      guard count <= bytes.count - index - 12 else { break }
      let start = index + 8
      chunks.append(
        Chunk(kind: Array(bytes[index + 4..<start]), data: Array(bytes[start..<start + count])))
      index = start + count + 4
    }
    return chunks
  }

  static func riffChunks(_ bytes: ArraySlice<UInt8>) -> [Chunk] {
    var chunks: [Chunk] = []
    var rest = bytes
    while rest.count >= 8 {
      let count = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      guard count <= rest.count - 8 else { break }
      chunks.append(
        Chunk(kind: Array(rest.prefix(4)), data: Array(rest.dropFirst(8).prefix(count))))
      rest = rest.dropFirst(8 + count + count % 2)
    }
    return chunks
  }

  static func riffBytes(_ chunks: [Chunk]) -> [UInt8] {
    chunks.flatMap { chunk in
      chunk.kind + littleEndian(chunk.data.count, 4) + chunk.data
        + (chunk.data.count % 2 == 0 ? [] : [0])
    }
  }

  private static func gifChunks(_ bytes: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var index = 0
    func append(to end: Int) {
      let end = min(max(end, index), bytes.count)
      chunks.append(Chunk(kind: [], data: Array(bytes[index..<end])))
      index = end
    }
    /// Returns the end of sub-blocks that start at an index.
    func end(ofBlocksAt start: Int) -> Int {
      var place = start
      while place < bytes.count, bytes[place] > 0 { place += Int(bytes[place]) + 1 }
      return place + 1
    }
    func tableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7) }
    guard bytes.count > 13 else { return [] }
    append(to: 13 + tableSize(bytes[10]))
    while index < bytes.count {
      switch bytes[index] {
      case 0x21: append(to: end(ofBlocksAt: index + 2))
      case 0x2C where index + 10 < bytes.count:
        append(to: end(ofBlocksAt: index + 11 + tableSize(bytes[index + 9])))
      default: append(to: bytes.count)
      }
    }
    return chunks
  }

  private static func jpegChunks(_ bytes: [UInt8]) -> [Chunk] {
    var chunks = [Chunk(kind: [0xFF], data: [0xD8])]
    var index = 2
    while index + 4 <= bytes.count, bytes[index] == 0xFF {
      let count = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
      guard count >= 2, count + 2 <= bytes.count - index else { break }
      let end = index + 2 + count
      chunks.append(
        Chunk(kind: Array(bytes[index..<index + 2]), data: Array(bytes[index + 4..<end])))
      let isScan = bytes[index + 1] == 0xDA
      index = end
      guard isScan else { continue }
      while index + 1 < bytes.count,
        bytes[index] != 0xFF || bytes[index + 1] == 0
          || (0xD0...0xD7).contains(bytes[index + 1])
      { index += 1 }
      chunks.append(Chunk(kind: [], data: Array(bytes[end..<index])))
    }
    chunks.append(Chunk(kind: [], data: Array(bytes[min(index, bytes.count)...])))
    return chunks
  }

  // MARK: Repair

  /// Makes data that depends on several chunks consistent.
  func repair(_ chunks: inout [Chunk]) {
    guard self == .png else { return }
    var (number, frames) = (0, 0)
    for index in chunks.indices {
      switch String(decoding: chunks[index].kind, as: UTF8.self) {
      case "fcTL" where chunks[index].data.count >= 4, "fdAT" where chunks[index].data.count >= 4:
        if chunks[index].kind == Array("fcTL".utf8) { frames += 1 }
        chunks[index].data.replaceSubrange(0..<4, with: bigEndian(number, 4))
        number += 1
      default: break
      }
    }
    if let index = chunks.firstIndex(where: { $0.kind == Array("acTL".utf8) && $0.data.count == 8 })
    {
      chunks[index].data.replaceSubrange(0..<4, with: bigEndian(frames, 4))
    }
  }

  /// Replaces the compressed pixels of a PNG frame with stored ones of the correct size, with random filters and
  /// colours.
  func fillFrame(_ chunks: inout [Chunk], _ random: inout RandomNumbers) {
    func name(_ index: Int) -> String { String(decoding: chunks[index].kind, as: UTF8.self) }
    let frames = chunks.indices.filter { ["IDAT", "fdAT"].contains(name($0)) }
    guard self == .png, let header = chunks.first, header.data.count == 13, !frames.isEmpty else {
      return
    }
    let index = random.element(of: frames)
    func number(_ data: [UInt8], _ offset: Int) -> Int {
      data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    var (width, height) = (number(header.data, 0), number(header.data, 4))
    if name(index) == "fdAT",
      let control = chunks[..<index].last(where: { $0.kind == Array("fcTL".utf8) }),
      control.data.count == 26
    {
      (width, height) = (number(control.data, 4), number(control.data, 8))
    }
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(header.data[9])] ?? 4
    let rowBits = channels * Int(header.data[8]) &* width
    guard width > 0, height > 0, width < 4096, height < 4096 else { return }
    let count = height * ((rowBits + 7) / 8 + 1)
    guard count > 0, count < 1 << 14 else { return }
    var pixels = (0..<count).map { _ in UInt8(random.next(below: 256)) }
    for row in 0..<height { pixels[row * (count / height)] = UInt8(random.next(below: 5)) }
    let prefix = name(index) == "fdAT" ? Array(chunks[index].data.prefix(4)) : []
    chunks[index].data = prefix + storedStream(pixels)
  }

  private func storedStream(_ bytes: [UInt8]) -> [UInt8] {
    let (low, high) = bytes.reduce((1, 0)) { sums, byte in
      let low = (sums.0 + Int(byte)) % 65521
      return (low, (sums.1 + low) % 65521)
    }
    return [0x78, 0x01, 0x01] + littleEndian(bytes.count, 2) + littleEndian(bytes.count ^ 0xFFFF, 2)
      + bytes + bigEndian(high << 16 | low, 4)
  }
}

private func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
  (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}

private func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
  bigEndian(number, count).reversed()
}

/// Returns the CRC-32 of a PNG chunk.
private func checksum(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(UInt32.max) { crc, byte in
    (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 0 ? 0 : 0xEDB8_8320) }
  }
}

/// Numbers at the limits of fields.
private let fields = [
  0, 1, 2, 3, 7, 8, 15, 16, 17, 64, 127, 128, 255, 256, 32767, 32768, 65535, 1 << 24,
]

/// Changes a field of 1, 2 or 4 bytes near the start of the data, where headers are, or random bytes.
private func mutateData(_ data: inout [UInt8], _ random: inout RandomNumbers) {
  guard !data.isEmpty else { return }
  if random.next(below: 4) == 0 {
    data = changed(data)
    return
  }
  let size = min([1, 2, 4][random.next(below: 3)], data.count)
  let start = random.next(below: min(data.count - size + 1, 40))
  let number = bigEndian(random.element(of: fields), size)
  data.replaceSubrange(
    start..<start + size, with: random.next(below: 2) == 0 ? number : number.reversed())
}

/// Returns a PNG, WebP, GIF or JPEG file with chunks changed, moved, repeated or removed, and with correct lengths and
/// checksums, or `nil` for other files.
public func mutatingChunks(_ file: [UInt8], _ random: inout RandomNumbers) -> [UInt8]? {
  guard let container = Container(file) else { return nil }
  var chunks = container.chunks(file)
  guard chunks.count > 1 else { return nil }
  for _ in 0...random.next(below: 3) where chunks.count > 1 {
    let index = random.next(below: chunks.count)
    // A file without its header is hardly ever accepted.
    let later = 1 + random.next(below: chunks.count - 1)
    switch random.next(below: 10) {
    case 0: chunks.remove(at: later)
    case 1: chunks.insert(chunks[later], at: later)
    case 2: chunks.swapAt(later, 1 + random.next(below: chunks.count - 1))
    case 3...4: container.fillFrame(&chunks, &random)
    default:
      if chunks[index].kind == Array("ANMF".utf8), chunks[index].data.count > 24,
        random.next(below: 2) == 0
      {
        // A frame of WebP is made of chunks after its header.
        var inner = Container.riffChunks(chunks[index].data.dropFirst(16))
        guard !inner.isEmpty else { break }
        mutateData(&inner[random.next(below: inner.count)].data, &random)
        chunks[index].data = Array(chunks[index].data.prefix(16)) + Container.riffBytes(inner)
      } else {
        mutateData(&chunks[index].data, &random)
      }
    }
  }
  if random.next(below: 4) > 0 { container.repair(&chunks) }
  return container.bytes(chunks)
}
