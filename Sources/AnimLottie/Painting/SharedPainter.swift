import AnimCore
import Synchronization

/// The painter of an animation, shared by its copies, which use it one at a time.
final class SharedPainter: Sendable {
  /// Nil until the first frame is drawn.
  private let painter = Mutex<DocumentPainter?>(nil)

  /// - Returns: what was left out first.
  func draw(
    _ document: LottieDocument, frame: Double, into list: inout DisplayList, transform: Transform
  ) -> FrameOmission? {
    painter.withLock { painter in
      let current = painter ?? DocumentPainter(document)
      painter = current
      return current.draw(frame: frame, into: &list, transform: transform)
    }
  }
}
