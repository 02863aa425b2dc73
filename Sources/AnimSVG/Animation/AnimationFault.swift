import AnimCore

/// A reason why an animation isn't performed as specified.
enum AnimationFault: Hashable, Sendable {
  case wallclock(String)
  case badTime(String)
  case unknownSyncbase(String)
  case noTarget
  case unknownAttribute(String)
  case fixedAttribute(String)
  case noValues
  case tooManyValues
  case tooManyTimes
  case badValue(String)
  case badKeyTimes
  case badKeySplines
  case badMotion
  case badTransform(String)
  case endlessLoop
  case tooManyIntervals
  case unknownKeyframes(String)
  case tooManyKeyframes
  case badProperty(String)
  case exceeds(ParsingLimit)

  var code: SVGCode {
    switch self {
    case .wallclock: .unsupportedTime
    case .badTime: .invalidTime
    case .unknownSyncbase: .missingAnimation
    case .noTarget: .missingTarget
    case .unknownAttribute, .fixedAttribute: .notAnimatable
    case .noValues, .badValue, .badKeyTimes, .badKeySplines, .badMotion, .badTransform,
      .badProperty:
      .invalidAnimation
    case .tooManyTimes: .timeLimit
    case .tooManyValues, .tooManyIntervals, .tooManyKeyframes, .exceeds: .animationLimit
    case .endlessLoop: .endlessAnimation
    case .unknownKeyframes: .missingKeyframes
    }
  }

  /// The sentence, with quotations from the file shortened to a line.
  var message: String { shortened.sentence }

  private var sentence: String {
    switch self {
    case .wallclock(let text): "\(text): times of day are not supported"
    case .badTime(let text): "'\(text)' is not a valid begin or end time"
    case .unknownSyncbase(let id): "no animation has the id '\(id)'"
    case .noTarget: "the animation has no target"
    case .unknownAttribute(let name): "no attribute '\(name)' can be animated"
    case .fixedAttribute(let name): "the attribute '\(name)' cannot be animated in this way"
    case .noValues: "the animation has no values"
    case .tooManyValues:
      "the animations have too many values in total (limit of this program)"
    case .tooManyTimes:
      "more than 65536 begin and end times (limit of this program); the rest is ignored"
    case .badValue(let text): "'\(text)' is not a valid value of the animated attribute"
    case .badKeyTimes: "keyTimes must be one for each value, in order, from 0 to 1"
    case .badKeySplines: "keySplines must be one for each two values, four numbers from 0 to 1 each"
    case .badMotion: "the motion has no path"
    case .badTransform(let type): "'\(type)' is not a valid type of animateTransform"
    case .endlessLoop: "the animation waits for itself without end and is stopped"
    case .tooManyIntervals: "animations begin too often and are stopped (limit of this program)"
    case .unknownKeyframes(let name): "no keyframes named '\(name)'"
    case .tooManyKeyframes:
      "the elements have too many keyframes in total (limit of this program)"
    case .badProperty(let text): "'\(text)' is not a valid value of the property"
    case .exceeds(let limit): "a value of the animation \(limit.consequence): \(limit)"
    }
  }

  func diagnostic(at position: TextPosition) -> Diagnostic {
    Diagnostic(code, message, at: position)
  }

  /// The fault with quotations from the file shortened to a line.
  private var shortened: Self {
    switch self {
    case .wallclock(let text): .wallclock(text.shortened)
    case .badTime(let text): .badTime(text.shortened)
    case .unknownSyncbase(let text): .unknownSyncbase(text.shortened)
    case .unknownAttribute(let text): .unknownAttribute(text.shortened)
    case .fixedAttribute(let text): .fixedAttribute(text.shortened)
    case .badValue(let text): .badValue(text.shortened)
    case .badTransform(let text): .badTransform(text.shortened)
    case .unknownKeyframes(let text): .unknownKeyframes(text.shortened)
    case .badProperty(let text): .badProperty(text.shortened)
    case .noTarget, .noValues, .tooManyValues, .tooManyTimes, .badKeyTimes, .badKeySplines,
      .badMotion, .endlessLoop, .tooManyIntervals, .tooManyKeyframes, .exceeds:
      self
    }
  }
}

extension DiagnosticList {
  /// Appends a fault of an animation.
  ///
  /// - Parameter once: Whether to omit the fault if the list contains the same message for another
  ///   position.
  mutating func append(
    _ fault: AnimationFault, at position: @autoclosure () -> TextPosition, once: Bool = false
  ) {
    if once {
      appendOnce(fault.message, fault.diagnostic(at: position()))
    } else {
      append(fault.diagnostic(at: position()))
    }
  }
}
