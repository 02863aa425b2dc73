import Mutation

@testable import AnimCodecs
@testable import AnimRaster

/// The fuzz target. libFuzzer calls it repeatedly with generated GIF, PNG, WebP and JPEG files,
/// cursors and sprites.
///
/// Reads the file and, unless it is rejected, decodes its frames in two orders. libFuzzer checks that this doesn't trap
/// or use too much time or memory. The images must be the same in both orders.
@_cdecl("LLVMFuzzerTestOneInput")
public func readAndDecode(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = FuzzedBytes(Array(UnsafeBufferPointer(start: bytes, count: count)))
  let animation = try? RasterAnimation(bytes)
  Acceptance.count(animation != nil || decodeOthers(bytes))
  guard let index = animation?.index else { return 0 }
  precondition(!index.frames.isEmpty, "an animation without a frame")
  precondition(index.size.width > 0 && index.size.height > 0, "a canvas without pixels")
  guard index.size.width * index.size.height <= largestArea else { return 0 }
  let frames = index.frames.indices.prefix(mostFrames)
  var forward = FrameStore(index, bytes, budget: 1 << 14)
  var backward = FrameStore(index, bytes, budget: 1 << 14)
  let images = frames.map { try? forward.image(of: $0) }
  for frame in frames.reversed() {
    precondition(
      (try? backward.image(of: frame)) == images[frame], "a frame depends on other frames")
  }
  return 0
}

/// Decodes an AVIF, a cursor or a sprite. Returns whether the file was one.
private func decodeOthers(_ bytes: FuzzedBytes) -> Bool {
  if let cursor = try? CursorFile(bytes) {
    for page in cursor.pages where page.size.width * page.size.height <= largestArea {
      guard let animation = try? CursorAnimation(bytes, page) else { continue }
      for frame in page.frames.indices.prefix(mostFrames) {
        _ = try? animation.pixels(of: frame, in: [])
      }
    }
    return true
  }
  if let image = try? AVIFAnimation(bytes) {
    guard image.size.width * image.size.height <= largestArea else { return true }
    for frame in image.delays.indices.prefix(mostFrames) {
      _ = try? image.pixels(of: frame, in: [])
    }
    return true
  }
  guard let sprite = try? AsepriteAnimation(bytes) else { return false }
  guard sprite.size.width * sprite.size.height <= largestArea else { return true }
  for frame in sprite.delays.indices.prefix(mostFrames) {
    _ = try? sprite.pixels(of: frame, in: [])
  }
  return true
}

/// Larger canvases and more frames take longer without finding more bugs.
private let largestArea = 1 << 14
private let mostFrames = 16

private final class FuzzedBytes: RasterBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  func copy(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = bytes.dropFirst(offset).prefix(buffer.count)
    UnsafeMutableRawBufferPointer(rebasing: buffer[..<part.count]).copyBytes(from: part)
    return part.count
  }
}

/// The mutator. libFuzzer calls it to create a new file from an existing one.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  mutate(bytes, count, limit, seed) { file, random in mutatingChunks(file, &random) }
}
