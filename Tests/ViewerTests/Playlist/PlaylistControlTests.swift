import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimationFormats
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer

@Suite("The current playlist and paging")
struct PlaylistControlTests {
  private var control = PlaylistControl(
    .scenes(ScenePlaylist()), files: FileConfiguration(), slideshow: Slideshow())
  private var effects: [Effect] = []

  private let item = PlaylistItem(name: "a", scene: VideoScene())

  @Test("the next item is announced by its name, or by one message about a removed file")
  mutating func notices() {
    expectEqual(control.didShow(item), "a")
    control.remove("b", saying: "b is gone", into: &effects)
    expectEqual(control.message(for: .noOther), "b is gone")
    expectEqual(control.didShow(item), "b is gone")
    expectEqual(control.didShow(item), "a")
    // After a user's action, the message about the removal is no longer shown.
    control.remove("c", saying: "c is gone", into: &effects)
    control.userActs()
    expectEqual(control.didShow(item), "a")
  }

  @Test("without another file, a slide show displays no message, but a key does")
  mutating func slides() {
    var slideshow = Slideshow()
    slideshow.interval = 3
    control = PlaylistControl(
      .scenes(ScenePlaylist()), files: FileConfiguration(), slideshow: slideshow)
    for seconds in [10.0, 13] {
      let situation = Situation(size: PixelSize(width: 9, height: 9), now: .seconds(seconds))
      control.turnSlide(nil, speed: 1, in: situation, into: &effects)
    }
    expectEqual(effects, [.redrawLater(at: .seconds(13)), .openScene(1)])
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
    control.drop(list, into: &effects)
    #expect(effects == [.watch(scratch.path), .listFiles] && hasFiles())
    #expect(control.refuseDrop() && !control.refuseDrop() && !hasFiles())
    control.drop(list, into: &effects)
    #expect(control.takeDrop() && !control.takeDrop() && !control.refuseDrop() && hasFiles())
  }

  /// Returns whether files are paged through, rather than scenes.
  private mutating func hasFiles() -> Bool {
    var effects: [Effect] = []
    _ = control.perform(.turn(1), into: &effects)
    return effects == [.listFiles]
  }

  @Test(
    "a refusal is a sentence",
    arguments: [
      (PlaylistRefusal.noOther, "no other animation here"),
      (.noOverview, "only files have an overview; this is a built-in scene"),
      (.noThemes, "the file has no themes"), (.noMachine, "the file has no state machine"),
    ])
  func refusals(refusal: PlaylistRefusal, message: String) {
    expectEqual(control.message(for: refusal), message)
  }
}
