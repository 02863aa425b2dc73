/// Something to save, or to copy for other programs.
package enum ShareRequest: Hashable {
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
  package enum Result: Hashable {
    /// The file at this path was written.
    case saved(String)
    /// Something is on the clipboard, in words.
    case copied(String)
    /// Nothing was saved, for this reason.
    case notSaved(String)
    /// Nothing was copied, for this reason.
    case notCopied(String)
  }
}

extension ShareRequest.Result {
  /// The result of putting something on the clipboard.
  package static func copied(_ name: String, _ isCopied: Bool) -> Self {
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
