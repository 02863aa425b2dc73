import ArgumentParser
import LinuxSystem
import PlainText
import Viewer

/// The flags for the user's own settings and keys.
struct SettingsFlags: ParsableArguments {
  @Option(
    "path",
    "Read options from this file, and keys from the file 'keys' in its folder (default: "
      + "$XDG_CONFIG_HOME/x11viewer/config).", completion: .file())
  var config: String?

  @Flag("Ignore configuration and keys files.")
  var noConfig = false

  @Option("Use the keys of feh, mpv, nsxiv or vim where they differ (default: standard).")
  var keys: KeyPreset?

  @Flag("Print all keys and actions in the format of a keys file, and exit.")
  var listKeys = false

  @Option(
    "folder",
    "Save images in this folder, which is created if necessary (default: the current folder).",
    completion: .directory)
  var saveFolder: String?

  func validate() throws {
    guard let saveFolder else { return }
    let path = FilePath.expandingTilde(saveFolder)
    guard Folder.isFolder(path) || !path.isEmpty && !Folder.hasEntry(path) else {
      throw ValidationError(
        "--save-folder: '\(saveFolder.printable)' is not a folder; pass a folder for images")
    }
  }
}

extension KeyPreset: ExpressibleByArgument {}
