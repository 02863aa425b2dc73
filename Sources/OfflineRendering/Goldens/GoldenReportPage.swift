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
    case .unreadable(let reason, _), .unmet(let reason): reason
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

/// The style sheet and the script of a report's page.
private enum GoldenReportStyle {
  static let sheet = """
    :root {
      --text: #1d2129; --faint: #667085; --page: #f5f6f8; --card: #fff; --line: #d9dde3;
      --mark: #d1005b;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --text: #e6e8ec; --faint: #98a2b3; --page: #14171c; --card: #1d2128; --line: #343a45;
        --mark: #ff5c9e;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; max-width: 110rem; padding: 1.5rem; background: var(--page);
      color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
    }
    h1 { font-size: 1.5rem; margin: 0; }
    h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
    h2 span { color: var(--faint); font-weight: normal; }
    p { margin: .25rem 0 1rem; }
    article > :last-child { margin: .75rem 0 0; }
    code { color: var(--faint); overflow-wrap: anywhere; }
    article {
      background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
      margin: 1rem 0; padding: 1rem; content-visibility: auto; contain-intrinsic-size: auto 30rem;
    }
    .row {
      display: grid; gap: 1rem; align-items: start;
      grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr));
    }
    figure { margin: 0; min-width: 0; }
    figcaption { color: var(--faint); font-size: .875rem; }
    .picture {
      display: block; position: relative; width: fit-content; max-width: 100%;
      border: 1px solid var(--line);
      background: repeating-conic-gradient(#b4b9c2 0 25%, #c6cad1 0 50%) 0 0 / 16px 16px;
    }
    img { display: block; max-width: 100%; height: auto; image-rendering: pixelated; }
    .picture i {
      position: absolute; box-sizing: content-box; margin: -4px; padding: 2px;
      border: 2px solid var(--mark); border-radius: 2px;
    }
    .slider { --place: 50%; width: fit-content; max-width: 100%; }
    .slider img + img {
      position: absolute; inset: 0; background: inherit;
      clip-path: inset(0 calc(100% - var(--place)) 0 0);
    }
    .slider .picture::after {
      content: ""; position: absolute; top: 0; bottom: 0; left: var(--place); width: 2px;
      margin-left: -1px; background: var(--mark);
    }
    .slider input { display: block; width: 100%; margin: .5rem 0 0; accent-color: var(--mark); }
    """

  static let script = """
    document.addEventListener("input", (event) => {
      const figure = event.target.closest(".slider");
      if (figure) figure.style.setProperty("--place", event.target.value + "%");
    });
    """
}
