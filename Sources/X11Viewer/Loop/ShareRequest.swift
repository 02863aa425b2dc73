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

  /// Performs the request.
  ///
  /// - Parameters:
  ///   - view: The current view.
  ///   - tasks: Saves files, and finds where they are.
  ///   - copy: Puts content on the clipboard, and returns whether that succeeded.
  /// - Returns: `nil` if an errand has the result.
  func perform(
    view: SceneView, tasks: BackgroundTaskQueue, copy: (Clipboard.Content) -> Bool
  ) -> Result? {
    switch self {
    case .saveImage(let stem):
      do throws(Failure) {
        tasks.save(
          try ImageExport(view: view).png(), stem, fileExtension: ImageExport.fileExtension)
      } catch {
        return .notSaved("\(error)")
      }
    case .saveScript(let script, let stem):
      tasks.save(Array(script.utf8), stem, fileExtension: AnimationFormats.scriptExtension)
    case .copyImage:
      do throws(Failure) {
        return Self.copied("copied the image", copy(.png(try ImageExport(view: view).png())))
      } catch {
        return .notCopied("\(error)")
      }
    case .copyText(let text):
      return Self.copied("copied \(text)", copy(.text(text)))
    case .copyFile(let path):
      tasks.find(path)
    }
    return nil
  }

  /// Copies a file.
  ///
  /// - Parameter path: From the root.
  static func copyFile(at path: String, _ copy: (Clipboard.Content) -> Bool) -> Result {
    // A terminal would run the line that the path contains.
    let text = path.hasControls ? shellWord(path) : path
    let content = FilePath.uri(of: path).map { Clipboard.Content.file(path: text, uri: $0) }
    return copied("copied \(path)", copy(content ?? .text(text)))
  }

  private static func copied(_ message: String, _ isCopied: Bool) -> Result {
    isCopied ? .copied(message) : .notCopied("the clipboard is in use by another program")
  }
}

extension ShareRequest.Result {
  /// The message for the user.
  var message: String {
    switch self {
    case .saved(let path): "saved \(path)"
    case .copied(let message), .notSaved(let message), .notCopied(let message): message
    }
  }
}
