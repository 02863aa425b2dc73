import AnimCore
import Foundation
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Limits of a picture and the images in it") struct SharedLimitTests {
  /// The address of an image with something in it.
  private static func address(_ body: String) -> String {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(body)</svg>"
    return "data:image/svg+xml;base64," + Data(text.utf8).base64EncodedString()
  }

  /// An image that is shown several times.
  private static func repeated(_ body: String, count: Int) -> String {
    "<defs><image id='i' width='9' height='9' href='\(address(body))'/></defs>"
      + String(repeating: "<use href='#i'/>", count: count)
  }

  /// What an image has of which a picture takes two, but not three, and what is left out of three.
  private static let rows: [(body: String, omission: SVGPainter.Omission)] = [
    (String(repeating: "<rect width='1' height='1'/>", count: 40_000), .elements),
    ("<rect width='1' height='1' filter='url(#f)'/><filter id='f'>"
      + String(repeating: "<feFlood/>", count: 30_000) + "</filter>", .filters),
    (String(repeating: "<text>\(String(repeating: "a", count: 16_000))</text>", count: 5),
      .characters),
  ]

  @Test("are shared by all SVG images") func images() throws {
    for row in Self.rows {
      let two = try DrawnPicture(Self.repeated(row.body, count: 2)).omissions
      #expect(!two.contains(row.omission.rawValue), "two images are drawn")
      let three = try DrawnPicture(Self.repeated(row.body, count: 3)).omissions
      #expect(three.contains(row.omission.rawValue), "three images are beyond the limit")
      let nested = Self.address(Self.repeated(row.body, count: 3))
      #expect(
        try DrawnPicture("<image width='9' height='9' href='\(nested)'/>").omissions
          .contains(row.omission.rawValue), "three images in an image are beyond the limit")
    }
  }
}
