import AnimCore
import AnimationFormats
import DemoScenes
import FramePacing
import OfflineRendering
import Viewer

/// The configuration of the viewer as plain values, with the defaults of its flags. The flags of
/// ``ViewCommand`` create it.
struct ViewConfiguration: Hashable {
  var window = SessionConfiguration()
  var renderer = RendererKind.auto
  var timing = TimingConfiguration()
  /// Ends the run after this many frames.
  var frames: Int?
  /// Ends the run after this many seconds.
  var duration: Seconds?
  /// The path of a screenshot to take, or `nil` for none. It shows the last frame, if frames or a
  /// duration limit the run, or the start.
  var screenshot: String?
  /// Whether the window plays before a screenshot. Otherwise, time is virtual.
  var isInRealTime = true
  /// The initial scene time.
  var start = ScenePosition.time(.zero)
  /// Seconds of scene time per second, from 0.001 to 1,000.
  var speed = 1.0
  var onBattery = BatteryPolicy.play
  /// The timeout in seconds.
  var timeout: Seconds?
  /// Whether to drop unneeded permissions before reading a file.
  var isLocked = true
  /// Whether to print the window's number with the first frame.
  var printsWindowID = false
  var statistics = StatisticsConfiguration()
  /// The files and folders to show. If it is empty, scenes are shown.
  var files: [String] = []
  /// The configuration of files. By default, their own settings apply.
  var file = {
    var file = FileConfiguration()
    file.hasFileSpeed = true
    file.closesLater = true
    file.adaptsBackground = true
    file.stateMachine = .initial
    // Text in a window is always drawn.
    file.fonts.system = .usual
    return file
  }()
  /// Whether the title bar keeps the requested text.
  var keepsTitle = false
  var beginsWithOverview = false
  var slideshow = Slideshow()
  /// The selection and order of files in folders.
  var listing = FileListing()
  /// Points per unit of the image, or `nil` to fit the window.
  var zoom: Double?
  /// The folder in which keys save images, or `nil` for the current folder.
  var saveFolder: String?
  /// Lines that change the standard keys.
  var keys: [KeyLine] = []
  var scenes = SceneConfiguration()

  /// Whether the window plays, rather than showing only one image.
  var plays: Bool { screenshot == nil || isInRealTime }

  /// Whether the command is a run, in real or in virtual time.
  var hasRun: Bool { screenshot == nil || frames != nil || duration != nil }

  /// Returns the number of the last frame of a run in virtual time, or `nil` for an endless run.
  ///
  /// - Parameter rate: The frame rate.
  func lastFrame(at rate: RefreshRate) -> Int? {
    let counts = [frames, duration.map { (Fraction(decimal: $0) * Fraction(rate)).ceiling }]
    return counts.compactMap(\.self).min().map { max($0, 1) - 1 }
  }
}

/// The effect of battery power on the window.
enum BatteryPolicy: String, CaseIterable, Hashable {
  case play, slow, pause

  /// The maximum frame rate of ``slow``, in hertz.
  static let slowRate = 15.0
}
