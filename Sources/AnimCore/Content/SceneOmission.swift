/// Something that a ``Scene`` has left out of a picture, since there was more in it than is drawn of
/// any picture.
///
/// Of two, that of the earlier frame is the lesser. So the least of all that several scenes have left
/// out does not depend on which of them drew a frame, nor in which order.
package struct SceneOmission: Hashable, Sendable {
  /// The frame, counted from 0.
  package let frame: Double
  /// What was left out, in words, with the number of the frame.
  package let description: String

  /// Creates an omission from a frame.
  package init(frame: Double, description: String) {
    self.frame = frame
    self.description = description
  }
}

extension SceneOmission: Comparable {
  package static func < (a: SceneOmission, b: SceneOmission) -> Bool {
    (a.frame, a.description) < (b.frame, b.description)
  }
}

extension SceneOmission: CustomStringConvertible {}
