import AnimCore
import Glibc
import ImageFiles
import LinuxSystem

/// Compares files with their lines in a manifest, several in parallel.
package struct FrameVerifier: Sendable {
  let lines: [ManifestLine]
  /// The path of the file for each line.
  let paths: [String]
  let jobs: Int

  package init(lines: [ManifestLine], paths: [String], jobs: Int) {
    self.lines = lines
    self.paths = paths
    self.jobs = jobs
  }

  /// The result for a file.
  package enum Verdict: Hashable, Sendable {
    case right
    case missing
    /// The file can't be read, for this reason, so the result is unknown.
    case unreadable(String)
    /// The file isn't a complete PNG image.
    case broken(String)
    case wrongSize(PixelSize)
    case wrongPixels
  }

  /// - Parameter judged: A closure that receives the result for each line, in order.
  package func run(_ judged: (Int, Verdict) throws(Failure) -> Void) throws(Failure) {
    let largest = lines.map(\.size).max { $0.width * $0.height < $1.width * $1.height }
    let jobs = largest.map { PixelBudget.jobs(for: $0, upTo: self.jobs) } ?? self.jobs
    try OrderedWork(count: lines.count, jobs: jobs) {
      { index throws(Failure) in verdict(at: index) }
    }.run(judged)
  }

  private func verdict(at index: Int) -> Verdict {
    let line = lines[index]
    do throws(PNGFile.Problem) {
      let pixels = try PNGFile.pixels(at: paths[index])
      if pixels.size != line.size { return .wrongSize(pixels.size) }
      return PixelHash(pixels) == line.hash ? .right : .wrongPixels
    } catch {
      switch error {
      case .missing: return .missing
      case .unreadable(let error): return .unreadable(Self.reason(error))
      case .invalid(let error): return .broken("\(error)")
      }
    }
  }

  /// Returns the reason why a file can't be read, without its name.
  private static func reason(_ error: InputError) -> String {
    if Folder.isFolder(error.path) { return "a folder, not a file" }
    // This code, whose description is misleading, means that the file isn't a regular file.
    if error.code == EINVAL { return "a pipe or a device, not a file" }
    return "cannot be read: \(errorText(error.code))"
  }
}
