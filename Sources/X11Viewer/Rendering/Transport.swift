/// How pixels get to the server.
enum Transport: Hashable, CustomStringConvertible {
  /// In memory that the server shares (MIT-SHM).
  case shared
  /// Over the connection, with the reason why not in shared memory.
  case wire(reason: String)

  var isShared: Bool { self == .shared }

  var description: String {
    switch self {
    case .shared: "MIT-SHM"
    case .wire(let reason): "XPutImage (\(reason))"
    }
  }
}
