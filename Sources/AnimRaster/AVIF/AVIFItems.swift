import AnimCodecs
import AnimCore

/// The images of a `meta` box (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 6): the primary one with its alpha channel.
struct AVIFItems {
  private var reader: ISOBoxReader
  private var kinds: [Int: String] = [:]
  private var locations: [Int: [Range<Int>]] = [:]
  private var properties: [Int: AVIFProperties] = [:]
  /// The items with an essential property that this program doesn't know.
  private var unknown: Set<Int> = []
  /// The references of each kind, by item.
  private var references: [String: [Int: [Int]]] = [:]
  /// The alpha channel of each item that has one.
  private var alphas: [Int: Int] = [:]
  /// The item that is shown.
  private let primary: Int

  /// The maximum number of items.
  private static let maximumItems = 1 << 16
  /// The maximum number of tiles of a grid. A photo of 50 million pixels has about 200.
  private static let maximumTiles = 1 << 12

  init(_ meta: ISOBox, _ reader: ISOBoxReader) throws(RasterError) {
    var reader = reader
    let boxes = try reader.boxes(inFull: meta)
    guard let box = boxes.first("pitm") else { throw .damaged("an AVIF without an image") }
    var (version, _, fields) = try reader.fullFields(of: box)
    guard let primary = fields.number(version == 0 ? 2 : 4) else {
      throw .damaged("an AVIF without an image")
    }
    self.primary = primary
    self.reader = reader
    if let box = boxes.first("iinf") { try readKinds(box) }
    if let box = boxes.first("iloc") { try readLocations(box, boxes.first("idat")) }
    if let box = boxes.first("iprp") { try readProperties(box) }
    if let box = boxes.first("iref") { try readReferences(box) }
    for (item, images) in references["auxl"] ?? [:]
    where properties[item]?.auxiliaryType.map(AVIFProperties.isAlpha) ?? false {
      for image in images { alphas[image] = min(alphas[image] ?? item, item) }
    }
  }

  private mutating func readKinds(_ box: ISOBox) throws(RasterError) {
    let (version, _, _) = try reader.fullFields(of: ISOBox(kind: box.kind, content: box.start(4)))
    let start = min(box.content.lowerBound + (version == 0 ? 6 : 8), box.content.upperBound)
    for entry in try reader.boxes(in: start..<box.content.upperBound) where entry.kind == "infe" {
      var (version, _, fields) = try reader.fullFields(of: entry)
      guard version >= 2, let item = fields.number(version == 2 ? 2 : 4) else { continue }
      fields.skip(2)
      kinds[item] = fields.kind()
    }
  }

  private mutating func readLocations(_ box: ISOBox, _ data: ISOBox?) throws(RasterError) {
    var (version, _, fields) = try reader.fullFields(of: box)
    guard let sizes = fields.number(2) else { return }
    let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    guard let count = fields.number(version < 2 ? 2 : 4), count <= Self.maximumItems else { return }
    for _ in 0..<count {
      guard let item = fields.number(version < 2 ? 2 : 4),
        let method = version == 0 ? 0 : fields.number(2), fields.number(2) != nil,
        let base = fields.number(baseSize), let extents = fields.number(2)
      else { return }
      var ranges: [Range<Int>] = []
      // The data is in the file, or in another box. Data in other items isn't used for images.
      let area = method & 15 == 0 ? reader.fileRange : method & 15 == 1 ? data?.content : nil
      for _ in 0..<extents {
        guard fields.number(indexSize) != nil, let offset = fields.number(offsetSize),
          let length = fields.number(lengthSize)
        else { return }
        guard let area, base <= area.count, offset <= area.count - base else {
          ranges.append(0..<0)
          continue
        }
        let start = area.lowerBound + base + offset
        // Without a length, the extent is the entire area.
        let rest = area.upperBound - start
        ranges.append(start..<start + (lengthSize == 0 ? rest : min(length, rest)))
      }
      locations[item] = ranges
    }
  }

  private mutating func readProperties(_ box: ISOBox) throws(RasterError) {
    let parts = try reader.boxes(in: box)
    guard let container = parts.first("ipco") else { return }
    let list = try reader.boxes(in: container).map { (box) throws(RasterError) in
      try AVIFProperty(box, reader)
    }
    for part in parts where part.kind == "ipma" {
      var (version, flags, fields) = try reader.fullFields(of: part)
      guard let count = fields.number(4) else { continue }
      for _ in 0..<count {
        guard let item = fields.number(version < 1 ? 2 : 4), let links = fields.number(1)
        else { break }
        for _ in 0..<links {
          let width = flags & 1 == 0 ? 1 : 2
          guard let link = fields.number(width) else { break }
          let mark = 1 << (8 * width - 1)
          let index = link & (mark - 1)
          guard index > 0, index <= list.count else { continue }
          properties[item, default: AVIFProperties()].apply(list[index - 1])
          if case .unknown = list[index - 1], link & mark != 0 { unknown.insert(item) }
        }
      }
    }
  }

  private mutating func readReferences(_ box: ISOBox) throws(RasterError) {
    let (version, _, _) = try reader.fullFields(of: ISOBox(kind: box.kind, content: box.start(4)))
    let width = version == 0 ? 2 : 4
    for list in try reader.boxes(inFull: box) {
      var fields = try reader.fields(of: list)
      guard let from = fields.number(width), let count = fields.number(2) else { continue }
      for _ in 0..<count {
        guard let item = fields.number(width) else { break }
        references[list.kind, default: [:]][from, default: []].append(item)
      }
    }
  }
}

extension ISOBox {
  /// The first bytes of its content.
  fileprivate func start(_ count: Int) -> Range<Int> {
    content.lowerBound..<min(content.lowerBound + count, content.upperBound)
  }
}

// The primary image.
extension AVIFItems {
  /// Returns the primary image with its alpha channel.
  func contents() throws(RasterError) -> AVIFContents {
    let color = try image(primary)
    var contents = AVIFContents(color: color, properties: properties[primary] ?? AVIFProperties())
    if let alpha = alphas[primary] {
      contents.alpha = try image(alpha)
      contents.isPremultiplied = references["prem"]?[primary]?.contains(alpha) ?? false
    } else if case .tiles(let grid) = color.source, kinds[primary] == "grid" {
      // Some files have an alpha channel for each tile only.
      let tiles = (references["dimg"]?[primary] ?? []).map { alphas[$0] }
      if !tiles.isEmpty, tiles.allSatisfy({ $0 != nil }) {
        var alpha = grid
        alpha.tiles = try tiles.compactMap { $0 }.map { (tile) throws(RasterError) in
          try self.tile(tile)
        }
        contents.alpha = AVIFPlanes(size: color.size, source: .tiles(alpha))
      }
    }
    return contents
  }

  private func image(_ item: Int) throws(RasterError) -> AVIFPlanes {
    guard !unknown.contains(item) else {
      throw .damaged("an AVIF image with an essential property that is not supported")
    }
    guard let size = properties[item]?.size else { throw .damaged("an AVIF image without a size") }
    do throws(CodecError) {
      try size.check(limit: RasterLimits.maximumArea)
    } catch {
      throw RasterError(error)
    }
    switch kinds[item] {
    case "av01":
      return AVIFPlanes(
        size: size,
        source: .tiles(AVIFGrid(columns: 1, rows: 1, tileSize: size, tiles: [try tile(item)])))
    case "grid": return try grid(item, size)
    case let kind:
      throw .damaged(
        "an AVIF whose image has the type \"\((kind ?? "").printable)\", which is not supported")
    }
  }

  private func tile(_ item: Int) throws(RasterError) -> AVIFTile {
    guard kinds[item] == "av01", !unknown.contains(item),
      let extents = locations[item], extents.contains(where: { !$0.isEmpty })
    else { throw .damaged("an AVIF without the data of its image") }
    let properties = properties[item]
    return AVIFTile(
      extents: extents, operatingPoint: properties?.operatingPoint ?? 0, layer: properties?.layer)
  }

  /// Reads a grid (ISO/IEC 23008-12, 6.6.2.3).
  private func grid(_ item: Int, _ declared: PixelSize) throws(RasterError) -> AVIFPlanes {
    guard let extents = locations[item], let range = extents.first, 8...12 ~= range.count,
      let tiles = references["dimg"]?[item], let first = tiles.first,
      let tileSize = properties[first]?.size
    else { throw .damaged("an AVIF whose grid has no tiles") }
    guard tiles.count <= Self.maximumTiles else {
      throw .damaged(
        "an AVIF with a grid of more than \(Self.maximumTiles) tiles (limit of this program)")
    }
    var fields = try reader.fields(of: ISOBox(kind: "grid", content: range))
    guard let version = fields.number(1), version == 0, let flags = fields.number(1),
      let rows = fields.number(1), let columns = fields.number(1),
      let width = fields.number(flags & 1 == 0 ? 2 : 4),
      let height = fields.number(flags & 1 == 0 ? 2 : 4)
    else { throw .damaged("an AVIF whose grid is corrupt") }
    let size = PixelSize(width: width, height: height)
    let grid = AVIFGrid(
      columns: columns + 1, rows: rows + 1, tileSize: tileSize,
      tiles: try tiles.map { (tile) throws(RasterError) in try self.tile(tile) })
    guard size == declared, grid.tiles.count == grid.columns * grid.rows,
      grid.covers(size), tiles.allSatisfy({ properties[$0]?.size == tileSize }),
      grid.tiles.allSatisfy({
        $0.operatingPoint == grid.tiles[0].operatingPoint && $0.layer == grid.tiles[0].layer
      })
    else { throw .damaged("an AVIF whose grid does not fit its image") }
    return AVIFPlanes(size: size, source: .tiles(grid))
  }
}
