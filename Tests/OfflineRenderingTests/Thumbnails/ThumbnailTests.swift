import Foundation
import TestSupport
import Testing

@testable import ImageFiles
@testable import OfflineRendering

@Suite("Thumbnails")
struct ThumbnailTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// Writes an animation of ten seconds in which a square appears at frame 40 of 100.
  private func write(_ name: String, width: Int = 300, height: Int = 100) throws {
    try scratch.write(
      """
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": 100, "w": \(width), "h": \(height), "layers": [
        {"ty": 4, "ip": 40, "op": 100, "st": 0, "ks": {}, "shapes": [{"ty": "gr", "it": [
          {"ty": "rc", "p": {"a": 0, "k": [150, 50]}, "s": {"a": 0, "k": [80, 80]},
           "r": {"a": 0, "k": 0}},
          {"ty": "fl", "c": {"a": 0, "k": [1, 0, 0]}, "o": {"a": 0, "k": 100}}, {"ty": "tr"}]}]}]}
      """, to: name)
  }

  private func bytes(of name: String, side: Int) throws -> [UInt8] {
    try Thumbnail(of: scratch / name, side: side).save(to: scratch / "thumbnail.png")
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch / "thumbnail.png")))
  }

  /// Returns the texts in a PNG file, by keyword.
  private func texts(in bytes: [UInt8]) -> [String: String] {
    var texts: [String: String] = [:]
    var next = 8
    while next + 12 <= bytes.count {
      let length = bytes[next..<next + 4].reduce(0) { $0 << 8 | Int($1) }
      if bytes[next + 4..<next + 8].elementsEqual("tEXt".utf8) {
        let parts = bytes[next + 8..<next + 8 + length].split(separator: 0, maxSplits: 1)
        let text = parts.map { String(decoding: $0, as: UTF8.self) }
        texts[text[0]] = text[1]
      }
      next += length + 12
    }
    return texts
  }

  @Test(
    "a thumbnail shows the square, on a transparent background, with the proportions of the animation"
  )
  func image() throws {
    try write("a.json")
    let image = try PNG.decode(bytes(of: "a.json", side: 60))
    expectEqual(image.size.width, 60)
    expectEqual(image.size.height, 20)
    #expect(!image.isOpaque)
    expectEqual(image[30, 10], 0xFFFF_0000)
    expectEqual(image[2, 2], 0)
    try expectEqual(bytes(of: "a.json", side: 60), bytes(of: "a.json", side: 60))
  }

  @Test(
    "its longer side has the requested length, and its shorter one at least a pixel",
    arguments: [
      (300, 100, 128, "128x43"), (100, 300, 128, "43x128"), (16, 16, 256, "256x256"),
      (60_000, 1, 128, "128x1"), (300, 100, 1, "1x1"),
    ])
  func size(width: Int, height: Int, side: Int, size: String) throws {
    try write("a.json", width: width, height: height)
    let image = try PNG.decode(bytes(of: "a.json", side: side))
    expectEqual("\(image.size.width)x\(image.size.height)", size)
  }

  @Test("its texts contain the thumbnail's file and its modification time")
  func texts() throws {
    let name = "50% of a [cat] & ünïcode, 'quoted' (1)~;=@:+$!*.json"
    try write(name)
    let time = Date(timeIntervalSince1970: 1_234_567_890.9)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: scratch / name)
    let size = try Data(contentsOf: URL(fileURLWithPath: scratch / name)).count
    expectEqual(
      texts(in: try bytes(of: name, side: 32)),
      [
        "Thumb::URI": "file://\(scratch.path)/"
          + "50%25%20of%20a%20%5Bcat%5D%20&%20%C3%BCn%C3%AFcode,%20'quoted'%20(1)~%3B=@:+$!*.json",
        "Thumb::MTime": "1234567890", "Thumb::Size": "\(size)",
        "Thumb::Mimetype": "video/lottie+json", "Thumb::Image::Width": "300",
        "Thumb::Image::Height": "100", "Thumb::Movie::Length": "10", "Software": "x11viewer",
      ])
  }

  @Test(
    "its duration is in seconds, rounded to nearest",
    arguments: [(14, "1"), (15, "2"), (4, "0"), (99, "10")])
  func length(frames: Int, text: String) throws {
    try scratch.write(
      #"{"v": "5.7.0", "fr": 10, "ip": 0, "op": \#(frames), "w": 8, "h": 8, "layers": []}"#,
      to: "a.json")
    expectEqual(texts(in: try bytes(of: "a.json", side: 32))["Thumb::Movie::Length"], text)
  }

  @Test("other images have no texts")
  func noTexts() throws {
    try write("a.json")
    let image = try PNG.decode(bytes(of: "a.json", side: 32))
    expectEqual(texts(in: try PNG.encode(image)), [:])
  }
}
