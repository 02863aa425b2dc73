import Foundation

/// Frames of a Lottie file as PNG files of 512 pixels on all processors, compared with rlottie
/// using Pillow and libpng alone, and as raw pixels into ffmpeg's null sink.
///
/// The time includes the viewer's start-up, but not that of its peers.
func measureVideo(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let scratch = try VideoFolder()
  let frames = configuration.amount(300, smoke: 8)
  let video = [
    "\(configuration.scripts)/video.json", "--size", "\(side)x\(side)", "--frames", "\(frames)",
  ]
  let raw = scratch / "frames.rgba"
  try Child.run([configuration.viewer, "render"] + video + ["-o", raw])

  var (ours, rlottie, libpng) = ([Double](), [Double](), [Double]())
  var (drawing, encoding, ffmpeg) = ([Double](), [Double](), [Double]())
  for _ in 0..<configuration.rounds {
    let whole = try Child.run(
      [configuration.viewer, "render"] + video + ["-o", scratch / "%06d.png"])
    ours.append(Double(frames) / whole.wallSeconds)
    rlottie.append(
      ifMeasured: try configuration.with("rlottie_python") {
        try scratch.rate([
          configuration.python, "\(configuration.scripts)/video.py", video[0], "\(side)",
          "\(frames)", scratch.path,
        ])
      })
    libpng.append(
      ifMeasured: try configuration.with("png_frames") {
        try scratch.rate([
          configuration.peer("png_frames"), raw, "\(side)", "\(side)", "3", scratch.path,
        ])
      })
    let drawn = try Child.run(
      [configuration.viewer, "render"] + video + ["-o", "/dev/null", "--format", "rgba"])
    drawing.append(drawn.processorSeconds / Double(frames) * 1e3)
    // In a smoke run, drawing alone may take longer than both.
    encoding.append(
      max(whole.processorSeconds - drawn.processorSeconds, 1e-6) / Double(frames) * 1e3)
    let pipe =
      "\(configuration.viewer) render \(video.joined(separator: " ")) -o - --format rgba | "
      + "ffmpeg -v error -f rawvideo -pixel_format rgba -video_size \(side)x\(side) -i - -f null -"
    ffmpeg.append(
      ifMeasured: try configuration.with("ffmpeg") {
        Double(frames) / (try Child.run(["sh", "-c", pipe]).wallSeconds)
      })
  }
  return [
    try BenchResult(
      "video to PNG", "frames/s", ours, beside: "rlottie with Pillow", rlottie,
      goal: .ratioAtLeast(3)),
    try BenchResult(
      "video to PNG", "frames/s", ours, beside: "libpng alone", libpng,
      goal: .ratioAtLeast(1.5)),
    try BenchResult(
      "drawing a frame", "ms of processor time", drawing, beside: "encoding it", encoding),
  ]
    + (ffmpeg.isEmpty
      ? [] : [try BenchResult("video into ffmpeg's null sink", "frames/s", ffmpeg)])
}

private let side = 512

/// A folder for the frames, which is removed at the end.
private final class VideoFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "x11viewer-bench-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  static func / (folder: VideoFolder, name: String) -> String { "\(folder.path)/\(name)" }

  /// Returns the rate that a program prints.
  func rate(_ command: [String]) throws -> Double {
    guard let rate = try Child.run(command).text.numbers.first else {
      throw BenchError("\(command[0]) said nothing")
    }
    return rate
  }
}
