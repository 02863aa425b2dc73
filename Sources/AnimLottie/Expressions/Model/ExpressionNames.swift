import AnimScript

/// The positions of names in the vocabulary of a file.
struct ExpressionNames: Sendable {
  /// The names in the file.
  private var fileNames = TextTable()
  /// Whether all names in the file are included, rather than too long or too many.
  private(set) var isComplete = true

  /// The names that all files share.
  private static let common: TextTable = {
    var table = TextTable()
    for name in ExpressionName.all { table.add(name.rawValue) }
    return table
  }()
  /// The vocabulary of the common names.
  private static let vocabulary = Vocabulary(ExpressionName.all.map { $0.rawValue })

  /// The maximum number of names, because more would make loading slow. Other names can still be
  /// found, but slowly.
  private static let maximumCount = 20_000
  private static let maximumLength = 256

  /// The vocabulary of these names.
  var vocabulary: Vocabulary { Vocabulary(extending: Self.vocabulary, with: fileNames.texts) }

  /// The position of a name, or `nil` if it is unknown.
  subscript(name: String) -> Int? {
    var name = name
    return name.withUTF8 { position(of: UnsafeRawBufferPointer($0)) }
  }

  private func position(of text: UnsafeRawBufferPointer) -> Int? {
    let hash = TextTable.hash(text)
    return Self.common.index(of: text, hash: hash)
      ?? fileNames.index(of: text, hash: hash).map { Self.common.texts.count + $0 }
  }

  /// Adds a name from the file.
  ///
  /// - Returns: The position of the name, or −1 if it can't be added.
  mutating func add(_ name: JSONValue?) -> Int {
    let known = name?.withText { text -> Int? in
      text.count <= Self.maximumLength ? self.position(of: text) : -1
    }
    guard let name, let known else { return -1 }
    if let known, known >= 0 { return known }
    let position = Self.common.texts.count + fileNames.texts.count
    guard known == nil, position < Self.maximumCount, let text = name.string else {
      isComplete = false
      return -1
    }
    fileNames.add(text)
    return position
  }
}
