// Strings in UTF-16. A string that was joined from two is stored as these two until its units are
// needed, so that appending in a loop doesn't copy all of it each time.

extension Heap {
  /// The bit that distinguishes strings of the heap from those of scripts.
  static let heapString: StringID = 0x8000_0000
  /// The number that marks a string whose equal name hasn't been looked up.
  static let noName: StringID = 0x7FFF_FFFF

  struct StringHeader {
    /// The number of UTF-16 code units.
    var count: UInt32
    /// The name that the string is equal to.
    var canonical: StringID
    /// The position of the units in the heap, or 0 if the string is joined from two strings, which
    /// follow the header.
    var data: UInt32
    var spare: UInt32 = 0
  }

  @inline(__always)
  func stringHeader(_ string: StringID) -> UnsafeMutablePointer<StringHeader> {
    UnsafeMutableRawPointer(cell(string & ~Heap.heapString))
      .assumingMemoryBound(to: StringHeader.self)
  }

  @inline(__always)
  private func data(_ index: UInt32) -> UnsafeMutablePointer<UInt16> {
    UnsafeMutableRawPointer(cell(index)).assumingMemoryBound(to: UInt16.self)
  }

  private func halves(_ string: StringID) -> UnsafeMutablePointer<(StringID, StringID)> {
    UnsafeMutableRawPointer(cell(string & ~Heap.heapString) + 1)
      .assumingMemoryBound(to: (StringID, StringID).self)
  }

  @inline(__always)
  func count(of string: StringID) -> Int {
    string & Heap.heapString == 0
      ? names.record(string).count : Int(stringHeader(string).pointee.count)
  }

  func units(of string: StringID) throws(Exception) -> UnsafeBufferPointer<UInt16> {
    if string & Heap.heapString == 0 {
      let record = names.record(string)
      return UnsafeBufferPointer(start: record.units, count: record.count)
    }
    let header = stringHeader(string)
    if header.pointee.data == 0 { try flatten(string) }
    return UnsafeBufferPointer(
      start: data(header.pointee.data), count: Int(header.pointee.count))
  }

  /// Returns the units of a string that isn't joined from two, or has been read before.
  func text(of string: StringID) -> String {
    guard let units = try? units(of: string) else { return "" }
    return String(decoding: units, as: UTF16.self)
  }

  // MARK: - Making strings

  /// Returns a new string, whose units the caller sets.
  func newString(
    count: Int
  ) throws(Exception) -> (string: StringID, units: UnsafeMutablePointer<UInt16>) {
    guard count <= stringLimit else { throw Exception(reason: .limit(.stringLength)) }
    let index = try allocate(1 + (count + 7) / 8)
    let string = index | Heap.heapString
    stringHeader(string).pointee = StringHeader(
      count: UInt32(count), canonical: Heap.noName, data: index + 1)
    return (string, data(index + 1))
  }

  func string(_ units: UnsafeBufferPointer<UInt16>) throws(Exception) -> StringID {
    if units.isEmpty { return Name.empty }
    if units.count == 1, units[0] < 128 { return StringID(units[0]) }
    let (string, target) = try newString(count: units.count)
    if let start = units.baseAddress { target.update(from: start, count: units.count) }
    return string
  }

  func string(_ units: [UInt16]) throws(Exception) -> StringID {
    var result: Result<StringID, Exception> = .success(Name.empty)
    units.withUnsafeBufferPointer { units in
      do throws(Exception) { result = .success(try string(units)) } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  func string(_ text: String) throws(Exception) -> StringID { try string(utf16Units(of: text)) }

  func string(unit: UInt16) throws(Exception) -> StringID {
    if unit < 128 { return StringID(unit) }
    let (string, target) = try newString(count: 1)
    target[0] = unit
    return string
  }

  func substring(_ string: StringID, _ range: Range<Int>) throws(Exception) -> StringID {
    if range.count == count(of: string) { return string }
    return try self.string(UnsafeBufferPointer(rebasing: try units(of: string)[range]))
  }

  func concatenation(_ a: StringID, _ b: StringID) throws(Exception) -> StringID {
    let (first, second) = (count(of: a), count(of: b))
    if first == 0 { return b }
    if second == 0 { return a }
    let total = first + second
    guard total <= stringLimit else { throw Exception(reason: .limit(.stringLength)) }
    if total <= 32 {
      let (string, target) = try newString(count: total)
      target.update(from: try units(of: a).baseAddress ?? Heap.noUnits, count: first)
      (target + first).update(from: try units(of: b).baseAddress ?? Heap.noUnits, count: second)
      return string
    }
    let index = try allocate(2)
    let string = index | Heap.heapString
    stringHeader(string).pointee = StringHeader(
      count: UInt32(total), canonical: Heap.noName, data: 0)
    halves(string).pointee = (a, b)
    return string
  }

  /// Writes the units of a joined string one after another, from its end, without recursion.
  private func flatten(_ string: StringID) throws(Exception) {
    let header = stringHeader(string)
    let total = Int(header.pointee.count)
    let index = try allocate((total + 7) / 8)
    let target = data(index)
    var end = total
    var pending = [string]
    while let current = pending.popLast() {
      if current & Heap.heapString != 0, stringHeader(current).pointee.data == 0 {
        let (a, b) = halves(current).pointee
        pending.append(a)
        pending.append(b)
      } else {
        let units = try self.units(of: current)
        end -= units.count
        (target + end).update(from: units.baseAddress ?? Heap.noUnits, count: units.count)
      }
    }
    header.pointee.data = index
  }

  // MARK: - Comparing

  func areEqual(_ a: StringID, _ b: StringID) throws(Exception) -> Bool {
    if a == b { return true }
    let count = count(of: a)
    guard count == self.count(of: b), (a | b) & Heap.heapString != 0 else { return false }
    let (first, second) = (try units(of: a), try units(of: b))
    return equalUnits(first.baseAddress ?? Heap.noUnits, second.baseAddress, count)
  }

  /// Returns whether a string comes before another, by units.
  func isLess(_ a: StringID, _ b: StringID) throws(Exception) -> Bool {
    let (first, second) = (try units(of: a), try units(of: b))
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
      return first[index] < second[index]
    }
    return first.count < second.count
  }

  /// Returns the key for a string: an index, or a name.
  func key(_ string: StringID) throws(Exception) -> PropertyKey {
    if string & Heap.heapString == 0 {
      if let index = names.record(string).index { return PropertyKey(index: index) }
      return PropertyKey(name: string)
    }
    if let index = arrayIndex(try units(of: string)) { return PropertyKey(index: index) }
    return PropertyKey(name: try intern(string))
  }

  /// Returns the string for a key.
  func string(_ key: PropertyKey) throws(Exception) -> StringID {
    guard key.isIndex else { return key.id }
    return try string(decimal: key.id)
  }

  func string(decimal value: UInt32) throws(Exception) -> StringID {
    if value < 10 { return StringID(48 + value) }
    var digits: [UInt16] = []
    var rest = value
    while rest > 0 {
      digits.append(UInt16(48 + rest % 10))
      rest /= 10
    }
    return try string(digits.reversed())
  }
}

/// Returns the units of a text, which is nearly always ASCII.
func utf16Units(of text: String) -> [UInt16] {
  var text = text
  let units: [UInt16]? = text.withUTF8 { bytes in
    var mask: UInt8 = 0
    for byte in bytes { mask |= byte }
    guard mask < 128 else { return nil }
    return Array(unsafeUninitializedCapacity: bytes.count) { units, count in
      for index in 0..<bytes.count { units[index] = UInt16(bytes[index]) }
      count = bytes.count
    }
  }
  return units ?? Array(text.utf16)
}
