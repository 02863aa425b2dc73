import AnimCore

/// The squares of a frame, which are written into a display list.
struct SquareFrame {
  let time: Seconds
  let configuration: SquaresConfiguration
  let field: SquareField
  /// The lives, four squares per entry.
  let lives: UnsafeMutableBufferPointer<SquareLifeGroup>
  let writer: SquareWriter
  private let estimate: SquareEstimate?

  init(
    at time: Seconds, _ configuration: SquaresConfiguration, in size: Size,
    _ lives: UnsafeMutableBufferPointer<SquareLifeGroup>, _ writer: SquareWriter
  ) {
    self.time = time
    self.configuration = configuration
    field = SquareField(size, configuration)
    self.lives = lives
    self.writer = writer
    estimate = SquareEstimate(field, at: time, configuration, writer)
  }

  /// Writes the squares of a range of entries. Different entries can be written in parallel.
  func write(_ entries: Range<Int>) {
    guard let estimate else {
      for entry in entries { writeOneByOne(entry) }
      return
    }
    if estimate.jumps {
      write(entries, estimate, jumps: true)
    } else {
      write(entries, estimate, jumps: false)
    }
  }

  @inline(__always)
  private func write(_ entries: Range<Int>, _ estimate: SquareEstimate, jumps: Bool) {
    guard let base = lives.baseAddress else { return }
    for entry in entries {
      let (x, y, argb, areSure) = estimate.find(base + entry, jumps: jumps)
      if areSure {
        writer.write(entry &* 4, x: x, y: y, argb: argb)
      } else {
        writeOneByOne(entry)
      }
    }
  }

  /// Recycles the squares that have ended or not started, and writes all of them by the definition.
  @inline(never)
  private func writeOneByOne(_ entry: Int) {
    for lane in 0..<min(4, writer.count - entry * 4) {
      let index = entry * 4 + lane
      if !lives[entry][lane].contains(time) {
        lives[entry][lane] = SquareLife(at: time, of: index, configuration: configuration)
      }
      let life = lives[entry][lane]
      writer.write(
        index, field.center(of: life, at: time), life.color(at: time, fade: configuration.fade))
    }
  }
}

extension SquareWriter {
  /// Writes four squares starting at `index`: left and top edges in 1/4096 pixel, and 0xAARRGGBB.
  /// Ignores squares at ``count`` and beyond.
  ///
  /// This function is in this module, and not next to the memory, because calling a function of
  /// another module for every four squares would be slow.
  @inline(__always)
  fileprivate func write(_ index: Int, x: SIMD4<Int32>, y: SIMD4<Int32>, argb: SIMD4<UInt32>) {
    let offset = index &* 4
    self.x.storeBytes(of: x, toByteOffset: offset, as: SIMD4<Int32>.self)
    self.y.storeBytes(of: y, toByteOffset: offset, as: SIMD4<Int32>.self)
    self.argb.storeBytes(of: argb, toByteOffset: offset, as: SIMD4<UInt32>.self)
  }
}

/// Divides the writing of a frame's squares among threads.
final class SquareScheduler: ParallelWork {
  /// The number of entries per part. It is some hundred microseconds of work, so two parts justify
  /// waking a thread, and no thread waits long for another.
  private static let part = 4096

  private let pool = WorkerPool(workers: min(availableProcessors(), 8))
  private var frame: SquareFrame?

  func write(_ frame: SquareFrame) {
    self.frame = frame
    pool.run(self, parts: (frame.lives.count + Self.part - 1) / Self.part)
    self.frame = nil
  }

  func run(part: Int, worker: Int) {
    guard let frame else { return }
    let first = part * Self.part
    frame.write(first..<min(first + Self.part, frame.lives.count))
  }
}
