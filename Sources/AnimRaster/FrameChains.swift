import AnimCore

/// Which frames have to be drawn for a picture, as far as the index of a file says it.
///
/// The frames before the wanted one, back to one that needs none before it, form a chain. Of these, frames
/// that are cleared, or covered by later ones, need not be decoded: often only a few are left.
final class FrameChains: Sendable {
  let frames: [RasterFrame]
  let size: PixelSize
  /// By frame: the frame from whose picture it is drawn, after its disposal; −1 for none, whose canvas
  /// is transparent.
  private let bases: [Int32]
  /// By frame: the number of frames in its chain.
  private let depths: [Int32]

  init(_ index: RasterIndex) {
    (frames, size) = (index.frames, index.size)
    var (bases, depths): ([Int32], [Int32]) = ([], [])
    bases.reserveCapacity(frames.count)
    depths.reserveCapacity(frames.count)
    // The frame whose picture, after its disposal, is the next canvas.
    var base: Int32 = -1
    for (number, frame) in frames.enumerated() {
      let coversAll = frame.area.covers(size)
      // Of a frame that is undone, what was there before it is needed later.
      let isAlone =
        coversAll && (frame.blend == .replace || frame.isOpaque) && frame.disposal != .restore
      bases.append(isAlone ? -1 : base)
      depths.append(bases[number] < 0 ? 1 : depths[Int(bases[number])] &+ 1)
      switch frame.disposal {
      case .restore: break
      case .clear where coversAll || bases[number] < 0: base = -1
      case .clear, .keep: base = Int32(number)
      }
    }
    (self.bases, self.depths) = (bases, depths)
  }

  /// The frame from whose picture another is drawn, after its disposal; −1 for none.
  func base(of frame: Int) -> Int { Int(bases[frame]) }

  /// Whether a frame is one of those at which its chain has a checkpoint every so many frames.
  func isOnGrid(_ frame: Int, spacing: Int) -> Bool {
    let depth = Int(depths[frame]) - 1
    return depth > 0 && depth % spacing == 0
  }

  /// What is done for a picture.
  struct Plan {
    struct Step {
      let frame: Int
      /// Whether it is drawn; if not, its rectangle is cleared.
      let isDrawn: Bool
      /// Whether pixels below it were left out because it covers them.
      let covers: Bool
    }

    /// The frame whose picture it begins with; −1 for none.
    fileprivate(set) var start = -1
    /// Whether it begins with a transparent canvas; if not, every pixel is drawn.
    fileprivate(set) var startsEmpty = true
    /// From the last one to the first.
    var steps: [Step] = []
    /// The first frame of the chain that is left out. What is drawn after it are not all pixels of a
    /// picture, but for the last one.
    fileprivate(set) var firstOmitted = Int.max
  }

  /// Finds what is to be done for the picture of a frame.
  ///
  /// - Parameters:
  ///   - shortFrames: frames that do not draw all of their rectangles.
  ///   - isKnown: whether there is the picture of a frame.
  func make(
    _ plan: inout Plan, to frame: Int, _ shortFrames: Set<Int>, isKnown: (Int) -> Bool
  ) {
    plan.steps.removeAll(keepingCapacity: true)
    (plan.start, plan.startsEmpty, plan.firstOmitted) = (-1, true, .max)
    var open = OpenPixels(size.bounds)
    var number = frame
    while number >= 0 {
      let step = frames[number]
      // What it leaves after its disposal.
      let isCleared = number != frame && step.disposal == .clear
      let area = step.area.pixels.intersection(size.bounds)
      if isKnown(number) {
        plan.start = number
        if isCleared { plan.steps.append(.init(frame: number, isDrawn: false, covers: false)) }
        return
      }
      if open.intersects(area) {
        let covers =
          isCleared
          || (step.blend == .replace || step.isOpaque) && !step.isCutOff
            && !shortFrames.contains(number)
        plan.steps.append(.init(frame: number, isDrawn: !isCleared, covers: covers))
        if covers { open.close(area) }
        if open.isEmpty {
          plan.startsEmpty = false
          // Before the last step, some pixels are of no picture.
          if area != size.bounds { plan.firstOmitted = -1 }
          return
        }
      } else {
        plan.firstOmitted = number
      }
      number = Int(bases[number])
    }
  }
}

/// The pixels of a canvas that no later frame covers, as rectangles without common pixels.
private struct OpenPixels {
  private var parts: InlineArray<16, PixelRect>
  private var count = 1

  init(_ bounds: PixelRect) { parts = InlineArray(repeating: bounds) }

  var isEmpty: Bool { count == 0 }

  func intersects(_ area: PixelRect) -> Bool {
    (0..<count).contains { parts[$0].intersects(area) }
  }

  /// Takes the pixels of a rectangle away, as far as there is room for what is left.
  mutating func close(_ area: PixelRect) {
    var index = 0
    while index < count {
      let part = parts[index]
      let common = part.intersection(area)
      guard !common.isEmpty else {
        index += 1
        continue
      }
      let rests: InlineArray<4, PixelRect> = [
        PixelRect(x0: part.x0, y0: part.y0, x1: part.x1, y1: common.y0),
        PixelRect(x0: part.x0, y0: common.y1, x1: part.x1, y1: part.y1),
        PixelRect(x0: part.x0, y0: common.y0, x1: common.x0, y1: common.y1),
        PixelRect(x0: common.x1, y0: common.y0, x1: part.x1, y1: common.y1),
      ]
      let needed = rests.indices.count { !rests[$0].isEmpty }
      guard count - 1 + needed <= parts.count else {
        index += 1
        continue
      }
      count -= 1
      parts[index] = parts[count]
      for side in rests.indices where !rests[side].isEmpty {
        parts[count] = rests[side]
        count += 1
      }
    }
  }
}
