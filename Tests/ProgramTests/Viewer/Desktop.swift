import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import X11Viewer

/// A desktop: a server with a window manager, for a serial suite of tests.
final class Desktop {
  let server: XServer
  private let manager: ChildProcess

  init(screen: String = "1024x768x24") throws {
    server = try XServer(screen: screen)
    manager = try server.startWindowManager()
  }
}
