/// The costs of glyphs in the tables `CFF ` and `CFF2`, which are programs (Adobe Technical Notes 5176 and 5177).
///
/// The programs are run like FreeType runs them, without drawing. Only the stack is kept: it holds the numbers of
/// subroutines, and its size determines the number of hints and so the length of masks. Numbers that a program computes
/// are unknown. No font uses them to choose a subroutine.
struct CharstringCosts {
  private let table: FontBytes
  private let isVersion2: Bool
  private let charstrings: FontIndex
  private let globalSubroutines: FontIndex
  private let areNumbersBiased: Bool
  private let fonts: FontIndex?
  private let selector: FontBytes?
  /// The charset, from which glyphs of accented letters find their parts, or `nil` for a font of CIDs.
  private let charset: Charset?
  private let variations: VariationStore?
  private var privates: [Int: PrivateData?] = [:]

  private enum Charset {
    case standard
    case table(FontBytes)
  }

  fileprivate struct PrivateData {
    var subroutines: FontIndex?
    /// The initial set of variations of the font.
    var variationSet = 0
  }

  /// Reads a table, or returns `nil` if it can't be interpreted.
  init?(_ table: FontBytes, isVersion2: Bool) {
    self.table = table
    self.isVersion2 = isVersion2
    guard let headerSize = table.byte(2) else { return nil }
    let dictionary: FontDictionary
    let afterDictionary: Int
    if isVersion2 {
      guard let size = table.word(3), let bytes = table.part(headerSize, count: size) else {
        return nil
      }
      dictionary = FontDictionary(bytes)
      afterDictionary = headerSize + size
    } else {
      guard let names = FontIndex(table, at: headerSize), names.count == 1,
        let dictionaries = FontIndex(table, at: names.end), let bytes = dictionaries[0],
        let strings = FontIndex(table, at: dictionaries.end)
      else { return nil }
      dictionary = FontDictionary(bytes)
      afterDictionary = strings.end
    }
    let countSize = isVersion2 ? 4 : 2
    guard dictionary.isReadable, let start = dictionary[.charstrings],
      let charstrings = FontIndex(table, at: start, countSize: countSize),
      let globals = FontIndex(table, at: afterDictionary, countSize: countSize),
      globals.isOrdered
    else { return nil }
    self.charstrings = charstrings
    globalSubroutines = globals
    areNumbersBiased = dictionary[.charstringType, default: 2] != 1
    if isVersion2 || dictionary.has(.registry) {
      guard let start = dictionary[.fonts],
        let fonts = FontIndex(table, at: start, countSize: countSize)
      else { return nil }
      self.fonts = fonts
      selector = dictionary[.fontSelector].flatMap { table.suffix(from: $0) }
      charset = nil
    } else {
      fonts = nil
      selector = nil
      let start = dictionary[.charset, default: 0]
      charset = start == 0 ? .standard : table.suffix(from: start).map { .table($0) }
      privates[0] = .some(Self.privateData(of: dictionary, in: table, countSize: countSize))
    }
    variations =
      isVersion2
      ? dictionary[.variationStore].flatMap { table.suffix(from: $0 + 2) }
        .map { VariationStore($0) } : nil
  }

  /// Returns the cost of a glyph, or `nil` if it exceeds ``FontLimits/glyphSteps`` or is unknown.
  mutating func cost(of glyph: Int) -> Int? {
    guard glyph < charstrings.count else { return 1 }
    var steps = 0
    do throws(GlyphTooCostly) {
      try follow(glyph, isPart: false, &steps)
      return steps
    } catch {
      return nil
    }
  }

  /// - Parameter isPart: Whether the glyph is a part of a composite glyph.
  private mutating func follow(
    _ glyph: Int, isPart: Bool, _ steps: inout Int
  ) throws(GlyphTooCostly) {
    guard let program = charstrings[glyph] else { throw GlyphTooCostly() }
    guard program.count > 0 else { return }
    guard let data = privateData(of: try font(of: glyph, &steps)) else { throw GlyphTooCostly() }
    var run = CharstringRun(
      steps: steps, isVersion2: isVersion2, variations: variations, set: data.variationSet,
      local: Subroutines(data.subroutines, isBiased: areNumbersBiased),
      global: Subroutines(globalSubroutines, isBiased: areNumbersBiased))
    try run.follow(program)
    steps = run.steps
    guard let (base, accent) = run.parts else { return }
    guard !isPart else { throw GlyphTooCostly() }
    for code in [base, accent] {
      guard let part = try self.glyph(ofStandardCode: code, &steps) else { continue }
      try follow(part, isPart: true, &steps)
    }
  }

  /// Returns the index of the font of a glyph.
  private func font(of glyph: Int, _ steps: inout Int) throws(GlyphTooCostly) -> Int {
    guard let fonts, let selector, fonts.count > 1 || !isVersion2 else { return 0 }
    if selector.byte(0) == 0 {
      guard let font = selector.byte(1 + glyph) else { throw GlyphTooCostly() }
      return font
    }
    guard selector.byte(0) == 3, let count = selector.word(1) else { throw GlyphTooCostly() }
    for range in 0..<count {
      steps += 1
      guard let first = selector.word(3 + 3 * range), let font = selector.byte(5 + 3 * range),
        let next = selector.word(6 + 3 * range), steps <= FontLimits.glyphSteps
      else { throw GlyphTooCostly() }
      if glyph < first { return 0 }
      if glyph < next { return font }
    }
    return 0
  }

  private mutating func privateData(of font: Int) -> PrivateData? {
    if let cached = privates[font] { return cached }
    let data = fonts?[font].flatMap {
      Self.privateData(of: FontDictionary($0), in: table, countSize: isVersion2 ? 4 : 2)
    }
    privates[font] = .some(data)
    return data
  }

  private static func privateData(
    of dictionary: FontDictionary, in table: FontBytes, countSize: Int
  ) -> PrivateData? {
    guard dictionary.isReadable else { return nil }
    var data = PrivateData()
    guard let range = dictionary.pair(.privateData), range.0 > 0 else { return data }
    guard let bytes = table.part(range.1, count: range.0) else { return nil }
    let values = FontDictionary(bytes)
    guard values.isReadable else { return nil }
    data.variationSet = values[.variationSet, default: 0]
    guard let offset = values[.subroutines], offset != 0 else { return data }
    guard let index = FontIndex(table, at: range.1 + offset, countSize: countSize),
      index.isOrdered
    else { return nil }
    data.subroutines = index
    return data
  }

  /// Returns the glyph of a character in the standard encoding of PostScript, or `nil` if the font lacks it.
  private func glyph(
    ofStandardCode code: Int, _ steps: inout Int
  ) throws(GlyphTooCostly) -> Int? {
    guard let charset else { throw GlyphTooCostly() }
    guard let name = Self.standardName(of: code) else { return nil }
    guard case .table(let table) = charset else { return name <= 228 ? name : nil }
    guard let format = table.byte(0), format <= 2 else { throw GlyphTooCostly() }
    var offset = 1
    var glyph = 1
    while glyph < charstrings.count {
      guard let first = table.word(offset),
        let more = format == 0 ? 0 : table.number(offset + 2, size: format)
      else { throw GlyphTooCostly() }
      if first...first + more ~= name { return glyph + name - first }
      glyph += 1 + more
      offset += 2 + format
      steps += 1
      guard steps <= FontLimits.glyphSteps else { throw GlyphTooCostly() }
    }
    return nil
  }

  /// Returns the string number of a character in the standard encoding, or `nil` for an unused code.
  private static func standardName(of code: Int) -> Int? {
    let ranges: [(codes: ClosedRange<Int>, first: Int)] = [
      (32...126, 1), (161...175, 96), (177...180, 111), (182...189, 115), (191...191, 123),
      (193...200, 124), (202...203, 132), (205...208, 134), (225...225, 138), (227...227, 139),
      (232...235, 140), (241...241, 144), (245...245, 145), (248...251, 146),
    ]
    return ranges.first { $0.codes.contains(code) }.map { $0.first + code - $0.codes.lowerBound }
  }
}

/// Subroutines, which programs call by biased numbers.
private struct Subroutines {
  let index: FontIndex?
  let bias: Int

  init(_ index: FontIndex?, isBiased: Bool) {
    self.index = index
    let count = index?.count ?? 0
    bias = !isBiased ? 0 : count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768
  }

  subscript(number: Int) -> FontBytes? { index?[number + bias] }
}

/// A glyph program in progress.
private struct CharstringRun {
  private(set) var steps: Int
  /// The codes of the two characters that make up the glyph of an accented letter.
  private(set) var parts: (Int, Int)?
  private let isVersion2: Bool
  private let variations: VariationStore?
  private var set: Int
  private let local: Subroutines
  private let global: Subroutines
  private var stack: [Int] = []
  private var hints = 0
  /// Whether all hints have been declared.
  private var isMasked = false
  private var isEnded = false

  /// A number that the program computes, or that isn't an integer.
  private static let unknown = Int.min
  /// The maximum size of the stack, from the second version of the format.
  private static let maximumStack = 513
  private static let maximumHints = 96
  private static let maximumDepth = 16

  init(
    steps: Int, isVersion2: Bool, variations: VariationStore?, set: Int, local: Subroutines,
    global: Subroutines
  ) {
    self.steps = steps
    self.isVersion2 = isVersion2
    self.variations = variations
    self.set = set
    self.local = local
    self.global = global
  }

  mutating func follow(_ program: FontBytes) throws(GlyphTooCostly) {
    try follow(program, depth: 0)
  }

  private mutating func spend(_ count: Int) throws(GlyphTooCostly) {
    steps += count
    guard steps <= FontLimits.glyphSteps else { throw GlyphTooCostly() }
  }

  private mutating func push(_ number: Int?) throws(GlyphTooCostly) {
    guard let number, stack.count < Self.maximumStack else { throw GlyphTooCostly() }
    stack.append(number)
  }

  /// Removes an integer that the program contains.
  private mutating func pop() throws(GlyphTooCostly) -> Int {
    guard let number = stack.popLast(), number != Self.unknown else { throw GlyphTooCostly() }
    return number
  }

  private mutating func follow(_ program: FontBytes, depth: Int) throws(GlyphTooCostly) {
    var offset = 0
    while !isEnded, let code = program.byte(offset) {
      offset += 1
      try spend(1)
      switch code {
      case 28:
        try push(program.signedWord(offset))
        offset += 2
      case 32...246: try push(code - 139)
      case 247...254:
        guard let low = program.byte(offset) else { throw GlyphTooCostly() }
        try push(code < 251 ? (code - 247) * 256 + low + 108 : (251 - code) * 256 - low - 108)
        offset += 1
      case 255:
        try push(Self.unknown)
        offset += 4
      case 10, 29:
        let number = try pop()
        guard depth < Self.maximumDepth,
          let subroutine = code == 10 ? local[number] : global[number]
        else { throw GlyphTooCostly() }
        try follow(subroutine, depth: depth + 1)
      case 11 where !isVersion2: return
      case 12:
        try escape(program.byte(offset))
        offset += 1
      case 16 where isVersion2: try blend()
      case 19, 20:
        if stack.count <= 1 || !isMasked {
          addHints()
          isMasked = true
          guard hints <= Self.maximumHints else { throw GlyphTooCostly() }
          // The hints are sorted.
          try spend(4 * hints + hints * hints / 8)
          offset += (hints + 7) / 8
          guard offset <= program.count else { throw GlyphTooCostly() }
        }
        stack.removeAll(keepingCapacity: true)
      default: try operate(code)
      }
    }
  }

  /// Runs an operator that empties the stack.
  private mutating func operate(_ code: Int) throws(GlyphTooCostly) {
    try spend(stack.count)
    switch code {
    case 1, 3, 18, 23:
      if !isMasked { addHints() }
    case 4, 21, 22: isMasked = true
    case 14 where !isVersion2:
      isEnded = true
      if stack.count >= 4 {
        let accent = try pop()
        parts = (try pop(), accent)
      }
    case 15 where isVersion2:
      set = try pop()
    default: break
    }
    stack.removeAll(keepingCapacity: true)
  }

  private mutating func addHints() { hints += stack.count / 2 }

  /// Replaces numbers and their deltas along the axes with the numbers of the instance.
  private mutating func blend() throws(GlyphTooCostly) {
    let count = try pop()
    guard let regions = variations?.regionCount(of: set), count >= 0,
      count * (regions + 1) <= stack.count
    else { throw GlyphTooCostly() }
    try spend(count * (regions + 1) + (variations?.cost(of: set) ?? 0))
    stack.removeLast(count * (regions + 1))
    for _ in 0..<count { stack.append(Self.unknown) }
  }

  /// Runs an operator of two bytes.
  private mutating func escape(_ code: Int?) throws(GlyphTooCostly) {
    guard let code else { throw GlyphTooCostly() }
    // The numbers that each arithmetic operator removes and adds.
    let change: (removed: Int, added: Int)? =
      switch code {
      case 3, 4, 10, 11, 12, 15, 24: (2, 1)
      case 5, 9, 14, 21, 26: (1, 1)
      case 18: (1, 0)
      case 20: (2, 0)
      case 22: (4, 1)
      case 23: (0, 1)
      case 27: (1, 2)
      case 28: (2, 2)
      case 29: (1, 1)
      case 30: (2, 0)
      default: nil
      }
    guard let change, !isVersion2 else { return try operate(0) }
    guard stack.count >= change.removed else { throw GlyphTooCostly() }
    stack.removeLast(change.removed)
    for _ in 0..<change.added { try push(Self.unknown) }
    if code == 30 {
      // Any of the other numbers may have been swapped.
      try spend(stack.count)
      for index in stack.indices { stack[index] = Self.unknown }
    }
  }
}

/// An array of byte strings in a table `CFF ` or `CFF2`.
struct FontIndex {
  let count: Int
  /// The offset of the end of the array.
  let end: Int
  private let offsets: FontBytes
  private let offsetSize: Int
  private let data: FontBytes

  /// Reads an array of data at a position, or returns `nil` if the array extends beyond the table.
  init?(_ table: FontBytes, at start: Int, countSize: Int = 2) {
    guard let count = table.number(start, size: countSize) else { return nil }
    self.count = count
    guard count > 0 else {
      (offsets, offsetSize, data) = (table, 1, table)
      end = start + countSize
      return
    }
    guard let size = table.byte(start + countSize), 1...4 ~= size,
      let offsets = table.part(start + countSize + 1, count: (count + 1) * size),
      let last = offsets.number(count * size, size: size), last > 0
    else { return nil }
    let first = start + countSize + 1 + offsets.count
    guard let data = table.part(first, count: last - 1) else { return nil }
    (self.offsets, offsetSize, self.data) = (offsets, size, data)
    end = first + data.count
  }

  /// Whether each string starts at or after the end of the previous one. FreeType guesses the positions of strings in
  /// other arrays.
  var isOrdered: Bool {
    guard count > 0 else { return true }
    // The indices of glyphs and subroutines have 16 bits.
    guard count <= 1 << 16 else { return false }
    var last = 1
    for index in 0...count {
      guard let offset = offset(index), offset >= last else { return false }
      last = offset
    }
    return offset(0) == 1
  }

  /// Returns a string, or `nil` if it is outside the array or invalid.
  subscript(index: Int) -> FontBytes? {
    guard index >= 0, index < count, let start = offset(index), let end = offset(index + 1),
      start > 0, end >= start
    else { return nil }
    return data.part(start - 1, count: end - start)
  }

  private func offset(_ index: Int) -> Int? {
    offsets.number(index * offsetSize, size: offsetSize)
  }
}

/// A dictionary in a table `CFF ` or `CFF2`.
private struct FontDictionary {
  /// The first two operands of each operator.
  private var entries: [Int: [Int?]] = [:]
  /// Whether all required entries are supported.
  private(set) var isReadable = true

  /// Operators. Two-byte operators start with 12.
  enum Operator: Int {
    case charset = 15
    case charstrings = 17
    case privateData = 18
    case subroutines = 19
    case variationSet = 22
    case variationStore = 24
    case charstringType = 0xC06
    case registry = 0xC1E
    case fonts = 0xC24
    case fontSelector = 0xC25
  }

  init(_ bytes: FontBytes) {
    var operands: [Int?] = []
    var offset = 0
    while let code = bytes.byte(offset) {
      offset += 1
      switch code {
      case 28:
        operands.append(bytes.signedWord(offset))
        offset += 2
      case 29:
        operands.append(bytes.long(offset).map { Int(Int32(truncatingIfNeeded: $0)) })
        offset += 4
      case 30:
        // A real number, which none of the required operators uses.
        operands.append(nil)
        var byte = 0
        while byte & 0xF != 0xF, byte >> 4 != 0xF {
          guard let next = bytes.byte(offset) else { break }
          byte = next
          offset += 1
        }
      case 32...246: operands.append(code - 139)
      case 247...254:
        let low = bytes.byte(offset) ?? 0
        operands.append(
          code < 251 ? (code - 247) * 256 + low + 108 : (251 - code) * 256 - low - 108)
        offset += 1
      case 23:
        // Blended numbers, which none of the required operators uses.
        operands = [nil]
      case 0...22, 24, 25:
        var key = code
        if code == 12 {
          key = 0xC00 | (bytes.byte(offset) ?? 0)
          offset += 1
        }
        if Operator(rawValue: key) != nil {
          entries[key] = Array(operands.prefix(2))
          if operands.contains(nil) { isReadable = false }
        }
        operands = []
      default: isReadable = false
      }
    }
  }

  func has(_ key: Operator) -> Bool { entries[key.rawValue] != nil }

  subscript(key: Operator) -> Int? { entries[key.rawValue]?.first ?? nil }
  subscript(key: Operator, default value: Int) -> Int { self[key] ?? value }

  /// Returns the operands of an operator with two operands.
  func pair(_ key: Operator) -> (Int, Int)? {
    guard let operands = entries[key.rawValue], operands.count == 2, let first = operands[0],
      let second = operands[1]
    else { return nil }
    return (first, second)
  }
}
