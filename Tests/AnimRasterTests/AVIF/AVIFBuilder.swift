import AnimCore
import Foundation

@testable import AnimCodecs

/// A box of an ISO base media file.
func box(_ kind: String, _ content: [UInt8]...) -> [UInt8] {
  let content = content.flatMap { $0 }
  return big(content.count + 8) + Array(kind.utf8) + content
}

/// A box with a version and flags.
func fullBox(_ kind: String, version: Int = 0, flags: Int = 0, _ content: [UInt8]...) -> [UInt8] {
  box(kind, big(version << 24 | flags), content.flatMap { $0 })
}

func sample(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }

/// The properties of images for test files.
enum TestProperty {
  static let size = size(16, 12)
  static func size(_ width: Int, _ height: Int) -> [UInt8] {
    fullBox("ispe", big(width), big(height))
  }
  static let alpha = fullBox("auxC", Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8))
  static func colors(matrix: Int = 6, primaries: Int = 1, transfer: Int = 13, isFull: Bool = true)
    -> [UInt8]
  {
    box(
      "colr", Array("nclx".utf8), big(primaries, 2), big(transfer, 2), big(matrix, 2),
      [isFull ? 0x80 : 0])
  }
  static func rotation(_ turns: UInt8) -> [UInt8] { box("irot", [turns]) }
  static func mirror(_ axis: UInt8) -> [UInt8] { box("imir", [axis]) }
  /// A rectangle, by its fractions.
  static func crop(_ numbers: Int...) -> [UInt8] { box("clap", numbers.flatMap { big($0) }) }
}

/// A still AVIF.
struct TestAVIF {
  struct Item {
    var id: Int
    var kind = "av01"
    var data: [UInt8]
    var properties = [TestProperty.size, TestProperty.colors()]
    /// Whether its properties are marked as essential.
    var isEssential = false
  }

  var brands = ["avif", "mif1"]
  var items: [Item]
  /// References of a kind, from an item to others.
  var references: [(kind: String, from: Int, to: [Int])] = []
  /// Boxes after the description.
  var more: [UInt8] = []

  static var color: Item { Item(id: 1, data: sample(AV1Samples.color[0])) }
  static var alpha: Item {
    Item(
      id: 2, data: sample(AV1Samples.grey[0]), properties: [TestProperty.size, TestProperty.alpha])
  }

  var bytes: [UInt8] {
    let type = fileType(brands)
    let length = meta(dataAt: 0).count
    let data = items.flatMap(\.data)
    return type + meta(dataAt: type.count + length + 8) + box("mdat", data) + more
  }

  private func meta(dataAt start: Int) -> [UInt8] {
    var properties: [[UInt8]] = []
    var links: [UInt8] = big(items.count)
    var locations: [UInt8] = [0x44, 0] + big(items.count, 2)
    var offset = start
    for item in items {
      links += big(item.id, 2) + [UInt8(item.properties.count)]
      for property in item.properties {
        properties.append(property)
        links.append(UInt8(properties.count) | (item.isEssential ? 0x80 : 0))
      }
      locations += big(item.id, 2) + big(0, 2) + big(1, 2) + big(offset) + big(item.data.count)
      offset += item.data.count
    }
    let infos = items.flatMap { item in
      fullBox("infe", version: 2, big(item.id, 2), big(0, 2), Array(item.kind.utf8), [0])
    }
    let lists = references.flatMap { reference in
      box(
        reference.kind, big(reference.from, 2), big(reference.to.count, 2),
        reference.to.flatMap { big($0, 2) })
    }
    return fullBox(
      "meta", fullBox("hdlr", big(0), Array("pict".utf8), big(0), big(0), big(0), [0]),
      fullBox("pitm", big(1, 2)), fullBox("iinf", big(items.count, 2), infos),
      fullBox("iloc", locations),
      box("iprp", box("ipco", properties.flatMap { $0 }), fullBox("ipma", links)),
      fullBox("iref", lists))
  }
}

private func fileType(_ brands: [String]) -> [UInt8] {
  box("ftyp", Array(brands[0].utf8), big(0), brands.flatMap { Array($0.utf8) })
}

/// An AVIF sequence.
struct TestAVIFSequence {
  struct Track {
    var id: Int
    var handler = "pict"
    var samples: [[UInt8]]
    /// The key samples, counted from 1, or `nil` for no list.
    var keys: [Int]? = [1]
    var properties: [UInt8] = TestProperty.colors()
    /// Lists of references.
    var references: [UInt8] = []
    /// The runs of durations.
    var durations = [(100, 100)]
    var duration = 500
    /// The flags and durations of the edit list, or `nil` for none.
    var edits: (flags: Int, durations: [Int])?
  }

  var brands = ["avis", "avif"]
  var tracks: [Track]
  var scale = 1000

  static var color: Track {
    Track(id: 1, samples: AV1Samples.color.map(sample), keys: [1, 4])
  }
  static var alpha: Track {
    Track(
      id: 2, handler: "auxv", samples: AV1Samples.grey.map(sample),
      properties: fullBox("auxi", Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8)),
      references: box("auxl", big(1)))
  }

  var bytes: [UInt8] {
    let type = fileType(brands)
    let length = movie(dataAt: 0).count
    return type + movie(dataAt: type.count + length + 8)
      + box("mdat", tracks.flatMap { $0.samples.flatMap { $0 } })
  }

  private func movie(dataAt start: Int) -> [UInt8] {
    var offset = start
    let tracks = tracks.flatMap { track in
      defer { offset += track.samples.reduce(0) { $0 + $1.count } }
      return self.track(track, dataAt: offset)
    }
    return box("moov", fullBox("mvhd", big(0), big(0), big(scale), big(0)), tracks)
  }

  private func track(_ track: Track, dataAt start: Int) -> [UInt8] {
    let entry = box(
      "av01", [UInt8](repeating: 0, count: 24), big(16, 2), big(12, 2),
      [UInt8](repeating: 0, count: 50), track.properties)
    var table =
      fullBox("stsd", big(1), entry)
      + fullBox(
        "stts", big(track.durations.count), track.durations.flatMap { big($0.0) + big($0.1) })
      + fullBox("stsc", big(1), big(1), big(track.samples.count), big(1))
      + fullBox(
        "stsz", big(0), big(track.samples.count), track.samples.flatMap { big($0.count) })
      + fullBox("stco", big(1), big(start))
    if let keys = track.keys {
      table += fullBox("stss", big(keys.count), keys.flatMap { big($0) })
    }
    var edits: [UInt8] = []
    if let list = track.edits {
      edits = box(
        "edts",
        fullBox(
          "elst", flags: list.flags, big(list.durations.count),
          list.durations.flatMap { big($0) + big(0) + big(1 << 16) }))
    }
    return box(
      "trak", fullBox("tkhd", big(0), big(0), big(track.id), big(0), big(track.duration)), edits,
      box("tref", track.references),
      box(
        "mdia", fullBox("mdhd", big(0), big(0), big(scale), big(0)),
        fullBox("hdlr", big(0), Array(track.handler.utf8)), box("minf", box("stbl", table))))
  }
}

/// The planes from which ``AV1Samples`` were encoded.
enum SamplePattern {
  static let size = PixelSize(width: 16, height: 12)

  /// Returns the pixels of a frame with colours.
  static func color(
    _ frame: Int, matrix: SampleFormat.Matrix = .weights(red: 0.299, blue: 0.114),
    isFull: Bool = true
  ) -> [UInt32] {
    pixels(
      grey(frame)
        + plane(8, 6) { x, _ in x * 11 + frame * 17 + 40 }
        + plane(8, 6) { _, y in y * 19 + frame * 5 + 90 },
      SampleFormat(
        size: size, depth: 8, hasColor: true, columns: 2, rows: 2, isCenteredInColumns: true,
        isCenteredInRows: true, hasFullRange: isFull, matrix: matrix))
  }

  /// Returns the luma of a frame, which is that of the frames without colours, too.
  static func grey(_ frame: Int) -> [UInt8] {
    plane(16, 12) { x, y in x * 13 + y * 7 + frame * 29 }
  }

  /// Returns the pixels of the frame of 10 bits.
  static func deep() -> [UInt32] {
    func words(_ value: (Int, Int) -> Int) -> [UInt8] {
      (0..<12 * 16).flatMap { little(value($0 % 16, $0 / 16) % 1024) }
    }
    return pixels(
      words { x, y in x * 53 + y * 29 } + words { x, _ in x * 41 + 40 }
        + words { _, y in y * 79 + 90 },
      SampleFormat(
        size: size, depth: 10, hasColor: true, columns: 1, rows: 1, isCenteredInColumns: true,
        isCenteredInRows: true, hasFullRange: true, matrix: .weights(red: 0.299, blue: 0.114)))
  }

  private static func plane(_ width: Int, _ height: Int, _ value: (Int, Int) -> Int) -> [UInt8] {
    (0..<width * height).map { UInt8(value($0 % width, $0 / width) % 256) }
  }

  private static func pixels(_ bytes: [UInt8], _ format: SampleFormat) -> [UInt32] {
    let (luma, color) = (
      size.width * format.bytesPerSample, format.colorSize.width * format.bytesPerSample
    )
    return bytes.withUnsafeBytes { bytes in
      var pixels = [UInt32](repeating: 0, count: size.width * size.height)
      guard let start = bytes.baseAddress else { return pixels }
      let blue = start + luma * size.height
      pixels.withUnsafeMutableBufferPointer {
        SampleConverter(format).convert(
          (
            SamplePlane(start: start, stride: luma), SamplePlane(start: blue, stride: color),
            SamplePlane(start: blue + color * format.colorSize.height, stride: color)
          ), to: $0)
      }
      return pixels
    }
  }
}
