import TestSupport
import Testing

@testable import AnimCodecs

@Suite("Data URIs")
struct DataURITests {
  private func decode(_ text: String) -> [UInt8]? {
    Array(text.utf8).withUnsafeBytes { Base64.decode($0) }
  }

  @Test(
    "base64 is decoded, with and without padding and blanks",
    arguments: [
      ("", ""), ("Zg==", "f"), ("Zg", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9v\nYg==", "foob"),
      ("Zm9vYmE=", "fooba"), ("Zm9vYmFy", "foobar"), ("_-8", "\u{FF}\u{EF}"),
    ])
  func base64(_ text: String, expected: String) {
    expectEqual(decode(text), expected.unicodeScalars.map { UInt8($0.value) })
  }

  @Test("text that isn't base64 isn't decoded", arguments: ["Z", "Zm9vY", "Zm*v", "Zg==Zg", "é"])
  func invalidBase64(_ text: String) {
    #expect(decode(text) == nil)
  }

  @Test(
    "contain text or base64, with or without percent escapes",
    arguments: [
      ("data:,ab", "ab"), ("DATA:text/plain,a%62", "ab"), ("data:;base64,YWI=", "ab"),
      ("data:a/b;charset=utf-8; BASE64 ,YWI", "ab"), ("data:a/b;base64,YWI%3d", "ab"),
      ("data:a/base64,YWI", "YWI"), ("data:,a%2", "a%2"), ("data:,a,b", "a,b"),
    ])
  func contents(_ uri: String, expected: String) {
    expectEqual(DataURI.bytes(uri), Array(expected.utf8))
  }

  @Test("other and malformed URIs have no contents")
  func others() {
    for text in ["", "data", "a.png", "data:text/plain", "data:;base64,*", " data:,a"] {
      #expect(DataURI.bytes(text) == nil, "\(text)")
    }
    #expect(DataURI.isDataURI("Data:") && !DataURI.isDataURI("dat:,"))
  }
}
