import Glibc
import LinuxSystem

/// The name of an input: a path, `-` for standard input, or a file URL.
package enum InputPath {
  package static let standardInput = "-"

  /// Returns the name of a file without its folder, for messages.
  package static func name(of path: String) -> String {
    path == standardInput ? "standard input" : FilePath.name(of: path)
  }

  /// Returns the path of an argument, which may be a URL such as `file:///home/a%20b`.
  ///
  /// - Throws: An error for URLs of other kinds.
  package static func resolve(_ argument: String) throws(Failure) -> String {
    if argument.isEmpty {
      throw Failure(
        "the file name is empty, perhaps because a variable is not set; pass a file name",
        status: .usage)
    }
    guard let colon = argument.firstIndex(of: ":"), isScheme(argument[..<colon]) else {
      return argument
    }
    let rest = argument[argument.index(after: colon)...]
    if argument[..<colon].lowercased() == "file", rest.hasPrefix("/") {
      guard let path = URIList.path(argument) else {
        throw Failure(
          "\(argument.printable): not the address of a local file; pass its path",
          status: .usage)
      }
      return path
    }
    guard rest.hasPrefix("//") else { return argument }
    throw Failure(
      "\(argument.printable): files are not downloaded; download the file and pass its path",
      status: .usage)
  }

  /// Returns whether text can be the scheme of a URL (RFC 3986, 3.1).
  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A else {
      return false
    }
    return text.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.".utf8.contains($0)
    }
  }
}
