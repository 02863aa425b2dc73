/// A manifest, which is a file with a line for each frame.
package struct Manifest {
  package let lines: [ManifestLine]

  /// Why a manifest cannot be used.
  package enum Problem: Error, Hashable {
    case unreadable(InputError)
    case tooLong(path: String)
    case invalidLine(path: String, line: Int)
  }

  /// In bytes; enough for four million frames.
  private static let limit = 1 << 29

  /// Reads the file at `path`; `-` is standard input.
  package init(reading path: String) throws(Problem) {
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try FileBytes.read(path == "-" ? "/dev/stdin" : path, limit: Self.limit)
    } catch {
      throw .unreadable(error)
    }
    guard bytes.count <= Self.limit else { throw .tooLong(path: path) }
    var lines: [ManifestLine] = []
    var texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if texts.last?.isEmpty ?? false { texts.removeLast() }
    for (index, text) in texts.enumerated() {
      guard let line = ManifestLine(String(decoding: text, as: UTF8.self)) else {
        throw .invalidLine(path: path, line: index + 1)
      }
      lines.append(line)
    }
    self.lines = lines
  }
}

extension Manifest.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .tooLong(let path): "\(path): too long for a manifest"
    case .invalidLine(let path, let line):
      "\(path): line \(line) is not a line of a manifest"
    }
  }
}
