import AnimCore
import ImageFiles
import LinuxSystem
import OfflineRendering

/// The hashes of all frames of an animation: a golden as a small text, a line for each frame.
///
///     0 9f86d081…b0f00a08 512x512
///
/// The hash is that of ``PixelHash``, so the text is identical to the output of `render` for the
/// same animation, after lines with the masked parts of the frames and the record of the inputs:
///
///     # mask=10,20,64x32
///     # program=0.2.0
package struct FrameHashes {
  /// The maximum number of frames that are hashed, more than an hour at 60 frames per second. Corrupt
  /// files may claim far more.
  package static let maximumFrames = 1 << 18

  /// Checks that there aren't too many frames to draw all of them.
  ///
  /// - Parameter name: The name of the animation.
  static func check(count: Int, of name: String) throws(Failure) {
    guard count > maximumFrames else { return }
    throw Failure(
      "\(name): \(count) frames, but at most \(maximumFrames) are tested (limit of this "
        + "program); select some frames", status: .noInput)
  }

  /// The lines in the order of their numbers.
  let lines: [ManifestLine]
  /// The masks as text, or an empty string if nothing is masked.
  let masks: String
  /// The inputs that determine the hashes, or `nil` if they aren't recorded.
  let inputs: DrawingInputs?

  init(_ lines: [ManifestLine], masks: [PixelRect] = []) {
    self.lines = lines
    self.masks = GoldenSettings.text(of: masks)
    inputs = nil
  }

  /// Returns the text of the file.
  func text(_ inputs: DrawingInputs?) -> String {
    let header = (masks.isEmpty ? [] : ["# \(masks)"]) + (inputs?.lines ?? [])
    return (header + lines.map { "\($0)" }).map { "\($0)\n" }.joined()
  }

  private static let maskMark = "# mask="
  /// The limit for the line with the masks, in bytes, which is that of the settings.
  private static let maskLimit = 1 << 20

  /// The reason why a file contains no hashes.
  enum Problem: Error {
    case missing
    case unreadable(String)
    /// Git LFS keeps the file elsewhere.
    case isPointer(String)
  }

  /// The limit in bytes, which is enough for ``maximumFrames``.
  private static let limit = 1 << 27

  init(reading path: String) throws(Problem) {
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try FileBytes.read(path, limit: Self.limit)
    } catch {
      throw error.isMissing ? .missing : .unreadable("\(error)")
    }
    if LFSPointer.isPointer(bytes) { throw .isPointer("\(path): \(LFSPointer.complaint)") }
    var lines: [ManifestLine] = []
    var masks = ""
    var inputs = DrawingInputs()
    for (index, text) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      let text = String(decoding: text, as: UTF8.self)
      if index == 0, text.hasPrefix(Self.maskMark), text.utf8.count <= Self.maskLimit {
        masks = String(text.dropFirst(2))
        continue
      }
      if lines.isEmpty, inputs.append(line: text) { continue }
      guard bytes.count <= Self.limit, let line = ManifestLine(text, isNamed: false),
        line.number > lines.last?.number ?? -1
      else { throw .unreadable("\(path): line \(index + 1) is not the hash of a frame") }
      lines.append(line)
    }
    // A file without a final line feed was truncated, even if its last line is valid.
    guard let last = bytes.last, last == UInt8(ascii: "\n") else {
      throw .unreadable("\(path): \(bytes.isEmpty ? "is empty" : "its last line is incomplete")")
    }
    self.lines = lines
    self.masks = masks
    self.inputs = inputs.isEmpty ? nil : inputs
  }

  /// Returns a clause about masks that changed between the hashes, or `nil` if they are the same.
  func maskChange(to actual: FrameHashes) -> String? {
    guard masks != actual.masks else { return nil }
    func named(_ masks: String) -> String { masks.isEmpty ? "no mask" : masks.printable }
    return "\(GoldenSettings.fileName) changed from \(named(masks)) to \(named(actual.masks))"
  }

  /// Returns the numbers of the frames that aren't the same in both.
  func changes(to actual: FrameHashes) -> [Int] {
    var old = Dictionary(uniqueKeysWithValues: lines.map { ($0.number, $0) })
    var changed = actual.lines.filter { old.removeValue(forKey: $0.number) != $0 }.map(\.number)
    changed += old.keys
    return changed.sorted()
  }
}
