import AnimCodecs
import AnimCore
import AnimLottie
import AnimRaster
import ImageCases

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Runtime
#endif

/// Draws a list of images, and prints the SHA-256 and the name of each, so that machines can be compared.
/// `scripts/test-everywhere` runs it on all available machines.
///
/// The list is read from standard input, one item per line, with fields separated by spaces:
///
///     numbers                 every ``NumberSheet``
///     vector                  every ``ImageCase/vector``
///     random FIRST COUNT      COUNT images of ``RandomImage``, by their seeds
///     blending                pixels of every alpha over pixels of every alpha, and each blend mode of Aseprite
///     gif FIRST COUNT         COUNT files of ``RandomGIF``, by their seeds: all frames with their delays
///     animation NAME BYTES    the first, middle and last frame of a Lottie file, whose contents follow the
///                             line
///
/// The hash of an image is the one that `x11viewer render --hash` prints.
@c(draw_images)
public func drawImages() {
  var list = ImageList(input: StandardInput.contents())
  while let fields = list.nextFields() {
    switch fields[0] {
    case "numbers": for sheet in NumberSheet.all { Report.print(sheet) }
    case "vector": list.drawVectorImages()
    case "random": list.drawRandomImages(fields)
    case "blending": Report.printBlending()
    case "gif": list.drawGIFs(fields)
    case "animation": list.drawAnimation(fields)
    default: Report.print("unknown item \(fields[0])\n")
    }
  }
}

/// The remaining input.
private struct ImageList {
  private var input: ArraySlice<UInt8>
  private let rasterizer = Rasterizer(threads: 1)

  init(input: [UInt8]) { self.input = input[...] }

  /// Returns the fields of the next line, or `nil` at the end.
  mutating func nextFields() -> [String]? {
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { input = input[(end + 1)...] }
    let fields = input[..<end].split(separator: UInt8(ascii: " "))
    return fields.isEmpty ? nil : fields.map { String(decoding: $0, as: UTF8.self) }
  }

  func drawVectorImages() {
    for rendering in ImageCase.vector {
      var list = DisplayList(size: rendering.size, background: .white)
      rendering.draw(&list, .identity)
      Report.print("vector \(rendering.name)", painted(list, isOpaque: true))
    }
  }

  func drawRandomImages(_ fields: [String]) {
    guard fields.count == 3, let first = UInt64(fields[1]), let count = UInt64(fields[2]) else {
      return
    }
    for seed in first..<first + count {
      Report.print("random \(seed)", painted(RandomImage.list(seed: seed), isOpaque: false))
    }
  }

  func drawGIFs(_ fields: [String]) {
    guard fields.count == 3, let first = UInt64(fields[1]), let count = UInt64(fields[2]) else {
      return
    }
    for seed in first..<first + count {
      do throws(RasterError) {
        let animation = try RasterAnimation(BytesInMemory(RandomGIF.file(seed: seed)))
        try Report.print("gif \(seed)", animation)
      } catch {
        Report.print("gif \(seed): \(error)\n")
      }
    }
  }

  mutating func drawAnimation(_ fields: [String]) {
    guard fields.count == 3, let count = Int(fields[2]) else { return }
    let bytes = Array(input.prefix(count))
    input = input.dropFirst(count)
    do throws(LottieError) {
      let animation = try LottieAnimation(bytes)
      let size = PixelSize(
        width: Int(animation.size.width.rounded(.up)),
        height: Int(animation.size.height.rounded(.up)))
      let renderer = LottieRenderer(animation)
      let last = animation.frameCount.rounded(.up) - 1
      for frame in [0, (last / 2).rounded(.down), last] {
        var list = DisplayList(size: size, background: .clear)
        renderer.draw(frame: frame, into: &list)
        Report.print("\(fields[1]) \(Int(frame))", painted(list, isOpaque: false))
      }
    } catch {
      Report.print("\(fields[1]): \(error)\n")
    }
  }

  private func painted(_ list: DisplayList, isOpaque: Bool) -> PixelImage {
    let image = PixelImage(size: list.size, isOpaque: isOpaque)
    rasterizer.paint(list, into: image)
    return image
  }
}

/// The lines of standard output.
private enum Report {
  /// Prints the hash of an image: its width and height, as 32-bit numbers, most significant byte first, followed by its
  /// pixels, as red, green, blue and straight alpha.
  static func print(_ name: String, _ image: PixelImage) {
    var hash = SHA256()
    for side in [image.size.width, image.size.height] {
      hash.update(UInt32(side).bytes)
    }
    image.withPixels { words in
      for word in words {
        let color = Color(premultipliedARGB: image.isOpaque ? word | 0xFF00_0000 : word)
        hash.update((color.argb << 8 | color.argb >> 24).bytes)
      }
    }
    print(name, hash)
  }

  /// Prints the hash of an animation: its canvas, the loop count, and each frame's delay and pixels, last frame first.
  static func print(_ name: String, _ animation: RasterAnimation) throws(RasterError) {
    var hash = SHA256()
    let index = animation.index
    for number in [index.size.width, index.size.height, index.plays ?? 0] {
      hash.update(UInt32(number).bytes)
    }
    for frame in index.frames.indices.reversed() {
      hash.update(UInt32(index.frames[frame].delay.numerator).bytes)
      for word in try animation.pixels(of: frame) { hash.update(word.bytes) }
    }
    print(name, hash)
  }

  /// Prints the hashes of blending for APNG and for WebP. Decoding WebP would require a C library.
  static func printBlending() {
    var (png, webP) = (SHA256(), SHA256())
    for alphas in 0..<1 << 16 as Range<UInt32> {
      // Different colours each time (Knuth, The Art of Computer Programming, 6.4).
      let colors = alphas &* 0x9E37_79B1
      let (upper, lower) = ((alphas >> 8) << 24 | colors >> 8, alphas << 24 | colors & 0xFF_FFFF)
      png.update(Compositor.over(upper, lower).bytes)
      webP.update(Compositor.overInWebP(upper, lower).bytes)
    }
    print("blending in a PNG", png)
    print("blending in a WebP", webP)
    printSpriteBlending()
  }

  /// Prints the hash of each blend mode of Aseprite, some of which use floating point.
  private static func printSpriteBlending() {
    var number = 0
    while let mode = AsepriteBlend(rawValue: number) {
      var hash = SHA256()
      for index in 0..<1 << 13 as Range<UInt32> {
        let (source, backdrop) = (index &* 0x9E37_79B1, index &* 0x85EB_CA6B)
        hash.update(
          mode.blend(source, over: backdrop | index << 31, opacity: Int(index & 0xFF)).bytes)
      }
      print("blending \(number) in a sprite", hash)
      number += 1
    }
  }

  static func print(_ sheet: NumberSheet) {
    var hash = SHA256()
    hash.update(sheet.bytes)
    print("numbers \(sheet.name)", hash)
  }

  static func print(_ name: String, _ hash: SHA256) { print("\(hash.digest())  \(name)\n") }

  static func print(_ text: String) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        write(1, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      guard count > 0 else { return }
      written += count
    }
  }
}

private enum StandardInput {
  static func contents() -> [UInt8] {
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
      guard count > 0 else { return contents }
      contents += chunk[..<count]
    }
  }
}

extension UInt32 {
  /// The bytes, most significant first.
  fileprivate var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
