import Glibc

/// Why a recording cannot be analysed.
package enum RecordingError: Error, Hashable {
  /// The file cannot be opened or read; `code` is the errno.
  case cannotRead(path: String, code: Int32)
  case notY4M(path: String)
  /// It is y4m of an unsupported kind; `detail` says which.
  case unsupported(path: String, detail: String)
  /// No frame shows the pattern.
  case noPattern(path: String)

  package var exitStatus: ExitStatus {
    switch self {
    case .cannotRead: .noInput
    case .notY4M, .unsupported, .noPattern: .differs
    }
  }
}

extension RecordingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotRead(let path, let code):
      "\(Self.name(path)): cannot be read: \(strerror(code).map { String(cString: $0) } ?? "\(code)")"
    case .notY4M(let path):
      "\(Self.name(path)): not a y4m recording; make one with ffmpeg "
        + "-r 120 -pix_fmt yuv420p -f yuv4mpegpipe"
    case .unsupported(let path, let detail):
      "\(Self.name(path)): y4m with \(detail) is not supported; make another with ffmpeg "
        + "-r 120 -pix_fmt yuv420p"
    case .noPattern(let path):
      "\(Self.name(path)): no frame shows the pattern; record a window of "
        + "x11viewer --scene pacing, all of it in sight and its modules two pixels wide or more"
    }
  }

  private static func name(_ path: String) -> String {
    path == RecordingInput.standardInput ? "standard input" : path
  }
}
