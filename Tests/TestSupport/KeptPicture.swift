import AnimGraphics
import AnimPNG
import Foundation
import Testing

/// A picture whose pixels are kept as a hash, with what a person needs to judge a change.
///
/// If the hash changes, ``Kept/compare(_:with:beside:)`` writes the images, the messages and the
/// source next to each other. The same files written by an earlier commit show what has changed.
package struct KeptPicture {
  package var name: String
  /// The images, such as several frames, from top to bottom.
  package var images: [PixelImage]
  /// Messages about the picture, which are compared separately from the pixels.
  package var messages: [String]?
  /// The file that the picture shows, such as JSON.
  package var source: String?

  package init(
    _ name: String, _ images: [PixelImage], messages: [String]? = nil, source: String? = nil
  ) {
    self.name = name
    self.images = images
    self.messages = messages
    self.source = source
  }

  fileprivate var pixelHash: String { String(Kept.hash(images.map { Kept.hash($0) }), radix: 16) }

  fileprivate var messageHash: String? {
    messages.map { String(Kept.hash($0.joined(separator: "\n")), radix: 16) }
  }

  /// The images below each other, with transparent pixels beside narrow ones.
  private var sheet: PixelImage {
    let sheet = PixelImage(
      size: PixelSize(
        width: images.map(\.size.width).max() ?? 1, height: images.reduce(0) { $0 + $1.size.height }
      ),
      isOpaque: false)
    var top = 0
    for image in images {
      let opaque: UInt32 = image.isOpaque ? 0xFF00_0000 : 0
      sheet.withMutablePixels { words in
        for y in 0..<image.size.height {
          for x in 0..<image.size.width {
            words[(top + y) * sheet.size.width + x] = image[x, y] | opaque
          }
        }
      }
      top += image.size.height
    }
    return sheet
  }

  /// Writes the picture, the messages and the source.
  ///
  /// - Returns: The path of the picture.
  fileprivate func write(to folder: URL) throws -> String {
    let name = String(name.map { $0.isLetter || $0.isNumber ? $0 : "-" })
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    let picture = file.appendingPathExtension("png")
    try Data(sheet.png()).write(to: picture)
    if let messages {
      let text = messages.map { $0 + "\n" }.joined()
      try Data(text.utf8).write(to: file.appendingPathExtension("txt"))
    }
    if let source { try Data(source.utf8).write(to: file.appendingPathExtension("json")) }
    return picture.path
  }
}

extension Kept {
  /// Records an issue for each picture whose pixels or messages differ from those in a JSON file,
  /// with the path of the new picture, and if the file has other pictures.
  ///
  /// - Parameter source: The file of the test, beside which the file is.
  package static func compare(
    _ pictures: [KeptPicture], with file: String, beside source: String = #filePath
  ) throws {
    let present = pictures.map {
      (name: $0.name, hashes: [$0.pixelHash, $0.messageHash].compactMap { $0 })
    }
    expectEqual(Set(pictures.map(\.name)).count, pictures.count, "two pictures have one name")
    guard let kept = try hashes(in: file, beside: source, of: present) else { return }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("x11viewer-kept").appendingPathComponent(file)
    var reported = 0
    for picture in pictures {
      let hashes = kept[picture.name] ?? []
      let hasSamePixels = hashes.first == picture.pixelHash
      let hasSameMessages = hashes.dropFirst().first == picture.messageHash
      guard !hasSamePixels || !hasSameMessages else { continue }
      reported += 1
      // One mistake may change hundreds of pictures.
      guard reported <= 12 else { continue }
      let parts = (hasSamePixels ? [] : ["pixels"]) + (hasSameMessages ? [] : ["messages"])
      let path = try picture.write(to: folder)
      Issue.record(
        "\(file): the \(parts.joined(separator: " and ")) of \"\(picture.name)\" differ; see \(path)"
      )
    }
    if reported > 12 { Issue.record("\(file): \(reported) of \(pictures.count) differ") }
  }
}
