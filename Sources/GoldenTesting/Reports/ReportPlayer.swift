import AnimLottie
import Glibc
import LinuxSystem
import OfflineRendering

/// The program that plays animations on a report's page: lottie.wasm, compressed as a gzip file.
package struct ReportPlayer: Sendable {
  let bytes: [UInt8]

  /// The one that is installed with this program; nil if there is none.
  package static var installed: ReportPlayer? {
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0 else { return nil }
    let folder = FilePath.folder(of: String(decoding: path[..<count], as: UTF8.self))
    return ReportPlayer(at: FilePath.join(folder, "../share/x11viewer/lottie.wasm.gz"))
  }

  /// Nil if there is no such file.
  init?(at path: String) {
    guard let bytes = try? FileBytes.read(path, limit: 1 << 24) else { return nil }
    self.bytes = bytes
  }

  /// The text of a script that brings a file to the page.
  ///
  /// - Parameter quote: what begins and ends a string.
  static func delivery(of base64: String, _ name: String, quote: String) -> String {
    "deliver(\(quote)\(name)\(quote),\(quote)\(base64)\(quote))"
  }
}

/// An animation that a page in a browser can play by itself, with the pixels that are drawn here.
struct PlayedAnimation: Sendable {
  let json: [UInt8]

  /// Nil for an animation that the player of pages would draw otherwise: it has the JSON alone, and
  /// its frames in their order.
  init?(_ file: AnimationFile, _ configuration: FileConfiguration) {
    let contents = file.animation.contents
    guard let json = file.file.json, json.count <= Self.limit, contents.images.isEmpty,
      contents.data.isEmpty, contents.fontFiles.isEmpty,
      configuration.fit == .contain, configuration.theme == .initial, configuration.slots.isEmpty,
      configuration.runsExpressions, configuration.marker == nil,
      [nil, .forward].contains(configuration.mode)
    else { return nil }
    self.json = json
  }

  /// The most bytes, so that a page with twenty animations in it still opens soon.
  private static let limit = 4 << 20
}
