import ArgumentParser
import LinuxSystem
import OfflineRendering
import OptionValues

/// The flags for several frames in one picture.
struct SheetFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Draw this many frames beside and below each other into one picture, at equal distances from "
        + "the first to the last.", valueName: "COLUMNSxROWS"),
    transform: parseSheetLayout)
  var sheet: SheetLayout?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write where each frame is in the sheet, as JSON like that of TexturePacker.",
      valueName: "file"), completion: .file())
  var sheetJson: String?

  @Flag(help: "Draw the number of each frame into its corner in the sheet.")
  var sheetNumbers = false
}

private func parseSheetLayout(_ text: String) throws -> SheetLayout {
  guard let layout = SheetLayout(text) else {
    throw InvalidValue(expected: "COLUMNSxROWS, each from 1 to 1000, such as 8x4")
  }
  return layout
}
