import Glibc

/// Why output could not be written.
package enum OutputError: Error, Hashable {
  /// Nothing has been written; `code` is the errno.
  case cannotCreate(path: String, code: Int32)
  /// The file of an earlier run is still there; `code` is the errno.
  case cannotRemove(path: String, code: Int32)
  /// Another process is writing the same folder.
  case inUse(path: String)
  /// Writing failed, and no new file has appeared; `code` is the errno.
  case writingFailed(path: String, code: Int32)
  /// The reader of the pipe has closed it (EPIPE), as `head` does when it has enough. A reason to
  /// stop, but not to complain.
  case readerGone(path: String)

  package init(writing path: String, code: Int32) {
    self = code == EPIPE ? .readerGone(path: path) : .writingFailed(path: path, code: code)
  }

  var exitStatus: ExitStatus {
    switch self {
    case .cannotCreate, .cannotRemove, .inUse: .cannotCreate
    case .writingFailed: .writingFailed
    case .readerGone: .success
    }
  }
}

extension OutputError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotCreate(let path, let code):
      "\(Self.name(path)): cannot be created: \(Self.reason(code))"
    case .cannotRemove(let path, let code):
      "\(Self.name(path)): cannot be removed: \(Self.reason(code))"
    case .inUse(let path):
      "\(path): another process is writing it; wait for that to end"
    case .writingFailed(let path, let code):
      "\(Self.name(path)): cannot be written: \(Self.reason(code))"
    case .readerGone(let path):
      "\(Self.name(path)): the reader has closed it"
    }
  }

  private static func name(_ path: String) -> String {
    path == OutputFile.standardOutput ? "standard output" : path
  }

  private static func reason(_ code: Int32) -> String {
    // A name is always in the folder that the file was begun in, unless another is mounted there now.
    if code == EXDEV { return "its folder has been unmounted or replaced" }
    return strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
