import AnimCodecs
import AnimCore

/// An AVIF file (AVIF 1.1), found without decoding pixels: a still image or a sequence, with its alpha channel.
package struct AVIFFile: Sendable {
  /// The size of the images as shown.
  package let size: PixelSize
  /// The durations of the frames in the file. There is at least one.
  package let delays: [FrameDelay]
  /// The number of plays, or `nil` for an endless repetition.
  package let plays: Int?
  /// The problems of the file.
  package let problems: [Diagnostic]
  let contents: AVIFContents
  /// The rectangle to show, or `nil` for the entire image.
  let crop: RasterArea?

  /// Whether the file has several frames.
  package var isAnimation: Bool { delays.count > 1 }
  package var hasAlpha: Bool { contents.alpha != nil }
  /// The turn and the flip that the file asks for.
  package var orientation: Orientation { contents.properties.orientation }
  /// The meaning of colours as the container declares it, or `nil` if only the images do.
  package var colors: AVIFColors? { contents.properties.colors }

  /// Returns whether a file is an AVIF, from its first bytes: from the brands of its format.
  package static func recognizes(_ start: some Collection<UInt8>) -> Bool {
    guard start.dropFirst(4).starts(with: "ftyp".utf8) else { return false }
    let brands = start.dropFirst(8).prefix(max(0, start.prefix(4).bigEndian - 8))
    // The second number isn't a brand, but a version.
    return sequence(state: Array(brands)[...]) { rest -> String? in
      guard rest.count >= 4 else { return nil }
      defer { rest = rest.dropFirst(4) }
      return String(decoding: rest.prefix(4), as: Unicode.ASCII.self)
    }.contains { $0 == "avif" || $0 == "avis" }
  }

  /// Reads a file.
  ///
  /// - Throws: The reason why the file has no image that can be shown.
  package init(_ bytes: any RasterBytes) throws(RasterError) {
    var reader = ISOBoxReader(bytes)
    var problems = DiagnosticList()
    let boxes = try reader.boxes(in: reader.fileRange)
    guard let type = boxes.first("ftyp") else { throw .unknownFormat }
    var fields = try reader.fields(of: type)
    let brand = fields.kind()
    // A file may have a still image and a sequence. The brand tells which one to show.
    let movie = boxes.first("moov")
    let meta = boxes.first("meta")
    var contents: AVIFContents?
    if let movie, brand != "avif" || meta == nil {
      let tracks = try AVIFTracks(movie, reader)
      if tracks.hasImages || meta == nil { contents = try tracks.contents(&problems) }
    }
    if contents == nil, let meta { contents = try AVIFItems(meta, reader).contents() }
    guard var contents else { throw .damaged("an AVIF without an image") }
    if let alpha = contents.alpha, alpha.size != contents.color.size {
      contents.alpha = nil
      problems.add(
        .unsupported, .notDrawn, "the alpha channel has another size than the image; it is ignored")
    }
    let stored = contents.color.size
    crop = Self.crop(contents.properties, stored, &problems)
    if contents.properties.colors?.isStandard == false {
      problems.add(
        .colorProfile, .approximated,
        "the colours are not those of sRGB, and are shown without conversion")
    } else if contents.properties.hasProfile {
      problems.add(.colorProfile, .approximated, "the colour profile is not applied")
    }
    size = contents.properties.orientation.size(
      of: crop.map { PixelSize(width: $0.width, height: $0.height) } ?? stored)
    delays = contents.delays
    plays = delays.count > 1 ? contents.plays : nil
    self.contents = contents
    self.problems = problems.all
  }

  private static func crop(
    _ properties: AVIFProperties, _ size: PixelSize, _ problems: inout DiagnosticList
  ) -> RasterArea? {
    guard let aperture = properties.cleanAperture else { return nil }
    guard let area = aperture.area(of: size) else {
      problems.addInvalid("the file crops the image to an invalid rectangle; all of it is shown")
      return nil
    }
    return area.covers(size) ? nil : area
  }
}

extension AVIFColors {
  /// Whether the colours are those of sRGB or unspecified. Videos have the same primaries and a similar curve.
  fileprivate var isStandard: Bool {
    [1, 2].contains(primaries) && [1, 2, 6, 13, 14, 15].contains(transfer)
  }
}

/// The images of a file.
struct AVIFContents {
  var color: AVIFPlanes
  var alpha: AVIFPlanes?
  /// Whether colours are multiplied by alpha.
  var isPremultiplied = false
  /// The properties of the colour image.
  var properties: AVIFProperties
  var delays = [FrameDelay(milliseconds: 0)]
  var plays: Int?

  init(color: AVIFPlanes, properties: AVIFProperties) {
    self.color = color
    self.properties = properties
  }
}

/// The location of an image's planes in the file.
struct AVIFPlanes {
  var size: PixelSize
  var source: Source

  enum Source {
    /// A still image, in one or several tiles.
    case tiles(AVIFGrid)
    /// A sequence.
    case samples(AVIFSamples)
  }
}

/// Images in rows and columns.
struct AVIFGrid {
  var columns: Int
  var rows: Int
  var tileSize: PixelSize
  /// The tiles, row by row.
  var tiles: [AVIFTile]

  /// Whether the tiles cover an image of this size, and each of them is needed (ISO/IEC 23008-12, 6.6.2.3.1).
  func covers(_ size: PixelSize) -> Bool {
    func fits(_ tile: Int, _ count: Int, _ side: Int) -> Bool {
      tile > 0 && side > 0 && tile >= (side + count - 1) / count
        && (count == 1 || tile * (count - 1) < side)
    }
    return tileSize.width <= size.width << 8 && tileSize.height <= size.height << 8
      && fits(tileSize.width, columns, size.width) && fits(tileSize.height, rows, size.height)
  }
}

/// The data of an image.
struct AVIFTile {
  /// The parts of the data, in order.
  var extents: [Range<Int>]
  var operatingPoint: Int
  var layer: Int?
}
