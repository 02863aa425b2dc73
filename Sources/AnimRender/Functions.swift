// The names are those in C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AnimCore
import CAnimRender
import ImageFiles
import LinuxSystem
import OfflineRendering

// The functions of animrender.h, which describes them. The compiler compares their names and types with it.

@c @implementation
public func animrender_open(
  _ bytes: UnsafeRawPointer?, _ count: Int, _ options: UnsafePointer<animrender_options>?,
  _ animation: UnsafeMutablePointer<OpaquePointer?>?, _ message: UnsafeMutablePointer<CChar>?,
  _ messageSize: Int
) -> CInt {
  animation?.pointee = nil
  do throws(Failure) {
    guard let animation else { throw missing("animation") }
    guard bytes != nil || count == 0 else { throw missing("bytes") }
    guard count >= 0 else {
      throw Failure("count: more bytes than fit into memory; pass their number", status: .usage)
    }
    let options = try options.map { pointer throws(Failure) in try OpeningOptions(pointer) }
    let copy = [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    animation.pointee = handle(try Animation(copy, options ?? OpeningOptions()))
    return CInt(ANIMRENDER_OK)
  } catch {
    write(error.message, to: message, size: messageSize)
    return error.code
  }
}

@c @implementation
public func animrender_copy(
  _ animation: OpaquePointer?, _ copy: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
  copy?.pointee = nil
  return run(animation) { original throws(Failure) in
    guard let copy else { throw missing("copy") }
    copy.pointee = handle(try Animation(sharing: original))
  }
}

@c @implementation
public func animrender_close(_ animation: OpaquePointer?) {
  guard let animation else { return }
  Unmanaged<Animation>.fromOpaque(UnsafeRawPointer(animation)).release()
}

@c @implementation
public func animrender_message(_ animation: OpaquePointer?) -> UnsafePointer<CChar>? {
  opened(animation)?.message.pointer
}

@c @implementation
public func animrender_get_properties(
  _ animation: OpaquePointer?, _ properties: UnsafeMutablePointer<animrender_properties>?
) -> CInt {
  run(animation) { animation throws(Failure) in
    guard let properties else { throw missing("properties") }
    let (size, frames) = (animation.size, animation.frames)
    let filled = animrender_properties(
      size: properties.pointee.size, width: UInt32(size.width), height: UInt32(size.height),
      first_frame: UInt32(frames.lowerBound), frame_count: UInt32(frames.count),
      frame_rate: animation.frameRate ?? 0, duration: animation.duration.nanoseconds)
    try properties.fill(filled, size: filled.size, name: "properties")
  }
}

@c @implementation
public func animrender_info(_ animation: OpaquePointer?) -> UnsafePointer<CChar>? {
  opened(animation)?.json
}

@c @implementation
public func animrender_diagnostic_count(_ animation: OpaquePointer?) -> Int {
  opened(animation)?.listDiagnostics() ?? 0
}

@c @implementation
public func animrender_get_diagnostic(
  _ animation: OpaquePointer?, _ index: Int,
  _ diagnostic: UnsafeMutablePointer<animrender_diagnostic>?
) -> CInt {
  run(animation) { animation throws(Failure) in
    guard let diagnostic else { throw missing("diagnostic") }
    guard let found = animation.diagnostic(at: index) else {
      throw Failure(
        "index: \(index) does not exist; call animrender_diagnostic_count first", status: .usage)
    }
    let filled = animrender_diagnostic(
      size: diagnostic.pointee.size, code: found.code.pointer, severity: found.severity.pointer,
      path: found.path.pointer, layer: found.layer?.pointer, message: found.message.pointer,
      line: UInt32(found.position?.line ?? 0), column: UInt32(found.position?.column ?? 0))
    try diagnostic.fill(filled, size: filled.size, name: "diagnostic")
  }
}

@c @implementation
public func animrender_get_frame_time(
  _ animation: OpaquePointer?, _ frame: UInt32, _ nanoseconds: UnsafeMutablePointer<Int64>?
) -> CInt {
  run(animation) { animation throws(Failure) in
    guard let nanoseconds else { throw missing("nanoseconds") }
    nanoseconds.pointee = try animation.time(of: Int(frame)).nanoseconds
  }
}

@c @implementation
public func animrender_draw_frame(
  _ animation: OpaquePointer?, _ frame: UInt32, _ pixels: UnsafeMutableRawPointer?, _ width: UInt32,
  _ height: UInt32, _ stride: Int, _ format: CInt
) -> CInt {
  run(animation) { animation throws(Failure) in
    let buffer = try PixelBuffer(pixels, width, height, stride: stride, format)
    buffer.fill(with: try animation.draw(frame: Int(frame), buffer.size))
  }
}

@c @implementation
public func animrender_draw_time(
  _ animation: OpaquePointer?, _ nanoseconds: Int64, _ pixels: UnsafeMutableRawPointer?,
  _ width: UInt32, _ height: UInt32, _ stride: Int, _ format: CInt
) -> CInt {
  run(animation) { animation throws(Failure) in
    let buffer = try PixelBuffer(pixels, width, height, stride: stride, format)
    guard nanoseconds >= 0 else {
      throw Failure("nanoseconds: before the start; use 0 or more", status: .usage)
    }
    buffer.fill(with: try animation.draw(Timestamp(nanoseconds: nanoseconds), buffer.size))
  }
}

@c @implementation
public func animrender_hash_frame(
  _ animation: OpaquePointer?, _ frame: UInt32, _ width: UInt32, _ height: UInt32,
  _ hash: UnsafeMutablePointer<CChar>?
) -> CInt {
  run(animation) { animation throws(Failure) in
    guard let hash else { throw missing("hash") }
    let size = PixelSize(width: Int(width), height: Int(height))
    let drawn = try animation.draw(frame: Int(frame), size)
    write("\(drawn.hash)", to: hash, size: 65)
  }
}

// MARK: - Handles

/// Returns the handle of an animation, which keeps it until the handle is closed.
private func handle(_ animation: Animation) -> OpaquePointer {
  OpaquePointer(Unmanaged.passRetained(animation).toOpaque())
}

private func opened(_ handle: OpaquePointer?) -> Animation? {
  handle.map { Unmanaged.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// Runs the body of a function with the animation of a handle, keeps the reason for an error, and
/// returns the status.
private func run(
  _ handle: OpaquePointer?, _ body: (Animation) throws(Failure) -> Void
) -> CInt {
  guard let animation = opened(handle) else { return CInt(ANIMRENDER_INVALID_ARGUMENT) }
  do throws(Failure) {
    try body(animation)
    return CInt(ANIMRENDER_OK)
  } catch {
    animation.fail(error.message)
    return error.code
  }
}

// MARK: - Errors

private func missing(_ argument: String) -> Failure {
  Failure("\(argument): is NULL; pass a pointer", status: .usage)
}

extension Failure {
  /// The status in C.
  fileprivate var code: CInt {
    switch status {
    case .usage: CInt(ANIMRENDER_INVALID_ARGUMENT)
    case .differs: CInt(ANIMRENDER_INVALID_FILE)
    default: CInt(ANIMRENDER_UNREADABLE)
    }
  }
}

/// Writes a text and a zero to the memory of a caller. A text that is too long ends before the
/// character that doesn't fit.
private func write(_ text: String, to memory: UnsafeMutablePointer<CChar>?, size: Int) {
  guard let memory, size > 0 else { return }
  var count = 0
  for character in text.unicodeScalars {
    let bytes = UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
    guard count + bytes.count < size else { break }
    for byte in bytes {
      memory[count] = CChar(bitPattern: byte)
      count += 1
    }
  }
  memory[count] = 0
}
