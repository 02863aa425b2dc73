import OptionValues

/// The flags for the user's own settings and keys.
struct SettingsFlags: FlagTable {
  var config: String?
  var readsSettings = true
  var preset: KeyPreset?
  var listsKeys = false

  static let options: [CommandOption<Self>] = [
    .text(
      "config", "path",
      "Read options from this file, and keys from the file 'keys' in its folder (default: "
        + "$XDG_CONFIG_HOME/x11viewer/config).", completion: .files
    ) { $0.config = $1 },
    .on("no-config", "Ignore configuration and keys files.") { $0.readsSettings = false },
    .choice(
      "keys", of: KeyPreset.self,
      "Use the keys of feh, mpv or vim where they differ (default: standard)."
    ) { $0.preset = $1 },
    .on("list-keys", "Print all keys and actions in the format of a keys file, and exit.") {
      $0.listsKeys = true
    },
  ]
}
