import TestSupport
import Testing

@testable import XWindow

@Suite("Window visibility")
struct WindowVisibilityTests {
  /// The possible reports of the server or the window manager.
  enum Word: Hashable {
    case map, unmap, obscured, unobscured, expose
    case hidden, notHidden, iconic, normal

    func happen(to visibility: inout WindowVisibility) {
      switch self {
      case .map: visibility.didMap()
      case .unmap: visibility.didUnmap()
      case .obscured: visibility.didObscure(fully: true)
      case .unobscured: visibility.didObscure(fully: false)
      case .expose: visibility.didExpose()
      case .hidden: visibility.didRead(.netWMState, true)
      case .notHidden: visibility.didRead(.netWMState, false)
      case .iconic: visibility.didRead(.wmState, true)
      case .normal: visibility.didRead(.wmState, false)
      }
    }
  }

  @Test(
    "the server's latest report is used, and a window manager's while it is new",
    arguments: [
      ("a new window cannot be seen", [], false),
      ("a mapped one can", [.map], true),
      ("a fully covered one cannot", [.map, .obscured], false),
      ("until some of it is uncovered", [.map, .obscured, .unobscured], true),
      ("or has to be painted", [.map, .obscured, .expose], true),
      ("an unmapped one cannot", [.map, .unmap], false),
      ("an iconified one that stays mapped cannot", [.map, .hidden], false),
      ("until the window manager says so", [.map, .hidden, .notHidden], true),
      ("fvwm3 forgets to say so", [.map, .hidden, .unmap, .map], true),
      ("and changes another state then", [.map, .hidden, .unmap, .map, .hidden], true),
      (
        "and iconifies it once more, having remembered",
        [.map, .hidden, .unmap, .map, .notHidden, .hidden], false
      ),
      ("a covered one that is iconified is not uncovered", [.map, .hidden, .obscured], false),
      ("uncovering outranks the state", [.map, .hidden, .unobscured], true),
      ("so does the loss of a part", [.map, .hidden, .expose], true),
      ("on another workspace of i3 it cannot be seen", [.map, .iconic], false),
      ("back from there it can", [.map, .iconic, .normal], true),
      ("one sign of two is enough", [.map, .iconic, .hidden, .normal], false),
      ("a state that is set before the window is mapped is over", [.hidden, .map], true),
    ] as [(String, [Word], Bool)])
  func words(_: String, words: [Word], isVisible: Bool) {
    var visibility = WindowVisibility(.unmapped)
    for word in words { word.happen(to: &visibility) }
    expectEqual(visibility.isVisible, isVisible)
  }

  @Test("a mapped window is visible, unless an ancestor isn't mapped")
  func found() {
    #expect(WindowVisibility(.viewable).isVisible)
    var unviewable = WindowVisibility(.unviewable)
    #expect(unviewable.isMapped && !unviewable.isVisible)
    unviewable.didObscure(fully: false)
    #expect(unviewable.isVisible)
  }

  @Test("a query makes up for a lost event, and doesn't contradict others")
  func asked() {
    var visibility = WindowVisibility(.unmapped)
    visibility.didRead(.netWMState, true)
    visibility.didFind(.viewable)
    #expect(visibility.isVisible)
    visibility.didObscure(fully: true)
    visibility.didFind(.viewable)
    #expect(!visibility.isVisible)
    visibility.didObscure(fully: false)
    visibility.didFind(.unviewable)
    #expect(visibility.isMapped && !visibility.isVisible)
    visibility.didFind(.unmapped)
    #expect(!visibility.isMapped)
  }
}
