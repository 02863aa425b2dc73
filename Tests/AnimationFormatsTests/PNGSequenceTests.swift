import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import ImageFiles
@testable import LinuxSystem

@Suite("PNG image sequences")
struct PNGSequenceTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// Writes images of one colour each, whose red is their number.
  private func write(
    _ numbers: some Sequence<Int>, width: Int = 4, to pattern: String = "f.%04d.png"
  ) throws {
    let sequence = try FrameSequence(pattern: scratch / pattern)
    for number in numbers {
      let image = PixelImage(size: PixelSize(width: width, height: 2), isOpaque: false)
      image.withMutablePixels { for index in $0.indices { $0[index] = Self.color(number) } }
      try save(image, to: sequence.path(of: number))
    }
  }

  private static func color(_ number: Int) -> UInt32 { 0xFF00_0000 | UInt32(number) << 16 }

  private func open(
    _ pattern: String = "f.%04d.png", _ configuration: FileConfiguration = FileConfiguration()
  ) throws -> AnimationFile {
    try AnimationFile(scratch / pattern, configuration)
  }

  /// Returns the image of a scene at its natural size, or at another.
  private func image(_ scene: any Scene, _ size: PixelSize? = nil) -> PixelImage {
    let natural = scene.naturalSize ?? .zero
    let size = size ?? PixelSize(width: Int(natural.width), height: Int(natural.height))
    scene.layout(in: Size(width: Double(size.width), height: Double(size.height)))
    var list = DisplayList(size: size, background: .clear)
    scene.draw(into: &list)
    let image = PixelImage(size: size, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: image)
    return image
  }

  @Test("images with 16 bits per channel look as they do alone")
  func depth() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Images/16-bits.png")
    let bytes = [UInt8](try Data(contentsOf: path))
    try Data(bytes).write(to: URL(fileURLWithPath: scratch / "f.0001.png"))
    let alone = try AnimationFile(
      AnimationSource("a.png", bytes: bytes) { _, _ in nil }, FileConfiguration())
    try expectEqual(image(open().scenes().make()), image(alone.scenes().make()))
  }

  @Test("play from the first number to the last, at 24 frames per second or a requested rate")
  func facts() throws {
    try write(8...31)
    let file = try open()
    #expect(file.animation.size == Size(width: 4, height: 2) && file.animation.duration == 1)
    let scene = try file.scenes().make()
    #expect(scene.playback?.times.count == 24 && scene.playback?.frameRate?.hertz == 24)
    for (time, number) in [(0, 8), (0.5, 20), (0.999, 31), (1, 8)] {
      scene.update(to: time)
      expectEqual(image(scene)[0, 0], Self.color(number), "\(time)")
    }
    scene.show(frame: 99)
    expectEqual(image(scene)[3, 1], Self.color(31))
    var configuration = FileConfiguration(loops: false)
    configuration.frameRate = RefreshRate(hertz: 12)
    configuration.mode = .reverse
    let slow = try open("f.####.png", configuration).scenes().make()
    expectEqual(slow.playback?.cycleDuration, 2)
    slow.update(to: 0)
    expectEqual(image(slow)[0, 0], Self.color(31))
    slow.update(to: 9)
    expectEqual(image(slow)[0, 0], Self.color(8))
  }

  @Test("describe their contents, as text and for programs")
  func info() throws {
    try write(8...10)
    let file = try open()
    let info = file.animation.info()
    expectEqual(
      info.text(path: "f.%04d.png"),
      """
      file            f.%04d.png
      format          PNG image sequence
      size            4x2
      frame rate      24 frames/s
      frames          3
      duration        0.125 s
      numbers         8 to 10
      drawn           as intended

      """)
    expectEqual(info.line(path: "f"), "f: 4x2, 24 frames/s, 0.125 s, as intended\n")
    let json = info.json(path: "f").text
    #expect(json.contains(#""format": "png-sequence""#) && json.contains(#""firstNumber": 8"#))
    #expect(file.animation.notice(name: "f") == nil)
  }

  @Test("info reads every image, and reports those that can't be drawn")
  func checked() throws {
    try write(0...5)
    try write([2], width: 9)
    let whole = try scratch.bytes("f.0003.png")
    try Data(whole.prefix(40)).write(to: URL(fileURLWithPath: scratch / "f.0003.png"))
    try scratch.write("", to: "f.0004.png")
    try scratch.write("GIF89a", to: "f.0005.png")
    let diagnostics = try open().animation.info().diagnostics
    expectEqual(
      diagnostics.map { "\($0)" },
      [
        "f.0002.png: the size of the image differs from that of the first, 4x2",
        "f.0003.png: a PNG without pixels", "f.0004.png: the file is empty",
        "f.0005.png: a GIF that ends before its size",
      ])
    // A window, which shows the images one by one, has no such notice.
    #expect(try open().animation.notice(name: "f") == nil)
  }

  @Test("must not have gaps")
  func gaps() throws {
    try write([1, 2, 4, 8, 9])
    let failure = #expect(throws: Failure.self) { try open() }
    #expect(
      failure?.message
        == "\(scratch / "f.%04d.png"): missing frames of 1-9: 3, 5-7; render them")
    expectEqual(failure?.status, .noInput)
    try write([3, 5, 6, 7])
    try expectEqual(open().scenes().make().playback?.times.count, 9)
  }

  @Test("other names aren't part of the sequence")
  func strangers() throws {
    try write(1...2)
    for name in ["f.3.png", "f.00003.png", "f.x.png", "f..png", "g.0003.png", "f.0003.png.bak"] {
      try scratch.write("", to: name)
    }
    try expectEqual(open().scenes().make().playback?.times.count, 2)
    #expect(throws: Failure.self) { try open("h.%04d.png") }
    try write(9998...10_001, to: "wide.%04d.png")
    try expectEqual(open("wide.%04d.png").scenes().make().playback?.times.count, 4)
  }

  @Test("an image that is corrupt, missing or of a different size is reported when it is shown")
  func damage() throws {
    try write(0...4)
    try write([2], width: 5)
    try scratch.write("not an image", to: "f.0003.png")
    let scene = try #require(open().scenes().make() as? any ReadingScene)
    #expect(image(scene)[0, 0] == Self.color(0) && scene.readFailure == nil)
    try scratch.remove("f.0004.png")
    for (frame, reason) in [
      (4.0, "f.0004.png: file not found"),
      (3, "f.0003.png: invalid PNG"),
      (2, "f.0002.png: has 5x2 pixels, and the first of the sequence 4x2"),
    ] {
      scene.show(frame: frame)
      expectEqual(image(scene)[0, 0], 0)
      expectEqual(scene.readFailure?.message.contains(reason), true, "\(frame)")
      expectEqual(scene.omission?.description, scene.readFailure?.message)
    }
    // Cut off after its header.
    let whole = try Data(contentsOf: URL(fileURLWithPath: scratch / "f.0001.png"))
    try whole.prefix(40).write(to: URL(fileURLWithPath: scratch / "f.0001.png"))
    scene.show(frame: 1)
    expectEqual(image(scene)[0, 0], 0)
    expectEqual(scene.readFailure?.message.contains("f.0001.png: invalid PNG"), true)
  }

  @Test("an image is read once while it is shown, and the next one isn't read ahead")
  func reading() throws {
    try write(0...1)
    let scene = try open().scenes().make()
    _ = image(scene)
    try scratch.remove("f.0000.png")
    scene.update(to: 0.02)
    expectEqual(image(scene)[0, 0], Self.color(0))
    try write([7], to: "x.%04d.png")
    try FileManager.default.removeItem(atPath: scratch / "f.0001.png")
    try FileManager.default.moveItem(atPath: scratch / "x.0007.png", toPath: scratch / "f.0001.png")
    scene.update(to: 0.05)
    expectEqual(image(scene)[0, 0], Self.color(7))
  }

  @Test("pixels are sharp squares at 200 % and above, and are interpolated below")
  func enlargement() throws {
    let small = PixelImage(size: PixelSize(width: 2, height: 1), isOpaque: false)
    (small[0, 0], small[1, 0]) = (0xFFFF_FFFF, 0x8040_2000)
    try save(small, to: scratch / "p.1.png")
    let scene = try open("p.%d.png").scenes().make()
    let same = image(scene)
    #expect(same[0, 0] == 0xFFFF_FFFF && same[1, 0] == 0x8040_2000)
    let double = image(scene, PixelSize(width: 4, height: 2))
    expectEqual(Set((0..<4).map { double[$0, 1] }), [0xFFFF_FFFF, 0x8040_2000])
    let half = image(scene, PixelSize(width: 3, height: 2))
    expectEqual(Set((0..<3).map { half[$0, 0] }).count, 3)
  }

  @Test(
    "the pattern of an image follows from its name",
    arguments: [
      ("frame.0001.png", "frame.%04d.png"), ("a/b7.png", "a/b%d.png"), ("00.png", "%02d.png"),
      ("v2.0010.png", "v2.%04d.png"), ("shot10x.PNG", "shot%dx.PNG"),
      ("50%/f1.png", "50%%/f%d.png"), ("none.png", nil), ("a1.jpg", nil),
      ("1234567890123456789.png", nil),
    ] as [(String, String?)])
  func patterns(path: String, pattern: String?) throws {
    expectEqual(AnimationFormats.whole(of: path), pattern)
    if let pattern {
      #expect(AnimationFormats.isPart(FilePath.name(of: path), of: pattern), "\(path)")
      #expect(!AnimationFormats.isPart("x", of: pattern))
    }
  }

  @Test("files of the same sequence are one animation, and others are unaffected")
  func wholes() {
    #expect(
      AnimationFormats.wholes(of: ["f.01.png", "f.02.png", "a.json", "b.png", "g.1.png", "a.json"])
        == ["f.%02d.png", "a.json", "b.png", "g.%d.png"])
  }

  @Test("the name without the number represents the sequence")
  func stems() {
    for (path, stem) in [
      ("a/frame.%04d.png", "frame"), ("x_##.png", "x"), ("%d.png", "sequence"),
      ("shot-%d-left.png", "shot"), ("a.json", "a"), ("b.tar.tgs", "b.tar"),
    ] {
      expectEqual(AnimationFormats.stem(of: path), stem, "\(path)")
    }
  }

  @Test("a file whose name looks like a pattern is opened by its content")
  func literalNames() throws {
    try scratch.write(
      #"{"v":"5.7.0","fr":10,"ip":0,"op":5,"w":9,"h":9,"layers":[]}"#, to: "a##.png")
    try expectEqual(open("a##.png").format.kind, "a Lottie animation")
  }
}
