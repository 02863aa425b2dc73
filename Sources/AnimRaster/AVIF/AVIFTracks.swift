import AnimCodecs
import AnimCore

/// The tracks of a `moov` box (ISO/IEC 14496-12, 8.3): an image sequence with its alpha channel.
struct AVIFTracks {
  private var reader: ISOBoxReader
  private var tracks: [Track] = []
  private var movieScale = 0

  /// The description of a track.
  private struct Track {
    var id = 0
    /// The duration in units of the movie, or `nil` if it is unlimited.
    var duration: Int?
    var handler = ""
    var scale = 0
    var references: [String: [Int]] = [:]
    /// The total duration of all edits, and whether they repeat, or `nil` without an edit list.
    var edits: (duration: Int, repeats: Bool)?
    var properties = AVIFProperties()
    /// Whether the samples are AV1.
    var isAV1 = false
    var tables: [ISOBox] = []
  }

  init(_ movie: ISOBox, _ reader: ISOBoxReader) throws(RasterError) {
    self.reader = reader
    for box in try self.reader.boxes(in: movie) {
      if box.kind == "mvhd" {
        var (version, _, fields) = try reader.fullFields(of: box)
        fields.skip(version == 1 ? 16 : 8)
        movieScale = fields.number(4) ?? 0
      } else if box.kind == "trak" {
        tracks.append(try track(box))
      }
    }
  }

  /// Whether there is a track with images.
  var hasImages: Bool { colorTrack != nil }

  private var colorTrack: Track? {
    tracks.first { $0.isAV1 && $0.handler == "pict" && $0.references["auxl"] == nil }
  }

  private mutating func track(_ box: ISOBox) throws(RasterError) -> Track {
    var track = Track()
    for box in try reader.boxes(in: box) {
      switch box.kind {
      case "tkhd":
        var (version, _, fields) = try reader.fullFields(of: box)
        fields.skip(version == 1 ? 16 : 8)
        track.id = fields.number(4) ?? 0
        fields.skip(4)
        track.duration = fields.number(version == 1 ? 8 : 4)
        if version == 0, track.duration == Int(UInt32.max) { track.duration = nil }
      case "tref":
        for list in try reader.boxes(in: box) {
          var fields = try reader.fields(of: list)
          while let id = fields.number(4) { track.references[list.kind, default: []].append(id) }
        }
      case "edts":
        if let list = try reader.boxes(in: box).first("elst") { track.edits = try edits(list) }
      case "mdia": try readMedia(box, &track)
      default: break
      }
    }
    return track
  }

  private func edits(_ box: ISOBox) throws(RasterError) -> (duration: Int, repeats: Bool)? {
    var (version, flags, fields) = try reader.fullFields(of: box)
    guard let count = fields.number(4) else { return nil }
    var total = 0
    for _ in 0..<count {
      guard let duration = fields.number(version == 1 ? 8 : 4) else { break }
      fields.skip(version == 1 ? 12 : 8)
      total = total.addingReportingOverflow(duration).partialValue
    }
    return (max(total, 0), flags & 1 == 1)
  }

  private mutating func readMedia(_ box: ISOBox, _ track: inout Track) throws(RasterError) {
    for box in try reader.boxes(in: box) {
      switch box.kind {
      case "mdhd":
        var (version, _, fields) = try reader.fullFields(of: box)
        fields.skip(version == 1 ? 16 : 8)
        track.scale = fields.number(4) ?? 0
      case "hdlr":
        var (_, _, fields) = try reader.fullFields(of: box)
        fields.skip(4)
        track.handler = fields.kind() ?? ""
      case "minf":
        guard let table = try reader.boxes(in: box).first("stbl") else { continue }
        track.tables = try reader.boxes(in: table)
        if let description = track.tables.first("stsd") { try readEntry(description, &track) }
      default: break
      }
    }
  }

  /// Reads the first sample entry (ISO/IEC 14496-12, 12.1.3).
  private mutating func readEntry(_ box: ISOBox, _ track: inout Track) throws(RasterError) {
    let start = min(box.content.lowerBound + 8, box.content.upperBound)
    guard let entry = try reader.boxes(in: start..<box.content.upperBound).first else { return }
    track.isAV1 = entry.kind == "av01"
    // The fields before the boxes have 78 bytes.
    guard track.isAV1, entry.content.count >= 78 else { return }
    let head = entry.content.lowerBound
    var fields = try reader.fields(of: ISOBox(kind: "av01", content: head + 24..<head + 28))
    if let width = fields.number(2), let height = fields.number(2) {
      track.properties.size = PixelSize(width: width, height: height)
    }
    for box in try reader.boxes(in: head + 78..<entry.content.upperBound) where box.kind != "ispe" {
      track.properties.apply(try AVIFProperty(box, reader))
    }
  }
}

// The image sequence.
extension AVIFTracks {
  /// Returns the image sequence with its alpha channel.
  func contents(_ problems: inout DiagnosticList) throws(RasterError) -> AVIFContents {
    guard let track = colorTrack else { throw .damaged("an AVIF without a track of images") }
    guard let size = track.properties.size else { throw .damaged("an AVIF track without a size") }
    do throws(CodecError) {
      try size.check(limit: RasterLimits.maximumMovingArea)
    } catch {
      throw RasterError(error)
    }
    var samples = try AVIFSamples(track.tables, reader, &problems)
    let delays = try delays(of: track, count: samples.count, &problems)
    samples.operatingPoint = track.properties.operatingPoint
    var contents = AVIFContents(
      color: AVIFPlanes(size: size, source: .samples(samples)), properties: track.properties)
    contents.delays = delays
    contents.plays = plays(of: track)
    if let alpha = alphaTrack(of: track), let alphaSize = alpha.properties.size {
      let alphaSamples = try AVIFSamples(alpha.tables, reader, &problems)
      contents.alpha = AVIFPlanes(size: alphaSize, source: .samples(alphaSamples))
      contents.isPremultiplied = track.references["prem"]?.contains(alpha.id) ?? false
      if alphaSamples.count < samples.count {
        problems.addInvalid(
          "the alpha channel has only \(alphaSamples.count) of \(samples.count) frames; the others "
            + "are opaque")
      }
    }
    return contents
  }

  /// A track without a type is an alpha channel, as in libavif.
  private func alphaTrack(of color: Track) -> Track? {
    tracks.first { track in
      track.isAV1 && track.references["auxl"]?.contains(color.id) == true
        && track.properties.auxiliaryType.map(AVIFProperties.isAlpha) ?? true
    }
  }

  /// Returns the number of plays, or `nil` for an endless repetition (ISO/IEC 23008-12, 9.6.1).
  private func plays(of track: Track) -> Int? {
    guard let edits = track.edits else { return nil }
    guard edits.repeats, edits.duration > 0 else { return 1 }
    guard let duration = track.duration else { return nil }
    return max(1, (duration - 1) / edits.duration + 1)
  }

  /// Returns the durations of the frames (ISO/IEC 14496-12, 8.6.1.2).
  private func delays(
    of track: Track, count: Int, _ problems: inout DiagnosticList
  ) throws(RasterError) -> [FrameDelay] {
    guard track.scale > 0 else { throw .damaged("an AVIF track without a time scale") }
    var delays: [FrameDelay] = []
    delays.reserveCapacity(count)
    if let box = track.tables.first("stts") {
      var (_, _, fields) = try reader.fullFields(of: box)
      fields.skip(4)
      while delays.count < count, let run = fields.number(4), let units = fields.number(4) {
        let delay = FrameDelay(numerator: units, denominator: track.scale)
        delays.append(contentsOf: repeatElement(delay, count: min(run, count - delays.count)))
      }
    }
    if delays.count < count {
      problems.addInvalid("the file has no durations of the last frames")
      let last = delays.last ?? FrameDelay(milliseconds: 0)
      delays.append(contentsOf: repeatElement(last, count: count - delays.count))
    }
    return delays
  }
}
