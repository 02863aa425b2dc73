import AnimCore
import ArgumentParser
import LinuxSystem
import OfflineRendering
import PlainText

/// Checks the frames of a sequence against manifests.
struct VerifyCommand: CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check an image sequence against the manifest that 'render' wrote.",
    usage: "x11viewer verify [<options>] <manifest> ...",
    discussion: """
      Render:  x11viewer render a.json -o a.%04d.png --manifest a.txt
      Check:   x11viewer verify a.txt

      Lists missing, incomplete and different files, and exits with status 65 if there are any. \
      Pass several manifests to check all parts of a video. They can overlap.
      """)

  @Argument(
    help: ArgumentHelp("A manifest, or - for standard input.", valueName: "manifest"),
    completion: .file())
  var manifests: [String]

  @Option(
    "folder", "Look for the files in this folder (default: relative to the manifest).",
    completion: .directory)
  var folder: String?

  @Option("frames", "Require these frames, such as 1-600, to be listed.", FrameSelection.parse)
  var frames: FrameSelection?

  @Option(
    "n", "Check this many files in parallel (default: the number of processors).",
    name: .shortAndLong, in: 1...1024)
  var jobs: Int?

  @Flag("Print nothing; only set the exit status.", name: .shortAndLong)
  var quiet = false

  @OptionGroup var sandbox: SandboxFlag

  func check() throws {
    if frames?.isRelative ?? false {
      throw ValidationError("--frames: percentages are not supported for a manifest; use numbers")
    }
  }

  func run() throws {
    let request = request
    // Manifests are lines of text, and their images may be anywhere.
    try sandbox.lock { sandbox in
      sandbox.readsDisks = true
      for path in manifests where path != "-" {
        sandbox.read(besides: path)
        sandbox.read(below: FilePath.folder(of: path))
      }
      if let folder { sandbox.read(below: folder) }
    }
    let listing = try request.listing()
    // Only the images themselves, since whoever wrote the manifest chose their folders.
    try sandbox.lock { $0.readableFiles = listing.paths }
    try request.run(listing).exit()
  }

  /// The request from these flags.
  var request: VerificationRequest {
    var request = VerificationRequest()
    request.manifests = manifests
    request.folder = folder
    request.frames = frames
    request.jobs = jobs
    request.isQuiet = quiet
    return request
  }
}
