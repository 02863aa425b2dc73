import AnimCodecs
import AnimCore

/// The positions of a track's samples in the file (ISO/IEC 14496-12, 8.7).
struct AVIFSamples {
  private var offsets: [Int] = []
  private var sizes: [Int32] = []
  /// The samples at which decoding can start, in ascending order. The first sample is always one.
  private(set) var keys: [Int] = []
  var operatingPoint = 0

  var count: Int { offsets.count }

  func range(_ index: Int) -> Range<Int> { offsets[index]..<offsets[index] + Int(sizes[index]) }

  init(
    _ tables: [ISOBox], _ reader: ISOBoxReader, _ problems: inout DiagnosticList
  ) throws(RasterError) {
    try readSizes(tables, reader, &problems)
    try readOffsets(tables, reader)
    let end = reader.fileRange.upperBound
    // Only frames whose predecessors are complete can be decoded.
    if let missing = offsets.indices.first(where: { end - Int(sizes[$0]) < offsets[$0] }) {
      problems.addCutOff()
      offsets.removeSubrange(missing...)
    }
    sizes.removeSubrange(offsets.count...)
    guard !offsets.isEmpty else { throw .damaged("an AVIF track without images") }
    try readKeys(tables, reader)
  }

  private mutating func readSizes(
    _ tables: [ISOBox], _ reader: ISOBoxReader, _ problems: inout DiagnosticList
  ) throws(RasterError) {
    guard let box = tables.first("stsz") else { return }
    var (_, _, fields) = try reader.fullFields(of: box)
    guard let size = fields.number(4), let count = fields.number(4) else { return }
    if count > RasterLimits.maximumFrames { problems.addTooManyFrames() }
    for _ in 0..<min(count, RasterLimits.maximumFrames) {
      guard let size = size > 0 ? size : fields.number(4) else { break }
      sizes.append(Int32(clamping: size))
    }
  }

  /// The samples are in chunks, whose lengths change at some of them.
  private mutating func readOffsets(_ tables: [ISOBox], _ reader: ISOBoxReader) throws(RasterError)
  {
    guard let runs = tables.first("stsc"), let chunks = tables.first("stco") ?? tables.first("co64")
    else { return }
    var (_, _, runFields) = try reader.fullFields(of: runs)
    var (_, _, chunkFields) = try reader.fullFields(of: chunks)
    let width = chunks.kind == "stco" ? 4 : 8
    guard runFields.number(4) != nil, let chunkCount = chunkFields.number(4) else { return }
    func nextRun() -> (first: Int, length: Int)? {
      guard let first = runFields.number(4), let length = runFields.number(4) else { return nil }
      runFields.skip(4)
      return (first - 1, length)
    }
    guard var run = nextRun(), run.first == 0 else { return }
    var following = nextRun()
    var chunk = 0
    while offsets.count < sizes.count, chunk < chunkCount, var offset = chunkFields.number(width) {
      if let next = following, next.first == chunk {
        run = next
        following = nextRun()
      }
      for _ in 0..<min(run.length, sizes.count - offsets.count) {
        offsets.append(offset)
        let (next, overflow) = offset.addingReportingOverflow(Int(sizes[offsets.count - 1]))
        guard !overflow else { return }
        offset = next
      }
      chunk += 1
    }
  }

  private mutating func readKeys(_ tables: [ISOBox], _ reader: ISOBoxReader) throws(RasterError) {
    guard let box = tables.first("stss") else {
      keys = Array(0..<count)
      return
    }
    var (_, _, fields) = try reader.fullFields(of: box)
    fields.skip(4)
    keys = [0]
    while let number = fields.number(4), number <= count {
      if number - 1 > keys[keys.count - 1] { keys.append(number - 1) }
    }
  }
}
