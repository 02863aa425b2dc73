import AnimCore
import FramePacing

/// The page of a report, as HTML. It loads nothing but the pictures beside it, and can be read
/// without its script.
struct GoldenReportPage {
  let summary: GoldenSummary
  let entries: [GoldenReport.Entry]

  /// By which a page is known as one of ours.
  static let generator = "<meta name=\"generator\" content=\"x11viewer test\">"

  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    \(Self.generator)
    <title>\(title)</title>
    <style>
    \(GoldenReportStyle.sheet)
    </style>
    </head>
    <body>
    <header>
    <h1>\(title)</h1>
    <p>\(markupText(summary.counts)).</p>
    </header>
    <main>
    \(entries.map(Self.article).joined(separator: "\n"))
    \(stale)
    </main>
    <script>
    \(GoldenReportStyle.script)
    </script>
    </body>
    </html>

    """
  }

  private var title: String {
    let failures = summary.results.count { $0.outcome.isFailure }
    if failures > 0 {
      return failures == 1 ? "1 test failed" : "\(failures) tests failed"
    }
    let changes = summary.created + summary.updated
    return changes > 0 ? "\(counted(changes, "golden")) written" : "All pictures are as expected"
  }

  private var stale: String {
    guard !summary.stale.isEmpty else { return "" }
    let items = summary.stale.map { "<li><code>\(markupText($0))</code></li>" }
    return """
      <article>
      <h2>Goldens that no animation has any more</h2>
      <ul>\(items.joined())</ul>
      </article>
      """
  }
}

// One picture.
extension GoldenReportPage {
  private static func article(_ entry: GoldenReport.Entry) -> String {
    let result = entry.result
    let frame = result.frame.map { " <span>frame \($0)</span>" } ?? ""
    return """
      <article>
      <h2>\(markupText(result.subject))\(frame)</h2>
      <p>\(markupText(verdict(result.outcome)))</p>
      \(figures(entry))
      <p><code>\(markupText(result.path))</code></p>
      </article>
      """
  }

  private static func verdict(_ outcome: GoldenResult.Outcome) -> String {
    switch outcome {
    case .same: "As expected."
    case .missing: "There is no golden."
    case .created: "There was no golden; this is it now."
    case .unreadable(let reason, _): reason
    case .updated(nil): "The golden could not be read; this is it now."
    case .updated(let difference?): "The golden was written again. \(sentence(difference))"
    case .differs(let difference): sentence(difference)
    }
  }

  private static func sentence(_ difference: GoldenDifference) -> String {
    switch difference {
    case .pixels(let difference):
      let area = difference.bounds
      return "\(counted(difference.pixels, "pixel")) "
        + (difference.pixels == 1 ? "differs" : "differ")
        + ", by at most \(difference.maximum) of 255, within \(area.width)×\(area.height) pixels "
        + "at (\(area.x0), \(area.y0))."
    case .sizes(let expected, let actual):
      return "\(actual.width)×\(actual.height) pixels instead of "
        + "\(expected.width)×\(expected.height)."
    }
  }

  private static func figures(_ entry: GoldenReport.Entry) -> String {
    var figures: [String] = []
    let width = max(entry.expected?.size.width ?? 1, entry.actual?.size.width ?? 1)
    let factor = max(1, shownWidth / max(width, 1))
    if let picture = entry.expected { figures.append(figure("expected", picture, factor)) }
    if let picture = entry.actual { figures.append(figure("actual", picture, factor)) }
    if let picture = entry.difference {
      figures.append(figure("difference", picture, factor, mark: entry.result.outcome.bounds))
      if let expected = entry.expected, let actual = entry.actual {
        figures.append(slider(expected, actual, factor))
      }
    }
    return figures.isEmpty ? "" : "<div class=\"row\">\(figures.joined(separator: "\n"))</div>"
  }

  /// - Parameter mark: the part of the picture to mark with a frame.
  private static func figure(
    _ caption: String, _ picture: GoldenReport.Picture, _ factor: Int, mark: PixelRect? = nil
  ) -> String {
    var box = ""
    if let mark {
      let style = [
        ("left", mark.x0, picture.size.width), ("top", mark.y0, picture.size.height),
        ("width", mark.width, picture.size.width), ("height", mark.height, picture.size.height),
      ].map { "\($0):\(decimalText(Double($1) * 100 / Double(max($2, 1)), places: 3))%" }
      box = "<i style=\"\(style.joined(separator: ";"))\"></i>"
    }
    return "<figure><figcaption>\(caption)</figcaption>"
      + "<a class=\"picture\" href=\"\(picture.path)\">\(image(picture, factor, caption))\(box)</a></figure>"
  }

  /// Both pictures, one over the other, with a handle that divides them.
  private static func slider(
    _ expected: GoldenReport.Picture, _ actual: GoldenReport.Picture, _ factor: Int
  ) -> String {
    """
    <figure class="slider"><figcaption>expected | actual</figcaption>\
    <div class="picture">\(image(actual, factor, "actual"))\(image(expected, factor, "expected"))</div>\
    <input type="range" min="0" max="100" value="50" aria-label="expected to the left of here">\
    </figure>
    """
  }

  /// An image that is loaded when it comes into view; until then, its size reserves its place.
  ///
  /// - Parameter factor: the factor by which it is enlarged.
  private static func image(
    _ picture: GoldenReport.Picture, _ factor: Int, _ text: String
  ) -> String {
    "<img loading=\"lazy\" src=\"\(picture.path)\" alt=\"\(text)\""
      + " width=\"\(picture.size.width * factor)\" height=\"\(picture.size.height * factor)\">"
  }

  /// Smaller pictures are enlarged by the largest whole factor that fits this many pixels.
  private static let shownWidth = 256
}

extension GoldenResult.Outcome {
  /// The area in which pixels differ.
  fileprivate var bounds: PixelRect? {
    switch self {
    case .differs(.pixels(let difference)), .updated(.pixels(let difference)?): difference.bounds
    default: nil
    }
  }
}
