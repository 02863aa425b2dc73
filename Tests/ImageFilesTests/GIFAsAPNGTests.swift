import AnimCodecs
import AnimRaster
import ImageCases
import TestSupport
import Testing

@testable import AnimCore
@testable import ImageFiles

@Suite("A GIF as an animated PNG")
struct GIFAsAPNGTests {
  /// A visible image and its duration. Consecutive frames that look the same are joined.
  private struct Shown: Equatable {
    var words: [UInt32]
    var duration: Fraction
  }

  private func shown(
    _ animation: RasterAnimation, _ delay: (FrameDelay) -> Fraction
  ) throws -> [Shown] {
    var result: [Shown] = []
    for (number, frame) in animation.index.frames.enumerated() {
      let next = Shown(words: try animation.pixels(of: number), duration: delay(frame.delay))
      if let last = result.last, last.words == next.words {
        result[result.count - 1].duration = last.duration + next.duration
      } else {
        result.append(next)
      }
    }
    return result
  }

  private func encoded(
    _ animation: RasterAnimation, _ delay: (FrameDelay) -> Fraction
  ) throws -> [UInt8] {
    let index = animation.index
    let images = try index.frames.indices.map { try animation.pixels(of: $0) }
    let isOpaque = images.allSatisfy { $0.allSatisfy { $0 >> 24 == 255 } }
    var encoder = APNGEncoder(size: index.size, isOpaque: isOpaque, plays: index.plays)
    var bytes: [UInt8] = []
    for (frame, image) in zip(index.frames, images) {
      let pixels = StraightPixels(size: index.size, straight: image).bytes
      bytes += try encoder.add(pixels, lasting: delay(frame.delay))
    }
    let remainder = try encoder.finish()
    bytes += remainder.bytes
    if let correction = remainder.correction {
      let end = correction.offset + correction.bytes.count
      bytes.replaceSubrange(correction.offset..<end, with: correction.bytes)
    }
    return bytes
  }

  /// Zero isn't a time that a frame can be shown.
  private static func inFile(_ delay: FrameDelay) -> Fraction {
    delay.seconds == 0 ? FrameDelay.shortest : delay.seconds
  }

  @Test("it has the same images, for exactly the same times, and the same loop count")
  func sameFrames() throws {
    var (frames, joined, opaque) = (0, 0, 0)
    for seed in 1...UInt64(300) {
      let gif = try RasterAnimation(BytesInMemory(RandomGIF.file(seed: seed)))
      let delay = seed % 2 == 0 ? \.secondsInBrowsers : Self.inFile
      let bytes = try encoded(gif, delay)
      let png = try RasterAnimation(BytesInMemory(bytes))
      let wanted = try shown(gif, delay)
      try expectEqual(shown(png, \.seconds), wanted, "\(seed)")
      expectEqual(png.index.plays, gif.index.plays, "\(seed)")
      expectEqual(png.index.problems, [], "\(seed)")
      frames += wanted.count
      joined += gif.index.frames.count - wanted.count
      opaque += bytes[25] == 2 ? 1 : 0
    }
    // There is something to compare, of each kind.
    #expect(frames > 1000 && joined > 20 && opaque > 10, "\(frames) \(joined) \(opaque)")
  }
}
