import AnimCore
import AnimRaster
import LinuxSystem

extension SceneMarker {
  /// The start of a range of frames.
  init(_ tag: FrameTag) { self.init(frame: Double(tag.from), name: tag.name) }
}

extension AnimationInfo {
  /// Adds the named ranges of frames.
  mutating func add(_ tags: [FrameTag]) {
    fields.append(("tags", .array(tags.map(\.json))))
    sections.append(Section(title: "tags", count: tags.count, lines: tags.map(\.text)))
  }
}

extension FrameTag {
  fileprivate var text: String {
    "\(name.printable): frames \(from) to \(to), \(direction.rawValue)"
      + (repetitions > 0 ? ", \(counted(repetitions, "time"))" : "")
  }

  fileprivate var json: JSON {
    .object([
      ("name", .string(name)), ("from", .integer(from)), ("to", .integer(to)),
      ("direction", .string(direction.rawValue)), ("repeat", .integer(repetitions)),
    ])
  }
}
