import AnimCore
import ArgumentParser
import OfflineRendering

/// The flag for how far two pictures may differ and still count as equal.
struct ToleranceFlag: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Accept differences of up to MAXDIFF levels, of 255, in up to PIXELS pixels; quote it for the "
        + "shell (default: 0;0, exact).", valueName: "maxdiff;pixels"),
    transform: parseTolerance)
  var tolerance: PictureTolerance?

  /// The tolerance from this flag.
  var configuration: PictureTolerance { tolerance ?? PictureTolerance() }
}

private func parseTolerance(_ text: String) throws -> PictureTolerance {
  let parts = text.split(separator: ";", omittingEmptySubsequences: false)
  guard parts.count == 2, let maximum = Int(parts[0]), (0...255).contains(maximum),
    let pixels = Int(parts[1]), (0...PNG.largestArea).contains(pixels)
  else {
    throw InvalidValue(
      expected: "the largest difference from 0 to 255 and a number of pixels, such as '2;100'")
  }
  return PictureTolerance(maximum: maximum, pixels: pixels)
}
