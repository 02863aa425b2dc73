import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimationFormats
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import XWindow

@Suite("Choosing variants of a file")
struct FileVariantTests {
  private var variant = FileVariant()

  private mutating func read(theme: String?, isMachineOn: Bool = false) {
    variant.didRead(
      FileThemes(ids: ["dark", "light"], applied: theme), machines: .usable,
      isMachineOn: isMachineOn)
  }

  @Test("themes follow each other, and no theme follows the last one")
  mutating func themes() {
    let isTurnedTooEarly = variant.cycleTheme()
    #expect(!isTurnedTooEarly)
    read(theme: nil)
    for (theme, shown, notice) in [
      (ThemeChoice.id("dark"), "dark", "theme dark"),
      (.id("light"), "light", "theme light"), (.none, nil, "no theme"),
      (.id("dark"), "dark", "theme dark"),
    ] {
      let isTurned = variant.cycleTheme()
      #expect(isTurned)
      expectEqual(variant.applied(to: FileConfiguration()).theme, theme)
      read(theme: shown)
      expectEqual(variant.themeNotice, notice)
    }
  }

  @Test("a theme that can't be applied is skipped")
  mutating func brokenTheme() {
    read(theme: nil)
    _ = variant.cycleTheme()
    variant.passOverTheme()
    _ = variant.cycleTheme()
    expectEqual(variant.applied(to: FileConfiguration()).theme, .id("light"))
  }

  @Test("the state machine can be turned on and off, whatever was requested at first")
  mutating func machines() {
    let isToggledTooEarly = variant.toggleMachine()
    #expect(!isToggledTooEarly)
    read(theme: nil)
    var configuration = FileConfiguration()
    for wanted in [StateMachineChoice.none, .initial, .first, .id("m")] {
      configuration.stateMachine = wanted
      expectEqual(variant.applied(to: configuration).stateMachine, wanted)
    }
    var isToggled = variant.toggleMachine()
    #expect(isToggled)
    for unnamed in [StateMachineChoice.none, .initial] {
      configuration.stateMachine = unnamed
      expectEqual(variant.applied(to: configuration).stateMachine, .first)
    }
    configuration.stateMachine = .id("m")
    expectEqual(variant.applied(to: configuration).stateMachine, .id("m"))
    read(theme: nil, isMachineOn: true)
    expectEqual(variant.machineNotice, "interaction on")
    isToggled = variant.toggleMachine()
    #expect(isToggled)
    expectEqual(variant.applied(to: configuration).stateMachine, .none)
  }
}
