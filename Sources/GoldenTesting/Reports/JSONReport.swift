import AnimCore
import LinuxSystem
import PlainText

/// The results as JSON, for programs.
package struct JSONReport {
  let summary: GoldenSummary

  package init(summary: GoldenSummary) { self.summary = summary }

  package var text: String {
    JSON.object([
      ("title", .string(summary.title)), ("status", .integer(Int(summary.status.rawValue))),
      ("animations", .integer(summary.animations)), ("pictures", .integer(summary.images)),
      ("frames", .integer(summary.frames)), ("untested", .integer(summary.untested)),
      ("results", .array(summary.results.map(Self.json))), ("stale", Self.json(summary.stale)),
      ("removed", Self.json(summary.pruned)), ("skipped", Self.json(summary.skipped)),
    ]).text
  }

  private static func json(_ paths: [String]) -> JSON { .array(paths.map(JSON.string)) }

  private static func json(_ result: GoldenResult) -> JSON {
    var members: [(String, JSON)] = [
      ("animation", .string(result.subject)), ("golden", .string(result.path)),
      ("verdict", .string(result.outcome.name)), ("seconds", .number(result.duration)),
    ]
    if let expected = result.comparedPath {
      members += [("expected", .string(expected)), ("actual", .string(result.path))]
    }
    if let frame = result.frame { members.append(("frame", .integer(frame))) }
    if result.frames > 0 { members.append(("frames", .integer(result.frames))) }
    if let inputs = result.inputs { members.append(("inputs", json(inputs))) }
    if !result.edits.isEmpty { members.append(("edits", json(result.edits))) }
    switch result.outcome {
    case .unreadable(let reason, _), .unmet(let reason): members.append(("reason", .string(reason)))
    case .renamed(let old), .moved(let old): members.append(("was", .string(old)))
    default: if let old = result.earlierPath { members.append(("was", .string(old))) }
    }
    if let difference = result.outcome.difference {
      members.append(("difference", json(difference)))
    }
    return .object(members)
  }

  private static func json(_ difference: GoldenDifference) -> JSON {
    switch difference {
    case .pixels(let difference):
      let area = difference.bounds
      return .object([
        ("maximum", .integer(difference.maximum)), ("pixels", .integer(difference.pixels)),
        ("x", .integer(area.x0)), ("y", .integer(area.y0)), ("width", .integer(area.width)),
        ("height", .integer(area.height)),
      ])
    case .sizes(let expected, let actual):
      return .object([("expectedSize", json(expected)), ("actualSize", json(actual))])
    case .frames(let changes):
      var members: [(String, JSON)] = []
      if let moments = changes.moments {
        members = [
          ("times", .array(changes.numbers.map { .number(moments[$0].double) })),
          ("moments", .integer(moments.times.count)),
          ("expectedDuration", .number(moments.expectedEnd.double)),
          ("actualDuration", .number(moments.actualEnd.double)),
        ]
      } else {
        members = [("frames", .array(changes.numbers.map(JSON.integer)))]
      }
      members += [
        ("expectedFrames", .integer(changes.expected)), ("actualFrames", .integer(changes.actual)),
      ]
      if let change = changes.maskChange { members.append(("masks", .string(change))) }
      if let worst = changes.worst {
        members.append(
          changes.moments.map { ("worstTime", .number($0[worst.number].double)) }
            ?? ("worst", .integer(worst.number)))
        if let difference = worst.difference {
          members.append(("worstDifference", json(difference)))
        }
      }
      return .object(members)
    }
  }

  private static func json(_ size: PixelSize) -> JSON {
    .array([.integer(size.width), .integer(size.height)])
  }
}

extension GoldenResult.Outcome {
  /// The verdict in one word.
  fileprivate var name: String {
    switch self {
    case .same: "same"
    case .differs: "differs"
    case .missing: "missing"
    case .renamed: "renamed"
    case .unreadable: "unreadable"
    case .unmet: "unmet"
    case .created: "new"
    case .gone: "gone"
    case .moved: "moved"
    case .updated: "changed"
    }
  }
}
