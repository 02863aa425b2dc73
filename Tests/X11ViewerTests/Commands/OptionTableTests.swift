import ArgumentParser
import Foundation
import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import DemoScenes
@testable import FramePacing
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

/// The values that options set. Invalid values are in `InvalidOptionTests`.
@Suite("Every option and its values")
struct OptionTableTests {
  private typealias Change = (inout ViewConfiguration) -> Void

  /// Expects an option to have the same effect as `change`, and no other.
  private func check(
    _ line: String, at location: SourceLocation = #_sourceLocation, _ change: Change
  ) throws {
    var expected = ViewConfiguration()
    let words = line.split(separator: " ").map(String.init)
    if words.last == "a.json" { expected.files = ["a.json"] }
    change(&expected)
    let parsed = try ViewCommand.parse(words).configuration
    #expect(parsed == expected, "\(line)", sourceLocation: location)
  }

  @Test("each option of the window and the run sets one property")
  func window() throws {
    try check("--display :7") { $0.window.display = ":7" }
    let geometry = try WindowGeometry("640x480-0+20")
    try check("--geometry 640x480-0+20") { $0.window.geometry = geometry }
    try check("--size 640x480") { $0.window.size = PixelSize(width: 640, height: 480) }
    try check("--name other") { $0.window.name = "other" }
    try check("--title other") { ($0.window.title, $0.keepsTitle) = ("other", true) }
    try check("--fullscreen") { $0.window.isFullscreen = true }
    try check("-f") { $0.window.isFullscreen = true }
    try check("--no-fullscreen") { _ in }
    try check("--borderless") { $0.window.isBorderless = true }
    try check("--on-top") { $0.window.isOnTop = true }
    try check("--hide-cursor") { $0.window.hidesPointer = true }
    try check("--monitor HDMI-1") { $0.window.monitor = "HDMI-1" }
    try check("--zoom 150") { $0.zoom = 1.5 }
    try check("--save-folder /no/such/folder") { $0.saveFolder = "/no/such/folder" }
    try check("--keys vim") { $0.keys = KeyPreset.vim.lines }
    for option in ["--no-config", "--config a", "--list-keys"] { try check(option) { _ in } }
    try check("--root") { $0.window.target = .screenSaver }
    try check("--window-id 0x1a00003") { $0.window.target = .existing(0x1A0_0003) }
    try check("--window-id 7") { $0.window.target = .existing(7) }
    try check("--scale 0.5") { $0.window.scale = 0.5 }
    try check("--renderer core") { $0.renderer = .core }
    try check("--renderer shm") { $0.renderer = .shm }
    try check("--rate 30") { $0.timing.rate = .fixed(RefreshRate(hertz: 30)) }
    try check("--rate max") { $0.timing.rate = .maximum }
    try check("--timing timer") { $0.timing.source = .timer }
    try check("--timing auto") { _ in }
    try check("--phase-offset -3000") { $0.timing.phaseOffset = -0.003 }
    try check("--stop-after 3") { $0.frames = 3 }
    try check("--frames 3") { $0.frames = 3 }
    try check("--duration 2") { $0.duration = 2 }
    try check("--timeout 9") { $0.timeout = 9 }
    try check("--screenshot a.png") {
      ($0.screenshot, $0.start) = ("a.png", .time(defaultImageTime))
      $0.isInRealTime = false
      ($0.file.fonts.system, $0.file.adaptsBackground) = (.none, false)
    }
    try check("--screenshot a.png --at 1.5") {
      ($0.screenshot, $0.start) = ("a.png", .time(.seconds(1.5)))
      $0.isInRealTime = false
      ($0.file.fonts.system, $0.file.adaptsBackground) = (.none, false)
    }
    try check("--start 1.5") { $0.start = .time(.seconds(1.5)) }
    try check("--at 1.5") { $0.start = .time(.seconds(1.5)) }
    try check("--frame 3") { $0.start = .frame(.number(3)) }
    try check("--frame 50%") { $0.start = .frame(.percent(50)) }
    try check("--speed 0.001") { ($0.speed, $0.file.hasFileSpeed) = (0.001, false) }
    try check("--print-window-id") { $0.printsWindowID = true }
    try check("--show-fps") { $0.statistics.isShown = true }
    try check("--stats") { $0.statistics.printsSummary = true }
    try check("--stats-json a --stats-csv b") {
      ($0.statistics.json, $0.statistics.csv) = ("a", "b")
    }
  }

  @Test("each option of the desktop sets its properties")
  func desktop() throws {
    try check("--wallpaper a.json") { ($0.window.role, $0.file.fit) = (.wallpaper, .cover) }
    try check("--wallpaper --fit contain a.json") { $0.window.role = .wallpaper }
    try check("--wallpaper --span a.json") {
      ($0.window.role, $0.file.fit, $0.window.spansMonitors) = (.wallpaper, .cover, true)
    }
    try check("--sticker a.json") {
      ($0.window.role, $0.file.background, $0.scenes.background) = (.sticker, .clear, .clear)
    }
    try check("--sticker --remember-position a.json") {
      ($0.window.role, $0.file.background, $0.scenes.background) = (.sticker, .clear, .clear)
      $0.window.remembersPosition = true
    }
    try check("--remember-position") { _ in }
    try check("--click-through") { $0.window.isClickThrough = true }
    try check("--opacity 80") { $0.window.opacity = 0.8 }
    try check("--on-all-desktops") { $0.window.isOnAllDesktops = true }
    try check("--window-type dock") { $0.window.type = .dock }
    try check("--on-battery pause") { $0.onBattery = .pause }
    try check("--on-battery slow") { $0.onBattery = .slow }
    try check("--on-battery play") { _ in }
  }

  @Test(
    "options that contradict a wallpaper or sticker are refused",
    arguments: [
      ("--wallpaper --sticker", "--wallpaper, --sticker: cannot be used together"),
      ("--span", "--span: requires --wallpaper"),
      ("--wallpaper --geometry 1x1", "--geometry: cannot be used with --wallpaper"),
      ("--wallpaper --click-through", "--click-through: cannot be used with --wallpaper"),
      ("--wallpaper --zoom 50", "--zoom: cannot be used with --wallpaper"),
      ("--wallpaper --screenshot a.png", "--screenshot: cannot be used with --wallpaper"),
      ("--sticker --fullscreen", "--fullscreen: cannot be used with --sticker"),
      ("--sticker --renderer core", "--renderer: cannot be used with --sticker"),
      ("--root --sticker", "--sticker: cannot be used with --root"),
      ("--window-id 7 --opacity 50", "--opacity: cannot be used with --window-id"),
    ])
  func contradictions(line: String, message: String) {
    let words = line.split(separator: " ").map(String.init)
    let error = #expect(throws: (any Error).self) {
      try Program.checked(["view"] + words)
    }
    #expect(error.map { Program.message(for: $0).contains(message) } == true)
  }

  @Test("a wallpaper of several files is a slide show")
  func slideShow() throws {
    let several = try ViewCommand.parse(["--wallpaper", "a.json", "b.json"]).configuration
    #expect(several.slideshow == Slideshow(interval: DesktopRole.slideDuration))
    let chosen = try ViewCommand.parse(["--wallpaper", "a.json", "b.json", "--slideshow", "5"])
    #expect(chosen.configuration.slideshow == Slideshow(interval: 5))
  }

  @Test("each option of files sets one property")
  func files() throws {
    try check("--fit cover a.json") { $0.file.fit = .cover }
    try check("--fit contain a.json") { _ in }
    try check("--no-loop a.json") { $0.file.loops = false }
    try check("--loop a.json") { $0.file.loops = true }
    try check("--mode bounce a.json") { $0.file.mode = .bounce }
    try check("--mode reverse a.json") { $0.file.mode = .reverse }
    try check("--marker a a.json") { $0.file.marker = "a" }
    try check("--slot a=1 a.json") { $0.file.slots = ["a": "1"] }
    try check("--slot a=#ff0000 a.json") { $0.file.slots = ["a": "[1.0,0.0,0.0,1.0]"] }
    try check("--no-subframes a.json") { $0.file.hasSubframes = false }
    try check("--subframes a.json") { _ in }
    try check("--animation a a.json") { $0.file.animation = "a" }
    try check("--theme dark a.json") { $0.file.theme = .id("dark") }
    try check("--theme none a.json") { $0.file.theme = .none }
    try check("--state-machine m a.json") { $0.file.stateMachine = .id("m") }
    try check("--state-machine none a.json") { $0.file.stateMachine = .none }
    try check("--no-expressions a.json") { $0.file.runsExpressions = false }
    try check("--no-color-profiles a.json") { $0.file.convertsColors = false }
    try check("--system-fonts a.json") { $0.file.fonts.system = .wanted }
    try check("--no-system-fonts a.json") { $0.file.fonts.system = .none }
    try check("--screenshot a.png --system-fonts a.json") {
      ($0.screenshot, $0.file.fonts.system) = ("a.png", .wanted)
      ($0.isInRealTime, $0.file.adaptsBackground) = (false, false)
    }
    try check("--autoplay a.json") { $0.file.autoplay = true }
    try check("--no-autoplay a.json") { $0.file.autoplay = false }
    try check("--seed 2") { ($0.file.seed, $0.scenes.squares.seed) = (2, 2) }
    try check("--overview a.json") { $0.beginsWithOverview = true }
    try check("--slideshow 3 a.json") { $0.slideshow.interval = 3 }
    try check("--repeat-each 2 a.json") { $0.slideshow.repetitions = 2 }
    try check("--recursive a.json") { $0.listing.isRecursive = true }
    try check("-fr a.json") { ($0.window.isFullscreen, $0.listing.isRecursive) = (true, true) }
    try check("--sort size a.json") { $0.listing.order = .size }
    try check("b.json a.json") { $0.files = ["b.json", "a.json"] }
    try check("--list-scenes") { _ in }
    // A scene is opaque, but the background of a file may be translucent in its image.
    try check("--background #12345678") {
      $0.file.background = Color(rgb: 0x12_3456)
      $0.scenes.background = Color(rgb: 0x12_3456)
    }
  }

  /// Expects an option of the fan to change it in both scenes that have one.
  private func checkFan(
    _ line: String, at location: SourceLocation = #_sourceLocation,
    _ change: (inout FanConfiguration) -> Void
  ) throws {
    try check(line, at: location) {
      change(&$0.scenes.fan)
      change(&$0.scenes.tiledFan)
    }
  }

  @Test("each option of a scene sets one of its properties")
  func scenes() throws {
    try check("--scene clock") { $0.scenes.index = SceneCatalog.index(of: "clock") ?? 0 }
    try checkFan("--fan-duration 5") { $0.duration = 5 }
    try checkFan("--fan-radius 9") { $0.radius = .points(9) }
    try checkFan("--fan-color #10203040") {
      $0.color = Color(red8: 16, green8: 32, blue8: 48, alpha8: 64)
    }
    try checkFan("--fan-start-angle 90") { $0.startAngle = .degrees(90) }
    try checkFan("--fan-direction counterclockwise") { $0.direction = .counterclockwise }
    try checkFan("--fan-easing ease-in") { $0.easing = .easeIn }
    try checkFan("--fan-repeat 2.5") { $0.repeatCount = 2.5 }
    // In the tiled scene, the fan opens and closes by itself.
    try check("--fan-autoreverse") { $0.scenes.fan.autoreverses = true }
    try check("--squares-count 59") { $0.scenes.squares.count = 59 }
    try check("--squares-count 0") { $0.scenes.squares.count = 0 }
    try check("--squares-size 4") { $0.scenes.squares.side = 4 }
    try check("--squares-color red,#123") {
      $0.scenes.squares.palette = [Color(rgb: 0xFF_0000), Color(rgb: 0x11_2233)]
    }
    try check("--squares-velocity 3,4") {
      $0.scenes.squares.velocity = .exactly(Vector(dx: 3, dy: 4))
    }
    try check("--squares-velocity 5") { $0.scenes.squares.velocity = .anyDirection(5...5) }
    try check("--squares-velocity 5..9") { $0.scenes.squares.velocity = .anyDirection(5...9) }
    try check("--squares-acceleration 1..2") {
      $0.scenes.squares.acceleration = .anyDirection(1...2)
    }
    try check("--squares-lifetime 1..2") { $0.scenes.squares.lifetime = 1...2 }
    try check("--squares-position 3,4") { $0.scenes.squares.position = Point(x: 3, y: 4) }
    try check("--squares-edges wrap") { $0.scenes.squares.edges = .wrap }
    try check("--squares-fade 1") { $0.scenes.squares.fade = 1 }
    try check("--no-squares-antialias") { $0.scenes.squares.isAntialiased = false }
    try check("--clock-time now") { $0.scenes.clock.start = .now }
    try check("--clock-time 10:20:30.5") { $0.scenes.clock.start = .at(37_230.5) }
    try check("--clock-offset 60") { $0.scenes.clock.offset = 60 }
    try check("--clock-motion sweep") { $0.scenes.clock.look.motion = .sweep }
    try check("--clock-curve linear") { $0.scenes.clock.look.curve = .linear }
    try check("--clock-duration 0.5") { $0.scenes.clock.look.duration = 0.5 }
    try check("--no-clock-marks") { $0.scenes.clock.look.hasMarks = false }
    let blue = Color(rgb: 0x00_00FF)
    try check("--clock-face-color blue") { $0.scenes.clock.look.faceColor = blue }
    try check("--clock-mark-color blue") { $0.scenes.clock.look.markColor = blue }
    try check("--clock-hour-color blue") { $0.scenes.clock.look.hourColor = blue }
    try check("--clock-minute-color blue") { $0.scenes.clock.look.minuteColor = blue }
    try check("--clock-second-color blue") { $0.scenes.clock.look.secondColor = blue }
    try check("--shapes-corners 5") { $0.scenes.shapes.corners = 5 }
    try check("--shapes-width 3") { $0.scenes.shapes.strokeWidth = 3 }
    try check("--shapes-join round") { $0.scenes.shapes.join = .round }
    try check("--shapes-cap butt") { $0.scenes.shapes.cap = .butt }
    try check("--shapes-dashes 1,2") { $0.scenes.shapes.dashes = [1, 2] }
    try check("--shapes-fill-rule even-odd") { $0.scenes.shapes.fillRule = .evenOdd }
    try check("--shapes-color red") { $0.scenes.shapes.color = Color(rgb: 0xFF_0000) }
    try check("--shapes-duration 2") { $0.scenes.shapes.duration = 2 }
    try check("--pacing-rate 50") { $0.scenes.pacing.rate = RefreshRate(hertz: 50) }
    try check("--pacing-step 3") { $0.scenes.pacing.step = 3 }
  }

  /// Command lines of the other commands, some of them invalid.
  private static let uses: [String] = [
    "render", "render a.json", "render -o a.png", "render a.json -o a.png", "render a.json -o -",
    "render a.json -o a.mp4", "render a.json -o f.%04d.png", "render a.json -o a.xyz",
    "render a.json -o a.png --frame 3", "render a.json -o a.png --at 2",
    "render a.json -o a.png --at 2 --frame 3", "render a.json -o a.png --frames 1-3",
    "render a.json -o f.%d.png --frames 1-3", "render a.json -o f.%d.png --frame 3",
    "render a.json -o f.%d.png --duration 2", "render a.json -o f.%d.png --duration 2 --frames 3",
    "render -o f.%d.png", "render -o f.%d.png --frames 3", "render -o f.%d.png --duration 3",
    "render -o f.%d.png --frames 50%", "render -o f.%d.png --frames 50% --duration 2",
    "render -o a.gif --duration 3 --loops 2", "render a.json -o a.gif --loops 2",
    "render a.json -o a.gif --loops forever", "render a.json -o a.mp4 --loops forever",
    "render a.json -o a.mp4 --loops 2 --duration 3", "render a.json -o a.mp4 --fps 30",
    "render a.json -o a.png --fps 30", "render a.json -o a.gif --fps 51",
    "render a.json -o a.gif --fps 50", "render a.json -o a.png --hash", "render a.json --hash",
    "render a.json --hash --frames 1-3", "render a.json -o - --hash",
    "render a.json -o a.y4m --hash", "render a.json -o - --progress plain",
    "render a.json -o f.%d.png --progress openjd",
    "render a.json -o f.%d.png --hash --progress openjd",
    "render a.json -o a.png --manifest m", "render a.json -o f.%d.png --manifest m",
    "render a.json -o a.png --skip-existing", "render a.json -o f.%d.png --skip-existing",
    "render a.json -o a.mp4 --verify-existing",
    "render a.json -o f.%d.png --verify-existing --skip-existing",
    "render a.json -o a.mp4 --skip-existing", "render a.json -o a.mp4 --manifest m",
    "render a.json -o a.png --compression 9", "render a.json -o a.png --compression 10",
    "render a.json -o a.mp4 --compression 9", "render a.json --hash --compression 3",
    "render a.json -o a.jpg --compression 3", "render a.json -o f.%d.jpeg --manifest m",
    "render a.json -o f.%d.jpg --skip-existing", "render a.json -o f.%d.jpg --verify-existing",
    "render a.json -o f.%d.JPG --hash", "render a.json -o a.jpg --manifest m",
    "render a.json -o a.jpg --sheet 3x2", "render a.json -o a.jpe",
    "render a.json -o a.png --jobs 0", "render a.json -o f.%d.png --jobs 4",
    "render a.json -o f.%d.png -j 4",
    "render a.json -o a.png --size 10x20", "render a.json -o a.png --scale 2",
    "render a.json -o a.png --size 10x20 --scale 2", "render a.json -o a.png --sheet 3x2",
    "render a.json -o a.png --sheet 0x2", "render a.json -o a.mp4 --sheet 3x2",
    "render a.json -o a.png --frame 3 --onion 2", "render a.json -o a.mp4 --onion 2",
    "render a.json -o a.png --sheet 3x2 --frame 3", "render a.json -o a.png --sheet-json l.json",
    "render a.json -o a.png --sheet 3x2 --sheet-json l.json --sheet-numbers",
    "render a.json -o a.mp4 --chroma 444", "render a.json -o a.y4m --chroma 444",
    "render a.json -o a.png --chroma 444", "render a.json -o a.y4m --depth 10",
    "render a.json -o a.y4m --range full", "render a.json -o f.%d.png --start 1 --speed 2",
    "render a.json -o a.png --start 1", "render a.json -o f.%d.png --frame-offset 100",
    "render a.json -o f.%d.png --past-end clip", "render a.json -o a.png --frame-offset 3",
    "render a.json -o a.png --script s.script", "render -o a.png --script s.script",
    "render a.json -o a.png --script s.script --state-machine none",
    "render a.json b.json -o a.png", "render a.json -o a.png --background transparent",
    "test", "test a", "test a --update", "test a --goldens g", "test a --frames 0,50%",
    "test a --frames 101%", "test a --tolerance 2,100", "test a --tolerance 2;100",
    "test a --tolerance 300;1",
    "test a --tolerance x", "test a --jobs 2", "test a --report r --junit j --markdown m --json k",
    "test a --revision HEAD", "test a --revision HEAD --update", "test a --prune",
    "test a --fail-fast", "test a --hashes", "test a --hashes --frames 3", "test a --size 3x4",
    "compare", "compare a", "compare a b", "compare a b c", "compare a b --tolerance 1;2",
    "compare a b --report r", "verify", "verify m", "verify m --frames 3", "verify m --frames 50%",
    "test a --include x", "test a --exclude x", "info", "info a --json -",
    "info a --json - --brief",
    "info --json -", "thumbnail a b", "thumbnail a",
    "thumbnail a b --size 0", "thumbnail a b --size 256", "pacing-report", "pacing-report r",
    "pacing-report r --rate 60 --csv", "pacing-report r --max-skipped -1",
    "render a.json -o a.png --past-end clip", "render a.json -o a.png --duration 2",
    "render a.json -o a.png --speed 2", "render a.json -o a.png --loops 2",
    "render a.json -o a.png --fps 30 --frame 3", "render a.json -o a.png --fps 30 --at 3",
  ]

  @Test("the other commands accept and reject the same options as before")
  func commands() throws {
    let text = Self.uses.map { use in
      "\(use)\n" + (Self.refusal(of: use).map { "  \($0)\n" } ?? "")
    }.joined()
    try Kept.compare(text, with: "commands.txt")
  }

  @Test("only incompatible options of render are rejected")
  func pairs() throws {
    let targets = [
      "", "-o a.png", "-o -", "-o f.%d.png", "-o a.mp4", "-o a.y4m", "-o -.gif", "--hash",
      "-o - --frames 1-3", "-o f.%d.png --hash", "-o a.png --sheet 3x2 --sheet-json -",
    ]
    let options = [
      "--frame 3", "--frames 4-50%", "--duration 3", "--fps 60", "--loops 2", "--loops forever",
      "--frame-offset 9", "--hash", "--progress openjd", "--manifest m", "--manifest -",
      "--skip-existing", "--compression 3", "--jobs 2", "--sheet 2x2", "--sheet-json l",
      "--sheet-json -", "--chroma 444", "--script s.script",
    ]
    // Each message has a letter.
    var messages: [String] = []
    func mark(_ use: String) -> Character {
      guard let message = Self.refusal(of: "render " + use) else { return "-" }
      let index = messages.firstIndex(of: message) ?? messages.count
      if index == messages.count { messages.append(message) }
      return Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(index)))
    }
    var rows: [String] = []
    for (index, option) in options.enumerated() {
      let beside = String(targets.map { mark("\($0) a.json \(option)") })
      let together = options[..<index].map { mark("-o f.%d.png a.json \($0) \(option)") }
      let name = option.padding(toLength: 18, withPad: " ", startingAt: 0)
      rows.append("\(name) \(beside)  \(String(together))")
    }
    let legend = messages.enumerated().map { index, message in
      "\(Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(index)))) \(message)"
    }
    let text =
      legend.joined(separator: "\n") + "\n\nEach option beside: "
      + targets.map { $0.isEmpty ? "nothing" : $0 }.joined(separator: " | ")
      + ";\nthen in a sequence after each of those above it.\n\n" + rows.joined(separator: "\n")
      + "\n"
    try Kept.compare(text, with: "render-options.txt")
  }

  /// Returns the error for a command line, or `nil` if it is accepted.
  private static func refusal(of use: String) -> String? {
    do {
      _ = try Program.checked(use.split(separator: " ").map(String.init))
      return nil
    } catch {
      return Program.message(for: error)
    }
  }
}
