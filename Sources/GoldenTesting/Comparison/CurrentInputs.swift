import OfflineRendering
import Synchronization

/// The present inputs of an animation. They are read on first use, because most animations are as
/// expected.
final class CurrentInputs: Sendable {
  private let read: @Sendable () -> DrawingInputs?
  private let cached = Mutex<DrawingInputs??>(nil)

  init(
    of subject: GoldenSubject, _ source: RenderSource, _ configuration: GoldenConfiguration
  ) {
    let version = configuration.version
    switch subject.content {
    case .scene:
      read = { [options = configuration.sceneOptions] in
        DrawingInputs(ofScene: options, source, version: version)
      }
    case .file, .script:
      let script: String? = if case .script = subject.content { subject.name } else { nil }
      let file = configuration.file(script: script)
      let path = if case .script(let path) = subject.content { path } else { subject.name }
      read = {
        // The record of a file that has disappeared in the meantime is missing.
        try? DrawingInputs(ofFile: path, file, script: script, source, version: version)
      }
    }
  }

  /// The inputs, or `nil` if they can't be read any more.
  var value: DrawingInputs? {
    cached.withLock { cached in
      if let cached { return cached }
      let inputs = read()
      cached = .some(inputs)
      return inputs
    }
  }

  /// Returns a clause for each input that differs from a record, or `nil` without a record.
  func changes(from recorded: DrawingInputs?) -> [String]? {
    guard let recorded, let value else { return nil }
    return recorded.changes(to: value)
  }
}
