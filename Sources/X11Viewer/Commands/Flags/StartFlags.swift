import AnimCore
import ArgumentParser
import OfflineRendering
import PlainText

/// The flags for the start and speed of playback, and for a screenshot.
struct StartFlags: ParsableArguments {
  @Option(
    "path",
    "Save what the server shows at the time --at to this file, and quit. With --stop-after or "
      + "--duration, save the last frame. Time is virtual, so that every run saves the same "
      + "image.", completion: .file(), parseImagePath)
  var screenshot: String?

  @Flag("Play in real time before the screenshot.")
  var realTime = false

  @Option(
    "seconds",
    "Take the screenshot at this time (default: 0 for files, \(plain(defaultImageTime.seconds)) for "
      + "scenes).", parseSceneTime)
  var at: Timestamp?

  @Option("seconds", "Start at this time (default: 0).", parseSceneTime)
  var start: Timestamp?

  @Option(
    "n|percent%",
    "Start at this frame of a file, or of a scene at 60 frames per second, counted from 0, or show "
      + "it in the screenshot.",
    FramePosition.parse)
  var frame: FramePosition?

  @Option(
    "factor", "Multiply the playback speed by this factor (default: 1).", in: speedRange,
    "a factor")
  var speed: Double?

  @Flag(
    "Start playing immediately, or wait for a key (default: as specified in the file, "
      + "otherwise immediately).")
  var autoplay: Bool?
}

/// The flags for the text printed on standard output.
struct PrintingFlags: ParsableArguments {
  @Flag("Print the window ID to standard output when the first frame is visible.")
  var printWindowId = false

  @Flag("List the built-in scenes and exit.")
  var listScenes = false
}
