import AnimCore
import ArgumentParser

/// Says what the server offers, and what the viewer would make of it.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Say what the X server offers and what would be used.")

  @OptionGroup(title: "Window") var window: WindowFlags
  @OptionGroup var scenes: SceneFlags

  func run() throws {
    let session = try Session.open(window, .auto, scenes, isLive: true)
    for (name, value) in Self.facts(of: session) {
      StandardOutput.write(name.padded(to: 16) + value + "\n")
    }
  }

  private static func facts(of session: Session) -> [(String, String)] {
    let connection = session.connection
    let extensions = connection.extensions
    let format = session.window.format
    let output = connection.output(showing: session.window.areaOnScreen)
    let rate = output?.refreshRate.map { "\(twoPlaces($0.hertz)) Hz" } ?? "60.00 Hz, assumed"
    let screen = connection.screenSize
    return [
      ("display", connection.name),
      ("server", connection.vendor),
      ("screen", "\(screen.width)x\(screen.height), depth \(connection.depth)"),
      (
        "visual",
        "TrueColor, depth \(format.depth), \(format.bitsPerPixel) bits per pixel, "
          + "masks \(hex(format.redMask)) \(hex(format.greenMask)) \(hex(format.blueMask))"
      ),
      ("scale", "\(session.stage.scale)"),
      ("MIT-SHM", describe(extensions.sharedMemory?.base)),
      ("RandR", describe(extensions.randr)),
      ("refresh rate", rate),
      ("Present", describe(extensions.present)),
      ("XSync", describe(extensions.sync)),
      ("window manager", connection.windowManagerName ?? "none"),
      ("renderer", session.renderer.description),
    ]
  }

  private static func describe(_ found: Extensions.Extension?) -> String {
    found.map { "\($0.version)" } ?? "none"
  }
}

private func hex(_ mask: UInt32) -> String { String(mask, radix: 16) }

/// A number with two digits behind the point.
private func twoPlaces(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let fraction = hundredths % 100
  return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
