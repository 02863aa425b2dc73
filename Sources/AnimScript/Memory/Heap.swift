/// The memory of an interpreter: an array of units of 16 bytes that contains objects, their
/// properties and elements, strings and environments, which refer to each other by index.
///
/// Nothing is freed individually. The memory of an evaluation is free again after its end. Built-in
/// objects come first. An evaluation that changes one of them has them restored.
final class Heap {
  private let base: UnsafeMutablePointer<Cell>
  private let capacity: Int
  /// The first free unit. Unit 0 is never used, so that 0 isn't an object.
  @exclusivity(unchecked) private(set) var top = 1
  /// The first unit of the evaluation.
  @exclusivity(unchecked) private var start = 1
  /// The end of the built-in objects.
  private let languageEnd: Int
  /// The built-in objects at the start of each evaluation, or `nil` while they are created.
  private let language: Language?
  /// Whether an object of the language was changed.
  @exclusivity(unchecked) private(set) var isLanguageChanged = false
  /// The maximum number of units in a string, and of elements in an array.
  let stringLimit: Int
  let arrayLimit: Int

  /// The names of the script that is evaluated, which keeps them, or of the language alone.
  @exclusivity(unchecked) private(set) unowned(unsafe) var names: NameTable
  /// Strings of the heap that are names of properties, by open addressing.
  @exclusivity(unchecked) private var internSlots: UnsafeMutablePointer<StringID>
  @exclusivity(unchecked) private var internCapacity = 256
  /// The used slots, in the order of their use.
  @exclusivity(unchecked) private var internLog: [UInt32] = []

  /// A unit: a value, or a property with its key and attributes in the spare bytes.
  struct Cell {
    var payload: UInt64
    var tag: Value.Tag
    var attributes: Attributes
    var spare: UInt16 = 0
    var key: StringID

    @inline(__always)
    var value: Value {
      get { Value(tag, payload) }
      set {
        payload = newValue.payload
        tag = newValue.tag
      }
    }
  }

  struct Attributes: OptionSet {
    let rawValue: UInt8
    static let writable = Attributes(rawValue: 1)
    static let enumerable = Attributes(rawValue: 2)
    static let configurable = Attributes(rawValue: 4)
    static let all: Attributes = [.writable, .enumerable, .configurable]
    /// The attributes of built-in properties.
    static let hidden: Attributes = [.writable, .configurable]
  }

  /// - Parameter language: The language, or `nil` for a heap in which the language's objects will
  ///   be created.
  init(limits: ScriptLimits, language: Language?) {
    // The objects of the language use memory in addition to the limit.
    capacity = min(limits.heapBytes / 16, 1 << 30) + 32768
    base = .allocate(capacity: capacity)
    stringLimit = limits.stringLength
    arrayLimit = limits.arrayLength
    names = .language
    self.language = language
    languageEnd = language?.count ?? 0
    if let language {
      base.initialize(from: language.cells, count: language.count)
      top = language.count
    }
    internSlots = .allocate(capacity: internCapacity)
    internSlots.initialize(repeating: 0, count: internCapacity)
  }

  deinit {
    base.deallocate()
    internSlots.deallocate()
  }

  // MARK: - Allocation

  @inline(__always)
  func allocate(_ units: Int) throws(Exception) -> UInt32 {
    let start = top
    guard units <= capacity - start else { throw Exception(reason: .limit(.heapBytes)) }
    top = start + units
    return UInt32(truncatingIfNeeded: start)
  }

  /// The number of units that the evaluation has used.
  var taken: Int { top - start }

  /// The number of free units.
  var room: Int { capacity - top }

  /// Takes units whose contents don't matter, or returns the last ones.
  @inline(__always)
  func move(by units: Int) { top += units }

  @inline(__always)
  func cell(_ index: UInt32) -> UnsafeMutablePointer<Cell> { base + Int(index) }

  // MARK: - The language's own objects

  /// Returns a copy of all units, of a heap in which the language's objects were made.
  func copy() -> UnsafePointer<Cell> {
    let copy = UnsafeMutablePointer<Cell>.allocate(capacity: top)
    copy.initialize(from: base, count: top)
    return UnsafePointer(copy)
  }

  /// Notes that an object is changed, which matters if it is the language's.
  @inline(__always)
  func touch(_ id: ObjectID) {
    if id < languageEnd { isLanguageChanged = true }
  }

  /// Returns whether a name is a global of the language that no script has changed.
  @inline(__always)
  func isLanguageGlobal(_ name: StringID) -> Bool {
    guard let language else { return false }
    return name < UInt32(language.globals.count) && language.globals[Int(name)]
  }

  /// The state at the start of an evaluation.
  struct Mark {
    fileprivate var top: Int
    fileprivate var start: Int
    fileprivate var internCount: Int
    /// The language's objects as the evaluation around has changed them.
    fileprivate var changed: UnsafeMutablePointer<Cell>?
  }

  func mark() -> Mark {
    var mark = Mark(top: top, start: start, internCount: internLog.count, changed: nil)
    start = top
    if isLanguageChanged {
      let copy = UnsafeMutablePointer<Cell>.allocate(capacity: languageEnd)
      copy.initialize(from: base, count: languageEnd)
      mark.changed = copy
      restoreLanguage()
    }
    return mark
  }

  /// Frees everything that was allocated since a mark.
  func release(_ mark: Mark) {
    if isLanguageChanged { restoreLanguage() }
    if let changed = mark.changed {
      base.update(from: changed, count: languageEnd)
      changed.deallocate()
      isLanguageChanged = true
    }
    while internLog.count > mark.internCount { internSlots[Int(internLog.removeLast())] = 0 }
    top = mark.top
    start = mark.start
  }

  private func restoreLanguage() {
    if let language { base.update(from: language.cells, count: languageEnd) }
    isLanguageChanged = false
  }

  // MARK: - Names

  /// Uses the names of another script.
  func use(_ names: NameTable) { self.names = names }

  /// Returns the name in the script or the heap that equals a string, or makes the string a name if
  /// there is none.
  func intern(_ string: StringID) throws(Exception) -> StringID {
    guard string & Heap.heapString != 0 else { return string }
    let header = stringHeader(string)
    if header.pointee.canonical != Heap.noName { return header.pointee.canonical }
    let units = try self.units(of: string)
    let hash = NameTable.hash(units)
    if let existing = names.find(units, hash: hash) {
      header.pointee.canonical = existing
      return existing
    }
    let mask = internCapacity - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while internSlots[slot] != 0 {
      let other = internSlots[slot]
      if count(of: other) == units.count,
        equalUnits(
          try self.units(of: other).baseAddress ?? Heap.noUnits, units.baseAddress, units.count)
      {
        header.pointee.canonical = other
        return other
      }
      slot = (slot + 1) & mask
    }
    header.pointee.canonical = string
    internSlots[slot] = string
    internLog.append(UInt32(slot))
    if internLog.count * 2 > internCapacity { try growInternSlots() }
    return string
  }

  private func growInternSlots() throws(Exception) {
    let old = internLog.map { internSlots[Int($0)] }
    internSlots.deallocate()
    internCapacity *= 2
    internSlots = .allocate(capacity: internCapacity)
    internSlots.initialize(repeating: 0, count: internCapacity)
    for (index, string) in old.enumerated() {
      let hash = NameTable.hash(try units(of: string))
      var slot = Int(truncatingIfNeeded: hash) & (internCapacity - 1)
      while internSlots[slot] != 0 { slot = (slot + 1) & (internCapacity - 1) }
      internSlots[slot] = string
      internLog[index] = UInt32(slot)
    }
  }

  /// A valid pointer for strings without units.
  static var noUnits: UnsafePointer<UInt16> {
    UnsafePointer(bitPattern: 16).unsafelyUnwrapped
  }
}
