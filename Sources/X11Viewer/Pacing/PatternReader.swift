import AnimCore

/// What one recorded frame shows of the pattern.
enum Sighting: Hashable {
  case frame(UInt32)
  /// Parts of different frames; the numbers at the top and at the bottom as far as they are whole.
  case torn(top: UInt32?, bottom: UInt32?)
  /// No pattern.
  case nothing
}

/// Reads the pattern in picture after picture. It is looked for only where it is not in its place,
/// as when the window was moved.
struct PatternReader {
  private var strips: (top: CodeStrip, bottom: CodeStrip)?

  mutating func read(_ luma: LumaPlane) -> Sighting {
    if let sighting = readInPlace(luma) { return sighting }
    var finder = CodeFinder(luma)
    strips = finder.find()
    return readInPlace(luma) ?? .nothing
  }

  /// Nil where the pattern is not in its place.
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
