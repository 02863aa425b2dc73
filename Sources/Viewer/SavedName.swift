import LinuxSystem
import PlainText

/// The names of files that the user saves, without numbers and extensions.
enum SavedName {
  /// Returns the name of an image of a file or scene, without its extension: the name of the file
  /// or scene, and the frame number.
  static func image(_ name: String, frame: Double) -> String {
    let digits = decimalText(max(frame, 0).rounded(.down), places: 0)
    return fileName(name) + "-" + digits.padded(before: 4, with: "0")
  }

  /// Returns the name of a script with the interaction, without its extension. Golden tests find
  /// the script next to the file.
  static func script(_ item: PlaylistItem) -> String {
    item.path.map { fileName(FilePath.name(of: $0)) + ".recorded" } ?? fileName(item.name)
  }

  /// Returns the text as a file name that every file system accepts and no shell mistakes for an
  /// option.
  private static func fileName(_ text: String) -> String {
    var name = ""
    for character in text.printable {
      guard name.utf8.count + String(character).utf8.count <= longestName else { break }
      // A byte that isn't allowed can be part of a character, with marks before or after it.
      for scalar in character.unicodeScalars {
        let isAllowed = String(scalar).utf8.allSatisfy(DesktopHelper.isNameByte)
        name.unicodeScalars.append(isAllowed ? scalar : "_")
      }
    }
    if name.isEmpty { return "x11viewer" }
    return name.hasPrefix("-") || name.hasPrefix(".") ? "_" + name.dropFirst() : name
  }

  /// The maximum length of a name in bytes, without numbers and the extension. Most file systems
  /// allow 255 bytes in total.
  private static let longestName = 200
}
