import AnimCore
import ArgumentParser
import LinuxSystem
import PlainText
import XWindow

/// The flags for animations on the desktop: wallpapers and stickers.
struct DesktopFlags: ParsableArguments {
  @Flag(
    "Play as the wallpaper: below all windows, on all desktops, and on every monitor or the one of "
      + "--monitor. Fills the monitor, unless --fit is given.")
  private(set) var wallpaper = false

  @Flag("Show the wallpaper once across all monitors, or on each monitor (default).")
  private var span: Bool?

  @Flag(
    "Play as a sticker: above other windows, without a border and a background. Clicks next to the "
      + "drawn pixels reach the window below. Drag it with the left button.")
  private(set) var sticker = false

  @Flag("Open a sticker where it was last dragged to, or not (default).")
  private var rememberPosition: Bool?

  @Flag("Let all clicks reach the windows below, or not (default).")
  private var clickThrough: Bool?

  @Option(
    "percent", "Set the opacity of the window, which a compositor applies (default: 100).",
    in: 0...100, "percent")
  private var opacity: Double?

  @Flag("Show the window on all desktops, or on one (default).")
  private var onAllDesktops: Bool?

  @Option(
    "type",
    "Set the type of the window, by which window managers place and decorate it: "
      + "\(alternatives(windowTypes)) (default: utility for a sticker, otherwise normal).",
    completion: .list(windowTypes), parseWindowType)
  private var windowType: WindowType?

  @Option(
    "On battery power, play normally, play slowly (at most \(Int(BatteryPolicy.slowRate)) frames "
      + "per second) or pause (default: play).", value: "mode")
  private var onBattery: BatteryPolicy?

  func apply(to view: inout ViewConfiguration) {
    view.window.role = wallpaper ? .wallpaper : sticker ? .sticker : .window
    view.window.spansMonitors = span == true
    view.window.remembersPosition = rememberPosition == true && sticker
    view.window.isClickThrough = clickThrough == true
    view.window.opacity = (opacity ?? 100) / 100
    view.window.isOnAllDesktops = onAllDesktops == true
    view.window.type = windowType
    view.onBattery = onBattery ?? view.onBattery
  }
}

private let windowTypes = WindowType.allCases.map(\.rawValue)

private func parseWindowType(_ text: String) throws(InvalidValue) -> WindowType {
  guard let type = WindowType(rawValue: text) else {
    throw InvalidValue(expected: alternatives(windowTypes))
  }
  return type
}

extension BatteryPolicy: ExpressibleByArgument {}

extension DesktopFlags {
  /// Throws an error if other flags contradict the role of the window.
  ///
  /// - Parameters:
  ///   - window: The names of the given flags for the place of a window.
  ///   - foreignWindow: The flag that chooses a window of another program, or `nil`.
  ///   - others: The names of other given flags.
  func check(window: [String], foreignWindow: String?, others: [String]) throws {
    let roles = given.filter { ["--wallpaper", "--sticker"].contains($0) }
    guard roles.count < 2 else {
      throw ValidationError("\(roles.joined(separator: ", ")): cannot be used together")
    }
    if span != nil, !wallpaper { throw ValidationError("--span: requires --wallpaper") }
    let own = given.filter {
      !["--on-battery", "--remember-position"].contains($0) && !$0.hasPrefix("--no-")
    }
    if let foreignWindow, let option = own.first {
      throw ValidationError("\(option): cannot be used with \(foreignWindow)")
    }
    guard let role = roles.first else { return }
    let refused = Self.refused[role] ?? []
    if let option = (window + given + others).first(where: refused.contains) {
      throw ValidationError("\(option): cannot be used with \(role)")
    }
  }

  /// The flags that each role refuses.
  private static let refused = [
    "--wallpaper": [
      "--geometry", "--size", "--fullscreen", "--borderless", "--on-top", "--hide-cursor",
      "--click-through", "--on-all-desktops", "--window-type", "--zoom", "--overview",
      "--screenshot", "--show-fps",
    ],
    "--sticker": ["--fullscreen", "--overview", "--screenshot", "--renderer"],
  ]
}
