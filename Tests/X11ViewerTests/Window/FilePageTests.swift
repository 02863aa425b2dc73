import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimLottie
@testable import AnimationFormats
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Files of all kinds in the window")
struct FilePageTests {
  private let folder: SampleFolder

  init() throws { folder = try SampleFolder() }

  /// Returns a description of an item's playback and properties.
  private func details(_ item: PlaylistItem) -> String {
    var parts: [String] = []
    if let animation = item.animation, let range = animation.playback?.range {
      let settings = animation.configuration
      parts.append("frames \(wholeText(range.lowerBound)) to \(wholeText(range.upperBound))")
      if let count = settings.loopCount { parts.append("\(count) times") }
      if !settings.loops { parts.append("once") }
      if settings.speed != 1 { parts.append("speed \(settings.speed)") }
      if settings.mode != .forward { parts.append(settings.mode.rawValue) }
      if let theme = animation.animation.theme { parts.append("theme \(theme)") }
    }
    if let machine = item.opened.machine { parts.append("state \(machine.state ?? "none")") }
    if let background = item.opened.background {
      parts.append("on #" + String(background.premultipliedARGB & 0xFF_FFFF, radix: 16))
    }
    if item.opened.waits { parts.append("waits") }
    if item.helpContext.contains(.themes) { parts.append("has themes") }
    if item.helpContext.contains(.machines) { parts.append("has machines") }
    if let notice = item.notice { parts.append("says: \(notice)") }
    if let error = item.error { parts.append("error: \(folder.relative(error))") }
    return parts.joined(separator: ", ")
  }

  private static let notice = #"assets[0]: the image cannot be read: there is no file "x.png""#
  /// The pages of the folder without its broken file, with a description of each one.
  private static let pages = [
    ("1.json (1 of 6)", "frames 0 to 50"),
    (
      "2.lottie: x (1 of 3 in file 2 of 6)",
      "frames 0 to 30, 3 times, on #8f9faf, waits, has themes"
    ),
    (
      "2.lottie: y (2 of 3 in file 2 of 6)",
      "frames 0 to 30, speed 2.0, bounce, theme w, has themes"
    ),
    ("2.lottie: z (3 of 3 in file 2 of 6)", "frames 0 to 20, once, on #ff8000, has themes"),
    (
      "3.lottie (3 of 6)",
      "frames 0 to 40, has themes, has machines, says: interaction is available; m turns it on"
    ),
    // The fourth can't be read, which was found on the way.
    ("5.json (4 of 5)", "frames 0 to 25, says: \(notice)"),
    ("10.json (5 of 5)", "frames 0 to 50"),
    ("1.json (1 of 5)", "frames 0 to 50"),
  ]

  @Test("each file and each animation is a page, with its own playback")
  func pages() throws {
    let list = try PlaylistRun([folder.path])
    var item = try list.openFirst()
    for (caption, expected) in Self.pages {
      #expect(item.caption == caption && item.title == "\(caption) - x11viewer")
      expectEqual(details(item), expected, "\(caption)")
      // Images are saved under the name of the file, and of its animation.
      let names = caption.prefix { $0 != "(" }.dropLast().replacing(".json", with: "")
      #expect(
        item.imageName == names.replacing(".lottie: ", with: "-").replacing(".lottie", with: ""))
      item = try #require(list.move(by: 1))
    }
    expectEqual(list.playlist.skipped.map(\.name), ["4.json"])
  }

  /// A configuration, a file, and how it is played.
  private static let choices:
    [(change: @Sendable (inout FileConfiguration) -> Void, file: String, String)] = [
      ({ $0.marker = "part" }, "1.json", "frames 10 to 30"),
      ({ $0.loops = false }, "2.lottie", "frames 0 to 30, once, on #8f9faf, waits, has themes"),
      ({ $0.loops = true }, "2.lottie", "frames 0 to 30, on #8f9faf, waits, has themes"),
      (
        { $0.animation = "y" }, "2.lottie", "frames 0 to 30, speed 2.0, bounce, theme w, has themes"
      ),
      (
        { ($0.animation, $0.hasFileSpeed, $0.mode) = ("y", false, .reverse) }, "2.lottie",
        "frames 0 to 30, reverse, theme w, has themes"
      ),
      (
        { $0.theme = .id("v") }, "2.lottie",
        "frames 0 to 30, 3 times, theme v, on #8f9faf, waits, has themes"
      ),
      (
        { ($0.animation, $0.theme) = ("y", .none) }, "2.lottie",
        "frames 0 to 30, speed 2.0, bounce, has themes"
      ),
      ({ $0.autoplay = true }, "2.lottie", "frames 0 to 30, 3 times, on #8f9faf, has themes"),
      ({ $0.autoplay = false }, "1.json", "frames 0 to 50, waits"),
      ({ $0.background = .black }, "2.lottie", "frames 0 to 30, 3 times, waits, has themes"),
      ({ $0.stateMachine = .initial }, "3.lottie", "state two, has themes, has machines"),
      // The initial one.
      ({ $0.stateMachine = .first }, "3.lottie", "state two, has themes, has machines"),
      ({ $0.stateMachine = .id("first") }, "3.lottie", "state one, has themes, has machines"),
      ({ $0.stateMachine = .initial }, "1.json", "frames 0 to 50"),
    ]

  @Test("the user's options override the settings of the file")
  func choices() throws {
    for (index, (change, file, expected)) in Self.choices.enumerated() {
      var configuration = FileConfiguration()
      change(&configuration)
      let item = try PlaylistRun([folder / file], configuration).openFirst()
      expectEqual(details(item), expected, "choice \(index), \(file)")
    }
  }

  @Test("keys switch themes and the state machine, and show messages")
  func keys() throws {
    let list = try PlaylistRun([folder / "3.lottie"])
    _ = try list.openFirst()
    let shared = "has themes, has machines"
    for (key, expected) in [
      ("m", "state two, \(shared), says: interaction on"),
      ("c", "state two, \(shared), says: theme t"), ("c", "state two, \(shared), says: no theme"),
      ("m", "frames 0 to 40, \(shared), says: interaction off"),
      ("c", "frames 0 to 40, theme t, \(shared), says: theme t"),
    ] {
      let item = try #require(key == "m" ? list.toggleMachine() : list.cycleTheme())
      expectEqual(details(item), expected)
    }
    // A theme that can't be read is passed over, and so is a file that is damaged.
    let themed = try PlaylistRun([folder / "2.lottie"])
    _ = try themed.openFirst()
    expectEqual(themed.cycleTheme()?.notice, "theme t")
    #expect(
      themed.cycleTheme().map(details)
        == "error: …/2.lottie: t/u.json: invalid JSON at byte 1: expected a key in quotes; the theme is not applied"
    )
    expectEqual(themed.cycleTheme()?.notice, "theme v")
    try folder.damage("2.lottie")
    let change = themed.takeChange()
    #expect(change.isReload && change.item?.error != nil)
    try folder.restore()
    expectEqual(themed.takeChange().item.map(details)?.contains("theme v"), true)
  }

  /// Writes a file with two animations, which starts with the second, and a machine for one of them.
  private func write(machine: String, to scratch: ScratchDirectory) throws -> String {
    let manifest = """
      {"animations":[{"id":"x"},{"id":"y"}],"stateMachines":[{"id":"m"}],
       "initial":{"animation":"y","stateMachine":"m"}}
      """
    let bytes = Archives.zip([
      ("manifest.json", manifest), ("a/x.json", TestAnimation(frames: 30).json),
      ("a/y.json", TestAnimation(frames: 40).json), ("s/m.json", machine),
    ])
    try OutputFile.write(bytes, to: scratch / "m.lottie")
    return scratch / "m.lottie"
  }

  @Test("the initial state machine of a file plays only the page of its animation")
  func machinePages() throws {
    let scratch = try ScratchDirectory()
    let machine = #"""
      {"initial":"a","states":[{"type":"PlaybackState","name":"a","animation":"y","transitions":[]}]}
      """#
    let path = try write(machine: machine, to: scratch)
    for choice in [StateMachineChoice.initial, .id("m")] {
      var configuration = FileConfiguration()
      configuration.stateMachine = choice
      let list = try PlaylistRun([path], configuration)
      let first = try list.openFirst()
      #expect(first.caption == "m.lottie: y (2 of 2)" && details(first) == "state a, has machines")
      let other = try #require(list.move(by: -1))
      expectEqual(other.caption, "m.lottie: x (1 of 2)")
      expectEqual(details(other), "frames 0 to 30, has machines")
      // There, it can't be turned on.
      let refused = try #require(list.toggleMachine())
      let reason =
        choice == .initial
        ? #"error: \#(path): the state machine "m" starts with the animation "y""#
        : "frames 0 to 30, has machines, says: the state machine plays another animation"
      expectEqual(details(refused), reason)
      expectEqual(list.move(by: 1).map(details), "state a, has machines")
    }
  }

  @Test("a rejected machine isn't offered, and leaves the contents unchanged")
  func refusedMachine() throws {
    let scratch = try ScratchDirectory()
    let path = try write(machine: "{", to: scratch)
    let reason =
      "s/m.json: invalid JSON at byte 1: expected a key in quotes; the state machine is not run"
    var configuration = FileConfiguration()
    configuration.stateMachine = .initial
    let list = try PlaylistRun([path], configuration)
    try expectEqual(details(list.openFirst()), "frames 0 to 40, has machines, says: \(reason)")
    for _ in 1...2 {
      let outcome = list.decide { $0.toggleMachine(into: &$1) }
      #expect(outcome.isReload && outcome.item?.error == "\(path): \(reason)")
    }
    expectEqual(list.move(by: -1)?.name, "m.lottie: x")
  }
}
