import AnimCore
import LinuxSystem

/// Reads a picture before it is shown, so that the loop need not wait for it, and prepares jumps.
final class PictureAhead: Sendable {
  private enum State {
    case idle
    /// A frame is to be read.
    case wanted(Int)
    case reading(Int)
    case read(Int, Result<Image, Failure>)
  }

  private let reader: any PictureReader
  private let background: any BackgroundWork
  private let monitor = Monitor(State.idle)

  init(_ reader: any PictureReader, on background: any BackgroundWork) {
    self.reader = reader
    self.background = background
  }

  /// Reads the picture of a frame when there is time for it, in place of any other.
  func read(_ frame: Int) {
    let isNew = monitor.change { state in
      switch state {
      case .idle: break
      // What was to read that one reads this one.
      case .wanted:
        state = .wanted(frame)
        return false
      case .read(frame, _), .reading: return false
      case .read: break
      }
      state = .wanted(frame)
      return true
    }
    guard isNew else { return }
    background.run { [reader, monitor] in Self.readWanted(reader, monitor) }
  }

  /// Does what makes jumps fast, in parts, so that a picture that is wanted waits for one of them at most.
  func prepareJumps() {
    background.run { [weak self] in
      guard let self, reader.prepareJumps() else { return }
      prepareJumps()
    }
  }

  private static func readWanted(_ reader: any PictureReader, _ monitor: Monitor<State>) {
    let frame: Int? = monitor.change { state in
      guard case .wanted(let frame) = state else { return nil }
      state = .reading(frame)
      return frame
    }
    guard let frame else { return }
    let result = Result { () throws(Failure) in try reader.picture(of: frame) }
    monitor.change { $0 = .read(frame, result) }
  }

  /// The picture of a frame, if it was read or is being read, for which it waits; otherwise nil, and no
  /// other is read any more.
  func take(_ frame: Int) -> Result<Image, Failure>? {
    monitor.wait { state -> Result<Image, Failure>?? in
      switch state {
      case .reading(frame): return nil
      case .reading: return .some(nil)
      case .read(frame, let result):
        state = .idle
        return result
      case .idle, .wanted, .read:
        state = .idle
        return .some(nil)
      }
    }
  }
}
