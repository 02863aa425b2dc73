import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

/// A run of `render` within this process, without its sandbox and its watchdog.
struct Rendering {
  let end: ChildProcess.End
  /// The output of the program: the lines with hashes, or the file for the output `-`.
  let output: [UInt8]
  /// The warnings and the error.
  let complaint: String

  /// - Parameter arguments: The arguments after `render`. Paths are absolute.
  init(_ arguments: [String]) throws {
    let scratch = try ScratchDirectory()
    var lines: [String] = []
    var (status, output) = (ExitStatus.success, [UInt8]())
    do {
      let command = try #require(Program.checked(["render"] + arguments) as? RenderCommand)
      var request = command.request
      let isPiped = request.output == "-"
      if isPiped { request.output = scratch / (request.format == nil ? "a.png" : "a") }
      let target = try request.target()
      let video: PreparedVideo? =
        if case .video(let path, let format) = target {
          try PreparedVideo(format, path: path, isLocked: false)
        } else {
          nil
        }
      let input =
        if let file = request.file {
          try RenderInput(opening: file, request, for: target, version: "test") {
            lines.append($0)
          }
        } else {
          try command.sceneInput(request)
        }
      let plan = try RenderPlan(request, target, input)
      let printed = Mutex("")
      try RenderJob(request, plan, input, video: video) { line throws(OutputError) in
        printed.withLock { $0 += line }
      }.run { _ in }
      if let file = request.file { lines += input.shortfalls(of: file) }
      output =
        isPiped ? try scratch.bytes(scratch.allNames[0]) : Array(printed.withLock { $0 }.utf8)
    } catch {
      let failure = error as? Failure ?? Failure(usage: Program.message(for: error))
      lines.append(failure.message)
      status = failure.status
    }
    (end, self.output) = (.exit(status.rawValue), output)
    complaint = lines.map { "x11viewer: \($0)\n" }.joined()
  }

  /// Runs `render` with arguments as in a shell in a folder.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, separated by spaces.
  ///   - folder: The folder that paths are relative to.
  init(_ arguments: String, in folder: ScratchDirectory) throws {
    let names = ["-o", "--output", "--manifest", "--sheet-json", "--script", "--font-dir"]
    var words: [String] = []
    for word in arguments.split(separator: " ").map(String.init) {
      let isPath =
        words.last.map { (names + ["--resources"]).contains($0) } ?? false
        || FileManager.default.fileExists(atPath: folder / word)
      words.append(isPath && word != "-" && !word.hasPrefix("/") ? folder / word : word)
    }
    try self.init(words)
  }

  /// The output as text.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// Returns whether the run failed with this status and a reason.
  func complained(_ status: ExitStatus) -> Bool {
    end == .exit(status.rawValue) && complaint.split(separator: "\n").count == 1
  }

  /// Returns the image that was written to the output `-`.
  func image() throws -> PixelImage {
    try #require(end == .exit(0), "\(end): \(complaint)")
    expectEqual(complaint, "")
    return try PNG.decode(output)
  }
}
