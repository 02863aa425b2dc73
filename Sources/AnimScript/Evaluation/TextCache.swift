/// The location of a call of `eval`.
struct TextSite {
  var program: CompiledProgram
  var index: Int
}

/// A cache of compiled texts of `eval`. Character rigs evaluate `eval('thisLayer.parent')` in every
/// frame.
///
/// It contains only texts whose strings are all names of the script, which persist, and that have
/// no templates, which are new objects each time.
struct TextCache {
  private var entries: [Entry] = []
  private static let capacity = 32
  private static let maximumLength = 256

  final class Entry {
    fileprivate let hash: UInt32
    fileprivate let units: [UInt16]
    fileprivate let site: TextSite
    let program: CompiledProgram
    /// The heap units that compiling used.
    let heapUnits: Int

    fileprivate init(
      _ units: [UInt16], _ site: TextSite, _ program: CompiledProgram, heapUnits: Int
    ) {
      hash = units.withUnsafeBufferPointer { NameTable.hash($0) }
      self.units = units
      self.site = site
      self.program = program
      self.heapUnits = heapUnits
    }
  }

  func find(_ units: UnsafeBufferPointer<UInt16>, _ site: TextSite) -> Entry? {
    let hash = NameTable.hash(units)
    for entry in entries where entry.hash == hash {
      let isSame = entry.site.index == site.index && entry.site.program === site.program
      if isSame, entry.units.elementsEqual(units) { return entry }
    }
    return nil
  }

  /// - Returns: `false` if there is no room for it.
  mutating func add(
    _ units: [UInt16], _ site: TextSite, _ program: CompiledProgram, heapUnits: Int
  ) -> Bool {
    guard entries.count < Self.capacity, units.count <= Self.maximumLength else { return false }
    entries.append(Entry(units, site, program, heapUnits: heapUnits))
    return true
  }
}
