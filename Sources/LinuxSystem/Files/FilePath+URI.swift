import Glibc

extension FilePath {
  /// Returns the URI of the file at `path`, escaped as in GLib, because file managers compare URIs
  /// as text. Returns `nil` if the current directory is gone.
  package static func uri(of path: String) -> String? {
    var absolute = path
    if !path.hasPrefix("/") {
      guard let folder = getcwd(nil, 0) else { return nil }
      defer { free(folder) }
      absolute = join(String(fileName: folder), path)
    }
    return "file://" + escaped(absolute)
  }

  /// Returns the path as a part of a URI.
  static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = path.fileNameBytes.flatMap { byte in
      isPlain(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~!$&'()*+,=:@/".utf8.contains(byte)
    }
  }
}
