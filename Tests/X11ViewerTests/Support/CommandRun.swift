import Foundation
import Synchronization
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

/// A run of a command within this process, without its sandbox and its watchdog.
struct CommandRun {
  let end: ChildProcess.End
  /// The standard output of the command.
  let output: [UInt8]
  /// The standard error of the command.
  let complaint: String

  /// - Parameters:
  ///   - arguments: The arguments of the program.
  ///   - folder: The current folder, which isn't that of this process.
  ///   - server: The server of a screenshot.
  init(
    _ arguments: [String], in folder: ScratchDirectory, on server: XServer? = nil
  ) throws {
    self = try withCurrentFolder(folder.path) { try CommandRun(arguments, on: server) }
  }

  /// - Parameter arguments: The arguments of the program, separated by spaces.
  init(_ arguments: String, in folder: ScratchDirectory, on server: XServer? = nil) throws {
    try self.init(arguments.split(separator: " ").map(String.init), in: folder, on: server)
  }

  /// - Parameters:
  ///   - arguments: The arguments of the program, with absolute paths.
  ///   - server: The server of a screenshot.
  ///   - encoder: The program in place of ffmpeg.
  init(_ arguments: [String], on server: XServer? = nil, encoder: String = "ffmpeg") throws {
    // As in the program, a reader that goes away doesn't end the process.
    FailedWrites.ignoreSignals()
    let streams = Streams()
    let output = CommandOutput(
      write: { streams.output.append(Array($0.displayed.utf8)) },
      complain: { streams.errors.append(Array($0.displayed.utf8)) })
    var status: Int32 = 0
    do {
      try Self.run(arguments, output, streams, on: server, encoder: encoder)
    } catch let error as Failure {
      error.message.isEmpty ? () : output.report(error.message)
      status = error.status.rawValue
    } catch {
      // Errors of tests would end this process.
      let isParsed = error is OutputError || Program.exitCode(for: error) != .failure
      guard isParsed else { throw error }
      do throws(Failure) {
        status = try Program.end(with: error, output)
      } catch {
        output.report(error.message)
        status = error.status.rawValue
      }
    }
    end = .exit(status)
    self.output = streams.output.bytes
    complaint = String(decoding: streams.errors.bytes, as: UTF8.self)
  }

  private final class Streams: Sendable {
    let output = Stream()
    let errors = Stream()
  }

  private final class Stream: Sendable {
    private let state = Mutex<[UInt8]>([])
    var bytes: [UInt8] { state.withLock(\.self) }

    func append(_ bytes: [UInt8]) { state.withLock { $0 += bytes } }
  }

  private static func run(
    _ arguments: [String], _ output: CommandOutput, _ streams: Streams, on server: XServer?,
    encoder: String
  ) throws {
    let arguments = try Program.expanded(arguments, report: output.report)
    // Files replace standard output, to which images are written by descriptor.
    let scratch = try ScratchDirectory()
    switch try Program.checked(arguments) {
    case let command as ViewCommand: try view(command, output, in: scratch, on: server)
    case let command as RenderCommand: try render(command, output, in: scratch, encoder)
    case let command as CompareCommand:
      var request = try command.request
      try request.check()
      if request.difference == "-" { request.difference = scratch / "a.png" }
      try request.run(request.openReport(), output).exit()
    case let command as VerifyCommand:
      let request = command.request
      try request.run(request.listing(), output).exit()
    case let command as TestCommand:
      command.warn(report: output.report)
      var request = command.request
      request.commandLine = ["x11viewer"] + arguments
      try request.run(request.openReport(), output).exit()
    case let command as InfoCommand where !command.files.isEmpty:
      try command.request.check()
      try command.request.run(output).exit()
    case let command as ThumbnailCommand:
      try command.checkPaths()
      let path = command.output == "-" ? scratch / "a.png" : command.output
      try command.thumbnail().save(to: path)
    case let command as PacingReportCommand: try command.request.run(output)
    case var command:
      // The parser's own command is help, which it throws.
      guard !Program.configuration.subcommands.contains(where: { $0 == type(of: command) }) else {
        Issue.record("\(type(of: command)) needs a process")
        return
      }
      try command.run()
    }
    if let name = scratch.allNames.first { streams.output.append(try scratch.bytes(name)) }
  }

  /// Takes a screenshot in virtual time. A window requires a process.
  private static func view(
    _ command: ViewCommand, _ output: CommandOutput, in scratch: ScratchDirectory,
    on server: XServer?
  ) throws {
    if let list = try command.requestedList() { return try output.write(list) }
    command.warn(report: output.report)
    var configuration = command.configuration
    configuration.window.display = server?.display ?? ""
    configuration.isLocked = false
    let run = ViewerRun(configuration: configuration, report: output.report)
    try run.check()
    guard !configuration.plays, let path = configuration.screenshot else {
      Issue.record("a window needs a process")
      return
    }
    try run.takeScreenshot(path == "-" ? scratch / "a.png" : path)
  }

  private static func render(
    _ command: RenderCommand, _ output: CommandOutput, in scratch: ScratchDirectory,
    _ encoder: String
  ) throws {
    var request = command.request
    try command.checkNames(request, report: output.report)
    try request.checkPaths(for: request.target())
    if request.output == "-" {
      request.output = scratch / (request.format == nil ? "a.png" : "a")
    }
    let target = try request.target()
    let folders = try request.makeFolders()
    do {
      let video: PreparedVideo? =
        if case .video(let path, let format) = target {
          try PreparedVideo(format, path: path, program: encoder, isLocked: false)
        } else {
          nil
        }
      let input =
        if let file = request.file {
          try RenderInput(
            opening: file, request, for: target, version: Program.version, report: output.report)
        } else {
          try command.sceneInput(request)
        }
      let plan = try RenderPlan(request, target, input)
      try RenderJob(request, plan, input, video: video, print: output.write).run { _ in }
      if let file = request.file { input.shortfalls(of: file).forEach(output.report) }
    } catch {
      folders.reversed().forEach(Folder.removeIfEmpty)
      throw error
    }
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
