#if Codecs
  import AnimCodecs
  import AnimCore

  /// Decodes the images of a stream, in any order.
  ///
  /// Decoding restarts at each key sample, so that an image doesn't depend on earlier requests. A jump decodes all
  /// samples since the last key sample. The last decoded images are kept within a memory budget for steps back.
  struct AV1PlaneReader {
    private let planes: AVIFPlanes
    private let bytes: any RasterBytes
    private let budget: Int
    private var decoder: AV1Decoder?
    /// The sample after the one that was decoded last, or −1 if decoding must start at a key sample.
    private var next = -1
    /// The samples at which decoding can start. Some files list other samples as well, which are removed when found.
    private var keys: [Int] = []
    /// The keys that have been found to be right.
    private var checkedKeys: Set<Int> = [0]
    /// The first sample that can't be decoded after each key sample.
    private var broken: [Int: (sample: Int, error: CodecError)] = [:]
    private var kept: [Int: AV1Image] = [:]
    /// The kept images, from the oldest.
    private var order: [Int] = []
    private var keptBytes = 0

    init(_ planes: AVIFPlanes, _ bytes: any RasterBytes, budget: Int) {
      self.planes = planes
      self.bytes = bytes
      self.budget = budget
      if case .samples(let samples) = planes.source { keys = samples.keys }
    }

    /// The number of images.
    var count: Int {
      switch planes.source {
      case .tiles: 1
      case .samples(let samples): samples.count
      }
    }

    /// Returns an image, counted from 0.
    mutating func image(of frame: Int) throws(CodecError) -> AV1Image {
      if let image = kept[frame] { return image }
      switch planes.source {
      case .tiles(let grid): return try still(grid)
      case .samples(let samples): return try image(of: frame, samples)
      }
    }

    private func still(_ grid: AVIFGrid) throws(CodecError) -> AV1Image {
      var image: AV1Image?
      let first = grid.tiles[0]
      // All tiles have the same properties.
      let decoder = try AV1Decoder(
        areaLimit: RasterLimits.maximumArea, operatingPoint: first.operatingPoint,
        layer: first.layer)
      for (index, tile) in grid.tiles.enumerated() {
        decoder.flush()
        let picture = try decoder.decode(try data(tile.extents))
        guard picture.size == grid.tileSize else { throw wrongSize }
        if grid.tiles.count == 1 { return try AV1Image(picture) }
        let whole = if let image { image } else { AV1Image(picture, gridSize: planes.size) }
        try whole.copy(
          picture, column: index % grid.columns * grid.tileSize.width,
          row: index / grid.columns * grid.tileSize.height)
        image = whole
      }
      guard let image else { throw .damaged("an AVIF without an image") }
      return image
    }

    private mutating func image(
      of frame: Int, _ samples: AVIFSamples
    ) throws(CodecError) -> AV1Image {
      let key = try key(before: frame, samples)
      if let broken = broken[key], frame >= broken.sample { throw broken.error }
      var sample = key < next && next <= frame ? next : key
      next = -1
      while true {
        do throws(CodecError) {
          let image = try decode(sample, samples, isKey: sample == key)
          keep(image, sample)
          if sample == frame {
            next = sample + 1
            return image
          }
          sample += 1
        } catch {
          broken[key] = (sample, error)
          throw error
        }
      }
    }

    /// Returns the last key sample up to a frame.
    private mutating func key(before frame: Int, _ samples: AVIFSamples) throws(CodecError) -> Int {
      var index = keys.indices.partitioningIndex { keys[$0] > frame } - 1
      while !checkedKeys.contains(keys[index]) {
        let key = keys[index]
        if AV1Decoder.isKeySample(try data([samples.range(key)])) {
          checkedKeys.insert(key)
        } else {
          keys.remove(at: index)
          index -= 1
        }
      }
      return keys[index]
    }

    private mutating func decode(
      _ sample: Int, _ samples: AVIFSamples, isKey: Bool
    ) throws(CodecError) -> AV1Image {
      let decoder: AV1Decoder
      if let current = self.decoder {
        decoder = current
      } else {
        decoder = try AV1Decoder(
          areaLimit: RasterLimits.maximumMovingArea, operatingPoint: samples.operatingPoint)
        self.decoder = decoder
      }
      if isKey { decoder.flush() }
      let picture = try decoder.decode(try data([samples.range(sample)]))
      guard picture.size == planes.size else { throw wrongSize }
      return try AV1Image(picture)
    }

    private func data(_ extents: [Range<Int>]) throws(CodecError) -> [UInt8] {
      let count = extents.reduce(0) { $0 + $1.count }
      // Extents may overlap, but then the image is larger than the file.
      guard count <= min(bytes.count, Self.maximumSample) else {
        throw .damaged("a frame of too many bytes")
      }
      var data: [UInt8] = []
      data.reserveCapacity(count)
      for extent in extents {
        guard let part = bytes.bytes(at: extent.lowerBound, extent.count) else {
          throw .damaged("the file is truncated")
        }
        data += part
      }
      return data
    }

    /// The maximum size of an image in the file, in bytes.
    private static let maximumSample = 1 << 28

    private var wrongSize: CodecError {
      .damaged("an image whose size differs from that in its header")
    }

    private mutating func keep(_ image: AV1Image, _ frame: Int) {
      // Images before a requested one are decoded again.
      guard kept.updateValue(image, forKey: frame) == nil else { return }
      order.append(frame)
      keptBytes += image.byteCount
      var dropped = 0
      while keptBytes > budget, dropped < order.count - 1 {
        if let old = kept.removeValue(forKey: order[dropped]) { keptBytes -= old.byteCount }
        dropped += 1
      }
      order.removeFirst(dropped)
    }
  }
#endif
