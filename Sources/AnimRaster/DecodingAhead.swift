import AnimCodecs
import AnimGraphics

/// Decodes the frames of a jump on several threads, while the caller draws those decoded before.
///
/// Every frame can be decoded by itself; only drawing needs the canvas that the previous frames have
/// left.
final class DecodingAhead {
  /// The minimum number of frames for which starting threads is worthwhile.
  private static let fewestFrames = 8
  /// The maximum memory for decoded frames, in bytes.
  private static let memoryLimit = 64 << 20

  private let pool: WorkerPool
  private let batches: DecodingBatches

  /// Starts to decode frames, or returns `nil` if one thread is enough.
  ///
  /// - Parameters:
  ///   - numbers: The frames, in the order in which they are drawn.
  ///   - decoder: A decoder of the file.
  ///   - size: The size of the canvas.
  init?(_ numbers: [Int], by decoder: borrowing FrameDecoder, _ size: PixelSize) {
    let processors = availableProcessors()
    let frameBytes = size.width * size.height * 4
    let batchSize = min(processors * 2 + 1, Self.memoryLimit / (2 * frameBytes))
    guard numbers.count >= Self.fewestFrames, processors > 1, batchSize > 1 else { return nil }
    pool = WorkerPool(workers: min(processors, batchSize))
    batches = DecodingBatches(numbers, by: decoder, size: batchSize)
    beginBatch()
  }

  deinit { pool.finish() }

  private func beginBatch() { pool.begin(batches, parts: batches.advance()) }

  /// Returns the frame at a position in the list. Every position must be requested once, in order.
  func frame(at position: Int) throws(CodecError) -> DecodedFrame? {
    if batches.isStart(position) {
      pool.finish()
      beginBatch()
    }
    return try batches.frame(at: position)
  }
}

/// Two batches of frames: one is drawn while the other is decoded.
private final class DecodingBatches: ParallelWork {
  private let numbers: [Int]
  private let slots: [Slot]
  /// The positions of the batch that is being decoded.
  private var batch = 0..<0

  /// A decoder with its last frame.
  private final class Slot {
    let decoder: FrameDecoder
    var frame: Result<DecodedFrame, CodecError>?

    init(_ decoder: consuming FrameDecoder) { self.decoder = decoder }
  }

  init(_ numbers: [Int], by decoder: borrowing FrameDecoder, size: Int) {
    self.numbers = numbers
    var slots: [Slot] = []
    for _ in 0..<size * 2 { slots.append(Slot(decoder.makeAnother())) }
    self.slots = slots
  }

  /// Moves to the next batch, and returns its number of frames.
  func advance() -> Int {
    let end = min(batch.upperBound + slots.count / 2, numbers.count)
    batch = batch.upperBound..<end
    return batch.count
  }

  /// Returns whether a position is the first of the batch that is being decoded.
  func isStart(_ position: Int) -> Bool { position == batch.lowerBound }

  func run(part: Int, worker: Int) {
    let position = batch.lowerBound + part
    let slot = slots[position % slots.count]
    slot.frame = Result { () throws(CodecError) in try slot.decoder.decode(numbers[position]) }
  }

  func frame(at position: Int) throws(CodecError) -> DecodedFrame? {
    try slots[position % slots.count].frame?.get()
  }
}
