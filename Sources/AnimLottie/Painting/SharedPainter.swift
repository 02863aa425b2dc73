import AnimCore
import Synchronization

/// The painter of an animation, shared by its copies, which use it one at a time.
final class SharedPainter: Sendable {
  /// Nil until the first frame is drawn.
  private let painter = Mutex<DocumentPainter?>(nil)

  func draw(
    _ document: LottieDocument, frame: Double, into list: inout DisplayList, transform: Transform
  ) {
    painter.withLock { painter in
      let current = painter ?? DocumentPainter(document)
      current.draw(frame: frame, into: &list, transform: transform)
      painter = current
    }
  }
}
