import AnimPNG
import Foundation

@main
enum Program {
  static let times = [0, 0.1, 0.2, 0.4, 1]

  /// swift run GoldenFrames FOLDER
  static func main() throws {
    guard let folder = CommandLine.arguments.dropFirst().first else {
      return print("usage: GoldenFrames FOLDER")
    }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    for (name, image) in Toggle().frames(at: times) {
      try Data(try image.png()).write(to: URL(filePath: folder).appending(path: name))
    }
  }
}
