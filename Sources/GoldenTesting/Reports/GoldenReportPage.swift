import AnimCore
import LinuxSystem
import OfflineRendering
import PlainText

/// The page of a report, as HTML. It loads only its images, and can be read without its script.
struct GoldenReportPage {
  let summary: GoldenSummary
  let entries: [GoldenReport.Entry]
  /// The videos by index of their subjects.
  var videos: [Int: ReportVideo] = [:]
  /// The number of results whose images or video are omitted.
  var omitted = 0
  /// The player for videos, or `nil` if all are images.
  var program: ReportVideo.File?
  /// The command that accepts the new frames of an animation, or of all animations if there is no
  /// name.
  var acceptingCommand: (String?) -> String = { _ in "" }
  /// The command that removes stale goldens, or an empty string.
  var pruningCommand = ""

  /// Identifies the page as a report of this program.
  static let generator = "<meta name=\"generator\" content=\"x11viewer test\">"

  var text: String {
    let groups = Group.all(of: entries)
    return PageTemplate.fill([
      "title": markupText(summary.title),
      "counts": markupText(([summary.counts] + summary.notes + omissions).joined(separator: ". ")),
      "accept": command(nil),
      "index": groups.count > 1 ? index(of: groups) : "",
      "animations": groups.map(section).joined(separator: "\n"),
      "stale": list(
        "Stale goldens, whose animation or frame no longer exists", summary.stale,
        removedBy: pruningCommand),
      "removed": list("Goldens that were removed", summary.pruned),
      "player": program.map(player) ?? "",
    ])
  }

  private var omissions: [String] {
    guard omitted > 0 else { return [] }
    return [
      "The images of \(counted(omitted, "result")) are omitted because this file would become too "
        + "large; a report in a folder contains all of them"
    ]
  }

  private func player(_ program: ReportVideo.File) -> String {
    """
    <script type="application/json" id="program">\(scriptText(program.data))</script>
    <script>
    \(PageTemplate.player)</script>

    """
  }

  private func list(_ title: String, _ paths: [String], removedBy command: String = "") -> String {
    guard !paths.isEmpty else { return "" }
    let items = paths.map { "<li><code>\(markupText($0))</code></li>" }
    let advice =
      command.isEmpty
      ? "" : "<p>To remove them: <code>\(markupText(command))</code></p>"
    return "<section class=\"card\"><h2>\(title)</h2><ul>\(items.joined())</ul>\(advice)</section>"
  }

  /// Returns the command that accepts the new frames, or an empty string if there are none.
  private func command(_ subject: String?) -> String {
    let command = acceptingCommand(subject)
    let isNeeded = summary.results.contains {
      $0.outcome.isAcceptable && (subject == nil || $0.subject == subject)
    }
    guard isNeeded, !command.isEmpty else { return "" }
    return "<p>To keep "
      + (subject == nil ? "everything" : "this") + " as it is now: "
      + "<code>\(markupText(command))</code></p>"
  }
}

// The animations.
extension GoldenReportPage {
  /// The entries of one animation.
  private struct Group {
    let subject: Int
    var entries: [GoldenReport.Entry]

    var name: String { entries[0].result.subject }

    /// The verdict that counts most.
    var verdict: Verdict { entries.map { Verdict($0.result.outcome) }.min() ?? .changed }

    /// Returns groups with differences first and new animations last. Otherwise, the order is that
    /// of the entries.
    static func all(of entries: [GoldenReport.Entry]) -> [Group] {
      var groups: [Group] = []
      for entry in entries {
        if groups.last?.subject == entry.subject {
          groups[groups.count - 1].entries.append(entry)
        } else {
          groups.append(Group(subject: entry.subject, entries: [entry]))
        }
      }
      return groups.map { ($0.verdict, $0) }.sorted {
        ($0.0, $0.1.subject) < ($1.0, $1.1.subject)
      }.map(\.1)
    }
  }

  private enum Verdict: String, CaseIterable, Comparable {
    case differs, unreadable, renamed, gone, changed, new

    init(_ outcome: GoldenResult.Outcome) {
      switch outcome {
      case .differs, .unmet: self = .differs
      case .unreadable: self = .unreadable
      case .renamed, .moved: self = .renamed
      case .gone: self = .gone
      case .updated, .same: self = .changed
      case .missing, .created: self = .new
      }
    }

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    static func < (a: Verdict, b: Verdict) -> Bool { a.order < b.order }
  }

  /// Links to all animations, which can be filtered.
  private func index(of groups: [Group]) -> String {
    let present = Verdict.allCases.filter { verdict in
      groups.contains { $0.verdict == verdict }
    }
    let boxes = present.map { verdict in
      let count = groups.count { $0.verdict == verdict }
      return "<label><input type=\"checkbox\" value=\"\(verdict)\" checked> \(verdict) "
        + "(\(count))</label>"
    }
    let links = groups.map { group in
      "<li data-verdict=\"\(group.verdict)\"><a href=\"#a\(group.subject + 1)\">"
        + "\(markupText(group.name))</a> <span>\(group.verdict)</span></li>"
    }
    return """
      <nav aria-label="animations">
      <form hidden><input type="search" placeholder="find a file" aria-label="find a file">
      \(boxes.joined(separator: "\n"))</form>
      <ol>\(links.joined(separator: "\n"))</ol>
      </nav>
      """
  }

  private func section(_ group: Group) -> String {
    let video = videos[group.subject]
    return """
      <section class="card" id="a\(group.subject + 1)" data-name="\
      \(markupText(group.name))" data-verdict="\(group.verdict)" tabindex="-1">
      <h2>\(markupText(group.name)) <span>\(group.verdict)</span></h2>
      \(video.map(player) ?? "")
      \(notes(group))
      \(group.entries.map { article($0, video) }.joined(separator: "\n"))
      \(command(group.name))
      </section>
      """
  }

  /// Returns the inputs that differ, the changes in the file, and its earlier path.
  private func notes(_ group: Group) -> String {
    // Several images of an animation usually differ for the same reason.
    var seen: Set<String> = []
    let notes = group.entries.flatMap(\.result.notes).filter { seen.insert($0).inserted }
    guard !notes.isEmpty else { return "" }
    return "<ul>" + notes.map { "<li>\(markupText($0))</li>" }.joined() + "</ul>"
  }

  private func article(_ entry: GoldenReport.Entry, _ video: ReportVideo?) -> String {
    let result = entry.result
    var images = figures(entry)
    if result.frame == nil, let video {
      // Without scripts, these figures replace the player.
      let notable = Set(video.changes.notable)
      images = video.steps.filter { notable.contains($0.number) }.map { step in
        let shown = GoldenReport.Entry(
          subject: entry.subject, result: result, expected: step.expected, actual: step.actual,
          difference: step.difference)
        let difference = step.measured.map { sentence(.pixels($0)) } ?? ""
        return "<h3>\(video.changes.name(of: step.number))</h3><p>\(markupText(difference))</p>"
          + figures(shown, mark: step.measured?.bounds)
      }.joined(separator: "\n")
    }
    return """
      <article>
      \(result.frame.map { "<h3>frame \($0)</h3>" } ?? "")
      <p>\(markupText(sentence(result)))</p>
      \(images)
      <p><code>\(markupText(result.path))</code></p>
      </article>
      """
  }

  private func sentence(_ result: GoldenResult) -> String {
    switch result.outcome {
    case .same: "As expected."
    case .missing: "There is no golden."
    case .renamed(let old): "There is no golden, but \(old) has the same pixels."
    case .created: "It is new."
    case .gone: "It was removed."
    case .moved(let old): "It was \(old) before."
    case .unreadable(let reason, _), .unmet(let reason): reason
    case .updated(nil): "The golden could not be read; this is it now."
    case .updated(let difference?): "The golden was updated. \(sentence(difference))"
    case .differs(let difference): sentence(difference)
    }
  }

  /// The reason why only the hashes of the accepted frames are available.
  private var reasonForLack: String {
    summary.hasGit
      ? "The accepted version isn't in the commits of this clone; a comparison with a revision shows both."
      : "The accepted version is unknown because git is not installed; install the package git."
  }

  private func sentence(_ difference: GoldenDifference) -> String {
    switch difference {
    case .pixels(let difference):
      let area = difference.bounds
      return "\(counted(difference.pixels, "pixel")) "
        + agreeing(difference.pixels, "differs", "differ")
        + ", by at most \(difference.maximum) of 255, within \(area.width)×\(area.height) pixels "
        + "at (\(area.x0), \(area.y0))."
    case .sizes(let expected, let actual):
      return "\(actual.width)×\(actual.height) pixels instead of "
        + "\(expected.width)×\(expected.height)."
    case .frames(let changes):
      let frames = "\(changes)"
      return frames.prefix(1).uppercased() + frames.dropFirst() + "."
        + (changes.worst == nil ? " \(reasonForLack)" : "")
    }
  }
}

// Images.
extension GoldenReportPage {
  private func figures(_ entry: GoldenReport.Entry, mark: PixelRect? = nil) -> String {
    var figures: [String] = []
    let factor = Self.factor([entry.expected, entry.actual])
    if let rendering = entry.expected { figures.append(Self.figure("expected", rendering, factor)) }
    if let rendering = entry.actual { figures.append(Self.figure("actual", rendering, factor)) }
    if let rendering = entry.difference {
      figures.append(
        Self.figure(
          "difference", rendering, factor, mark: mark ?? entry.result.outcome.difference?.bounds))
      if let expected = entry.expected, let actual = entry.actual {
        figures.append(Self.slider(expected, actual, factor))
      }
    }
    return figures.isEmpty ? "" : "<div class=\"row\">\(figures.joined(separator: "\n"))</div>"
  }

  /// The maximum width of smaller images, which are enlarged by the largest integral factor that
  /// fits.
  private static let shownWidth = 256

  private static func factor(_ images: [GoldenReport.Image?]) -> Int {
    let width = images.compactMap { $0?.size.width }.max() ?? 1
    return max(1, shownWidth / max(width, 1))
  }

  /// - Parameter mark: The part of the image to mark with a frame.
  private static func figure(
    _ caption: String, _ rendering: GoldenReport.Image, _ factor: Int, mark: PixelRect? = nil
  ) -> String {
    var box = ""
    if let mark {
      let style = [
        ("left", mark.x0, rendering.size.width), ("top", mark.y0, rendering.size.height),
        ("width", mark.width, rendering.size.width), ("height", mark.height, rendering.size.height),
      ].map { "\($0):\(decimalText(Double($1) * 100 / Double(max($2, 1)), places: 3))%" }
      box = "<i style=\"\(style.joined(separator: ";"))\"></i>"
    }
    let image = image(rendering, factor, caption)
    // A browser doesn't open an image that is inside the page.
    let shown =
      rendering.path.hasPrefix("data:")
      ? "<div class=\"image\">\(image)\(box)</div>"
      : "<a class=\"image\" href=\"\(rendering.path)\">\(image)\(box)</a>"
    return "<figure><figcaption>\(caption)</figcaption>\(shown)</figure>"
  }

  /// Returns both images, one over the other, with a handle that divides them.
  private static func slider(
    _ expected: GoldenReport.Image, _ actual: GoldenReport.Image, _ factor: Int
  ) -> String {
    """
    <figure class="slider"><figcaption>expected | actual</figcaption>\
    <div class="image">\(image(actual, factor, "actual"))\(image(expected, factor, "expected"))</div>\
    <input type="range" min="0" max="100" value="50" aria-label="expected to the left of here">\
    </figure>
    """
  }

  /// Returns an image that is loaded when it becomes visible. Until then, its size reserves its
  /// place. Only enlarged images have sharp pixels, because sharp pixels would make outlines jagged
  /// in a reduced image.
  ///
  /// - Parameter factor: The factor by which it is enlarged.
  private static func image(
    _ rendering: GoldenReport.Image, _ factor: Int, _ text: String
  ) -> String {
    "<img loading=\"lazy\"\(factor > 1 ? " class=\"enlarged\"" : "") src=\"\(rendering.path)\""
      + " alt=\"\(text)\" width=\"\(rendering.size.width * factor)\""
      + " height=\"\(rendering.size.height * factor)\">"
  }

  /// Returns the player of a video, which its script completes, and the chart of its differences.
  private func player(_ video: ReportVideo) -> String {
    let first = video.steps.first { $0.expected != nil || $0.actual != nil }
    let factor = Self.factor([first?.expected, first?.actual])
    let size = first?.actual?.size ?? first?.expected?.size ?? .zero
    func path(_ rendering: GoldenReport.Image?) -> JSON {
      rendering.map { .string($0.path) } ?? .null
    }
    let names: JSON =
      video.changes.moments == nil
      ? .null : .array(video.steps.map { .string(video.changes.name(of: $0.number)) })
    let data = JSON.object([
      ("rate", .number(video.rate)), ("width", .integer(size.width * factor)),
      ("height", .integer(size.height * factor)), ("factor", .integer(factor)),
      ("worst", video.changes.worst.map { .integer($0.number) } ?? .null),
      ("names", names),
      ("played", video.player.map(Self.data) ?? .null),
      (
        "steps",
        .array(
          video.steps.map { step in
            .array([
              .integer(step.number), path(step.expected), path(step.actual), path(step.difference),
              .integer(step.measured?.pixels ?? 0), .integer(step.measured?.maximum ?? 0),
            ])
          })
      ),
    ])
    return """
      <div class="video">
      \(chart(video))
      <script type="application/json">\(scriptText(data))</script>
      </div>
      """
  }

  /// Returns both versions, for the script.
  private static func data(_ player: ReportVideo.Player) -> JSON {
    func version(_ version: ReportVideo.Version) -> JSON {
      .object([
        ("file", version.file.data), ("width", .integer(version.size.width)),
        ("height", .integer(version.size.height)),
        ("background", .integer(Int(version.background.argb))),
        ("frames", .integer(version.frames)),
      ])
    }
    return .array([version(player.expected), version(player.actual)])
  }

  /// Returns the number of different pixels in each frame as bars.
  private func chart(_ video: ReportVideo) -> String {
    let shown = video.steps
    let most = shown.map { $0.measured?.pixels ?? 0 }.max() ?? 0
    let height = 40.0
    let bars = shown.enumerated().compactMap { index, step -> String? in
      guard step.isWhole || step.measured != nil else { return nil }
      let share = step.isWhole ? 1 : Double(step.measured?.pixels ?? 0) / Double(max(most, 1))
      let bar = max(2, share * height)
      return "<rect x=\"\(index)\" y=\"\(decimalText(height - bar, places: 2))\" width=\"1\" "
        + "height=\"\(decimalText(bar, places: 2))\"/>"
    }
    return """
      <svg class="chart" viewBox="0 0 \(max(shown.count, 1)) \(Int(height))" \
      preserveAspectRatio="none" role="img" aria-label="differing pixels by frame, at most \(most)">\
      \(bars.joined())</svg>
      """
  }
}

extension ReportVideo.File {
  /// The file, for the script.
  fileprivate var data: JSON { .array([.string(name), .string(path)]) }
}

extension GoldenDifference {
  /// The area in which pixels differ.
  fileprivate var bounds: PixelRect? {
    if case .pixels(let difference) = self { difference.bounds } else { nil }
  }
}

extension GoldenResult.Outcome {
  /// Whether the image can become the golden.
  fileprivate var isAcceptable: Bool {
    switch self {
    case .differs, .missing, .renamed: true
    case .same, .created, .moved, .gone, .updated, .unreadable, .unmet: false
    }
  }
}
