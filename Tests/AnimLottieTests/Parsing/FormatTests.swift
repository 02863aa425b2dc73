import TestSupport
import Testing

@testable import AnimLottie

@Suite("Formats of files")
struct FormatTests {
  private func named(_ name: String) -> String { file(#""nm":"\#(name)""#) }
  private func file(_ fields: String) -> String { AnimLottieTests.file(layers: "", fields) }

  private func zip(_ manifest: String, _ more: (String, String)...) -> [UInt8] {
    Archives.zip([("manifest.json", manifest)] + more)
  }

  @Test("the format is detected from the content")
  func formats() throws {
    let json = Array(file("").utf8)
    try expectEqual(LottieAnimation(json).format, .json)
    try expectEqual(LottieAnimation([0xEF, 0xBB, 0xBF] + json).format, .json)
    try expectEqual(LottieAnimation(Archives.gzip(json)).format, .gzip)
    let archive = zip(#"{"animations":[{"id":"x"}]}"#, ("animations/x.json", file("")))
    try expectEqual(LottieAnimation(archive).format, .dotLottie)
  }

  @Test(
    "a file that is neither JSON nor an archive is an error",
    arguments: ["", " ", "[]", "<svg/>", "12"])
  func unknown(_ text: String) {
    #expect(throws: LottieError.unknownFormat) { try LottieAnimation(Array(text.utf8)) }
  }

  @Test("a file larger than the limit isn't read")
  func fileLimit() {
    var limits = LottieLimits()
    limits.fileBytes = 10
    #expect(throws: LottieError.tooMuch(.fileBytes, limit: 10, path: "")) {
      try load(file(""), limits: limits)
    }
  }

  @Test("gzip that unpacks to more than the limit is an error")
  func bomb() {
    var limits = LottieLimits()
    limits.jsonBytes = 20
    #expect(throws: LottieError.tooMuch(.jsonBytes, limit: 20, path: "")) {
      try LottieAnimation(
        Archives.gzip(Array(file("").utf8)), options: .init(limits: limits))
    }
  }

  @Test("the first animation in a dotLottie file's manifest is drawn, or the requested one")
  func animations() throws {
    let archive = zip(
      #"{"version":"2","animations":[{"id":"two"},{"id":"one"}]}"#, ("a/one.json", named("1")),
      ("a/two.json", named("2")))
    try expectEqual(LottieAnimation(archive).document.name, "2")
    try expectEqual(LottieAnimation(archive).animations, ["two", "one"])
    try expectEqual(LottieAnimation(archive, options: .init(animation: "one")).document.name, "1")
    #expect(throws: LottieError.unknownAnimation("three")) {
      try LottieAnimation(archive, options: .init(animation: "three"))
    }
    #expect(throws: LottieError.unknownAnimation("one")) {
      try LottieAnimation(Array(file("").utf8), options: .init(animation: "one"))
    }
  }

  @Test("without a valid manifest, the first animation of the archive is drawn")
  func manifest() throws {
    for manifest in ["", "{", "[]", #"{"animations":"x"}"#, #"{"animations":[]}"#] {
      let archive = zip(manifest, ("t/a.json", "{}"), ("animations/x.json", named("x")))
      try expectEqual(LottieAnimation(archive).document.name, "x", "\(manifest)")
    }
    #expect(throws: LottieError.noAnimation) { try LottieAnimation(zip("{}")) }
  }

  @Test("the manifest can only refer to files in the archive")
  func escape() {
    let archive = zip(#"{"animations":[{"id":"../../etc/hostname"}]}"#)
    #expect(throws: LottieError.noAnimation) {
      try LottieAnimation(archive)
    }
  }

  @Test("images of a dotLottie file come only from the archive")
  func images() throws {
    let json = file(
      #""assets":[{"id":"i","u":"/images/","p":"i.png"},{"id":"j","p":"j.png","w":3,"h":2}]"#)
    let archive = Archives.zip([
      .init(name: "a/x.json", contents: Array(json.utf8)),
      .init(name: "i/i.png", contents: ImageFixtures.red),
    ])
    let options = LottieLoadingOptions(resource: { _ in
      Issue.record("a file outside was asked for")
      return nil
    })
    let animation = try LottieAnimation(archive, options: options)
    let images = animation.document.images
    expectEqual(images.first?.image?.size, .init(width: 1, height: 1))
    #expect(images.last?.image == nil)
    expectEqual(images.last?.size, SIMD2(3, 2))
  }
}
