import Glibc

// Names of files as text.
//
// To Linux, a name is any bytes but zero and slashes, mostly in UTF-8, but not always: archives and old
// disks have names in Latin-1. As text, each byte of a name that is not UTF-8 is a character of private
// use, so that no two names have the same text, and each can be opened by its text. (Python does the same
// with other code points; see PEP 383.) A name that has such a character itself has one for each of the
// character's bytes.
//
// Names become text where the system has them from, by `String(fileName:)`, and bytes where the
// system gets them, by `fileNameBytes` and `systemPath`. People read
// `displayed`.

extension Unicode.Scalar {
  /// The character for a byte 0 that there is none of; those for 0x80 to 0xFF follow.
  private static let escapeBase: UInt32 = 0x10FE00

  /// The first byte of every such character in UTF-8, and hardly of any other.
  fileprivate static let escapeStart: UInt8 = 0xF4

  /// The character for a byte of a name that is not UTF-8.
  fileprivate init(fileNameByte byte: UInt8) {
    self = Unicode.Scalar(Self.escapeBase + UInt32(byte)) ?? "\u{FFFD}"
  }

  /// The byte of a name that the character is for; nil if it is for itself.
  var fileNameByte: UInt8? {
    (Self.escapeBase + 0x80...Self.escapeBase + 0xFF).contains(value)
      ? UInt8(value - Self.escapeBase) : nil
  }
}

extension String {
  /// The text of a name or a path.
  ///
  /// - Parameter bytes: without a zero at the end.
  package init(fileName bytes: some Collection<UInt8>) {
    if !bytes.contains(Unicode.Scalar.escapeStart),
      let text = String(validating: bytes, as: UTF8.self)
    {
      self = text
      return
    }
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var (rest, source) = (bytes[...], bytes.makeIterator())
    while true {
      let (scalar, length): (Unicode.Scalar?, Int)
      switch parser.parseScalar(from: &source) {
      case .valid(let encoded): (scalar, length) = (Unicode.UTF8.decode(encoded), encoded.count)
      case .error(let count): (scalar, length) = (nil, count)
      case .emptyInput:
        self.init(text)
        return
      }
      if let scalar, scalar.fileNameByte == nil {
        text.append(scalar)
      } else {
        text.append(contentsOf: rest.prefix(length).map { Unicode.Scalar(fileNameByte: $0) })
      }
      rest = rest.dropFirst(length)
    }
  }

  /// The text of a name or a path that ends in a zero.
  package init(fileName pointer: UnsafePointer<CChar>) {
    let length = UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
    self.init(fileName: length)
  }

  /// Whether a character may stand for a byte. Almost no text has one that begins so.
  private var mayHaveEscapes: Bool { utf8.contains(Unicode.Scalar.escapeStart) }

  /// The bytes of the name or the path of which this is the text.
  package var fileNameBytes: [UInt8] {
    guard mayHaveEscapes else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      scalar.fileNameByte.map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// The path for functions of the C library: the bytes of the path and a zero.
  ///
  /// A path with a zero byte becomes the empty path, which no file has, so that calls fail with ENOENT. The C library
  /// would otherwise read only the part before the zero, which may name another file than the one that was checked.
  package var systemPath: [CChar] {
    guard !utf8.contains(0) else { return [0] }
    return mayHaveEscapes
      ? fileNameBytes.map { CChar(bitPattern: $0) } + [0] : Array(utf8CString)
  }

  /// The text with each byte that is not UTF-8 as people know it from `ls` and Git: `\377`.
  package var displayed: String {
    guard mayHaveEscapes else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if let byte = scalar.fileNameByte {
        text += "\\" + String(byte, radix: 8)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
