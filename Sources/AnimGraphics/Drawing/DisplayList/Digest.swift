/// A running digest of words, the same in every process.
///
/// Two lanes take words in turn, so that one multiplication need not wait for the other.
struct Digest {
  private var even: UInt64
  private var odd: UInt64

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(seed: UInt64 = 0) {
    even = seed ^ 0x243F_6A88_85A3_08D3
    odd = 0x1319_8A2E_0370_7344
  }

  @inline(__always) mutating func append(_ word: UInt64) {
    let mixed = (even ^ word) &* Self.factor
    even = odd
    odd = mixed ^ mixed &>> 32
  }

  var value: UInt64 {
    var sum = (even ^ (odd &<< 32 | odd &>> 32)) &* Self.factor
    sum ^= sum &>> 29
    sum = sum &* Self.factor
    return sum ^ sum &>> 32
  }
}

extension Shape {
  /// A digest of the geometry of a self-contained shape; 0 if it refers to more.
  var digest: UInt64 {
    var words = Digest(seed: 1)
    switch self {
    case .rectangle(let x0, let y0, let x1, let y1):
      words.append(x0, y0)
      words.append(x1, y1)
    case .disc(let disc):
      words.append(disc)
    case .sector(let sector):
      words.append(sector.disc)
      words.append(sector.start)
      words.append(sector.end)
      words.append(sector.isReflex ? 1 : 0)
    case .path, .squares, .group:
      return 0
    }
    return words.value
  }
}

extension Digest {
  fileprivate mutating func append(_ x: Fixed, _ y: Fixed) {
    append(UInt64(UInt32(bitPattern: x.raw)) << 32 | UInt64(UInt32(bitPattern: y.raw)))
  }

  fileprivate mutating func append(_ disc: Disc) {
    append(disc.x, disc.y)
    append(UInt64(UInt32(bitPattern: disc.radius.raw)))
  }

  fileprivate mutating func append(_ direction: Direction) {
    append(
      UInt64(UInt32(bitPattern: direction.dx)) << 32 | UInt64(UInt32(bitPattern: direction.dy)))
  }
}

extension Command {
  /// A digest of what the command paints, from ``digest`` and its own fields.
  var summary: UInt64 {
    var words = Digest(seed: digest)
    words.append(UInt64(color.argb))
    words.append(unsafeBitCast(bounds.low, to: UInt64.self))
    words.append(unsafeBitCast(bounds.high, to: UInt64.self))
    return words.value
  }
}
