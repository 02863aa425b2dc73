import AnimCore
import TestSupport
import Testing

@testable import AnimationFormats
@testable import LinuxSystem

@Suite("Cursor files")
struct CursorFileTests {
  /// An Xcursor file of one pixel at the size 1, and of two frames at the size 2.
  private static let cursor: [UInt8] = {
    func words(_ numbers: Int...) -> [UInt8] {
      numbers.flatMap { number in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) } }
    }
    let sizes = [1, 2, 2]
    var (table, chunks): ([UInt8], [UInt8]) = ([], [])
    for size in sizes {
      table += words(0xFFFD_0002, size, 16 + 12 * sizes.count + chunks.count)
      chunks += words(36, 0xFFFD_0002, size, 1, 1, 1, 0, 0, 40, 0xFF00_00FF)
    }
    return Array("Xcur".utf8) + words(16, 1 << 16, sizes.count) + table + chunks
  }()

  private func open(_ size: String?) throws -> AnimationFile {
    var configuration = FileConfiguration()
    configuration.animation = size
    return try AnimationFile(
      AnimationSource("left_ptr", bytes: Self.cursor) { _, _ in nil }, configuration)
  }

  @Test("the largest size is shown, or the chosen one, and an animation plays forever")
  func sizes() throws {
    for (size, frames) in [(nil, 2), ("2", 2), ("1", 1)] as [(String?, Double)] {
      let file = try open(size)
      let playback = try #require(file.scenes().make().playback)
      expectEqual(playback.times.count, frames)
      #expect(playback.repetitions == nil)
      let fields = file.animation.info().fields
      #expect(fields.first { $0.0 == "pages" }?.1.text.contains("\"frames\": 2") == true)
      let plays = fields.first { $0.0 == "plays" }?.1.text
      expectEqual(plays, frames > 1 ? "0\n" : nil)
    }
    let failure = #expect(throws: Failure.self) { try open("3") }
    #expect(failure?.message.contains("choose from 1, 2") == true)
  }
}
