import AnimationFormats
import ImageFiles
import LinuxSystem
import OfflineRendering

/// The files that were removed or renamed since a revision. A file was renamed if all or most of
/// its content was in a removed file, or if a removed file's name differs only in its extension
/// because the format changed.
struct RenamedFiles: Sendable {
  /// The path that a file had in the revision, if it is different now.
  private let earlier: [String: String]
  /// The removed animations that no other file replaces.
  private(set) var gone: [String] = []

  /// Creates an empty list.
  init() { earlier = [:] }

  /// Finds renamed files of a search, below folders that could have contained them.
  init(_ search: GoldenSearch, in revision: GitRevision) {
    var (current, wanted) = (Set<String>(), Set<String>())
    for folder in search.roots {
      for name in revision.tree(in: folder) {
        let path = FilePath.join(folder, name)
        current.insert(path)
        if search.wouldTest(name, in: folder) { wanted.insert(path) }
      }
    }
    let new = search.all.map(\.path).filter { Self.isOneFile($0) && !current.contains($0) }
    let gone = current.filter { Self.isOneFile($0) && !Folder.hasEntry($0) }
    // Most runs have neither, and request no files.
    self.init(
      new: new, gone: new.isEmpty ? [] : gone,
      now: { try? FileBytes.read($0, limit: Self.byteLimit) },
      then: { revision.bytes(of: FilePath.name(of: $0), in: FilePath.folder(of: $0)) })
    self.gone = gone.subtracting(earlier.values).intersection(wanted)
      .filter {
        AnimationSource($0, in: revision).map { !AnimationFormats.isUnrelatedFile($0) } ?? false
      }
      .sorted(by: NaturalOrder.precedes)
  }

  /// - Parameters:
  ///   - new: The files that the revision doesn't have.
  ///   - gone: The files that only the revision has.
  ///   - now: A closure that returns the contents of one of the new files.
  ///   - then: A closure that returns the contents of a removed file.
  init(
    new: some Collection<String>, gone: some Collection<String>, now: (String) -> [UInt8]?,
    then: (String) -> [UInt8]?
  ) {
    var new = Array(new.sorted(by: NaturalOrder.precedes).prefix(Self.countLimit))
    // Files that may be only images come last, because there can be many goldens.
    let animations = gone.filter { AnimationFormats.isAnimation($0) }
      .sorted(by: NaturalOrder.precedes)
    let images = Set(gone).subtracting(animations).sorted(by: NaturalOrder.precedes)
    var gone = Array((animations + images).prefix(Self.countLimit))
    var earlier: [String: String] = [:]
    /// Pairs files with equal keys.
    func match(by oldKey: (String) -> [UInt8]?, _ newKey: (String) -> [UInt8]?) {
      guard !new.isEmpty, !gone.isEmpty else { return }
      var found: [[UInt8]: [String]] = [:]
      for path in gone.reversed() {
        if let key = oldKey(path) { found[key, default: []].append(path) }
      }
      new.removeAll { path in
        guard let key = newKey(path), let old = found[key]?.popLast() else { return false }
        earlier[path] = old
        return true
      }
      let taken = Set(earlier.values)
      gone.removeAll { taken.contains($0) }
    }
    match {
      Self.key(of: then($0), at: $0)
    } _: {
      Self.key(of: now($0), at: $0)
    }
    match(by: Self.pathKey, Self.pathKey)
    let old = gone.map { (path: $0, contents: Contents(of: then($0), at: $0)) }
    var pairs: [(share: Double, new: String, old: String)] = []
    for path in old.isEmpty ? [] : new {
      let contents = Contents(of: now(path), at: path)
      for other in old {
        let share = contents.share(in: other.contents)
        if share >= Self.leastShare { pairs.append((share, path, other.path)) }
      }
    }
    var taken: Set<String> = []
    for pair in pairs.sorted(by: { $0.share > $1.share })
    where earlier[pair.new] == nil && !taken.contains(pair.old) {
      earlier[pair.new] = pair.old
      taken.insert(pair.old)
    }
    self.earlier = earlier
  }

  /// Returns the path that a file had in the revision.
  func path(of path: String) -> String { earlier[path] ?? path }

  /// Returns the previous path of a file in the revision, or `nil` if it had the same path or
  /// didn't exist.
  func earlierPath(of path: String) -> String? { earlier[path] }

  /// The minimum common share of two files.
  private static let leastShare = 2.0 / 3
  /// The maximum number of files of each kind that are read.
  private static let countLimit = 500
  private static let byteLimit = 1 << 27

  private static func isOneFile(_ path: String) -> Bool {
    AnimationFormats.format(ofPath: path)?.isOneFile == true
  }

  /// Returns a key that is equal for equal contents, or `nil` without contents.
  private static func key(of bytes: [UInt8]?, at path: String) -> [UInt8]? {
    guard let bytes, !bytes.isEmpty else { return nil }
    var hash = SHA256()
    hash.update(AnimationFormats.plain(bytes, ofPath: path))
    return hash.digest()
  }

  /// Returns a path without its file extension.
  private static func pathKey(of path: String) -> [UInt8]? {
    let stem = FilePath.stem(of: FilePath.name(of: path))
    return FilePath.join(FilePath.folder(of: path), stem).fileNameBytes
  }
}

/// The contents of a file in chunks whose ends are determined by their last bytes. An insertion
/// therefore changes only the chunks that contain it, even in files with a single line.
private struct Contents {
  /// The hashes of the pieces, in ascending order.
  private let pieces: [UInt64]

  init(of bytes: [UInt8]?, at path: String) {
    let bytes = bytes.map { AnimationFormats.plain($0, ofPath: path) } ?? []
    var pieces: [UInt64] = []
    // The upper bits of `window` depend only on the last bytes, those of `piece` on the entire
    // piece.
    var (window, piece): (UInt64, UInt64) = (0, Self.basis)
    for byte in bytes {
      window = window << 8 &+ (UInt64(byte) &+ 1) &* 0x9E37_79B9_7F4A_7C15
      piece = (piece ^ UInt64(byte)) &* 0x100_0000_01B3
      if window >> (64 - Self.lengthBits) == 0 {
        pieces.append(piece)
        piece = Self.basis
      }
    }
    if piece != Self.basis { pieces.append(piece) }
    self.pieces = pieces.sorted()
  }

  private static let basis: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The binary logarithm of the average length of pieces, in bytes.
  private static let lengthBits: UInt64 = 5

  /// Returns the share of the larger file that both have in common, 0...1.
  func share(in other: Contents) -> Double {
    let (all, others) = (pieces.count, other.pieces.count)
    let most = max(all, others)
    guard most > 0, Double(min(all, others)) >= Double(most) / 2 else { return 0 }
    var (first, second, common) = (0, 0, 0)
    while first < all, second < others {
      let (a, b) = (pieces[first], other.pieces[second])
      if a == b { common += 1 }
      if a <= b { first += 1 }
      if b <= a { second += 1 }
    }
    return Double(common) / Double(most)
  }
}
