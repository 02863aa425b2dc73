import AnimText
import WordMutation

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimSVG
@testable import LinuxSystem

/// The fuzz target, which libFuzzer calls again and again with generated SVG files.
///
/// Reads the file and, unless it is refused, draws it at some times, and asks what is at a point. This must not
/// trap or take too much time or memory, which libFuzzer checks; and a picture must not depend on those before
/// it, nor on who draws it.
@_cdecl("LLVMFuzzerTestOneInput")
public func readAndDraw(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
  var resources = SVGResources()
  // A file beside it is itself.
  resources.file = { _, limit in bytes.count <= limit ? bytes : nil }
  resources.image = { _ in
    Image(size: PixelSize(width: 1, height: 1), straight: [0x80FF_0000]).map { SVGImage($0) }
  }
  resources.font = { _ in fonts }
  guard let animation = try? SVGAnimation(bytes, resources: resources) else { return 0 }
  let renderer = SVGRenderer(animation)
  let times: [Fraction] = [0, Fraction(0.5), 3]
  let pictures = times.map { picture(by: renderer, at: $0) }
  _ = renderer.element(
    at: Point(x: animation.size.width / 2, y: animation.size.height / 2), at: 1,
    animation.timeline)
  precondition(
    picture(by: renderer, at: 0) == pictures[0], "a picture depends on those before it")
  precondition(
    picture(by: SVGRenderer(animation), at: 3) == pictures[2], "a picture depends on its renderer")
  return 0
}

/// Read once, from the folder that the fuzzer runs in.
private let fonts = (try? FileBytes.read("FontCorpus/letters.ttf", limit: 1 << 20))
  .flatMap { try? FontFace($0) }.map { FontStack($0) }

private func picture(by renderer: SVGRenderer, at time: Fraction) -> PixelImage {
  let size = PixelSize(width: 32, height: 32)
  let scale = 32 / max(renderer.animation.size.width, renderer.animation.size.height)
  var list = DisplayList(size: size, background: .clear)
  renderer.draw(
    at: time, into: &list, transform: Transform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0))
  let image = PixelImage(size: size, isOpaque: false)
  Rasterizer(threads: 1).paint(list, into: image)
  return image
}

/// The mutator, which libFuzzer calls to make a new file from one that it has.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  mutate(bytes, count, limit, seed, words: words)
}

private let words = [
  "<g>", "</g>", "<svg>", "</svg>", "<use href='#a'/>", "<rect id='a' width='9' height='9'/>",
  "<path d='M0 0L9 9'/>", "<text>ab</text>", "<tspan x='1 2' dy='3'>a</tspan>", "<image href='x'/>",
  "<textPath href='#a'>fi</textPath>", "<defs>", "</defs>", "<symbol id='b' viewBox='0 0 9 9'>",
  "<clipPath id='a'>", "<mask id='a'>", "<pattern id='a' width='2' height='2'>",
  "<marker id='a' orient='auto'>", "<linearGradient id='a' href='#a'>", "<stop offset='50%'/>",
  "<radialGradient id='a' fr='1' spreadMethod='reflect'/>", "<filter id='a'>",
  "<animate attributeName='x' values='0;9;1' dur='1s' repeatCount='indefinite'/>",
  "<animateTransform attributeName='transform' type='rotate' from='0' to='90' dur='2s'/>",
  "<animateMotion path='M0 0C1 2 3 4 5 6' dur='1s' rotate='auto'/>",
  "<set to='1' begin='a.end+1s'/>",
  "<style>", "</style>", "<![CDATA[", "]]>", "<!--", "-->", "<?xml ", "?>", "<!DOCTYPE svg [",
  "<!ENTITY a 'b'>", "&a;", "&#x41;", "&lt;", " id='a'", " class='a b'", " style='fill:red'",
  " transform='rotate(30) scale(2)'", " viewBox='0 0 1 1'", " width='1e9'", " x='-1e308'",
  " fill='url(#a)'", " clip-path='url(#a)'", " mask='url(#a)'", " marker-mid='url(#a)'",
  " stroke-dasharray='1 2'", " begin='a.begin; click+1s; 2s'", " end='indefinite'", " min='1s'",
  " keyTimes='0;.5;1'", " keySplines='0 0 1 1'", " calcMode='paced'", " additive='sum'",
  " accumulate='sum'", " by='5'", " restart='whenNotActive'", " fill='freeze'",
  "@keyframes a { 0% { x: 1px } 50% { opacity: 0 } to { transform: rotate(1turn) } }",
  "@media (min-width: 1px) {", "@import 'a';", ".a > b ~ c + d:nth-child(2n+1)::before {",
  "animation: a 1s infinite alternate steps(3, end);", "animation-delay: -1s;", "!important", "}",
  "var(--a)", "calc(1px + 2%)", "inherit", "currentColor", "#fff", "rgb(1 2 3 / 50%)", "1e-308",
  "0", "-1", "99999999999", "NaN", "%", "em", ";", ":", "'", "\"", "<", ">", "/>",
]
