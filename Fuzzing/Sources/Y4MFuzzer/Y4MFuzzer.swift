@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats

/// The fuzz target. libFuzzer calls it repeatedly with generated Y4M videos.
///
/// Opens the video and, unless it is rejected, reads some frames in two orders. libFuzzer checks that this doesn't trap
/// or use too much time or memory. The images must be the same in both orders.
@_cdecl("LLVMFuzzerTestOneInput")
public func openAndRead(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
  let source = AnimationSource("a.y4m", bytes: bytes) { _, _ in nil }
  guard bytes.starts(with: "YUV4MPEG2 ".utf8),
    let file = try? AnimationFile(source, FileConfiguration()),
    let scene = try? file.scenes().make(), let size = scene.naturalSize
  else { return 0 }
  precondition(size.width > 0 && size.height > 0, "a video without pixels")
  let last = max((scene.playback?.lastFrame ?? 0), 0)
  precondition(last < Double(count), "more frames than bytes")
  let frames = [0, (last / 2).rounded(.down), last]
  let images = frames.map { image(of: scene, frame: $0) }
  for (frame, rendering) in zip(frames, images).reversed() {
    precondition(
      Y4MFuzzer.image(of: scene, frame: frame) == rendering, "a frame depends on other frames")
  }
  return 0
}

private func image(of scene: any Scene, frame: Double) -> PixelImage {
  let size = PixelSize(width: 16, height: 16)
  scene.layout(in: Size(width: 16, height: 16))
  scene.show(frame: frame)
  var list = DisplayList(size: size, background: .clear)
  scene.draw(into: &list)
  let image = PixelImage(size: size, isOpaque: false)
  Rasterizer(threads: 1).paint(list, into: image)
  return image
}
