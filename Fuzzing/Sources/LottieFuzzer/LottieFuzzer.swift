import AnimCore
import AnimLottie

/// What libFuzzer calls with bytes of its own making, again and again.
///
/// A file is read and, unless it is refused, drawn at its first, middle and last frame. It must not
/// trap, take too long or too much memory, which libFuzzer watches; and the first frame must be the
/// same after the others as before.
@_cdecl("LLVMFuzzerTestOneInput")
public func readAndDraw(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let animation = try? LottieAnimation(bytes, resource: { _ in bytes }) else { return 0 }
  let last = max(animation.frameCount - 1, 0)
  let first = picture(of: animation, frame: 0)
  _ = picture(of: animation, frame: last / 2)
  _ = picture(of: animation, frame: last)
  precondition(picture(of: animation, frame: 0) == first, "a frame depends on those before it")
  return 0
}

private func picture(of animation: LottieAnimation, frame: Double) -> PixelImage {
  let size = PixelSize(width: 32, height: 32)
  let scale = 32 / max(animation.size.width, animation.size.height)
  var list = DisplayList(size: size, background: .clear)
  animation.draw(
    frame: frame, into: &list,
    transform: Transform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0))
  let image = PixelImage(size: size, isOpaque: false)
  Rasterizer(threads: 1).paint(list, into: image)
  return image
}
