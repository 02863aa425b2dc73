import AnimCore

/// The pictures of an animation, of which any can be had at any time, however many there are, within a
/// budget of memory.
///
/// A frame is drawn onto what the frames before it have left; see ``FrameChains``. Which pictures were asked
/// for before changes how long one takes, and never its pixels.
struct FrameStore: ~Copyable {
  private var decoder: FrameDecoder
  private let chains: FrameChains
  private let checkpoints: Checkpoints
  private var frames: [RasterFrame] { chains.frames }
  private var size: PixelSize { chains.size }
  /// What was drawn last.
  private var present: Picture?
  /// Other pictures that may be wanted soon, the one that was wanted last at the end: what a frame has
  /// covered that is undone after it, and what a short jump has passed, since threads that draw frames
  /// together ask for them in almost their order.
  private var others: [Picture] = []
  private let mostOthers: Int
  /// What is drawn for a picture, from the last frame to the first. It is used again for the next.
  private var plan = FrameChains.Plan()
  /// Which frames of a GIF turned out to be shorter than they should be.
  private var shortFrames: Set<Int> = []

  private struct Picture {
    var frame: Int
    let canvas: Canvas
  }

  init(_ chains: FrameChains, _ decoder: consuming FrameDecoder, _ checkpoints: Checkpoints) {
    self.decoder = decoder
    self.chains = chains
    self.checkpoints = checkpoints
    let bytes = chains.size.width * chains.size.height * MemoryLayout<UInt32>.stride
    mostOthers = max(1, min(4, checkpoints.budget / max(bytes, 1) / 2))
    others.reserveCapacity(mostOthers)
  }

  /// Draws a frame.
  ///
  /// - Returns: its pixels, as words 0xAARRGGBB with straight alpha, until the next one is drawn.
  mutating func show(_ frame: Int) throws(RasterError) -> UnsafeBufferPointer<UInt32> {
    try makePresent(frame)
    return UnsafeBufferPointer(present?.canvas.words ?? .init(start: nil, count: 0))
  }

  /// Makes ``present`` the picture of a frame.
  private mutating func makePresent(_ frame: Int) throws(RasterError) {
    if present?.frame == frame { return }
    if let index = others.lastIndex(where: { $0.frame == frame }) { return recall(index) }
    repeat {
      makePlan(to: frame)
    } while try !draw(frame)
  }

  private mutating func makePlan(to frame: Int) {
    let (present, others, checkpoints) = (present?.frame, others, checkpoints)
    chains.make(&plan, to: frame, shortFrames) { start in
      present == start || others.contains { $0.frame == start } || checkpoints.hold(start)
    }
  }

  /// Makes one of ``others`` the present picture, and that one of them.
  private mutating func recall(_ index: Int) {
    let picture = others.remove(at: index)
    if let present { others.append(present) }
    present = picture
  }

  /// Draws the present ``plan``.
  ///
  /// - Returns: false if a frame has turned out to be short on which the plan relies.
  private mutating func draw(_ frame: Int) throws(RasterError) -> Bool {
    let canvas = try startCanvas(for: frame)
    let isShortJump = plan.steps.count <= mostOthers
    // The frame whose picture the canvas has; nil if it has some pixels of others.
    var shown = plan.start >= 0 ? plan.start : nil
    while let step = plan.steps.popLast() {
      guard step.isDrawn else {
        if let shown, let next = plan.steps.last, frames[next.frame].disposal == .restore {
          try remember(canvas, shown)
        }
        canvas.clear(frames[step.frame].area)
        shown = nil
        continue
      }
      if let base = shown, frames[step.frame].disposal == .restore { try remember(canvas, base) }
      let isWhole = try decoder.draw(step.frame, onto: canvas)
      if !isWhole, step.covers {
        shortFrames.insert(step.frame)
        return false
      }
      shown = step.frame < plan.firstOmitted ? step.frame : nil
      if step.frame == frame { shown = frame }
      guard let shown else { continue }
      if checkpoints.wants(shown) { checkpoints.keep(PackedCanvas(canvas), at: shown) }
      if isShortJump, step.frame != frame { try remember(canvas, shown) }
    }
    present = Picture(frame: frame, canvas: canvas)
    return true
  }

  /// A canvas to draw the plan on, with the picture that it begins with. There is no ``present`` then.
  private mutating func startCanvas(for frame: Int) throws(RasterError) -> Canvas {
    let start = plan.start
    if start >= 0, present?.frame != start,
      let index = others.lastIndex(where: { $0.frame == start })
    {
      recall(index)
    }
    let old = present
    present = nil
    if let old, old.frame == start { return old.canvas }
    var canvas = old?.canvas
    // What a frame covers altogether is wanted again after it if it is undone.
    if let old, frames[frame].disposal == .restore, chains.base(of: frame) == old.frame {
      canvas = others.count < mostOthers ? nil : others.removeFirst().canvas
      others.append(old)
    }
    let target = if let canvas { canvas } else { try newCanvas() }
    if start >= 0, let checkpoint = checkpoints.canvas(at: start) {
      checkpoint.unpack(into: target)
    } else if plan.startsEmpty {
      target.clear()
    }
    return target
  }

  /// Keeps a copy of a canvas that has the picture of a frame, in place of what was not wanted for longest.
  private mutating func remember(_ canvas: Canvas, _ frame: Int) throws(RasterError) {
    if let index = others.firstIndex(where: { $0.frame == frame }) {
      return others.append(others.remove(at: index))
    }
    var picture =
      if others.count < mostOthers {
        Picture(frame: frame, canvas: try newCanvas())
      } else {
        others.removeFirst()
      }
    picture.frame = frame
    picture.canvas.copy(canvas)
    others.append(picture)
  }

  private func newCanvas() throws(RasterError) -> Canvas {
    guard let canvas = Canvas(size) else {
      throw .outOfMemory(width: size.width, height: size.height)
    }
    return canvas
  }
}
