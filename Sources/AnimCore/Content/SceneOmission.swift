/// Content that a ``Scene`` omitted from a frame because it exceeded a limit.
///
/// The omission of an earlier frame is less than that of a later one. The minimum of the omissions
/// of several scenes therefore doesn't depend on which of them drew a frame, or in which order.
package struct SceneOmission: Hashable, Sendable {
  /// The frame, counted from 0.
  package let frame: Double
  package let diagnostic: Diagnostic

  /// Creates an omission from a frame.
  package init(frame: Double, _ diagnostic: Diagnostic) {
    self.frame = frame
    self.diagnostic = diagnostic
  }
}

extension SceneOmission: Comparable {
  package static func < (a: SceneOmission, b: SceneOmission) -> Bool {
    (a.frame, a.description) < (b.frame, b.description)
  }
}

extension SceneOmission: CustomStringConvertible {
  package var description: String { "\(diagnostic)" }
}
