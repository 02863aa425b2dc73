import ArgumentParser
import LinuxSystem
import OfflineRendering
import PlainText

/// The flags for several frames in one image.
struct SheetFlags: ParsableArguments {
  @Option(
    "COLUMNSxROWS",
    "Combine evenly spaced frames into a sprite sheet of this many columns and rows.",
    parseSheetLayout)
  private var sheet: SheetLayout?

  @Option(
    "file", "Write the position of each frame in the sheet to this file, as TexturePacker JSON.",
    completion: .file())
  private var sheetJson: String?

  @Flag("Draw the frame number into each cell of the sheet.")
  private var sheetNumbers = false

  /// Applies these flags to a request.
  func apply(to request: inout RenderRequest) {
    request.sheet = sheet
    request.sheetList = sheetJson
    request.hasSheetNumbers = sheetNumbers
  }
}

private func parseSheetLayout(_ text: String) throws -> SheetLayout {
  guard let layout = SheetLayout(text) else {
    throw InvalidValue(expected: "COLUMNSxROWS, each from 1 to 1000, such as 8x4")
  }
  return layout
}
