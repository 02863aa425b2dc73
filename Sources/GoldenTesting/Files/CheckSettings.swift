import FileChecks
import LinuxSystem

/// The settings for `check`, from the file with the settings of goldens.
package enum CheckSettings {
  /// Returns the settings for the file at a path, from `goldens/settings.txt` next to it. Later
  /// settings take precedence.
  package static func settings(for path: String) throws(Failure) -> [CheckSetting] {
    let folder = FilePath.join(FilePath.folder(of: path), GoldenSearch.folderName)
    return try GoldenSettings(of: folder, top: folder).checkSettings(for: FilePath.name(of: path))
  }
}
