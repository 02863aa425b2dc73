import AnimCodecs
import AnimCore
import Synchronization
import TestSupport
import Testing

@testable import AnimLottie

@Suite("Images in files")
struct ImageTests {
  /// Returns the first image of a file, and its problems.
  private func image(
    _ asset: String, limits: LottieLimits = .init(),
    resource: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) throws -> (ImageModel?, [String]) {
    let animation = try load(
      file(layers: "", #""assets":[{"id":"i",\#(asset)}]"#), limits: limits, resource: resource)
    return (animation.document.images.first, animation.diagnostics.map(\.description))
  }

  @Test("a PNG keeps its alpha")
  func png() throws {
    let image = try #require(try image(#""p":"a.png""#) { _ in ImageFixtures.two }.0?.image)
    #expect(image.size == PixelSize(width: 2, height: 1))
    expectEqual(image.pixels, [0x8080_0000, 0xFF00_00FF])
  }

  @Test("a JPEG is opaque")
  func jpeg() throws {
    let image = try #require(try image(#""p":"a.jpg""#) { _ in ImageFixtures.blue }.0?.image)
    #expect(image.size == PixelSize(width: 8, height: 8))
    expectEqual(image.pixels, Array(repeating: 0xFF00_00FE, count: 64))
  }

  @Test(
    "an image is found below the folder of the animation, with or without its folder in the file",
    arguments: [
      ("images/", "images/a.png"), ("/images/", "images/a.png"), ("//images/", "images/a.png"),
      ("/", "a.png"), ("", "a.png"), ("", "images/a.png"),
    ])
  func imageFolders(folder: String, path: String) throws {
    let (image, messages) = try image(#""u":"\#(folder)","p":"a.png","e":0"#) {
      $0 == path ? ImageFixtures.red : nil
    }
    #expect(image?.image != nil && messages.isEmpty)
  }

  @Test(
    "an image outside the folder of the animation isn't read", arguments: ["/../", "../", "x:/"])
  func outsideImages(folder: String) throws {
    let (image, messages) = try image(#""u":"\#(folder)","p":"a.png","e":0"#) {
      $0 == "a.png" ? nil : ImageFixtures.red
    }
    #expect(image?.image == nil)
    expectEqual(
      messages, ["assets[0]: the image cannot be read: there is no file \"\(folder)a.png\""])
  }

  @Test("a sound isn't an image, and is reported as not played")
  func sounds() throws {
    for field in [
      #""p":"data:audio/mp3;base64,AAAA""#, #""p":"song.MP3","u":"sounds/","e":0"#,
      #""p":"a.wav","e":0,"t":2"#,
    ] {
      let json = file(
        layers: #"{"ty":6,"refId":"i"},{"ty":2,"refId":"i"}"#, #""assets":[{"id":"i",\#(field)}]"#)
      let animation = try load(json)
      #expect(animation.contents.images.isEmpty && animation.contents.sounds == ["i"])
      expectEqual(
        animation.diagnostics.map(\.description),
        [
          "layers[0]: sound is not played", "layers[1]: there is no image \"i\"",
        ])
    }
    // Only its use determines the kind of this file.
    let unnamed = try load(
      file(layers: #"{"ty":6,"refId":"i"}"#, #""assets":[{"id":"i","p":"track 1"}]"#))
    #expect(unnamed.contents.sounds == ["i"] && unnamed.contents.images.isEmpty)
  }

  @Test("an image with more pixels than the limit isn't decoded")
  func pixelLimit() throws {
    for (bytes, size, limit) in [
      (ImageFixtures.two, "2 by 1", 1), (ImageFixtures.blue, "8 by 8", 63),
    ] {
      var limits = LottieLimits()
      limits.imagePixels = limit
      let (model, messages) = try image(#""p":"a""#, limits: limits) { _ in bytes }
      #expect(model?.image == nil)
      expectEqual(
        messages,
        [
          "assets[0]: an image of \(size) pixels is not drawn: more than \(limit) pixels (limit of this program)"
        ])
    }
  }

  @Test("images of other formats, and corrupt ones, are reported")
  func otherFormats() throws {
    let files = [
      ("<svg>", "images in SVG are not drawn"),
      ("text", "the image cannot be read: it is neither PNG, JPEG, GIF, WebP nor SVG"),
      ("", "the image cannot be read: it is empty"),
      ("GIF89a", "the image cannot be read: a GIF that ends before its size"),
    ]
    for (text, message) in files {
      let (model, messages) = try image(#""p":"a""#) { _ in Array(text.utf8) }
      #expect(model?.image == nil)
      expectEqual(messages, ["assets[0]: \(message)"])
    }
  }

  @Test("an image of another format is decoded by the given closure, if it isn't too large")
  func otherDecoder() throws {
    let svg = "data:image/svg+xml;utf8,%3Csvg/>"
    let requests = Mutex<[LottieImageRequest]>([])
    func rendering(_ side: Int, limit: Int = 64) throws -> (Image?, [String]) {
      var limits = LottieLimits()
      limits.imagePixels = limit
      let options = LottieLoadingOptions(
        limits: limits,
        image: { request in
          requests.withLock { $0.append(request) }
          let words = [UInt32](repeating: .max, count: side * side)
          return Image(size: PixelSize(width: side, height: side), straight: words)
        })
      let json = file(layers: "", #""assets":[{"id":"i","w":30,"h":20,"p":"\#(svg)"}]"#)
      let animation = try LottieAnimation(Array(json.utf8), options: options)
      return (
        animation.document.images.first?.image, animation.diagnostics.map(\.description)
      )
    }
    let (image, diagnostics) = try rendering(8)
    #expect(image?.size.width == 8 && diagnostics.isEmpty)
    let request = try #require(requests.withLock { $0.first })
    #expect(request.bytes == Array("<svg/>".utf8) && request.size == Size(width: 30, height: 20))
    expectEqual(request.pixelLimit, 64)
    let (tooLarge, reasons) = try rendering(9)
    #expect(tooLarge == nil)
    expectEqual(reasons, ["assets[0]: images in SVG are not drawn"])
  }

  @Test("the number of images in other formats is limited")
  func drawings() throws {
    let assets = (0..<17).map { #"{"id":"\#($0)","p":"data:,<svg/>"}"# }
    let options = LottieLoadingOptions(
      image: { _ in Image(size: PixelSize(width: 1, height: 1), straight: [.max]) })
    let json = file(layers: "", #""assets":[\#(assets.joined(separator: ","))]"#)
    let animation = try LottieAnimation(Array(json.utf8), options: options)
    expectEqual(animation.document.images.count { $0.image != nil }, 16)
    expectEqual(
      animation.diagnostics.map(\.description),
      [
        "assets[16]: the image is not drawn: more than 16 images in other formats than PNG, JPEG, GIF and "
          + "WebP (limit of this program)"
      ])
  }

  @Test("the fit of an image is parsed, and invalid text is rejected")
  func fit() {
    func place(_ text: String) -> [Double]? {
      guard let fit = BoxFit(imageFit: text) else { return nil }
      let transform = fit.transform(
        from: Size(width: 40, height: 20), to: Size(width: 120, height: 40))
      return [transform.a, transform.d, transform.tx, transform.ty]
    }
    expectEqual(place("xMinYMid meet"), [2, 2, 0, 0])
    expectEqual(place("xMidYMid"), [2, 2, 20, 0])
    expectEqual(place("xMaxYMax slice"), [3, 3, 0, -20])
    expectEqual(place("none"), [3, 2, 0, 0])
    #expect(place("xMinYTop") == nil && place("left") == nil && place("none none") == nil)
  }

  @Test(
    "a PNG or JPEG that is truncated or changed anywhere is decoded or rejected, and never crashes")
  func mutations() {
    func decode(_ bytes: [UInt8]) { _ = try? EmbeddedImages().image(bytes).decode() }
    for file in [ImageFixtures.two, ImageFixtures.blue] {
      for offset in file.indices {
        decode(Array(file.prefix(offset)))
        var changed = file
        changed[offset] ^= 0xFF
        decode(changed)
      }
    }
  }

  @Test("an embedded image is decoded, and has the size specified in the file")
  func embedded() throws {
    let uri = "data:image/png;base64,\(ImageFixtures.redText.filter { $0 != "\n" })"
    let (image, diagnostics) = try image(#""w":30,"h":20,"u":"","e":1,"p":"\#(uri)""#)
    expectEqual(image?.image?.size, .init(width: 1, height: 1))
    expectEqual(image?.size, SIMD2(30, 20))
    #expect(diagnostics.isEmpty)
  }

  @Test("without a size in the file, an image has the size of its pixels")
  func naturalSize() throws {
    let (image, _) = try image(#""p":"a.png""#) { _ in ImageFixtures.two }
    expectEqual(image?.size, SIMD2(2, 1))
  }

  @Test("without a valid fit in the file, an image covers its size")
  func defaultFit() throws {
    for fit in ["", #","pr":"left""#] {
      let (image, _) = try image(#""p":"a.png"\#(fit)"#) { _ in ImageFixtures.two }
      expectEqual(image?.fit, .cover)
    }
  }

  @Test("an image next to the file is requested by its relative path")
  func external() throws {
    let paths = Mutex<[String]>([])
    let (image, _) = try image(#""u":"images/","p":"a.png""#) { path in
      paths.withLock { $0.append(path) }
      return ImageFixtures.red
    }
    expectEqual(paths.withLock { $0 }, ["images/a.png"])
    #expect(image?.image != nil)
  }

  @Test(
    "a path that leaves the folder of the animation, or is invalid, is never requested",
    arguments: [
      "/../a.png", "../a.png", "a/../../b.png", "file:///a.png", "http://a/b.png", #"a\\b.png"#,
      #"a\u0000b.png"#, "", #"a\nb"#,
    ])
  func refusedPaths(_ path: String) throws {
    let (image, diagnostics) = try image(#""p":"\#(path)""#) { path in
      Issue.record("\(path) was asked for")
      return nil
    }
    #expect(image?.image == nil)
    expectEqual(diagnostics.count, 1)
  }

  @Test("an image that can't be loaded is reported with its path")
  func missing() throws {
    let (image, diagnostics) = try image(#""p":"a.png""#)
    #expect(image?.image == nil)
    expectEqual(diagnostics, ["assets[0]: the image cannot be read: there is no file \"a.png\""])
  }

  @Test("all images together have no more pixels than the limit")
  func allPixels() throws {
    var limits = LottieLimits()
    limits.pixels = 3
    let assets = #""assets":[{"id":"i","p":"a.png"},{"id":"j","p":"b.png"}]"#
    let animation = try load(file(layers: "", assets), limits: limits) { _ in ImageFixtures.two }
    expectEqual(animation.document.images.map { $0.image == nil }, [false, true])
    expectEqual(
      animation.diagnostics.map(\.message),
      [
        "an image of 2 by 1 pixels is not drawn: all images together have more than 3 pixels (limit "
          + "of this program)"
      ])
  }
}
