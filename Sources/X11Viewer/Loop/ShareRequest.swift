import AnimCore
import AnimationFormats
import ImageFiles
import LinuxSystem
import OfflineRendering
import XWindow

/// Something to save, or to copy for other programs.
enum ShareRequest: Hashable {
  /// Save the image alone, under this name without its extension.
  case saveImage(String)
  /// Put the image alone on the clipboard.
  case copyImage
  /// Put a text on the clipboard.
  case copyText(String)
  /// Put the file with this path on the clipboard.
  case copyFile(String)
  /// Save this script, which contains the interaction with the state machine, under a name without
  /// its extension.
  case saveScript(String, stem: String)

  /// The result of a request.
  enum Result: Hashable {
    /// The file at this path was written.
    case saved(String)
    /// Something is on the clipboard, in words.
    case copied(String)
    /// Nothing was saved, for this reason.
    case notSaved(String)
    /// Nothing was copied, for this reason.
    case notCopied(String)
  }

  /// Performs the request in the background, where images are encoded.
  func perform(view: SceneView, errands: UserErrands) {
    switch self {
    case .saveImage(let stem):
      let image = ImageExport(view)
      errands.save(stem, fileExtension: ImageExport.fileExtension) { () throws(Failure) in
        try image.png()
      }
    case .saveScript(let script, let stem):
      errands.save(stem, fileExtension: AnimationFormats.scriptExtension) { Array(script.utf8) }
    case .copyImage:
      let image = ImageExport(view)
      errands.copy { () throws(Failure) in (.png(try image.png()), "the image") }
    case .copyText(let text):
      // After an image that is still being encoded.
      errands.copy { (.text(text), text) }
    case .copyFile(let path):
      errands.copy {
        let path = FilePath.absolute(path)
        // A terminal would run the line that the path contains.
        let text = path.hasControls ? shellWord(path) : path
        let content = FilePath.uri(of: path).map { Clipboard.Content.file(path: text, uri: $0) }
        return (content ?? .text(text), path)
      }
    }
  }
}

extension ShareRequest.Result {
  /// The result of putting something on the clipboard.
  static func copied(_ name: String, _ isCopied: Bool) -> Self {
    isCopied ? .copied("copied \(name)") : .notCopied("the clipboard is in use by another program")
  }

  /// The message for the user.
  var message: String {
    switch self {
    case .saved(let path): "saved \(path)"
    case .copied(let message), .notSaved(let message), .notCopied(let message): message
    }
  }
}
