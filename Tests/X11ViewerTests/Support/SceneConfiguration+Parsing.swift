import Synchronization

@testable import X11Viewer

extension SceneConfiguration {
  private static let known = Mutex<[[String]: SceneConfiguration]>([:])

  /// The configuration from these flags, parsed only once: a debug build takes a quarter of a second.
  static func parsed(_ arguments: [String]) throws -> SceneConfiguration {
    if let known = known.withLock({ $0[arguments] }) { return known }
    let configuration = try SceneFlags.parse(arguments).configuration
    known.withLock { $0[arguments] = configuration }
    return configuration
  }
}
