import Foundation

/// Animated images of 1280 by 720 pixels, created with ffmpeg: all frames to raw pixels, compared with ffmpeg on one
/// thread and Pillow, including start-up, and AVIF with dav1d, which doesn't convert colours; the last frame alone; and
/// jumps back and forth. In a window: the first frame of a large file, compared with a small one and other viewers, the
/// memory of each and of 10,000 frames, and an overview of a hundred GIFs.
func measureImages(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  guard !configuration.missing.contains("ffmpeg") else { return [] }
  let videos = try PatternVideos(
    frames: configuration.amount(200, smoke: 4), most: configuration.amount(10_000, smoke: 4))
  var results: [BenchResult] = []
  for (kind, path, goal, seekGoal) in [
    ("GIF", videos.gif, 0.8, 60), ("APNG", videos.apng, 1.0, 30), ("WebP", videos.webP, nil, 400),
  ] as [(String, String?, Double?, Double?)] {
    guard let path else { continue }
    let commands = [
      [
        configuration.viewer, "render", path, "--frames", "all", "--jobs", "1", "-o", "/dev/null",
        "--format", "rgba",
      ],
      [
        "ffmpeg", "-v", "error", "-threads", "1", "-i", path, "-threads", "1", "-pix_fmt", "rgba",
        "-f", "rawvideo", "-y", "/dev/null",
      ],
      [configuration.python, "\(configuration.scripts)/pictures.py", path],
    ]
    var times: [[Double]] = [[], [], []]
    for _ in 0..<configuration.rounds {
      for (index, command) in commands.enumerated() {
        // The ffmpeg of many distributions can't read animated WebP.
        if index == 1, kind == "WebP" { continue }
        // The environment that includes Pillow.
        if index == 2, configuration.missing.contains("rlottie_python") { continue }
        let time = try Child.run(command).processorSeconds
        times[index].append(time / Double(videos.frames) * 1e3)
      }
    }
    let name = "\(kind) of 1280×720, a frame"
    if kind != "WebP" {
      results.append(
        try BenchResult(
          name, "ms of processor time", times[0], beside: "ffmpeg, one thread", times[1],
          goal: goal.map(BenchResult.Goal.ratioAtMost)))
    }
    results.append(
      try BenchResult(name, "ms of processor time", times[0], beside: "Pillow", times[2]))
    let one = kind == "APNG" ? "an APNG" : "a \(kind)"
    results.append(try lastFrame(of: path, one, videos, configuration, goal: seekGoal))
    results += try jumps(in: path, one, configuration)
    results.append(try memory(of: path, one, configuration))
  }
  results.append(ifMeasured: try avif(videos, configuration))
  results.append(try memory(of: videos.longestGIF, "a GIF of 10,000 frames", configuration))
  return try results + firstImages(videos, configuration) + grid(videos, configuration)
}

/// Measures all frames of an AVIF file, or returns `nil` if ffmpeg can't write one.
private func avif(
  _ videos: PatternVideos, _ configuration: BenchConfiguration
) throws -> BenchResult? {
  guard let path = videos.avif else { return nil }
  func time(_ command: [String]) throws -> Double {
    try Child.run(command).processorSeconds / Double(videos.frames) * 1e3
  }
  var ours: [Double] = []
  var theirs: [Double] = []
  for _ in 0..<configuration.rounds {
    ours.append(
      try time([
        configuration.viewer, "render", path.images, "--frames", "all", "--jobs", "1", "-o",
        "/dev/null", "--format", "rgba",
      ]))
    if isInstalled("dav1d") {
      theirs.append(
        try time([
          "dav1d", "-q", "--threads", "1", "--muxer", "null", "-i", path.video, "-o", "/dev/null",
        ]))
    }
  }
  return try BenchResult(
    "AVIF of 1280×720, a frame", "ms of processor time", ours, beside: "dav1d, YCbCr", theirs)
}

/// Measures the last frame as the first one drawn, without start-up, in elapsed time, because several
/// threads decode the frames before it.
private func lastFrame(
  of path: String, _ name: String, _ videos: PatternVideos, _ configuration: BenchConfiguration,
  goal: Double?
) throws -> BenchResult {
  func time(_ frame: Int) throws -> Double {
    try Child.run([
      configuration.viewer, "render", path, "--frames", "\(frame)-\(frame)", "--jobs", "1", "-o",
      "/dev/null", "--format", "rgba",
    ]).wallSeconds
  }
  let times = try (0..<configuration.rounds).map { _ in
    try (time(videos.frames - 1) - time(0)) * 1e3
  }
  return try BenchResult(
    "last frame of \(name), none before it", "ms", times, goal: goal.map { .valueAtMost($0) })
}

/// Measures a hundred jumps after all checkpoints have been created.
private func jumps(
  in path: String, _ name: String, _ configuration: BenchConfiguration
) throws -> [BenchResult] {
  let count = configuration.amount(100, smoke: 2)
  let rounds = try (0..<configuration.rounds).map { _ -> Spread in
    let text = try Child.run([configuration.animationFrames, "1280", "\(count)", "1", path]).text
    // The first number is the time for loading.
    let times = text.split(separator: "\n").last.map { String($0).numbers.dropFirst() } ?? []
    guard let spread = Spread(Array(times)) else {
      throw BenchError("no jump was measured in \(path)")
    }
    return spread
  }
  let unit = "ms of processor time"
  return [
    try BenchResult("a jump in \(name)", unit, rounds.map(\.median), goal: .valueAtMost(30)),
    try BenchResult(
      "slowest of 100 jumps in \(name)", unit, rounds.map(\.maximum), goal: .valueAtMost(30)),
  ]
}

private func memory(
  of path: String, _ name: String, _ configuration: BenchConfiguration
) throws -> BenchResult {
  try BenchResult(
    "memory while \(name) plays", "MB",
    (0..<configuration.rounds).map { _ in
      try configuration.memory([configuration.viewer, path], after: 10)
    }, goal: .valueAtMost(64))
}

/// Measures an overview of the GIFs in the folder GIF_FILES and below it, or of copies of a short one.
private func grid(
  _ videos: PatternVideos, _ configuration: BenchConfiguration
) throws -> [BenchResult] {
  let source = ProcessInfo.processInfo.environment["GIF_FILES"] ?? videos.shortGIFs
  let runs = try configuration.overviews(of: source, [".gif"])
  return [
    try BenchResult(
      "missed slots, overview of 100 GIFs", "%", runs.map(\.frames.missed), goal: .valueAtMost(0)),
    try BenchResult(
      "memory of an overview of 100 GIFs", "MB", runs.map(\.memory), goal: .valueAtMost(300)),
  ]
}

/// Measures the time until a window shows the first frame of a long animation, compared with a short one and with other
/// installed viewers.
private func firstImages(
  _ videos: PatternVideos, _ configuration: BenchConfiguration
) throws -> [BenchResult] {
  let viewers = [
    ["feh"], ["nsxiv", "-a"], ["imv-x11"], ["mpv", "--no-config", "--really-quiet", "--vo=x11"],
  ].filter { isInstalled($0[0]) }
  let commands =
    [[configuration.viewer, videos.gif], [configuration.viewer, videos.shortGIF]]
    + viewers.map { $0 + [videos.gif] }
  var times = commands.map { _ in [Double]() }
  for _ in 0..<configuration.rounds {
    for (index, command) in commands.enumerated() {
      times[index].append(ifMeasured: try configuration.firstImage(command))
    }
  }
  guard !times[0].isEmpty else { return [] }
  let name = "first frame of a long GIF"
  return try [
    BenchResult(
      name, "ms", times[0], beside: "of a short GIF", times[1], goal: .ratioAtMost(1.5))
  ]
    + viewers.enumerated().map { index, viewer in
      try BenchResult(name, "ms", times[0], beside: viewer[0], times[index + 2])
    }
}

/// The same test pattern in each format, removed at the end.
private final class PatternVideos {
  let frames: Int
  private let folder: String
  var gif: String { "\(folder)/long.gif" }
  var shortGIFs: String { "\(folder)/short" }
  var shortGIF: String { "\(shortGIFs)/short.gif" }
  /// A GIF of 10,000 frames.
  var longestGIF: String { "\(folder)/longest.gif" }
  var apng: String { "\(folder)/long.apng" }
  /// An animated WebP, or `nil` if ffmpeg can't write one.
  private(set) var webP: String?
  /// An AVIF file and the same frames for dav1d, or `nil` if ffmpeg can't write one.
  private(set) var avif: (images: String, video: String)?

  init(frames: Int, most: Int) throws {
    self.frames = frames
    folder = NSTemporaryDirectory() + "x11viewer-bench-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: shortGIFs, withIntermediateDirectories: true)
    func make(
      _ count: Int, _ path: String, _ options: String..., source: String = "testsrc2"
    ) throws {
      _ = try Child.run(
        [
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "\(source)=size=1280x720:rate=25",
          "-frames:v", "\(count)",
        ] + options + ["-y", path])
    }
    try make(frames, gif)
    // Little of it is animated.
    try make(most, longestGIF, source: "testsrc")
    try make(2, shortGIF)
    try make(frames, apng, "-f", "apng", "-plays", "0")
    let path = "\(folder)/long.webp"
    if (try? make(frames, path, "-c:v", "libwebp_anim", "-lossless", "1", "-loop", "0")) != nil {
      webP = path
    }
    let (images, video) = ("\(folder)/long.avif", "\(folder)/long.ivf")
    if (try? make(frames, images, "-c:v", "libsvtav1", "-preset", "10")) != nil {
      _ = try Child.run(["ffmpeg", "-v", "error", "-i", images, "-c", "copy", "-y", video])
      avif = (images, video)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }
}
