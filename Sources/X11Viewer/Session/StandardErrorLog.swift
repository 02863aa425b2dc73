import Logging
import OfflineRendering

/// Writes log messages in the form of all the program's messages on standard error: a line such as
/// "x11viewer: saved x11viewer-0001.png", not a record with a date.
struct StandardErrorLog: LogHandler {
  let label: String
  var logLevel = Logger.Level.notice
  var metadata = Logger.Metadata()
  var metadataProvider: Logger.MetadataProvider?

  init(label: String) { self.label = label }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let kind = event.level == .warning ? "warning: " : ""
    StandardError.report("\(kind)\(event.message)")
  }
}
