import AnimCore
import CAllocations
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

/// Only optimised code is free of allocations; see the corresponding suite for scenes.
@Suite("Heap allocations of images", .enabled(if: isOptimized))
struct ImageAllocationTests {
  /// Frames of 200 by 100 pixels, with and without pixels that are restored or cleared after them.
  private static let gif: [UInt8] = {
    var random = SeededGenerator(seed: 3)
    var gif = TestGIF(200, 100)
    for number in 0..<24 {
      let side = number == 0 ? 200 : 40
      let indexes = (0..<side * side / 2).map { _ in UInt8.random(in: 0..<4, using: &random) }
      gif = gif.control(disposal: number % 4, transparent: number % 3 == 0 ? 1 : nil)
        .image(number, number, side, side / 2, indexes)
    }
    return gif.finished
  }()

  @Test("a frame of a GIF allocates its image and no pixels, once all have been drawn")
  func frames() throws {
    let animation = try RasterAnimation(HeldBytes(Self.gif))
    // The current image and the previous one.
    var (present, last): (Image?, Image?)
    var before = 0
    for number in 0..<312 {
      if number == 72 { before = allocations_of_this_thread() }
      last = present
      present = try animation.image(of: number % 24)
    }
    let count = allocations_of_this_thread() - before
    expectEqual(count, 240)
    #expect(last != present)
  }
}

/// Bytes in memory, which are copied without an allocation even by code that isn't optimised.
private final class HeldBytes: RasterBytes {
  private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

  init(_ bytes: [UInt8]) {
    self.bytes = .allocate(byteCount: bytes.count, alignment: 1)
    self.bytes.copyBytes(from: bytes)
  }

  deinit { bytes.deallocate() }

  var count: Int { bytes.count }

  func copy(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = UnsafeRawBufferPointer(
      rebasing: bytes[offset..<min(offset + buffer.count, bytes.count)])
    buffer.copyMemory(from: part)
    return part.count
  }
}

#if DEBUG
  private let isOptimized = false
#else
  private let isOptimized = true
#endif
