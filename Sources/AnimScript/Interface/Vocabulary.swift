/// The names that a host knows, numbered, so that it can tell them apart by a `switch` over small
/// numbers instead of comparing strings.
///
/// A host makes one and compiles all its scripts with it.
public final class Vocabulary: Sendable {
  let names: NameTable
  /// By the identity of a name: its position in the list, or −1.
  private let positions: [Int32]
  /// By position: the identity of the name.
  let identities: [StringID]

  /// - Parameter names: the global names and the names of members, in the order of their numbers.
  public init(_ names: [String]) {
    let table = NameTable()
    identities = names.map { table.intern(Array($0.utf16)) }
    self.names = table
    var positions = [Int32](repeating: -1, count: Int(table.end))
    for (position, identity) in identities.enumerated() where positions[Int(identity)] < 0 {
      positions[Int(identity)] = Int32(position)
    }
    self.positions = positions
  }

  @inline(__always)
  func position(of name: StringID) -> Int {
    name < UInt32(positions.count) ? Int(positions[Int(name)]) : -1
  }
}
