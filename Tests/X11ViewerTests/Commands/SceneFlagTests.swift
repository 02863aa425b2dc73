import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import DemoScenes
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Scene options")
struct SceneFlagTests {
  private static let size = PixelSize(width: 320, height: 240)

  /// Returns the display list of the scenes with these arguments at a time.
  ///
  /// - Parameter scene: The scene to show instead of that of the arguments.
  private func list(
    _ arguments: [String], of scene: String? = nil, at time: Seconds = 1.5
  ) throws -> DisplayList {
    var scenes = try SceneConfiguration.parsed(arguments)
    if let scene { scenes.index = try #require(SceneCatalog.index(of: scene)) }
    let view = scenes.view(size: Self.size)
    view.scene.update(to: time)
    return view.compose()
  }

  private func image(_ arguments: [String], at time: Seconds = 1.5) throws -> PixelImage {
    try list(arguments, at: time).painted()
  }

  @Test(
    "every option changes the image",
    arguments: [
      ["fan", "--fan-duration", "5"], ["fan", "--fan-radius", "50"], ["fan", "--fan-color", "red"],
      ["fan", "--fan-start-angle", "30"], ["fan", "--fan-direction", "counterclockwise"],
      ["fan", "--fan-easing", "ease-in"], ["fan", "--fan-easing", "steps:3"],
      ["fan", "--background", "black"], ["fan", "--fan-duration", "1", "--fan-repeat", "2"],
      ["fan", "--fan-duration", "1", "--fan-autoreverse"],
      ["squares", "--squares-count", "59"], ["squares", "--squares-size", "21"],
      ["squares", "--squares-color", "red"], ["squares", "--squares-velocity", "10..20"],
      ["squares", "--squares-acceleration", "0"], ["squares", "--squares-position", "50,50"],
      ["squares", "--squares-lifetime", "1"], ["squares", "--squares-edges", "wrap"],
      ["squares", "--squares-edges", "none"], ["squares", "--squares-fade", "2"],
      ["squares", "--no-squares-antialias"], ["squares", "--seed", "2"],
      ["clock", "--clock-time", "3:00"], ["clock", "--clock-offset", "-60"],
      ["clock", "--clock-motion", "sweep"], ["clock", "--clock-curve", "linear"],
      ["clock", "--clock-duration", "0.9"], ["clock", "--no-clock-marks"],
      ["clock", "--clock-face-color", "black"], ["clock", "--clock-mark-color", "red"],
      ["clock", "--clock-hour-color", "red"], ["clock", "--clock-minute-color", "red"],
      ["clock", "--clock-second-color", "blue"], ["shapes", "--shapes-duration", "3"],
      ["shapes", "--shapes-corners", "5"], ["shapes", "--shapes-color", "green"],
      ["shapes", "--shapes-width", "3"], ["shapes", "--shapes-dashes", "2,6"],
      ["shapes", "--shapes-join", "bevel"], ["shapes", "--shapes-cap", "butt"],
      ["shapes", "--shapes-fill-rule", "even-odd"], ["pacing", "--pacing-rate", "50"],
      ["pacing", "--pacing-step", "3"],
    ])
  func effect(arguments: [String]) throws {
    // Just after a tick, while the hands move.
    let time = arguments[0] == "clock" ? 1.1 : 1.5
    let flags = Array(arguments.dropFirst())
    let before = flags.count > 2 ? Array(flags[..<2]) : []
    func expectChange(of scene: String) throws {
      #expect(try list(flags, of: scene, at: time) != list(before, of: scene, at: time))
    }
    try expectChange(of: arguments[0])
    // The tiled scene, too, if it contains the scene. There, the fan opens repeatedly.
    let repeats = arguments.contains("--fan-repeat") || arguments.contains("--fan-autoreverse")
    if !["shapes", "pacing"].contains(arguments[0]), !repeats {
      try expectChange(of: "tiled")
    }
  }

  @Test("in the tiled scene, the fan opens from the top, and its flags also change it there")
  func tiledFan() throws {
    // The cell is 160 by 120 at the top left. A fan that is a quarter open covers the quadrant
    // above and to the right of its centre, from 12 to 3 o'clock.
    let time = 3.0 - 1.5  // Half of the opening, which is eased evenly about its middle.
    let usual = try image(["--scene", "tiled"], at: time)
    expectEqual(usual[80 + 20, 60 - 20], 0xFF2E_7DD7)
    expectEqual(usual[80 + 20, 60 + 20], 0xFF2E_7DD7)
    expectEqual(usual[80 - 20, 60 - 20], 0xFFFA_FAF7)
    let red = try image(["--scene", "tiled", "--fan-color", "red"], at: time)
    expectEqual(red[80 + 20, 60 - 20], 0xFFFF_0000)
  }

  @Test("each option of a scene starts with the name of a scene in the catalogue")
  func names() {
    let names = SceneOptionFlags.optionNames.filter { !$0.hasPrefix("no-") }
    expectEqual(names.count, 40)
    for name in names {
      let scene = name.prefix { $0 != "-" }
      #expect(SceneCatalog.index(of: String(scene)) != nil, "\(name)")
    }
  }

  @Test("a fan opens from the angle and in the direction of its flags")
  func fan() throws {
    // A quarter of a turn after 0.75 s of 3, in a view whose centre is at 160,120.
    let quadrants = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    for (arguments, filled) in [
      ([], 0), (["--fan-start-angle", "90"], 1), (["--fan-start-angle", "-180"], 2),
      (["--fan-direction", "counterclockwise"], 3),
      (["--fan-direction", "counterclockwise", "--fan-start-angle", "90"], 0),
    ] as [([String], Int)] {
      let image = try image(["--scene", "fan"] + arguments, at: 0.75)
      for (index, (x, y)) in quadrants.enumerated() {
        let isBlue = image[160 + 20 * x, 120 + 20 * y] == 0xFF00_00FF
        expectEqual(isBlue, (index == filled), "\(arguments), quadrant \(index)")
      }
    }
  }

  @Test("a square moving at 50,100 from 0,0 is drawn at 100,200 after two seconds")
  func square() throws {
    let image = try image(
      [
        "--scene", "squares", "--squares-count", "1", "--squares-position", "0,0",
        "--squares-velocity", "50,100", "--squares-acceleration", "0,0", "--squares-edges", "none",
        "--squares-lifetime", "100", "--squares-color", "#123456", "--background", "white",
      ], at: 2)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let isInside = (90..<110).contains(x) && (190..<210).contains(y)
        expectEqual(image[x, y], (isInside ? 0xFF12_3456 : 0xFFFF_FFFF))
      }
    }
  }

  @Test("acceleration adds ½at² to the path")
  func acceleration() throws {
    let image = try image(
      [
        "--scene", "squares", "--squares-count", "1", "--squares-position", "20,20",
        "--squares-velocity", "0,0", "--squares-acceleration", "20,10", "--squares-edges", "none",
        "--squares-lifetime", "100", "--squares-fade", "0", "--squares-color", "black",
      ], at: 4)
    expectEqual(image[20 + 160, 20 + 80], 0xFF00_0000)
    expectEqual(image[20 + 160 - 9, 20 + 80 - 9], 0xFF00_0000)
    expectEqual(image[20 + 160 - 11, 20 + 80], 0xFFFA_FAF7)
  }

  @Test("squares have only colours of the palette")
  func palette() throws {
    let list = try list(
      ["--scene", "squares", "--squares-color", "red,#0f0", "--squares-fade", "0"])
    let image = list.painted()
    var colors: Set<UInt32> = []
    for y in 0..<Self.size.height { for x in 0..<Self.size.width { colors.insert(image[x, y]) } }
    #expect(colors.isSuperset(of: [0xFFFF_0000, 0xFF00_FF00, 0xFFFA_FAF7]))
    #expect(!colors.contains(0xFF00_00FF))
  }

  @Test("the clock starts at the given time, and an offset sets it ahead")
  func clockTime() throws {
    let clock = ["--scene", "clock"]
    try expectEqual(list(clock), list(clock + ["--clock-time", "10:08:42"]))
    #expect(
      try list(clock + ["--clock-time", "10:08", "--clock-offset", "90.5"])
        == list(clock + ["--clock-time", "10:09:30.5"]))
    #expect(
      try list(clock + ["--clock-time", "0:00:10", "--clock-offset", "-20"])
        == list(clock + ["--clock-time", "23:59:50"]))
    #expect(
      try list(clock + ["--clock-time", "10:08:42", "--clock-motion", "sweep"], at: 3600.25)
        == list(clock + ["--clock-time", "11:08:42.25", "--clock-motion", "sweep"], at: 0))
  }

  @Test("faces with and without marks differ only in the marks")
  func marks() throws {
    let clock = ["--scene", "clock"]
    let (with, without) = (try list(clock), try list(clock + ["--no-clock-marks"]))
    expectEqual(with.commands.count, without.commands.count + 12)
    try expectEqual(list(clock + ["--clock-marks"]), with)
    let left = with.commands[..<2] + with.commands[14...]
    expectEqual(left.map(\.bounds), without.commands.map(\.bounds))
    expectEqual(left.map(\.color), without.commands.map(\.color))
  }

  @Test("a translucent dial shows the content behind it, inside a rim")
  func clearDial() throws {
    let image = try image(["--scene", "clock", "--clock-face-color", "#00000000"])
    // Between the centre and the edge of the dial, away from marks and hands.
    expectEqual(image[160 + 60, 120 + 20], 0xFFFA_FAF7)
    // On the rim at 3 o'clock.
    expectEqual(image[160 + 106, 120], 0xFF8A_8F98)
  }

  @Test("each colour option of the clock colours its part")
  func clockColors() throws {
    let colors = ["face", "mark", "hour", "minute", "second"]
    let arguments = colors.enumerated().flatMap { index, part in
      ["--clock-\(part)-color", "#0000\(index + 1)0"]
    }
    let list = try list(["--scene", "clock"] + arguments)
    let drawn = list.commands.map { $0.color.argb & 0xFF }
    // Dial, rim, twelve marks, three hands and the pin.
    expectEqual(
      drawn, [0x10, 0x20] + Array(repeating: 0x20, count: 12) + [0x30, 0x40, 0x50, 0x50])
  }
}

@Suite("The clock's start time")
struct PresentTimeTests {
  /// Returns the hour hand alone, of a clock that starts at the present time.
  private func hourHand(_ arguments: [String]) throws -> PixelImage {
    try CommandRun(
      ["render", "-o", "-", "--scene", "clock", "--size", "60x60", "--clock-time", "now"]
        + ["--clock-second-color", "#00000000", "--clock-minute-color", "#00000000"] + arguments
    ).image()
  }

  @Test("a time zone shifts the current time, with either name of the option")
  func zones() throws {
    let utc = try hourHand(["--time-zone", "UTC"])
    func difference(_ arguments: String...) throws -> Int {
      try #require(ImageDifference(utc, hourHand(arguments))).maximum
    }
    // During a test the hand moves by a fraction of a pixel, in an hour by six times its width.
    #expect(try difference("--clock-time-zone", "UTC") < 100)
    #expect(try difference("--time-zone", "EST5", "--clock-offset", "18000") < 100)
    #expect(try difference("--time-zone", "Asia/Kolkata", "--clock-offset", "-19800") < 100)
    #expect(try difference("--time-zone", "EST5") > 150)
    #expect(try difference("--time-zone", "Asia/Kolkata") > 150)
  }
}
