import AnimText
import Mutation

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimSVG

/// The fuzz target. libFuzzer calls it repeatedly with generated SVG files.
///
/// Reads the file and, unless it is rejected, draws it at several times and performs hit tests. libFuzzer checks that
/// this doesn't trap or use too much time or memory. An image must not depend on earlier ones or on the renderer.
@_cdecl("LLVMFuzzerTestOneInput")
public func readAndDraw(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
  var resources = SVGResources()
  // The file refers to itself as its only resource.
  resources.file = { _, limit in bytes.count <= limit ? bytes : nil }
  resources.font = { _ in fonts }
  let animation = try? SVGAnimation(bytes, resources: resources)
  Acceptance.count(animation != nil)
  guard let animation else { return 0 }
  _ = animation.diagnostics
  let renderer = SVGRenderer(animation)
  let times: [Fraction] = [0, Fraction(0.5), 3]
  let images = times.map { image(by: renderer, at: $0) }
  _ = renderer.element(
    at: Point(x: animation.size.width / 2, y: animation.size.height / 2), at: 1,
    animation.timeline)
  precondition(
    image(by: renderer, at: 0) == images[0], "an image depends on earlier images")
  precondition(
    image(by: SVGRenderer(animation), at: 3) == images[2], "an image depends on its renderer")
  return 0
}

/// Read once, from the fuzzer's current folder.
private let fonts = (try? FontFace(path: "FontCorpus/letters.ttf")).map { FontStack($0) }

private func image(by renderer: SVGRenderer, at time: Fraction) -> PixelImage {
  let size = PixelSize(width: 32, height: 32)
  let scale = 32 / max(renderer.animation.size.width, renderer.animation.size.height)
  var list = DisplayList(size: size, background: .clear)
  renderer.draw(
    at: time, into: &list, transform: Transform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0))
  let image = PixelImage(size: size, isOpaque: false)
  Rasterizer(threads: 1).paint(list, into: image)
  return image
}
