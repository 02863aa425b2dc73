import AnimCodecs
import AnimCore
import CIgzip
import Glibc
import LinuxSystem

/// A lossless encoder for animated PNG (PNG Specification, Third Edition). Every frame except the
/// first contains only the rectangle that changes.
///
/// Rows are compressed like those of a ``PNG`` image, so the bytes are identical on processors of
/// the same kind.
package struct APNGEncoder: AnimationEncoder {
  private let size: PixelSize
  private let isOpaque: Bool
  private let plays: Int?
  /// The pixels of the last frame, or an empty array before the first.
  private var shown: [UInt8] = []
  /// The last frame, whose duration may still be extended.
  private var pending: Frame?
  /// The number of written frames.
  private var frames: UInt32 = 0
  /// The sequence number of the next chunk that has one.
  private var sequence: UInt32 = 0
  /// The total duration of the written frames minus the total of the delays in the file, in
  /// seconds.
  private var lag = Fraction(0)

  /// A frame that hasn't been written.
  private struct Frame {
    let area: PixelRect
    let blend: Blend
    /// The rows, in zlib's format.
    let data: [UInt8]
    var duration: Fraction
  }

  /// The blending of a frame with the previous ones.
  private enum Blend: UInt8 {
    case source, over
  }

  /// Creates an encoder.
  /// - Parameters:
  ///   - isOpaque: Whether alpha is 255 everywhere in all frames.
  ///   - plays: The loop count, or `nil` to loop forever.
  package init(size: PixelSize, isOpaque: Bool, plays: Int?) {
    (self.size, self.isOpaque, self.plays) = (size, isOpaque, plays)
  }

  package mutating func add(
    _ pixels: [UInt8], lasting duration: Fraction
  ) throws(Failure) -> [UInt8] {
    guard let last = pending else {
      let area = PixelRect(x0: 0, y0: 0, x1: size.width, y1: size.height)
      pending = try Frame(
        area: area, blend: .source, data: compressed(pixels, area), duration: duration)
      shown = pixels
      return header
    }
    let bounds = withWords(pixels) { new in
      withWords(shown) { old in
        guard let new = new.baseAddress, let old = old.baseAddress else { return PixelBounds() }
        return PixelBounds(of: new, differingFrom: old, in: size)
      }
    }
    if bounds.isEmpty {
      let sum = last.duration + duration
      if Delay(nearest: sum).seconds == sum || Delay(nearest: duration).seconds != duration {
        pending?.duration = sum
        return []
      }
      // The sum isn't a time that a frame can last, but both parts are.
    }
    let frame = try frame(pixels, bounds.rect, duration)
    let bytes = written(last)
    pending = frame
    shown = pixels
    return bytes
  }

  package mutating func finish() throws(Failure) -> EncodedEnding {
    var bytes = pending.map { written($0) } ?? header
    pending = nil
    bytes.append(chunk: "IEND", [])
    return EncodedEnding(
      bytes: bytes,
      correction: EncodedEnding.Correction(offset: Self.controlOffset, bytes: control))
  }
}

// Frames.
extension APNGEncoder {
  /// Returns the smaller of the ways to store the rectangle of a frame.
  private func frame(
    _ pixels: [UInt8], _ area: PixelRect, _ duration: Fraction
  ) throws(Failure) -> Frame {
    let plain = Frame(
      area: area, blend: .source, data: try compressed(pixels, area), duration: duration)
    guard let changes = changes(pixels, area) else { return plain }
    let data = try compressed(
      changes, PixelRect(x0: 0, y0: 0, x1: area.width, y1: area.height), width: area.width)
    guard data.count < plain.data.count else { return plain }
    return Frame(area: area, blend: .over, data: data, duration: duration)
  }

  /// Returns the pixels of a rectangle, transparent where they don't change, or `nil` if blending
  /// them with the last frame isn't exact or saves nothing.
  private func changes(_ pixels: [UInt8], _ area: PixelRect) -> [UInt8]? {
    guard !isOpaque else { return nil }
    var (keeps, isExact) = (false, true)
    let bytes = [UInt8](unsafeUninitializedCapacity: area.width * area.height * 4) {
      result, count in
      result.withMemoryRebound(to: UInt32.self) { result in
        withWords(pixels) { new in
          withWords(shown) { old in
            var target = 0
            for y in area.y0..<area.y1 {
              for index in y * size.width + area.x0..<y * size.width + area.x1 {
                let (word, isKept) = (new[index], new[index] == old[index])
                keeps = keeps || isKept
                isExact = isExact && (isKept || word >> 24 == 255)
                result[target] = isKept ? 0 : word
                target += 1
              }
              guard isExact else { return }
            }
          }
        }
      }
      count = isExact ? area.width * area.height * 4 : 0
    }
    return isExact && keeps ? bytes : nil
  }

  /// Compresses a rectangle of an image in the format of zlib.
  ///
  /// - Parameter width: The width of the image, or `nil` for the width of the frames.
  private func compressed(
    _ pixels: [UInt8], _ area: PixelRect, width: Int? = nil
  ) throws(Failure) -> [UInt8] {
    let (stride, isOpaque) = (width ?? size.width, isOpaque)
    let part = PixelSize(width: area.width, height: area.height)
    let data = PNG.compressed(part, level: PNG.defaultCompression) { rows, target in
      pixels.withUnsafeBytes { pixels in
        var written = 0
        for y in rows {
          target[written] = 0
          written += 1
          let start = ((area.y0 + y) * stride + area.x0) * 4
          if isOpaque {
            for pixel in 0..<area.width {
              for channel in 0..<3 {
                target[written + channel] = pixels[start + pixel * 4 + channel]
              }
              written += 3
            }
          } else if let base = pixels.baseAddress {
            memcpy(target + written, base + start, area.width * 4)
            written += area.width * 4
          }
        }
        return written
      }
    }
    guard let data else {
      throw Failure(PNGCodingError.cannotEncode(reason: "there is no memory to compress it"))
    }
    return data
  }
}

// The file.
extension APNGEncoder {
  /// The bytes before the first frame, except for the number of frames.
  private var header: [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Eight bits, RGB or RGBA, deflate, the usual filters, not interlaced.
    bytes.append(
      chunk: "IHDR", .bigEndian(size.width, size.height) + [8, isOpaque ? 2 : 6, 0, 0, 0])
    // For perception.
    bytes.append(chunk: "sRGB", [0])
    return bytes + control
  }

  /// The number of bytes before ``control``.
  private static let controlOffset = 8 + (12 + 13) + (12 + 1)

  /// The chunk with the number of frames, which is known at the end.
  private var control: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(chunk: "acTL", .bigEndian(Int(frames), plays ?? 0))
    return bytes
  }

  /// Returns the chunks of a frame.
  private mutating func written(_ frame: Frame) -> [UInt8] {
    let wanted = frame.duration + lag
    let delay = Delay(nearest: wanted)
    lag = wanted - delay.seconds
    let area = frame.area
    var bytes: [UInt8] = []
    bytes.append(
      chunk: "fcTL",
      .bigEndian(Int(sequence), area.width, area.height, area.x0, area.y0)
        + [
          UInt8(delay.numerator >> 8), UInt8(delay.numerator & 255), UInt8(delay.denominator >> 8),
          UInt8(delay.denominator & 255), 0, frame.blend.rawValue,
        ])
    sequence += 1
    if frames == 0 {
      bytes.append(chunk: "IDAT", frame.data)
    } else {
      bytes.append(chunk: "fdAT", .bigEndian(Int(sequence)) + frame.data)
      sequence += 1
    }
    frames += 1
    return bytes
  }
}

/// The delay of a frame, as stored in files.
struct Delay: Hashable {
  private(set) var numerator = 0
  /// The denominator, above zero.
  private(set) var denominator = 1

  /// The largest numerator and denominator.
  static let limit = 65_535

  /// Creates exactly `seconds` if both parts of the fraction fit, or otherwise the last convergent
  /// of its continued fraction whose parts fit. It is closer than any fraction with a smaller
  /// denominator.
  init(nearest seconds: Fraction) {
    guard seconds > 0 else { return }
    guard seconds < Fraction(Self.limit) else {
      numerator = Self.limit
      return
    }
    var (previous, last) = ((numerator: 0, denominator: 1), (numerator: 1, denominator: 0))
    var rest = seconds
    while true {
      let whole = rest.floor
      // So would be a part of the convergent.
      guard whole <= Self.limit else { return }
      let next = (
        numerator: whole * last.numerator + previous.numerator,
        denominator: whole * last.denominator + previous.denominator
      )
      guard next.numerator <= Self.limit, next.denominator <= Self.limit else { return }
      (previous, last) = (last, next)
      (numerator, denominator) = next
      rest = rest - Fraction(whole)
      guard rest > 0 else { return }
      rest = 1 / rest
    }
  }

  var seconds: Fraction { Fraction(numerator) / Fraction(denominator) }
}

extension [UInt8] {
  /// Returns numbers as four bytes each, most significant first.
  fileprivate static func bigEndian(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { number in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
  }

  /// Appends a chunk: its length, its type, which is four letters, its data, and the checksum of both.
  fileprivate mutating func append(chunk type: StaticString, _ data: [UInt8]) {
    self += .bigEndian(data.count)
    let start = count
    type.withUTF8Buffer { self += $0 }
    self += data
    let checksum = withUnsafeBytes { bytes in
      let checked = UnsafeRawBufferPointer(rebasing: bytes[start...])
      return crc32_gzip_refl(
        0, checked.bindMemory(to: UInt8.self).baseAddress, UInt64(checked.count))
    }
    self += .bigEndian(Int(checksum))
  }
}
