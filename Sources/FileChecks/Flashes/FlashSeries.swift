import AnimCore
import PlainText

/// Measures the flashes of an animation, frame by frame. Keep only the ``series``: the history of all cells takes
/// megabytes.
struct FlashMeter {
  private(set) var series: FlashSeries
  private var cells: FrameCells
  private var detector: FlashDetector

  /// - Parameter isOpaque: Whether the frames have no transparent pixels.
  init(size: PixelSize, isOpaque: Bool) {
    series = FlashSeries(size: size)
    cells = FrameCells(size: size, isOpaque: isOpaque)
    detector = FlashDetector(
      columns: cells.columns, rows: cells.rows, backgrounds: cells.backgrounds.count)
  }

  /// Adds the next frame.
  ///
  /// - Parameters:
  ///   - number: The number of the frame, counted from 0.
  ///   - seconds: The start of the frame.
  /// - Returns: The mean difference between the channels of this frame and the previous one.
  mutating func add(_ image: PixelImage, number: Int, at seconds: Double) -> Double {
    cells.show(image)
    let measurement = detector.add(cells, at: seconds)
    series.frames.append(
      FlashSeries.Frame(number: number, time: seconds, measurement: measurement))
    return cells.step
  }

  /// Returns the mean difference between the channels of the last frame and another image.
  func step(to image: PixelImage) -> Double { cells.difference(from: image) }
}

/// The flashes of an animation, frame by frame.
package struct FlashSeries: Sendable {
  /// A frame.
  struct Frame: Sendable {
    /// The number, counted from 0. Frames of another repetition have the same numbers.
    let number: Int
    /// The start, in seconds.
    let time: Double
    let measurement: FlashDetector.Measurement
  }

  /// The size at which the animation is judged.
  let size: PixelSize
  fileprivate(set) var frames: [Frame] = []

  /// Whether any frame changes in an area that would be too large for flashes. Only then can
  /// repetitions cause flashes.
  var hasLargeChanges: Bool {
    frames.contains { $0.measurement.changing.max() > FlashDetector.allowedShare }
  }

  /// The findings, one for each kind of flash.
  var findings: [Finding] {
    let isRed = !flashing(.red).isEmpty
    let isOlderRed = !flashing(.olderRed).isEmpty
    return [
      finding(.general, .flashesGeneral, "general flashes"),
      finding(
        .red, .flashesRed,
        isOlderRed ? "red flashes" : "red flashes, but not by the definition of WCAG 2.0"),
      isRed
        ? nil
        : finding(
          .olderRed, .flashesRedOlder,
          "red flashes by the definition of WCAG 2.0, but not by the current one"),
    ].compactMap(\.self)
  }

  /// Returns the frames with more flashes of a kind than are allowed.
  private func flashing(_ kind: FlashDetector.Kind) -> [Frame] {
    frames.filter { $0.measurement.flashing[kind.rawValue] > FlashDetector.allowedShare }
  }

  private func finding(
    _ kind: FlashDetector.Kind, _ code: CheckCode, _ noun: String
  ) -> Finding? {
    let found = flashing(kind)
    guard let first = found.first, let last = found.last else { return nil }
    func share(_ frame: Frame) -> Float { frame.measurement.flashing[kind.rawValue] }
    let worst = found.max { share($0) < share($1) } ?? first
    let background = worst.measurement.backgrounds[kind.rawValue]
    let numbers = found.map(\.number)
    let range = (numbers.min() ?? 0)...(numbers.max() ?? 0)
    let span =
      "from \(decimalText(first.time, places: 2)) s to \(decimalText(last.time, places: 2)) s"
    var finding = Finding(
      code,
      "\(noun): more than three in a second over \(percent(share(worst))) of a field of "
        + "\(FlashDetector.field.width)x\(FlashDetector.field.height) pixels, \(span)"
        + (background == .own ? "" : ", on \(background.rawValue)")
        + "; judged at \(size.width)x\(size.height)")
    finding.frames = range
    return finding
  }

  private func percent(_ share: Float) -> String { "\(Int((share * 100).rounded())) %" }

  /// The shares of a field in every frame, for programs.
  var json: JSON {
    func values(_ value: (FlashDetector.Measurement) -> Float) -> JSON {
      .array(frames.map { .number((Double(value($0.measurement)) * 10_000).rounded() / 10_000) })
    }
    return .object([
      ("size", .array([.integer(size.width), .integer(size.height)])),
      ("times", .array(frames.map { .number(($0.time * 10_000).rounded() / 10_000) })),
      ("changing", values { $0.changing[FlashDetector.Kind.general.rawValue] }),
      ("general", values { $0.flashing[FlashDetector.Kind.general.rawValue] }),
      ("red", values { $0.flashing[FlashDetector.Kind.red.rawValue] }),
    ])
  }

  /// A graph as SVG: the share of a field that changes together in every frame, and the share that
  /// flashes more often than allowed.
  package var graph: String {
    let (width, height, left, top) = (960.0, 240.0, 48.0, 16.0)
    let end = max(frames.last?.time ?? 0, 0.001)
    func line(_ value: (FlashDetector.Measurement) -> Float) -> String {
      frames.map { frame in
        let x = left + frame.time / end * width
        let y = top + height * (1 - Double(value(frame.measurement)))
        return "\(decimalText(x, places: 1)),\(decimalText(y, places: 1))"
      }.joined(separator: " ")
    }
    let limit = top + height * (1 - Double(FlashDetector.allowedShare))
    let lines = [
      ("#999", "changes together", line { $0.changing.x }),
      ("#d80", "general flashes", line { $0.flashing.x }),
      ("#c00", "red flashes", line { $0.flashing.y }),
    ]
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="1024" height="300" font-family="sans-serif" \
      font-size="12">
      <rect width="1024" height="300" fill="white"/>
      <path d="M\(left),\(top)v\(height)h\(width)" fill="none" stroke="black"/>
      <path d="M\(left),\(decimalText(limit, places: 1))h\(width)" stroke="#c00" \
      stroke-dasharray="4"/>
      <text x="4" y="\(decimalText(limit + 4, places: 1))">25 %</text>
      <text x="4" y="20">100 %</text>
      <text x="\(left)" y="274">0 s</text>
      <text x="1008" y="274" text-anchor="end">\(decimalText(end, places: 2)) s</text>

      """
    for (index, (color, label, points)) in lines.enumerated() {
      text += "<polyline points=\"\(points)\" fill=\"none\" stroke=\"\(color)\"/>\n"
      text +=
        "<text x=\"\(left + Double(index) * 160)\" y=\"292\" fill=\"\(color)\">\(label)</text>\n"
    }
    return text + "</svg>\n"
  }
}
