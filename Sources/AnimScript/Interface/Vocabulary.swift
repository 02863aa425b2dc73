/// The names that a host uses, with numbers, so that it can distinguish them with a `switch` over
/// small numbers instead of comparing strings.
///
/// A host creates one vocabulary and compiles all its scripts with it.
package final class Vocabulary: @unchecked Sendable {
  // Nothing changes after it is made, so that threads may share it.

  let names: NameTable
  /// The position of each name in the list, or −1, by the identity of the name, which is below
  /// ``identityEnd``.
  let positions: UnsafeMutablePointer<Int32>
  let identityEnd: StringID
  /// The identity of each name, by its position.
  let identities: [StringID]

  /// - Parameter names: The global names and the names of members, in the order of their numbers.
  package convenience init(_ names: [String]) { self.init(nil, names) }

  /// Creates the names of another vocabulary, with the same numbers, followed by additional names.
  /// The time to create it depends only on the number of additional names.
  package convenience init(extending base: Vocabulary, with names: [String]) {
    self.init(base, names)
  }

  private init(_ base: Vocabulary?, _ added: [String]) {
    names = NameTable(copying: base?.names ?? .language, adding: added.count)
    var identities = base?.identities ?? []
    identities.reserveCapacity(identities.count + added.count)
    for name in added { identities.append(names.intern(utf16Units(of: name))) }
    self.identities = identities
    identityEnd = names.end
    positions = .allocate(capacity: Int(identityEnd))
    positions.initialize(repeating: -1, count: Int(identityEnd))
    for (position, identity) in identities.enumerated() where positions[Int(identity)] < 0 {
      positions[Int(identity)] = Int32(position)
    }
  }

  deinit { positions.deallocate() }
}
