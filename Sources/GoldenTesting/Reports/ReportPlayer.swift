import AnimationFormats
import Glibc
import LinuxSystem

/// The program that plays animations on a report's page: lottie.wasm, compressed as a gzip file.
package struct ReportPlayer: Sendable {
  let bytes: [UInt8]

  /// The player that is installed with this program, or `nil` if there is none.
  package static var installed: ReportPlayer? {
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0 else { return nil }
    let folder = FilePath.folder(of: String(fileName: path[..<count]))
    return ReportPlayer(at: FilePath.join(folder, "../share/x11viewer/lottie.wasm.gz"))
  }

  /// Creates a player, or returns `nil` if the file doesn't exist.
  init?(at path: String) {
    guard let bytes = try? FileBytes.read(path, limit: 1 << 24) else { return nil }
    self.bytes = bytes
  }

  /// Returns a script that delivers a file to the page.
  ///
  /// - Parameter quote: The quotation mark of strings.
  static func delivery(of base64: String, _ name: String, quote: String) -> String {
    "deliver(\(quote)\(name)\(quote),\(quote)\(base64)\(quote))"
  }
}

extension AnimationFile {
  /// The content with which a web page can play the animation with exactly these pixels, or `nil`
  /// if it can't.
  var pageContent: [UInt8]? {
    animation.pageContent(configuration).flatMap { $0.count <= Self.maximumPageContent ? $0 : nil }
  }

  /// The maximum number of bytes, with which a page with twenty animations still opens quickly.
  private static let maximumPageContent = 4 << 20
}
