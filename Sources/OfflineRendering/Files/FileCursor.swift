import AnimCore

/// An ordered list of files with a current one. It doesn't access the files.
package struct FileCursor: Hashable, Sendable {
  /// The current file. It may not be among ``files``, if it has a name with another ending, or is gone.
  package private(set) var path: String
  package private(set) var files: [String]
  /// The index of the current file; if it is not among the files, where it would be.
  package private(set) var index: Int

  /// - Parameters:
  ///   - path: the current file.
  ///   - files: those of a folder in the order in which people count, if the current one may be missing.
  package init(_ path: String, in files: [String] = []) {
    self.path = path
    self.files = files
    index = Self.index(of: path, in: files)
  }

  private static func index(of path: String, in files: [String]) -> Int {
    files.firstIndex(of: path)
      ?? files.partitioningIndex { !NaturalOrder.precedes($0, path) }
  }
}

extension FileCursor {
  /// There are other files; the current one stays.
  package mutating func replace(_ files: [String]) {
    // A file that was named twice is current once.
    guard files != self.files else { return }
    self.files = files
    index = Self.index(of: path, in: files)
  }

  /// Moves by some files, wrapping around at the ends, and on in the same way while a file is not
  /// wanted. Returns false, and does not move, if there is no other.
  package mutating func turn(
    by count: Int, where isWanted: (String) -> Bool = { _ in true }
  ) -> Bool {
    guard !files.isEmpty else { return false }
    // A file that is gone, or has another ending, is still between two others.
    let isListed = index < files.count && files[index] == path
    let origin = isListed || count < 0 ? index : index - 1
    for step in 1...files.count {
      let next = Self.wrapped(origin, by: step * count, of: files.count)
      if isListed, next == index { return false }
      guard isWanted(files[next]) else { continue }
      move(to: next)
      return true
    }
    return false
  }

  /// Moves to the file at an index. Does nothing if the index is out of range.
  package mutating func move(to index: Int) {
    guard files.indices.contains(index) else { return }
    (path, self.index) = (files[index], index)
  }

  private static func wrapped(_ index: Int, by count: Int, of total: Int) -> Int {
    let sum = (index % total + count % total) % total
    return sum < 0 ? sum + total : sum
  }
}
