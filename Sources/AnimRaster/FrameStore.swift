import AnimCore

/// The pictures of an animation, of which any can be had at any time, however many there are, within a
/// budget of memory.
///
/// A frame is drawn onto what the frames before it have left, back to one that needs none of them; those
/// of which nothing can be seen any more are left out. So that a jump does not have to draw them all, some
/// canvases that earlier jumps have passed are kept at checkpoints, in the end evenly spaced and as close as
/// the budget allows: a picture then costs as many frames as there are between two of them at most. Frames
/// that are drawn one after the other keep none, since that takes as long as to draw them. Which pictures
/// were asked for before changes how long one takes, and never its pixels.
struct FrameStore: ~Copyable {
  private let decoder: FrameDecoder
  private let frames: [RasterFrame]
  private let size: PixelSize
  private let orientation: RasterOrientation
  /// By frame: the frame from whose picture it is drawn, after its disposal; −1 for none, whose canvas
  /// is transparent.
  private let bases: [Int32]
  /// By frame: whether nothing can be seen through it of what was in its rectangle before.
  private var hides: [Bool]
  /// What is drawn for a picture, from the last to the first.
  private var steps: [Step] = []
  /// By frame: how many frames are drawn for it at most if nothing is kept.
  private let depths: [Int32]
  private let budget: Int
  /// How many frames lie between two checkpoints: more, where they do not fit into the budget.
  private var spacing = closestSpacing
  /// The canvases at checkpoints, by frame.
  private var checkpoints: [Int: PackedCanvas] = [:]
  /// The bytes of these.
  private(set) var checkpointBytes = 0
  /// What was drawn last.
  private var present: (frame: Int, canvas: Canvas)?
  /// What was drawn last, and the next frame, on the way through all frames by which checkpoints are kept
  /// before they are needed. Its canvas is there as long as it goes on.
  private var way: (canvas: Canvas?, next: Int) = (nil, 0)
  /// What a frame has covered that is undone after it.
  private var covered: (frame: Int, canvas: Canvas)?

  private enum Step {
    /// A frame is drawn; and whether the canvas is then its picture, rather than only what can be seen of
    /// it later.
    case draw(Int, isPicture: Bool)
    /// The rectangle of a frame becomes transparent.
    case clear(Int)
  }

  /// Checkpoints that are closer would save less time than it takes to make them.
  private static let closestSpacing = 4
  /// How many checkpoints a jump makes, or a few more.
  private static let keptByJump = 6

  init(_ index: RasterIndex, _ bytes: any RasterBytes, budget: Int) {
    decoder = FrameDecoder(index, bytes)
    (frames, size, orientation) = (index.frames, index.canvas, index.orientation)
    bases = Self.bases(index)
    hides = index.frames.map { $0.blend == .replace || $0.isOpaque }
    var depths: [Int32] = []
    depths.reserveCapacity(bases.count)
    for base in bases { depths.append(base < 0 ? 1 : depths[Int(base)] + 1) }
    self.depths = depths
    self.budget = budget
  }

  /// The pixels of a frame, as words 0xAARRGGBB with straight alpha.
  mutating func picture(of frame: Int) throws(RasterError) -> [UInt32] {
    var words: [UInt32] = []
    try copyPicture(of: frame, into: &words)
    return words
  }

  /// Copies the pixels of a frame, into the same memory if there are as many words.
  mutating func copyPicture(of frame: Int, into words: inout [UInt32]) throws(RasterError) {
    if frames.count == 1 {
      try decodeStill(into: &words)
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

  /// Decodes the only frame to where it is wanted: a photograph is large, and not asked for again.
  private func decodeStill(into words: inout [UInt32]) throws(RasterError) {
    let count = size.width * size.height
    if words.count == count {
      words.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    } else {
      words = [UInt32](repeating: 0, count: count)
    }
    let failure = words.withUnsafeMutableBufferPointer { words -> RasterError? in
      do throws(RasterError) {
        _ = try decoder.draw(0, onto: Canvas(size, in: words))
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Makes ``present`` the picture of a frame.
  private mutating func show(_ frame: Int) throws(RasterError) {
    if present?.frame == frame { return }
    while !(try draw(frame)) {}
  }

  /// Draws what can be seen in the picture of a frame, and makes that ``present``.
  ///
  /// - Returns: false if a frame, contrary to what the file says, has not covered what was left out beneath
  ///   it. It is then known as such, and another attempt leaves out less.
  private mutating func draw(_ target: Int) throws(RasterError) -> Bool {
    let (start, leavesOut) = plan(target)
    let canvas = try canvas(from: start)
    try keepCovered(by: target, canvas, of: start)
    // A frame is drawn, and before it at most one is cleared. To keep a canvas takes longer than to draw a
    // frame, so a jump keeps a few; one to between them keeps a few more.
    let isJump = steps.count > 2
    let apart = steps.count / Self.keptByJump
    var untilKept = apart
    for step in steps.reversed() {
      switch step {
      case .clear(let number): canvas.clear(frames[number].area)
      case .draw(let number, let isPicture):
        let isWhole = try decoder.draw(number, onto: canvas)
        untilKept -= 1
        if !isWhole, leavesOut, hides[number] {
          hides[number] = false
          return false
        }
        if isPicture {
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

  /// Finds what is to be drawn for the picture of a frame, backwards from it until nothing is open or a
  /// picture is kept, and puts it into ``steps``.
  ///
  /// - Returns: the frame whose picture is drawn on, or −1 for a transparent canvas; and whether frames are
  ///   left out that would be seen if one after them did not cover what it should.
  private mutating func plan(_ target: Int) -> (start: Int, leavesOut: Bool) {
    steps.removeAll(keepingCapacity: true)
    var open = OpenPixels(size)
    var (number, isAllOpen, leavesOut) = (target, true, false)
    while number >= 0, present?.frame != number, !isKept(number) {
      let frame = frames[number]
      // What it has covered is needed when it is undone.
      let isUndone = number == target && frame.disposal == .restore
      if open.contains(frame.area) || number == target {
        steps.append(.draw(number, isPicture: isAllOpen))
      } else {
        leavesOut = true
      }
      if hides[number], !isUndone {
        open.close(frame.area)
        isAllOpen = false
      }
      number = Int(bases[number])
      // Of frames that were cleared, only that is drawn.
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

  /// Keeps the picture that a frame is drawn on and which comes back after it.
  private mutating func keepCovered(
    by target: Int, _ canvas: Canvas, of frame: Int
  ) throws(RasterError) {
    guard frame >= 0, frame == bases[target], frames[target].disposal == .restore, !isKept(frame)
    else { return }
    let copy = if let covered { covered.canvas } else { try newCanvas() }
    copy.copy(canvas)
    covered = (frame, copy)
  }

  /// Draws the next frame on a way through all of them, by which every checkpoint is kept.
  ///
  /// - Returns: false at its end, or where a frame cannot be drawn.
  mutating func keepAhead() -> Bool {
    let isNeeded = frames.indices.contains { isOnGrid($0) }
    while isNeeded, way.next < frames.count {
      let number = way.next
      way.next += 1
      // It leaves nothing for those after it.
      if frames[number].disposal == .restore { continue }
      do throws(RasterError) {
        let base = Int(bases[number])
        let canvas = if let canvas = way.canvas { canvas } else { try newCanvas() }
        way.canvas = canvas
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
    way = (nil, frames.count)
    return false
  }

  /// A canvas to draw on, with the picture of a frame; transparent below 0. There is no ``present`` then.
  private mutating func canvas(from frame: Int) throws(RasterError) -> Canvas {
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

  /// Whether the canvas of a frame is there beside ``present``.
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

  private mutating func keep(_ canvas: Canvas, at frame: Int) {
    let packed = PackedCanvas(canvas)
    checkpoints[frame] = packed
    checkpointBytes += packed.byteCount
    while checkpointBytes > budget {
      spacing *= 2
      checkpoints = checkpoints.filter { isOnGrid($0.key) }
      checkpointBytes = checkpoints.values.reduce(0) { $0 + $1.byteCount }
    }
  }

  private func newCanvas() throws(RasterError) -> Canvas {
    guard let canvas = Canvas(size) else { throw noMemory }
    return canvas
  }

  private var noMemory: RasterError { .outOfMemory(width: size.width, height: size.height) }
}

// What follows from the index.
extension FrameStore {
  static func bases(_ index: RasterIndex) -> [Int32] {
    var bases: [Int32] = []
    bases.reserveCapacity(index.frames.count)
    // The frame whose picture, after its disposal, is the next canvas.
    var base: Int32 = -1
    for (number, frame) in index.frames.enumerated() {
      let coversAll = frame.area.covers(index.canvas)
      // Of a frame that is undone, what was there before it is needed later.
      let isAlone =
        coversAll && (frame.blend == .replace || frame.isOpaque) && frame.disposal != .restore
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
