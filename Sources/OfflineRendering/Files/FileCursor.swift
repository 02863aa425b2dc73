import AnimCore

/// An ordered list of files with a current one. It doesn't access the files.
package struct FileCursor: Hashable, Sendable {
  /// The current file. It may be missing from ``files`` if it has another file extension or no longer exists.
  package private(set) var path: String
  package private(set) var files: [String]
  /// The index of the current file, or the position where it would be if it isn't among the files.
  package private(set) var index: Int
  /// The number of files that were examined so far, which tests limit.
  package private(set) var examined = 0

  /// - Parameters:
  ///   - path: The current file.
  ///   - files: The files of a folder in natural order, without the current file if necessary.
  package init(_ path: String, in files: [String] = []) {
    self.path = path
    self.files = files
    index = Self.index(of: path, in: files)
  }

  private static func index(of path: String, in files: [String]) -> Int {
    files.firstIndex(of: path)
      ?? files.indices.partitioningIndex { !NaturalOrder.precedes(files[$0], path) }
  }
}

extension FileCursor {
  /// Whether the current file is among the files.
  package var isListed: Bool { index < files.count && files[index] == path }

  /// Replaces the list of files. The current file remains.
  /// - Returns: Whether the list is another one.
  @discardableResult
  package mutating func replace(_ files: [String]) -> Bool {
    let isOther = files != self.files
    // Comparing with the same array next time takes no time.
    self.files = files
    // A file that is listed twice is current only once.
    if isOther {
      examined += files.count
      index = Self.index(of: path, in: files)
    }
    return isOther
  }

  /// Returns the indices of some files, in ascending order.
  package mutating func indices(where isWanted: (String) -> Bool) -> [Int] {
    examined += files.count
    return files.indices.filter { isWanted(files[$0]) }
  }

  /// Moves by a number of files, wrapping around at the ends, and skips unwanted files in the same direction. Returns
  /// `false`, and doesn't move, if there is no other file.
  package mutating func move(
    by count: Int, where isWanted: (String) -> Bool = { _ in true }
  ) -> Bool {
    guard !files.isEmpty else { return false }
    // A file that isn't in the list is positioned between two others.
    let isListed = isListed
    let origin = isListed || count < 0 ? index : index - 1
    for step in 1...files.count {
      let next = Self.wrapped(origin, by: step * count, of: files.count)
      examined += 1
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
