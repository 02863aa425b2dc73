import AnimCore
import AnimRaster
import LinuxSystem
import PlainText

extension SceneMarker {
  /// The start of a range of frames.
  init(_ tag: FrameTag) { self.init(frame: Double(tag.from), name: tag.name) }
}

extension FrameTag {
  /// The frames to play.
  var range: Range<Double> { Double(from)..<Double(max(from, to)) + 1 }

  /// The order of the frames. A range that is played back and forth, but only once, ends at the other end.
  var mode: PlaybackMode {
    switch direction {
    case .forward: .forward
    case .reverse: .reverse
    case .pingPong: repetitions == 1 ? .forward : .bounce
    case .pingPongReverse: repetitions == 1 ? .reverse : .reverseBounce
    }
  }

  /// Returns the number of times to play the range, or `nil` to loop forever.
  ///
  /// - Parameter mode: The order of the frames, or `nil` for that of the tag. Aseprite counts back and forth as two.
  func plays(in mode: PlaybackMode?) -> Int? {
    guard repetitions > 0 else { return nil }
    return mode == nil && self.mode.returns ? repetitions - repetitions / 2 : repetitions
  }
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
