import TestSupport
import Testing

@testable import AnimCore
@testable import AnimationFormats
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("The current playlist and paging")
struct PlaylistControlTests {
  private var control = PlaylistControl(
    ScenePlaylist(), files: FileConfiguration(), slideshow: Slideshow())

  private let item = PlaylistItem(name: "a", scene: VideoScene())

  @Test("the next item is announced by its name, or by one message about a removed file")
  mutating func notices() {
    expectEqual(control.didShow(item), "a")
    _ = control.remove("b", saying: "b is gone")
    expectEqual(control.message(for: .noOther), "b is gone")
    expectEqual(control.didShow(item), "b is gone")
    expectEqual(control.didShow(item), "a")
    // After a user's action, the message about the removal is no longer shown.
    _ = control.remove("c", saying: "c is gone")
    control.userActs()
    expectEqual(control.didShow(item), "a")
  }

  @Test("without another file, a slide show displays no message, but a key does")
  mutating func slides() {
    var slideshow = Slideshow()
    slideshow.interval = 3
    control = PlaylistControl(ScenePlaylist(), files: FileConfiguration(), slideshow: slideshow)
    func turn(at seconds: Double) -> PlaylistControl.SlideTurn {
      control.turnSlide(nil, sceneTime: .zero, speed: 1, at: .seconds(seconds))
    }
    guard case .wait(let end) = turn(at: 10), case .turn = turn(at: 13) else {
      Issue.record("it does not turn after three seconds")
      return
    }
    expectEqual(end, .seconds(13))
    expectEqual(control.message(for: .noOther), nil)
    control.userActs()
    expectEqual(control.message(for: .noOther), "no other animation here")
  }

  @Test("dropped files replace the playlist, which returns if none of them can be drawn")
  mutating func drops() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(TestAnimation().json, to: "a.json")
    let list = try FileList([scratch / "a.json"])
    #expect(!control.takeDrop() && !control.refuseDrop() && !hasFiles())
    #expect(!control.drop(list).isEmpty && hasFiles())
    #expect(control.refuseDrop() && !control.refuseDrop() && !hasFiles())
    _ = control.drop(list)
    #expect(control.takeDrop() && !control.takeDrop() && !control.refuseDrop() && hasFiles())
  }

  /// Returns whether files are paged through, rather than scenes.
  private mutating func hasFiles() -> Bool {
    if case .list = control.ask({ $0.move(by: 1) }).first { true } else { false }
  }

  @Test(
    "a refusal is a sentence, except if the animation moves to its end instead",
    arguments: [
      (PlaylistRefusal.noOther, "no other animation here" as String?),
      (.noOverview, "only files have an overview; this is a built-in scene"),
      (.noThemes, "the file has no themes"), (.noMachine, "the file has no state machine"),
      (.isAtEnd(.first), nil), (.isAtEnd(.last), nil),
    ])
  func refusals(refusal: PlaylistRefusal, message: String?) {
    expectEqual(control.message(for: refusal), message)
  }
}
