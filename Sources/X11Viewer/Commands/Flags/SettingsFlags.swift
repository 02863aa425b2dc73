import ArgumentParser
import LinuxSystem
import OptionValues

/// The flags for the user's own settings and keys.
struct SettingsFlags: FlagTable {
  var config: String?
  var readsSettings = true
  var preset: KeyPreset?
  var listsKeys = false
  var saveFolder: String?

  static let options: [CommandOption<Self>] = [
    .text(
      "config", "path",
      "Read options from this file, and keys from the file 'keys' in its folder (default: "
        + "$XDG_CONFIG_HOME/x11viewer/config).", completion: .files
    ) { $0.config = $1 },
    .on("no-config", "Ignore configuration and keys files.") { $0.readsSettings = false },
    .choice(
      "keys", of: KeyPreset.self,
      "Use the keys of feh, mpv, nsxiv or vim where they differ (default: standard)."
    ) { $0.preset = $1 },
    .on("list-keys", "Print all keys and actions in the format of a keys file, and exit.") {
      $0.listsKeys = true
    },
    .text(
      "save-folder", "folder",
      "Save images in this folder, which is created if necessary (default: the current folder).",
      completion: .folders
    ) { $0.saveFolder = $1 },
  ]

  func validate() throws {
    guard let saveFolder else { return }
    let path = PathCompletion.expanded(saveFolder)
    guard Folder.isFolder(path) || !path.isEmpty && !Folder.hasEntry(path) else {
      throw ValidationError(
        "--save-folder: '\(saveFolder.printable)' is not a folder; pass a folder for images")
    }
  }
}
