import AnimCore

extension LottieFile {
  /// Reads a state machine.
  ///
  /// - Throws: ``LottieError/unknownStateMachine(_:)``, or
  ///   ``LottieError/invalidStateMachine(_:path:reason:)``.
  public func stateMachine(_ id: String) throws(LottieError) -> LottieStateMachine {
    let path = LottieStateMachine.path(id)
    var contents = contents
    guard let bytes = try contents.json(of: .stateMachine, id) else {
      guard manifest.stateMachines.contains(where: { $0.id == id }) else {
        throw .unknownStateMachine(id.shortened)
      }
      throw .invalidStateMachine(id, path: path, reason: "the archive has no such file")
    }
    return try StateMachineReader.read(bytes, id: id, path: path, limits: limits)
  }
}

extension LottieStateMachine {
  /// Returns the name of a machine's file, which is the prefix of its diagnostics.
  static func path(_ id: String) -> String { DotLottie.path(of: .stateMachine, id) }
}
