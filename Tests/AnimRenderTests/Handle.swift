import CAnimRender
import TestSupport
import Testing

/// A handle of the library, used as C does.
final class Handle {
  let pointer: OpaquePointer

  /// The result of opening a file.
  enum Opening {
    case opened(Handle)
    case failed(status: Int, message: String)
  }

  private init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { animrender_close(pointer) }

  static func open(
    _ bytes: [UInt8], _ options: animrender_options? = nil, messageSize: Int = 512
  ) -> Opening {
    var pointer: OpaquePointer?
    var message = [CChar](repeating: 1, count: max(messageSize, 1))
    let status =
      if var options {
        animrender_open(bytes, bytes.count, &options, &pointer, &message, messageSize)
      } else {
        animrender_open(bytes, bytes.count, nil, &pointer, &message, messageSize)
      }
    if let pointer { return .opened(Handle(pointer)) }
    return .failed(status: Int(status), message: text(message))
  }

  static func opened(
    _ bytes: [UInt8], _ options: animrender_options? = nil
  ) throws -> Handle {
    switch open(bytes, options) {
    case .opened(let handle): return handle
    case .failed(_, let message):
      Issue.record("\(message)")
      throw Unopened(message: message)
    }
  }

  static func opened(_ json: String, _ options: animrender_options? = nil) throws -> Handle {
    try opened(Array(json.utf8), options)
  }

  struct Unopened: Error { let message: String }

  func copy() throws -> Handle {
    var copy: OpaquePointer?
    expectEqual(Int(animrender_copy(pointer, &copy)), ANIMRENDER_OK)
    return Handle(try #require(copy))
  }

  var message: String { String(cString: animrender_message(pointer)) }
  var info: String { String(cString: animrender_info(pointer)) }

  var properties: animrender_properties {
    var properties = animrender_properties()
    properties.size = MemoryLayout<animrender_properties>.size
    expectEqual(Int(animrender_get_properties(pointer, &properties)), ANIMRENDER_OK)
    return properties
  }

  /// The codes and messages of all diagnostics.
  var diagnostics: [(code: String, message: String, line: Int)] {
    (0..<animrender_diagnostic_count(pointer)).map { index in
      var diagnostic = animrender_diagnostic()
      diagnostic.size = MemoryLayout<animrender_diagnostic>.size
      expectEqual(Int(animrender_get_diagnostic(pointer, index, &diagnostic)), ANIMRENDER_OK)
      return (
        String(cString: diagnostic.code), String(cString: diagnostic.message),
        Int(diagnostic.line)
      )
    }
  }

  /// Returns the pixels of a frame without gaps, or `nil` after an error.
  func pixels(_ frame: Int, _ width: Int, _ height: Int, _ format: Int = ANIMRENDER_RGBA8)
    -> [UInt8]?
  {
    var pixels = [UInt8](repeating: 1, count: width * height * 4)
    let status = animrender_draw_frame(
      pointer, UInt32(frame), &pixels, UInt32(width), UInt32(height), width * 4, CInt(format))
    return Int(status) == ANIMRENDER_OK ? pixels : nil
  }

  func pixels(at nanoseconds: Int64, _ width: Int, _ height: Int) -> [UInt8]? {
    var pixels = [UInt8](repeating: 1, count: width * height * 4)
    let status = animrender_draw_time(
      pointer, nanoseconds, &pixels, UInt32(width), UInt32(height), width * 4,
      CInt(ANIMRENDER_RGBA8))
    return Int(status) == ANIMRENDER_OK ? pixels : nil
  }

  func hash(_ frame: Int, _ width: Int, _ height: Int) -> String? {
    var hash = [CChar](repeating: 1, count: 65)
    let status = animrender_hash_frame(
      pointer, UInt32(frame), UInt32(width), UInt32(height), &hash)
    return Int(status) == ANIMRENDER_OK ? text(hash) : nil
  }
}

/// Returns the text before the first zero.
func text(_ characters: [CChar]) -> String {
  String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The default options.
var defaultOptions: animrender_options {
  var options = animrender_options()
  options.size = MemoryLayout<animrender_options>.size
  return options
}
