/// The host of the script that runs.
struct HostConnection {
  @inline(__always)
  var host: any ScriptHost { current }
  /// The host, which the caller of the evaluation keeps alive.
  private unowned(unsafe) var current: any ScriptHost
  /// The host of no script.
  private let none = EmptyHost()

  init() { current = none }

  /// The host of the evaluation around.
  struct Mark {
    fileprivate unowned(unsafe) var host: any ScriptHost
  }

  /// Begins an evaluation.
  mutating func begin(_ host: any ScriptHost) -> Mark {
    let mark = Mark(host: current)
    current = host
    return mark
  }

  /// Ends an evaluation.
  mutating func end(_ mark: Mark) { current = mark.host }
}
