import AnimCore
import ImageFiles
import LinuxSystem

/// A manifest: a file with a line for each frame, after the record of their inputs.
///
///     # program=0.2.0
///     # size=512x512
///     0 9f86d081…b0f00a08 512x512 frame.0000.png
package struct Manifest {
  package let lines: [ManifestLine]
  /// The inputs, each with the index in ``lines`` of the first frame that has them. There are
  /// several if manifests of parts were concatenated.
  private let records: [(start: Int, inputs: DrawingInputs)]

  /// The reason why a manifest can't be used.
  package enum Problem: Error, Hashable {
    case unreadable(InputError)
    case tooLong(path: String)
    case invalidLine(path: String, line: Int)
  }

  /// The maximum size in bytes, which is enough for four million frames.
  private static let limit = 1 << 29

  /// Reads the file at `path`, or standard input for `-`.
  package init(reading path: String) throws(Problem) {
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try FileBytes.read(path == "-" ? "/dev/stdin" : path, limit: Self.limit)
    } catch {
      throw .unreadable(error)
    }
    guard bytes.count <= Self.limit else { throw .tooLong(path: path) }
    try self.init(bytes, of: path)
  }

  /// Parses the contents of a manifest.
  ///
  /// - Parameter path: The path for messages.
  package init(_ bytes: [UInt8], of path: String) throws(Problem) {
    var lines: [ManifestLine] = []
    var records: [(start: Int, inputs: DrawingInputs)] = []
    var texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if texts.last?.isEmpty ?? false { texts.removeLast() }
    for (index, text) in texts.enumerated() {
      let text = String(fileName: text)
      if let line = ManifestLine(text) {
        lines.append(line)
        continue
      }
      if records.last?.start != lines.count { records.append((lines.count, DrawingInputs())) }
      guard records[records.count - 1].inputs.append(line: text) else {
        throw .invalidLine(path: path, line: index + 1)
      }
    }
    self.lines = lines
    self.records = records
  }

  /// Returns the inputs of the line at an index, or `nil` if they aren't recorded.
  func inputs(ofLineAt index: Int) -> DrawingInputs? {
    records.last { $0.start <= index }?.inputs
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

/// A line of a manifest: the number of the frame, the hash of its pixels, its size and the name of
/// its file, separated by single spaces. If there is no file, the line ends after the size.
///
///     42 9f86d081…b0f00a08 512x512 frame.0042.png
package struct ManifestLine: Hashable, Sendable {
  package let number: Int
  package let hash: PixelHash
  package let size: PixelSize
  /// The path of the file relative to the manifest, or `nil` if there is no file.
  package let name: String?

  package init(number: Int, hash: PixelHash, size: PixelSize, name: String? = nil) {
    self.number = number
    self.hash = hash
    self.size = size
    self.name = name
  }
}

extension ManifestLine {
  /// Parses a line without its line feed. Returns `nil` if it is invalid.
  ///
  /// - Parameter isNamed: Whether the line contains the name of a file.
  package init?(_ text: some StringProtocol, isNamed: Bool = true) {
    let fields = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count == (isNamed ? 4 : 3), let number = Int(fields[0]), number >= 0,
      let hash = PixelHash(fields[1])
    else { return nil }
    let sides = fields[2].split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]), width > 0,
      height > 0, !width.multipliedReportingOverflow(by: height).overflow
    else { return nil }
    let name = isNamed ? String(fields[3]) : nil
    guard name.map(Self.isPath) ?? true else { return nil }
    self.init(
      number: number, hash: hash, size: PixelSize(width: width, height: height), name: name)
  }

  /// Returns whether a name is valid for a file in a manifest.
  static func isName(_ name: String) -> Bool { isPath(name) && !name.contains("/") }

  /// Returns whether a path is valid for a file in a manifest. `..` is only allowed at the start.
  private static func isPath(_ path: String) -> Bool {
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    let below = names.drop { $0 == ".." }
    return !below.isEmpty && !below.contains { ["", ".", ".."].contains($0) }
      && !path.utf8.contains { $0 < 0x20 }
  }
}

extension ManifestLine: CustomStringConvertible {
  package var description: String {
    "\(number) \(hash) \(size.width)x\(size.height)" + (name.map { " \($0)" } ?? "")
  }
}
