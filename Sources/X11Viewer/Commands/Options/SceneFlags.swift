import AnimCore
import ArgumentParser

/// The flags that say what is shown: the scene, what all scenes share, and each scene's own.
struct SceneFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp("The scene to show; see --list-scenes.", valueName: "name"),
    transform: sceneName)
  var scene = SceneCatalog.defaultName

  @Option(
    help: ArgumentHelp("The colour behind everything.", valueName: "color"), transform: parseColor)
  var background = SceneFlags.paper

  @Option(
    help: ArgumentHelp("Decides everything that is random.", valueName: "number"),
    transform: wholeNumber(in: 0...UInt64.max))
  var seed: UInt64 = 1

  @OptionGroup(title: "Fan") var fan: FanFlags
  @OptionGroup(title: "Squares") var squares: SquareFlags
  @OptionGroup(title: "Clock") var clock: ClockFlags

  /// A white that does not glare.
  private static let paper = Color(rgb: 0xFAFAF7)

  /// - Parameter isLive: whether time is real; the clock then starts at the present time unless
  ///   told otherwise, and at a fixed one where pictures must come out the same every day.
  func configuration(isLive: Bool) -> SceneConfiguration {
    SceneConfiguration(
      fan: fan.options, squares: squares.options(seed: seed), clock: clock.options(isLive: isLive))
  }
}

private func sceneName(_ text: String) throws -> String {
  guard SceneCatalog.entries.contains(where: { $0.name == text }) else {
    let names = SceneCatalog.entries.map(\.name).joined(separator: ", ")
    throw InvalidValue(expected: "one of \(names)")
  }
  return text
}
