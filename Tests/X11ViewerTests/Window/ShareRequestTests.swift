import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimationFormats
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite("Saving and copying, without a server")
struct ShareRequestTests {
  private let view = SceneView(scene: BenchScene(), size: PixelSize(width: 8, height: 4))

  private func perform(
    _ request: ShareRequest, isFree: Bool = true
  ) throws -> (result: ShareRequest.Result, copied: [Clipboard.Content]) {
    var copied: [Clipboard.Content] = []
    let result = try request.result(of: view, fileExtensions: [ImageExport.fileExtension]) {
      copied.append($0)
      return isFree
    }
    return (result, copied)
  }

  @Test("the image is copied as PNG, text is copied unchanged, and both are reported")
  func copying() throws {
    let image = try perform(.copyImage)
    expectEqual(image.result, .copied("copied the image"))
    guard case .png(let bytes)? = image.copied.first else {
      Issue.record("no image")
      return
    }
    try expectEqual(PNG.decode(bytes).size, view.size)
    let text = try perform(.copyText("/x/a.json"))
    #expect(text.result == .copied("copied /x/a.json") && text.copied == [.text("/x/a.json")])
    let file = try perform(.copyFile("/x/save/../y/./../a b.json"))
    expectEqual(file.result, .copied("copied /x/a b.json"))
    expectEqual(file.copied, [.file(path: "/x/a b.json", uri: "file:///x/a%20b.json")])
  }

  @Test("a copied path with a line break is quoted in one line, so that no terminal runs it")
  func copyingLines() throws {
    let file = try perform(.copyFile("/x/a\nb"))
    expectEqual(file.copied, [.file(path: "'/x/a'$'\\012''b'", uri: "file:///x/a%0Ab")])
  }

  @Test("a clipboard held by another program is reported as the reason")
  func refusal() throws {
    let result = try perform(.copyText("a"), isFree: false).result
    expectEqual(result, .notCopied("the clipboard is in use by another program"))
  }

  @Test("an image that can't be written is reported with the reason")
  func saving() throws {
    let name = String(repeating: "a", count: 300)
    let result = try perform(.saveImage(name)).result
    guard case .notSaved(let reason) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(reason.hasPrefix("\(name).png: cannot be written: "))
  }
}
