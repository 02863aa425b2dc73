import TestSupport
import Testing

@testable import Viewer
@testable import XWindow

@Suite("A double click")
struct DoubleClickTests {
  private func click(_ time: UInt32, x: Int = 50, y: Int = 50, button: Int = 1) -> ButtonClick {
    ButtonClick(button: button, x: x, y: y, time: time, modifiers: [])
  }

  /// Whether each click completes a double click.
  private func completions(_ clicks: ButtonClick...) -> [Bool] {
    var recognizer = DoubleClick()
    return clicks.map { recognizer.completes(with: $0) }
  }

  @Test("is two clicks of the left button in quick succession")
  func plain() {
    expectEqual(completions(click(1000), click(1200)), [false, true])
    expectEqual(completions(click(1000), click(1400)), [false, true])
    expectEqual(completions(click(1000), click(1401)), [false, false])
  }

  @Test("is followed by another one only after two more clicks")
  func triple() {
    expectEqual(
      completions(click(1000), click(1100), click(1200), click(1300)), [false, true, false, true])
  }

  @Test("a late second click can be the first of a double click")
  func late() {
    expectEqual(completions(click(1000), click(2000), click(2100)), [false, false, true])
  }

  @Test("allows small movements, but not another position")
  func position() {
    expectEqual(completions(click(0), click(100, x: 55, y: 45)), [false, true])
    expectEqual(completions(click(0), click(100, x: 56)), [false, false])
    expectEqual(completions(click(0), click(100, y: 44)), [false, false])
  }

  @Test("isn't recognised with other buttons, or with the wheel in between")
  func buttons() {
    expectEqual(completions(click(0, button: 3), click(100, button: 3)), [false, false])
    expectEqual(completions(click(0), click(50, button: 4), click(100)), [false, false, false])
  }

  @Test("is recognised when the server's clock wraps to zero")
  func wrap() {
    expectEqual(completions(click(.max - 50), click(49)), [false, true])
  }
}
