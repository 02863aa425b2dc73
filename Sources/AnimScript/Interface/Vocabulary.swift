/// The names that a host knows, numbered, so that it can tell them apart by a `switch` over small
/// numbers instead of comparing strings.
///
/// A host makes one and compiles all its scripts with it.
public final class Vocabulary: @unchecked Sendable {
  // Nothing changes after it is made, so that threads may share it.

  let names: NameTable
  /// By the identity of a name, below ``identityEnd``: its position in the list, or −1.
  let positions: UnsafeMutablePointer<Int32>
  let identityEnd: StringID
  /// By position: the identity of the name.
  let identities: [StringID]

  /// - Parameter names: the global names and the names of members, in the order of their numbers.
  public init(_ names: [String]) {
    let table = NameTable()
    identities = names.map { table.intern(Array($0.utf16)) }
    self.names = table
    identityEnd = table.end
    positions = .allocate(capacity: Int(identityEnd))
    positions.initialize(repeating: -1, count: Int(identityEnd))
    for (position, identity) in identities.enumerated() where positions[Int(identity)] < 0 {
      positions[Int(identity)] = Int32(position)
    }
  }

  deinit { positions.deallocate() }
}
