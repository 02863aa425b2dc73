import AnimCore
import OfflineRendering
import XWindow

extension Failure {
  init(_ error: ConnectionError) { self.init("\(error)", status: .unavailable) }
  init(_ error: RenderError) { self.init("\(error)", status: .unavailable) }

  /// If a window cannot be opened because of what was asked for, the usage was wrong; otherwise the
  /// server is unavailable.
  init(_ error: WindowError) {
    switch error {
    case .invalidSize, .invalidGeometry: self.init("\(error)", status: .usage)
    case .noTrueColorVisual, .invalidSaverWindow, .noSuchWindow, .unusableWindow, .connectionLost:
      self.init("\(error)", status: .unavailable)
    }
  }
}
