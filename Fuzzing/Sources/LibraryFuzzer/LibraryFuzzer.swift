import CAnimRender
import Mutation

/// The fuzz target. libFuzzer calls it repeatedly with generated files of all formats.
///
/// Opens the file with the functions for C and, unless it is refused, draws some frames into a buffer. libFuzzer checks
/// that this doesn't trap or use too much time or memory. Frames must be the same in a copy, after others.
@_cdecl("LLVMFuzzerTestOneInput")
public func openAndDraw(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var animation: OpaquePointer?
  var message = [CChar](repeating: 0, count: 64)
  let status = animrender_open(bytes, count, nil, &animation, &message, message.count)
  precondition((status == ANIMRENDER_OK) == (animation != nil), "a status without its result")
  precondition(message.contains(0), "a message without an end")
  Acceptance.count(animation != nil)
  guard let animation else { return 0 }
  var copy: OpaquePointer?
  precondition(animrender_copy(animation, &copy) == ANIMRENDER_OK, "no copy")
  var properties = animrender_properties()
  properties.size = MemoryLayout<animrender_properties>.size
  precondition(animrender_get_properties(animation, &properties) == ANIMRENDER_OK)
  precondition(properties.width > 0 && properties.height > 0, "an animation without pixels")
  precondition(properties.frame_count > 0, "an animation without frames")
  let last = properties.first_frame + properties.frame_count - 1
  let frames = [properties.first_frame, (properties.first_frame + last) / 2, last]
  let images = frames.map { pixels(of: animation, $0) }
  for (frame, image) in zip(frames, images).reversed() {
    precondition(pixels(of: copy, frame) == image, "a frame depends on other frames")
  }
  // All images of some formats are read for the description.
  if properties.width < 256, properties.height < 256, properties.frame_count < 64 {
    precondition(animrender_info(animation) != nil)
  }
  animrender_close(animation)
  animrender_close(copy)
  return 0
}

/// Returns the pixels of a frame, or `nil` if it can't be drawn.
private func pixels(of animation: OpaquePointer?, _ frame: UInt32) -> [UInt8]? {
  let (width, height, stride) = (16, 12, 67)
  var pixels = [UInt8](repeating: 0xA5, count: stride * (height - 1) + width * 4)
  let status = animrender_draw_frame(
    animation, frame, &pixels, UInt32(width), UInt32(height), stride, CInt(ANIMRENDER_RGBA8))
  return status == ANIMRENDER_OK ? pixels : nil
}

/// The mutator. libFuzzer calls it to create a new file from an existing one.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  // The fuzzers of the formats know the structure of text.
  mutate(bytes, count, limit, seed) { file, random in
    ["{", "<"].contains(file.first.map { Unicode.Scalar($0) }) ? nil : mutatingChunks(file, &random)
  }
}
