import AnimCodecs
import AnimCore

/// Random access to the frames of an animation within a memory budget.
///
/// A frame is drawn onto the canvas that the preceding frames have left. Drawing starts at the last frame that doesn't
/// depend on earlier ones, and skips frames that are completely covered. So that a jump doesn't draw too many frames,
/// jumps keep canvases at checkpoints. In the end, these are evenly spaced, as closely as the budget allows, and a
/// frame costs at most as much as the frames between two checkpoints. Sequential access keeps no checkpoints, because
/// keeping a canvas takes as long as drawing a frame. Earlier requests affect the time that a frame takes, but never
/// its pixels.
struct FrameStore: ~Copyable {
  private let decoder: FrameDecoder
  private let frames: [RasterFrame]
  private let size: PixelSize
  private let orientation: Orientation
  /// The frame after whose disposal each frame is drawn, or −1 for a transparent canvas.
  private let bases: [Int32]
  /// Whether each frame hides everything beneath its rectangle.
  private var hides: [Bool]
  /// The steps that draw the requested frame, in reverse order.
  private var steps: [Step] = []
  /// The maximum number of frames to draw for each frame without checkpoints.
  private let depths: [Int32]
  private let budget: Int
  /// The number of frames between two checkpoints, which grows if they exceed the budget.
  private var spacing = closestSpacing
  /// The canvases at checkpoints, by frame.
  private var checkpoints: [Int: PackedCanvas] = [:]
  /// The size of all checkpoints, in bytes.
  private(set) var checkpointBytes = 0
  /// The last frame drawn, with its canvas.
  private var present: (frame: Int, canvas: FrameCanvas)?
  /// The progress of the pass through all frames that creates checkpoints in advance: its canvas, which exists until
  /// the pass ends, and its next frame.
  private var walk: (canvas: FrameCanvas?, next: Int) = (nil, 0)
  /// The canvas before a frame that is undone after it has been shown.
  private var covered: (frame: Int, canvas: FrameCanvas)?

  private enum Step {
    /// Draws a frame. `isImage` is whether the canvas then shows the frame exactly, rather than only the parts that
    /// are visible in later frames.
    case draw(Int, isImage: Bool)
    /// Makes the rectangle of a frame transparent.
    case clear(Int)
  }

  /// Creating closer checkpoints would take more time than they save.
  private static let closestSpacing = 4
  /// The number of checkpoints that a jump creates, approximately.
  private static let keptByJump = 6

  init(_ index: RasterIndex, _ bytes: any RasterBytes, budget: Int) {
    decoder = FrameDecoder(index, bytes)
    (frames, size, orientation) = (index.frames, index.canvas, index.orientation)
    bases = Self.bases(index)
    hides = index.frames.map { $0.replacesCanvas }
    var depths: [Int32] = []
    depths.reserveCapacity(bases.count)
    for base in bases { depths.append(base < 0 ? 1 : depths[Int(base)] + 1) }
    self.depths = depths
    self.budget = budget
  }

  /// Returns the pixels of a frame, as words 0xAARRGGBB with straight alpha.
  mutating func image(of frame: Int) throws(CodecError) -> [UInt32] {
    var words: [UInt32] = []
    try copyImage(of: frame, into: &words)
    return words
  }

  /// Copies the pixels of a frame, and reuses the memory if the number of words matches.
  mutating func copyImage(of frame: Int, into words: inout [UInt32]) throws(CodecError) {
    if frames.count == 1 {
      try decoder.drawFirst(into: &words)
    } else {
      try show(frame)
      guard let canvas = present?.canvas else { return }
      if words.count == canvas.words.count {
        words.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: canvas.words) }
      } else {
        words = [UInt32](unsafeUninitializedCapacity: canvas.words.count) { buffer, count in
          _ = buffer.initialize(fromContentsOf: canvas.words)
          count = canvas.words.count
        }
      }
    }
    orientation.turn(&words, of: size)
  }

  /// Returns the numbers of the frames whose data ends before their last pixel.
  func truncatedFrames() -> [Int] { frames.indices.filter { decoder.isTruncated($0) } }

  /// Draws a frame, and makes it ``present``.
  private mutating func show(_ frame: Int) throws(CodecError) {
    if present?.frame == frame { return }
    while !(try draw(frame)) {}
  }

  /// Draws everything visible in a frame, and makes it ``present``.
  ///
  /// - Returns: `false` if a frame isn't opaque, contrary to what the file declares, so something skipped beneath it
  ///   would have been visible. The frame is then marked, and another attempt skips less.
  private mutating func draw(_ target: Int) throws(CodecError) -> Bool {
    let (start, leavesOut) = plan(target)
    let canvas = try canvas(from: start)
    try keepCovered(by: target, canvas, of: start)
    // Each step draws a frame and may clear another one first. Keeping a canvas takes longer than drawing a frame, so a
    // jump keeps only a few. Later jumps in between keep a few more.
    let isJump = steps.count > 2
    let apart = steps.count / Self.keptByJump
    var untilKept = apart
    let ahead = isJump ? DecodingAhead(drawnFrames, by: decoder, size) : nil
    var drawn = 0
    for step in steps.reversed() {
      switch step {
      case .clear(let number): canvas.clear(frames[number].area)
      case .draw(let number, let isImage):
        let isWhole =
          if let decoded = try ahead?.frame(at: drawn) {
            decoder.draw(decoded, onto: canvas)
          } else {
            try decoder.draw(number, onto: canvas)
          }
        drawn += 1
        untilKept -= 1
        if !isWhole, leavesOut, hides[number] {
          hides[number] = false
          return false
        }
        if isImage {
          if isJump, untilKept <= 0, isCheckpoint(number) {
            keep(canvas, at: number)
            untilKept = apart
          }
          try keepCovered(by: target, canvas, of: number)
        }
      }
    }
    present = (target, canvas)
    return true
  }

  /// The frames that the ``steps`` draw, in order.
  private var drawnFrames: [Int] {
    steps.reversed().compactMap { if case .draw(let number, _) = $0 { number } else { nil } }
  }

  /// Finds the ``steps`` that draw a frame, going backwards until everything visible is known or a
  /// checkpoint is reached.
  ///
  /// - Returns: The frame whose canvas is the start, or −1 for a transparent canvas, and whether
  ///   skipped frames would be visible if a later frame weren't opaque.
  private mutating func plan(_ target: Int) -> (start: Int, leavesOut: Bool) {
    steps.removeAll(keepingCapacity: true)
    var open = OpenPixels(size)
    var (number, isAllOpen, leavesOut) = (target, true, false)
    while number >= 0, present?.frame != number, !isKept(number) {
      let frame = frames[number]
      // The canvas beneath the frame is needed to undo it.
      let isUndone = number == target && frame.disposal == .restore
      if open.contains(frame.area) || number == target {
        steps.append(.draw(number, isImage: isAllOpen))
      } else {
        leavesOut = true
      }
      if hides[number], !isUndone {
        open.close(frame.area)
        isAllOpen = false
      }
      number = Int(bases[number])
      // Only the clearing matters for frames that are cleared.
      while number >= 0, frames[number].disposal == .clear {
        steps.append(.clear(number))
        if isUndone { break }
        open.close(frames[number].area)
        isAllOpen = false
        if present?.frame == number || isKept(number) { break }
        number = Int(bases[number])
      }
      if number >= 0, open.isEmpty { return (-1, true) }
    }
    return (number, leavesOut)
  }

  /// Keeps the canvas beneath a frame, which is restored after it.
  private mutating func keepCovered(
    by target: Int, _ canvas: FrameCanvas, of frame: Int
  ) throws(CodecError) {
    guard frame >= 0, frame == bases[target], frames[target].disposal == .restore, !isKept(frame)
    else { return }
    let copy = if let covered { covered.canvas } else { try newCanvas() }
    copy.copy(canvas)
    covered = (frame, copy)
  }

  /// Draws the next frame of the pass that creates all checkpoints.
  ///
  /// - Returns: `false` at the end of the pass, or at a frame that can't be drawn.
  mutating func keepAhead() -> Bool {
    let isNeeded = frames.indices.contains { isOnGrid($0) }
    while isNeeded, walk.next < frames.count {
      let number = walk.next
      walk.next += 1
      // The frame doesn't affect later frames.
      if frames[number].disposal == .restore { continue }
      do throws(CodecError) {
        let base = Int(bases[number])
        let canvas = if let canvas = walk.canvas { canvas } else { try newCanvas() }
        walk.canvas = canvas
        if base < 0 {
          canvas.clear()
        } else if frames[base].disposal == .clear {
          canvas.clear(frames[base].area)
        }
        _ = try decoder.draw(number, onto: canvas)
        if isCheckpoint(number) { keep(canvas, at: number) }
        return true
      } catch {
        break
      }
    }
    walk = (nil, frames.count)
    return false
  }

  /// Returns a canvas with the image of a frame, or a transparent one for a negative number. Clears ``present``.
  private mutating func canvas(from frame: Int) throws(CodecError) -> FrameCanvas {
    let old = present
    present = nil
    if let old, old.frame == frame { return old.canvas }
    let canvas = if let old { old.canvas } else { try newCanvas() }
    if let checkpoint = checkpoints[frame] {
      checkpoint.unpack(into: canvas)
    } else if let covered, covered.frame == frame {
      canvas.copy(covered.canvas)
    } else {
      canvas.clear()
    }
    return canvas
  }

  /// Returns whether the canvas of a frame is stored separately from ``present``.
  private func isKept(_ frame: Int) -> Bool {
    checkpoints[frame] != nil || covered?.frame == frame
  }

  private func isCheckpoint(_ frame: Int) -> Bool {
    isOnGrid(frame) && frames[frame].disposal != .restore && checkpoints[frame] == nil
  }

  private func isOnGrid(_ frame: Int) -> Bool {
    let depth = Int(depths[frame]) - 1
    return depth > 0 && depth % spacing == 0
  }

  private mutating func keep(_ canvas: FrameCanvas, at frame: Int) {
    let packed = PackedCanvas(canvas)
    checkpoints[frame] = packed
    checkpointBytes += packed.byteCount
    while checkpointBytes > budget {
      spacing *= 2
      checkpoints = checkpoints.filter { isOnGrid($0.key) }
      checkpointBytes = checkpoints.values.reduce(0) { $0 + $1.byteCount }
    }
  }

  private func newCanvas() throws(CodecError) -> FrameCanvas {
    guard let canvas = FrameCanvas(size) else { throw noMemory }
    return canvas
  }

  private var noMemory: CodecError { .outOfMemory(width: size.width, height: size.height) }
}

// Data derived from the index.
extension FrameStore {
  static func bases(_ index: RasterIndex) -> [Int32] {
    var bases: [Int32] = []
    bases.reserveCapacity(index.frames.count)
    // The frame whose image, after its disposal, is the next canvas.
    var base: Int32 = -1
    for (number, frame) in index.frames.enumerated() {
      let coversAll = frame.area.covers(index.canvas)
      // If a frame is undone, later frames depend on the canvas beneath it.
      let isAlone =
        coversAll && frame.replacesCanvas && frame.disposal != .restore
      bases.append(isAlone ? -1 : base)
      switch frame.disposal {
      case .restore: break
      case .clear where coversAll || bases[number] < 0: base = -1
      case .clear, .keep: base = Int32(number)
      }
    }
    return bases
  }
}
