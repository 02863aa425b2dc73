import AnimCore

/// Converts pixels to Y4M frames with integer arithmetic, so that the bytes are the same on every
/// machine. Alpha is ignored.
///
/// The matrix is that of ``Y4MMatrix``.
package struct Y4MEncoder {
  private let size: PixelSize
  private let sampling: Y4MSampling
  private let luma: Weights
  private let blue: Weights
  private let red: Weights

  /// The weights of a pixel's channels, whose weighted sum, shifted, is a sample.
  private struct Weights {
    let red: Int32
    let green: Int32
    let blue: Int32
    let offset: Int32
    let maximum: Int32

    /// The number of fractional bits of a weight: as many as a sum over four pixels allows in 32
    /// bits.
    static let bits: Int32 = 18

    /// - Parameter shift: The number of pixels in the sums of channels, as a power of two.
    func sample(_ r: Int32, _ g: Int32, _ b: Int32, shift: Int32 = 0) -> Int32 {
      let bits = Self.bits &+ shift
      let sum = red &* r &+ green &* g &+ blue &* b &+ 1 << (bits &- 1)
      return min(max(sum >> bits &+ offset, 0), maximum)
    }
  }

  package init(size: PixelSize, sampling: Y4MSampling) {
    self.size = size
    self.sampling = sampling
    let (kr, kb) = Y4MMatrix.weights(for: size)
    let maximum = Int32(1) << Int32(sampling.depth) - 1
    let isLimited = sampling.range == .limited
    let unit = Double(1 << (sampling.depth - 8))
    let lumaRange = isLimited ? 219 * unit : Double(maximum)
    let chromaRange = isLimited ? 224 * unit : Double(maximum)
    func weight(_ part: Double) -> Int32 {
      Int32((part / 255 * Double(1 << Weights.bits)).rounded())
    }
    let (lr, lb) = (weight(lumaRange * kr), weight(lumaRange * kb))
    // The weights add up exactly, however each was rounded, so that white stays white, and grey has
    // no colour.
    luma = Weights(
      red: lr, green: weight(lumaRange) - lr - lb, blue: lb,
      offset: isLimited ? Int32(16 * unit) : 0, maximum: maximum)
    let middle = Int32(128 * unit)
    let half = weight(chromaRange / 2)
    let blueRed = weight(-chromaRange / 2 * kr / (1 - kb))
    blue = Weights(
      red: blueRed, green: -half - blueRed, blue: half, offset: middle, maximum: maximum)
    let redBlue = weight(-chromaRange / 2 * kb / (1 - kr))
    red = Weights(
      red: half, green: -half - redBlue, blue: redBlue, offset: middle, maximum: maximum)
  }
}

extension Y4MEncoder {
  private static let frameHeader = Array("FRAME\n".utf8)

  /// Returns a frame, with its header.
  package func encode(_ pixels: StraightPixels) -> [UInt8] {
    let area = size.width * size.height
    let chroma =
      sampling.chroma == .full ? area : ((size.width + 1) / 2) * ((size.height + 1) / 2)
    let bytes = (area + 2 * chroma) * (sampling.depth > 8 ? 2 : 1)
    var frame: [UInt8] = []
    frame.reserveCapacity(Self.frameHeader.count + bytes)
    frame += Self.frameHeader
    pixels.bytes.withUnsafeBufferPointer { rgba in
      appendFull(luma, rgba, to: &frame)
      for weights in [blue, red] {
        if sampling.chroma == .full {
          appendFull(weights, rgba, to: &frame)
        } else {
          appendQuarter(weights, rgba, to: &frame)
        }
      }
    }
    return frame
  }

  /// Appends a sample for each pixel.
  private func appendFull(
    _ weights: Weights, _ rgba: UnsafeBufferPointer<UInt8>, to frame: inout [UInt8]
  ) {
    for pixel in 0..<size.width * size.height {
      append(
        weights.sample(
          Int32(rgba[pixel * 4]), Int32(rgba[pixel * 4 + 1]), Int32(rgba[pixel * 4 + 2])),
        to: &frame)
    }
  }

  /// Appends a sample for each square of four pixels. Beyond the edge, the image's last pixels
  /// are repeated.
  private func appendQuarter(
    _ weights: Weights, _ rgba: UnsafeBufferPointer<UInt8>, to frame: inout [UInt8]
  ) {
    for y in stride(from: 0, to: size.height, by: 2) {
      let rows = (y * size.width, min(y + 1, size.height - 1) * size.width)
      for x in stride(from: 0, to: size.width, by: 2) {
        let next = min(x + 1, size.width - 1)
        let offsets = ((rows.0 + x) * 4, (rows.0 + next) * 4, (rows.1 + x) * 4, (rows.1 + next) * 4)
        func sum(_ channel: Int) -> Int32 {
          Int32(rgba[offsets.0 + channel]) &+ Int32(rgba[offsets.1 + channel])
            &+ Int32(rgba[offsets.2 + channel]) &+ Int32(rgba[offsets.3 + channel])
        }
        append(weights.sample(sum(0), sum(1), sum(2), shift: 2), to: &frame)
      }
    }
  }

  private func append(_ sample: Int32, to frame: inout [UInt8]) {
    frame.append(UInt8(truncatingIfNeeded: sample))
    if sampling.depth > 8 { frame.append(UInt8(truncatingIfNeeded: sample >> 8)) }
  }
}

extension Y4MSampling {
  /// Returns the first line of a video, as in yuv4mpeg(5) and ffmpeg.
  package func header(size: PixelSize, rate: RefreshRate) -> String {
    let tag =
      switch (chroma, depth) {
      // The colour samples are at the centre of four pixels, as in JPEG.
      case (.quarter, 8): "420jpeg"
      case (.quarter, let depth): "420p\(depth) XYSCSS=420P\(depth)"
      case (.full, 8): "444"
      case (.full, let depth): "444p\(depth) XYSCSS=444P\(depth)"
      }
    return "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate.numerator):\(rate.denominator) Ip A1:1"
      + " C\(tag) XCOLORRANGE=\(range.rawValue.uppercased())\n"
  }
}

/// The sampling of a y4m video.
package struct Y4MSampling: Hashable, Sendable {
  package enum Chroma: String, CaseIterable, Sendable {
    /// One pair of colour samples per four pixels, in their middle.
    case quarter = "420"
    /// One pair of colour samples per pixel.
    case full = "444"
  }

  package enum Range: String, CaseIterable, Sendable {
    /// 16 to 235 of 255, or to 240 for chroma, as usual in video.
    case limited
    case full
  }

  package var chroma = Chroma.quarter
  /// Bits per sample, 8 or 10.
  package var depth = 8
  package var range = Range.limited

  package init(chroma: Chroma = Chroma.quarter, depth: Int = 8, range: Range = Range.limited) {
    self.chroma = chroma
    self.depth = depth
    self.range = range
  }
}
