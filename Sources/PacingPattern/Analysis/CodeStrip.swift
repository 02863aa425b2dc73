import AnimCore
import ImageFiles

/// The position of a ``FrameCode`` in an image.
struct CodeStrip: Hashable {
  let position: FrameCode.Position
  /// The area between the outer edges of the finders.
  let area: PixelRect

  /// The result of reading a strip.
  enum Reading: Hashable {
    case number(UInt32)
    /// The finders are present, but the data between them doesn't belong to a single frame.
    case mixed
    /// There is no code at this position.
    case nothing
  }

  func read(_ luma: LumaPlane) -> Reading {
    var result: Reading?
    for sample in 0..<Self.lines {
      // Skip the outermost lines, which scaling and lossy compression mix with their surroundings.
      let y = area.y0 + (2 * sample + 1) * area.height / (2 * Self.lines)
      let line = CodeLine(left: area.x0, right: area.x1, y: y)
      guard line.hasFinders(luma) else { return .nothing }
      let reading = line.number(luma, position).map(Reading.number) ?? .mixed
      if let result, reading != result { return .mixed }
      result = reading
    }
    return result ?? .nothing
  }

  /// The number of lines on which a code is read. If they differ, it shows parts of two frames.
  private static let lines = 5
}

/// A line of an image through a code.
struct CodeLine {
  /// The outer edges of the finders.
  let left: Int
  let right: Int
  let y: Int

  /// Returns whether the line has a finder at both ends and enough contrast for reading.
  func hasFinders(_ luma: LumaPlane) -> Bool {
    let levels = levels(luma)
    guard levels.white - levels.black >= Self.leastContrast else { return false }
    return Self.knownModules.allSatisfy { module, isBlack in
      levels.isBlack(sample(luma, module)) == isBlack
    }
  }

  /// Returns the frame number on the line, or `nil` if the line doesn't belong to a single frame.
  func number(_ luma: LumaPlane, _ position: FrameCode.Position) -> UInt32? {
    let levels = levels(luma)
    var data: UInt64 = 0
    for module in FrameCode.dataRange {
      guard let isBlack = levels.isBlack(sample(luma, module)) else { return nil }
      data = data << 1 | (isBlack ? 1 : 0)
    }
    return FrameCode(data: data, position)?.number
  }

  private func sample(_ luma: LumaPlane, _ module: Int) -> Int {
    let x = left + (2 * module + 1) * (right - left) / (2 * FrameCode.moduleCount)
    return Int(luma[x, y])
  }

  /// Returns the local levels of black and white, measured in the finders. Video may use 16 for
  /// black and 235 for white, and a remote desktop may change them.
  private func levels(_ luma: LumaPlane) -> Levels {
    var sums = (black: 0, white: 0)
    var counts = (black: 0, white: 0)
    for (module, isBlack) in Self.knownModules {
      if isBlack {
        sums.black += sample(luma, module)
        counts.black += 1
      } else {
        sums.white += sample(luma, module)
        counts.white += 1
      }
    }
    return Levels(black: sums.black / counts.black, white: sums.white / counts.white)
  }

  private struct Levels {
    var black: Int
    var white: Int

    /// Returns whether a value is black, or `nil` for a grey in the middle half of the range, which
    /// is a mixture of two frames.
    func isBlack(_ value: Int) -> Bool? {
      let quarter = (white - black) / 4
      if value < black + quarter { return true }
      return value > white - quarter ? false : nil
    }
  }

  /// The modules of the finders, and the white modules next to them.
  private static let knownModules: [(Int, Bool)] =
    (0..<FrameCode.moduleCount).filter { !FrameCode.dataRange.contains($0) }.map {
      ($0, FrameCode(0, .top).isBlack($0))
    }

  /// The minimum difference between black and white, where 255 is the maximum.
  private static let leastContrast = 48
}
