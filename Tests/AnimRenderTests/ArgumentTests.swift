import CAnimRender
import TestSupport
import Testing

@Suite("Invalid arguments in C give a status and a message")
struct ArgumentTests {
  private static let file = Array(TestAnimation.small().utf8)

  @Test("bytes that aren't an animation are refused with the reason")
  func files() throws {
    expectFailure(ANIMRENDER_INVALID_FILE, "animation: the file is empty", [])
    for bytes in [Array("hello".utf8), [0], Array("BM".utf8) + [UInt8](repeating: 0, count: 40)] {
      guard case .failed(ANIMRENDER_INVALID_FILE, let message) = Handle.open(bytes) else {
        Issue.record("\(bytes)")
        continue
      }
      #expect(message.hasPrefix("animation: "), "\(message)")
    }
  }

  @Test("a message that is too long ends before the character that doesn't fit")
  func messages() {
    let whole = "animation: the file is empty"
    for size in [2, 12, whole.utf8.count, whole.utf8.count + 1] {
      expectFailure(
        ANIMRENDER_INVALID_FILE, String(whole.prefix(size - 1)), [], messageSize: size)
    }
    // Nothing is written without space, and the message can be omitted.
    expectEqual(text([1]).utf8.count, 1)
    var pointer: OpaquePointer?
    expectEqual(
      Int(animrender_open(nil, 0, nil, &pointer, nil, 0)), ANIMRENDER_INVALID_FILE)
    var characters: [CChar] = [7]
    _ = animrender_open(nil, 0, nil, &pointer, &characters, 0)
    expectEqual(characters, [7])
    // "'é'" has two bytes between the quotes.
    let message = "animation: no marker 'é'; it has no markers"
    "é".withCString { name in
      var options = defaultOptions
      options.marker = name
      expectFailure(ANIMRENDER_INVALID_ARGUMENT, message, Self.file, options)
      let end = "animation: no marker '"
      expectFailure(
        ANIMRENDER_INVALID_ARGUMENT, end, Self.file, options, messageSize: end.utf8.count + 2)
    }
  }

  @Test("NULL is refused where it has no meaning")
  func null() throws {
    var pointer: OpaquePointer?
    let bytes = Self.file
    expectEqual(
      Int(animrender_open(bytes, bytes.count, nil, nil, nil, 0)), ANIMRENDER_INVALID_ARGUMENT)
    expectEqual(Int(animrender_open(nil, 1, nil, &pointer, nil, 0)), ANIMRENDER_INVALID_ARGUMENT)
    let invalid = CInt(ANIMRENDER_INVALID_ARGUMENT)
    animrender_close(nil)
    #expect(animrender_message(nil) == nil)
    #expect(animrender_info(nil) == nil)
    expectEqual(animrender_diagnostic_count(nil), 0)
    expectEqual(animrender_copy(nil, &pointer), invalid)
    expectEqual(animrender_get_properties(nil, nil), invalid)
    expectEqual(animrender_get_diagnostic(nil, 0, nil), invalid)
    expectEqual(animrender_get_frame_time(nil, 0, nil), invalid)
    expectEqual(animrender_draw_frame(nil, 0, nil, 1, 1, 4, 0), invalid)
    expectEqual(animrender_draw_time(nil, 0, nil, 1, 1, 4, 0), invalid)
    expectEqual(animrender_hash_frame(nil, 0, 1, 1, nil), invalid)
    let handle = try Handle.opened(bytes)
    func expectMessage(_ status: CInt, _ message: String) {
      expectEqual(status, invalid)
      expectEqual(handle.message, message)
    }
    expectEqual(handle.message, "")
    expectMessage(animrender_copy(handle.pointer, nil), "copy: is NULL; pass a pointer")
    expectMessage(
      animrender_get_properties(handle.pointer, nil), "properties: is NULL; pass a pointer")
    expectMessage(
      animrender_get_diagnostic(handle.pointer, 0, nil), "diagnostic: is NULL; pass a pointer")
    expectMessage(
      animrender_get_frame_time(handle.pointer, 0, nil), "nanoseconds: is NULL; pass a pointer")
    expectMessage(
      animrender_draw_frame(handle.pointer, 0, nil, 1, 1, 4, 0), "pixels: is NULL; pass a buffer")
    expectMessage(
      animrender_hash_frame(handle.pointer, 0, 1, 1, nil), "hash: is NULL; pass a pointer")
  }

  @Test("images that can't be drawn leave the buffer unchanged")
  func images() throws {
    let handle = try Handle.opened(Self.file)
    var pixel: [UInt8] = [1, 2, 3, 4]
    func expectMessage(
      _ message: String, frame: UInt32 = 0, width: UInt32 = 1, height: UInt32 = 1, stride: Int = 4,
      format: CInt = 0
    ) {
      expectEqual(
        Int(animrender_draw_frame(handle.pointer, frame, &pixel, width, height, stride, format)),
        ANIMRENDER_INVALID_ARGUMENT)
      #expect(handle.message.hasPrefix(message), "\(handle.message)")
      expectEqual(pixel, [1, 2, 3, 4])
    }
    expectMessage("animation: frame 10 does not exist; the last is 9", frame: 10)
    expectMessage("animation: frame 4294967295 does not exist", frame: .max)
    expectMessage("width, height: 0×1 pixels cannot be drawn; use at most", width: 0)
    expectMessage("width, height: 65536×1 pixels", width: 65_536, stride: .max)
    expectMessage(
      "width, height: 4294967295×4294967295 pixels", width: .max, height: .max, stride: .max)
    expectMessage("stride: 3 is invalid; a row has 4 bytes", stride: 3)
    expectMessage("stride: 0 is invalid", stride: 0)
    expectMessage("stride: -4 is invalid", stride: -4)
    expectMessage("stride: \(Int.max) is invalid", height: 2, stride: .max)
    expectMessage("format: 3 is unknown; use a pixel format", format: 3)
    expectMessage("format: -1 is unknown", format: -1)
    expectEqual(
      Int(animrender_draw_time(handle.pointer, -1, &pixel, 1, 1, 4, 0)),
      ANIMRENDER_INVALID_ARGUMENT)
    expectEqual(handle.message, "nanoseconds: before the start; use 0 or more")
    expectEqual(handle.hash(0, 0, 0), nil)
    expectEqual(handle.hash(10, 1, 1), nil)
    var time: Int64 = 7
    expectEqual(
      Int(animrender_get_frame_time(handle.pointer, 10, &time)), ANIMRENDER_INVALID_ARGUMENT)
    expectEqual(time, 7)
    // The handle remains usable.
    #expect(handle.hash(9, 24, 16) != nil)
  }

  @Test("structures of later versions are accepted if they don't use new members")
  func sizes() throws {
    struct Later {
      var options = defaultOptions
      var added = 0
    }
    func open(_ options: inout Later) -> (status: Int, message: String) {
      var (pointer, message) = (OpaquePointer?.none, [CChar](repeating: 0, count: 200))
      let file = Self.file
      let status = withUnsafeBytes(of: &options) { options in
        animrender_open(
          file, file.count,
          options.baseAddress!.assumingMemoryBound(to: animrender_options.self), &pointer,
          &message, message.count)
      }
      animrender_close(pointer)
      return (Int(status), text(message))
    }
    var options = Later()
    options.options.size = MemoryLayout<Later>.size
    expectEqual(open(&options).status, ANIMRENDER_OK)
    options.added = 1
    expectEqual(
      open(&options).message, "options: has members that this version lacks; update the library")
    for size in [0, 8, MemoryLayout<animrender_options>.size - 1, .max] {
      options.options.size = size
      expectEqual(
        open(&options).message,
        "options.size: \(size) is not the size of the structure; set it with sizeof")
    }
    options = Later()
    options.options.flags = 4
    expectEqual(
      open(&options).message, "options.flags: 0x4 is unknown; use flags of the installed version")
    let handle = try Handle.opened(Self.file)
    var properties = animrender_properties()
    expectEqual(
      Int(animrender_get_properties(handle.pointer, &properties)), ANIMRENDER_INVALID_ARGUMENT)
    expectEqual(
      handle.message, "properties.size: 0 is not the size of the structure; set it with sizeof")
    var diagnostic = animrender_diagnostic()
    _ = animrender_diagnostic_count(handle.pointer)
    expectEqual(
      Int(animrender_get_diagnostic(handle.pointer, 0, &diagnostic)), ANIMRENDER_INVALID_ARGUMENT)
  }
}
