/// A cache of the coverage of shapes that don't change between frames.
///
/// A shape is looked up by the digest of its outline, and then compared word by word. If the memory
/// is full, the cache is cleared, and the next frame stores the shapes that it uses. A shape that
/// may change in every frame is stored only when it occurs a second time.
struct CoverageCache {
  private(set) var shapes = GrowingBuffer<CachedShape>(
    capacity: smallSize / MemoryLayout<CachedShape>.stride)
  /// The stores, one for each thread that fills them.
  let stores: UnsafeMutablePointer<CoverageStore>
  private let workers: Int
  /// The shapes whose coverage must be computed for this frame.
  private(set) var pending = GrowingBuffer<Int32>(capacity: 256)
  /// The outlines of the shapes.
  private var words = GrowingBuffer<UInt64>(capacity: smallSize / 8)
  /// Indices of shapes by digest, −1 for none: a hash table with linear probing.
  private var table = GrowingBuffer<Int32>(capacity: 1 << 15)
  /// A table of shapes that weren't stored, indexed by the lower bits of the digest. Each entry
  /// contains 16 bits of the digest and, below them, of the frame number.
  private var passed = GrowingBuffer<UInt32>(capacity: 1 << 15)
  /// The number of skipped shapes since the frame began.
  private var passedCount = 0
  private var frame: UInt32 = 0
  /// The number of bytes used by the shapes of the last frame.
  private var inUse = 0

  /// The size above which memory is kept only if a frame needs half of it. This much is reserved
  /// from the start, so that memory doesn't grow from frame to frame. The unused part costs
  /// nothing.
  static let smallSize = 2 << 20

  /// The number of frames during which a skipped shape is remembered. It is longer than most loops,
  /// whose shapes are worth storing if there is enough memory.
  private static let passedFrames: UInt32 = 255

  init(workers: Int) {
    stores = .allocate(capacity: workers)
    for worker in 0..<workers { (stores + worker).initialize(to: CoverageStore()) }
    self.workers = workers
    // The rest of the memory isn't touched until it is needed.
    clearTable(1 << 10)
    clearPassed(0)
  }

  func deallocate() {
    for worker in 0..<workers { stores[worker].deallocate() }
    stores.deallocate()
    shapes.deallocate()
    pending.deallocate()
    words.deallocate()
    table.deallocate()
    passed.deallocate()
  }

  /// Starts a frame. Call ``find(_:_:needed:passesNew:)`` for each of its shapes.
  mutating func beginFrame() {
    if passedCount > passed.count / 8 { clearPassed(passedCount * 8) }
    passedCount = 0
    pending.removeAll()
    var size = words.count * 8 + shapes.count * MemoryLayout<CachedShape>.stride
    for worker in 0..<workers { size += stores[worker].size }
    if size > max(Self.smallSize, 2 * inUse) { removeAll() }
    inUse = 0
    frame &+= 1
  }

  /// Finds the coverage of a command's shape, or adds it to ``pending``.
  ///
  /// - Parameters:
  ///   - needed: The pixels of the command's bounds that will be used.
  ///   - passesNew: Whether to skip a shape that wasn't requested lately and can be painted without
  ///     storing its coverage.
  /// - Returns: The index of the shape, or −1 if it was skipped.
  mutating func find(
    _ command: Command, _ outlines: Outlines, needed: PixelRect, passesNew: Bool = false
  ) -> Int32 {
    let mask = table.count &- 1
    var bucket = Int(truncatingIfNeeded: command.digest) & mask
    while table[bucket] >= 0 {
      let number = Int(table[bucket])
      if shapes[number].digest == command.digest, isSame(number, command.shape, outlines) {
        use(number, command, needed: needed)
        return Int32(truncatingIfNeeded: number)
      }
      bucket = (bucket &+ 1) & mask
    }
    if passesNew, isNew(command.digest) { return -1 }
    let number = Int32(truncatingIfNeeded: shapes.count)
    table[bucket] = number
    let first = words.count
    GeometryWords.forEach(of: command.shape, outlines) { words.append($0) }
    shapes.append(
      CachedShape(
        digest: command.digest, firstWord: first, wordCount: words.count - first, needed: needed,
        frame: frame))
    pending.append(number)
    if shapes.count > table.count / 2 { clearTable(table.count * 2) }
    return number
  }

  /// Computes the coverage of one of the ``pending`` shapes.
  ///
  /// - Parameter worker: The index of the calling thread; different for concurrent calls.
  func build(
    _ number: Int, _ shape: Shape, _ outlines: Outlines, with builder: inout CoverageBuilder,
    worker: Int
  ) {
    let box = shapes[number].needed
    let rows = builder.build(shape, outlines, in: box, into: &stores[worker])
    shapes.base[number].rows = rows
    shapes.base[number].store = Int32(truncatingIfNeeded: worker)
  }

  /// Returns whether a shape didn't occur in recent frames, and records that it occurs now. If two
  /// shapes of a frame use the same entry, the second one is stored.
  private mutating func isNew(_ digest: UInt64) -> Bool {
    let index = Int(truncatingIfNeeded: digest) & (passed.count &- 1)
    let entry = UInt32(truncatingIfNeeded: digest >> 32) & 0xFFFF_0000 | frame & 0xFFFF
    let age = (entry &- passed[index]) & 0xFFFF
    let isKnown = (passed[index] ^ entry) >> 16 == 0 && age <= Self.passedFrames
    guard !isKnown, age != 0 else { return false }
    passed[index] = entry
    passedCount &+= 1
    return true
  }

  /// Forgets the skipped shapes, and makes room for records.
  private mutating func clearPassed(_ least: Int) {
    var count = 1 << 10
    while count < least { count *= 2 }
    passed.removeAll()
    passed.reserve(count)
    passed.extend(by: count)
    passed.base.update(repeating: 0, count: count)
  }

  /// Records that a shape is needed for this frame.
  private mutating func use(_ number: Int, _ command: Command, needed: PixelRect) {
    let shape = shapes.base + number
    if shape.pointee.frame != frame {
      shape.pointee.frame = frame
      inUse += shape.pointee.size
    }
    guard !shape.pointee.needed.contains(needed) else { return }
    if shape.pointee.rows.box == shape.pointee.needed {
      // The shape hasn't changed, so a frame may soon need any part of it.
      pending.append(Int32(truncatingIfNeeded: number))
      shape.pointee.needed = shape.pointee.needed.union(command.bounds)
    } else {
      shape.pointee.needed = shape.pointee.needed.union(needed)
    }
  }

  private func isSame(_ number: Int, _ shape: Shape, _ outlines: Outlines) -> Bool {
    var word = words.base + shapes[number].firstWord
    let end = word + shapes[number].wordCount
    var isSame = true
    GeometryWords.forEach(of: shape, outlines) {
      if word < end, word.pointee == $0 { word += 1 } else { isSame = false }
    }
    return isSame && word == end
  }

  private mutating func removeAll() {
    shapes.removeAll()
    words.removeAll()
    for worker in 0..<workers { stores[worker].removeAll() }
    clearTable(table.count)
  }

  private mutating func clearTable(_ count: Int) {
    table.removeAll()
    table.reserve(count)
    table.extend(by: count)
    table.base.update(repeating: -1, count: count)
    for number in 0..<shapes.count {
      var bucket = Int(truncatingIfNeeded: shapes[number].digest) & (count - 1)
      while table[bucket] >= 0 { bucket = (bucket + 1) & (count - 1) }
      table[bucket] = Int32(number)
    }
  }
}

/// A shape of a ``CoverageCache``.
struct CachedShape: BitwiseCopyable {
  let digest: UInt64
  let firstWord: Int
  let wordCount: Int
  /// The pixels whose coverage is, or will be, stored.
  var needed: PixelRect
  /// The last frame that used it.
  var frame: UInt32
  var store: Int32 = 0
  var rows = CoverageRows.none

  init(digest: UInt64, firstWord: Int, wordCount: Int, needed: PixelRect, frame: UInt32) {
    self.digest = digest
    self.firstWord = firstWord
    self.wordCount = wordCount
    self.needed = needed
    self.frame = frame
  }

  /// The approximate size in bytes.
  var size: Int { wordCount * 8 + needed.height * 32 }
}

/// The geometry of a shape as words: shapes with equal words have equal coverage.
private enum GeometryWords {
  @inline(__always)
  static func forEach(of shape: Shape, _ outlines: Outlines, _ body: (UInt64) -> Void) {
    switch shape {
    case .disc(let disc):
      add(disc, isReflex: false, body)
    case .sector(let sector):
      add(sector.disc, isReflex: sector.isReflex, body)
      body(pair(sector.start.dx, sector.start.dy))
      body(pair(sector.end.dx, sector.end.dy))
    case .path(let first, let count, let rule):
      body(rule == .evenOdd ? 1 : 0)
      for index in Int(first)..<Int(first) + Int(count) {
        let polygon = outlines.polygon(index)
        body(UInt64(polygon.count))
        for point in polygon { body(pair(point.x.raw, point.y.raw)) }
      }
    case .rectangle, .squares, .group:
      break
    }
  }

  @inline(__always)
  private static func add(_ disc: Disc, isReflex: Bool, _ body: (UInt64) -> Void) {
    body(pair(disc.x.raw, disc.y.raw))
    body(pair(disc.radius.raw, isReflex ? 1 : 0))
  }

  @inline(__always) private static func pair(_ a: Int32, _ b: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: a)) << 32 | UInt64(UInt32(bitPattern: b))
  }
}
