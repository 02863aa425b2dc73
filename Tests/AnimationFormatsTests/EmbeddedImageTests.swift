import Foundation
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats

@Suite("An image in a file of another format") struct EmbeddedImageTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Images").path

  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []

  @Test("looks the same as alone, whether it is embedded or in a file", arguments: names)
  func equality(name: String) throws {
    if name.hasSuffix(".webp"), case .failure(let error) = WebPLibrary.shared {
      try Test.cancel("\(error)")
    }
    let bytes = [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: Self.folder).appendingPathComponent(name)))
    let alone = try AnimationFile(
      AnimationSource(name, bytes: bytes) { _, _ in nil }, FileConfiguration())
    let (size, image) = (alone.animation.size, try first(alone))
    #expect(Set(pixels(image)).count > 1)
    let data =
      "data:image/\(name.split(separator: ".")[1]);base64,"
      + Data(bytes).base64EncodedString()
    for reference in [data, name] {
      let files = [
        "a.svg": """
        <svg xmlns='http://www.w3.org/2000/svg' width='\(size.width)' height='\(size.height)'>
        <image width='\(size.width)' height='\(size.height)' href='\(reference)'/></svg>
        """,
        "a.json": """
        {"v":"5","fr":30,"ip":0,"op":1,"w":\(size.width),"h":\(size.height),
        "assets":[{"id":"i","w":\(size.width),"h":\(size.height),"p":"\(reference)"}],
        "layers":[{"ty":2,"refId":"i","ip":0,"op":1,"st":0,"ks":{}}]}
        """,
      ]
      for (path, text) in files {
        let file = try AnimationFile(
          AnimationSource(path, bytes: Array(text.utf8)) { found, _ in
            found == name ? bytes : nil
          }, FileConfiguration())
        let embedded = try first(file)
        expectEqual(pixels(embedded), pixels(image), "\(path) \(reference.prefix(9))")
      }
    }
  }

  /// Returns the first frame at its natural size.
  private func first(_ file: AnimationFile) throws -> PixelImage {
    let scene = try file.scenes().make()
    let size = file.animation.size
    scene.layout(in: size)
    scene.show(frame: 0)
    var list = DisplayList(
      size: PixelSize(width: Int(size.width), height: Int(size.height)), background: .clear)
    scene.draw(into: &list)
    let image = PixelImage(size: list.size, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: image)
    return image
  }

  private func pixels(_ image: PixelImage) -> [UInt32] { image.withPixels { Array($0) } }
}
