import LinuxSystem
import XWindow

/// The contents of the clipboard, for ``LayerWindow/onPaste``.
public enum PastedContent: Hashable, Sendable {
  /// The paths of files, or URIs if none of them is a file on this machine.
  case files([String])
  /// The bytes of a PNG file.
  case png([UInt8])
  /// A text.
  case text(String)

  init?(_ answer: Paste.Answer) {
    switch answer {
    case .files(let list): self = .files(URIList.inputs(list))
    case .image(let bytes): self = .png(bytes)
    case .text(let text): self = .text(text)
    case .nothing: return nil
    }
  }
}
