import AnimCore
import OfflineRendering
import OptionValues

/// The flags for the start and speed of playback, and for a screenshot.
struct StartFlags: FlagTable {
  var screenshot: String?
  var realTime = false
  var at: Timestamp?
  var frame: FramePosition?
  var speed: Double?
  var autoplay: Bool?

  static let options: [CommandOption<Self>] = [
    .value(
      "screenshot", "path",
      "Save what the server shows at the time --at to this file, and quit. With --frames or "
        + "--duration, save the last frame. Time is virtual, so that every run saves the same "
        + "image.", completion: .files, parseImagePath
    ) { $0.screenshot = $1 },
    .on("real-time", "Play in real time before the screenshot.") { $0.realTime = true },
    .value(
      "at", "seconds",
      "Start at this time (default: 0; \(plain(defaultImageTime.seconds)) with --screenshot "
        + "without --frames and --duration).", parseSceneTime
    ) { $0.at = $1 },
    .value(
      "frame", "n|percent%",
      "Start at this frame of a file, or of a scene at 60 frames per second, counted from 0.",
      FramePosition.parse
    ) { $0.frame = $1 },
    .number(
      "speed", "factor", "Multiply the playback speed by this factor (default: 1).", in: speedRange,
      "a factor"
    ) { $0.speed = $1 },
    .onOff(
      "autoplay",
      "Start playing immediately, or wait for a key (default: as specified in the file, "
        + "otherwise immediately)."
    ) { $0.autoplay = $1 },
  ]
}

/// The flags for the text printed on standard output.
struct PrintingFlags: FlagTable {
  var windowID = false
  var scenes = false

  static let options: [CommandOption<Self>] = [
    .on(
      "print-window-id",
      "Print the window ID to standard output when the first frame is visible."
    ) { $0.windowID = true },
    .on("list-scenes", "List the built-in scenes and exit.") { $0.scenes = true },
  ]
}
