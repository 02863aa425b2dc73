import AnimCore

/// What one recorded frame shows of the pattern.
enum Sighting: Hashable {
  case frame(UInt32)
  /// Parts of different frames, with the numbers at the top and at the bottom if they can be read.
  case torn(top: UInt32?, bottom: UInt32?)
  /// No pattern.
  case nothing
}

/// Reads the pattern in successive pictures. It searches the picture only if the pattern is not
/// where it was, as after the window was moved.
struct PatternReader {
  private var strips: (top: CodeStrip, bottom: CodeStrip)?

  mutating func read(_ luma: LumaPlane) -> Sighting {
    if let sighting = readInPlace(luma) { return sighting }
    var finder = CodeFinder(luma)
    strips = finder.find()
    return readInPlace(luma) ?? .nothing
  }

  /// Nil if the pattern is not where it was.
  private func readInPlace(_ luma: LumaPlane) -> Sighting? {
    guard let strips else { return nil }
    switch (strips.top.read(luma), strips.bottom.read(luma)) {
    case (.nothing, _), (_, .nothing): return nil
    case (.number(let top), .number(let bottom)):
      return top == bottom ? .frame(top) : .torn(top: top, bottom: bottom)
    case (.number(let top), .mixed): return .torn(top: top, bottom: nil)
    case (.mixed, .number(let bottom)): return .torn(top: nil, bottom: bottom)
    case (.mixed, .mixed): return .torn(top: nil, bottom: nil)
    }
  }
}
