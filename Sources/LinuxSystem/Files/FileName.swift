import Glibc

// File names as text.
//
// On Linux, a name consists of any bytes except zero and slashes. It is usually UTF-8, but archives and old disks have
// names in Latin-1. In the text of a name, each invalid byte is represented by a private-use character, so different
// names have different texts, and each file can be opened by its text. (Python uses the same method with other code
// points; see PEP 383.) If a name itself contains such a character, each of the character's bytes is represented
// separately.
//
// Use `String(fileName:)` for names received from the system, and `fileNameBytes` or `systemPath` for names passed to
// the system. Show `displayed` to people.

extension Unicode.Scalar {
  /// The character for byte 0, which isn't used. The characters for 0x80 to 0xFF are relative to it.
  private static let escapeBase: UInt32 = 0x10FE00

  /// The first byte of all these characters in UTF-8. Other text hardly ever contains it.
  fileprivate static let escapeStart: UInt8 = 0xF4

  /// Creates the character for a byte of a name that isn't UTF-8.
  fileprivate init(fileNameByte byte: UInt8) {
    self = Unicode.Scalar(Self.escapeBase + UInt32(byte)) ?? "\u{FFFD}"
  }

  /// The byte that the character represents, or `nil` for an ordinary character.
  package var fileNameByte: UInt8? {
    (Self.escapeBase + 0x80...Self.escapeBase + 0xFF).contains(value)
      ? UInt8(value - Self.escapeBase) : nil
  }
}

extension String {
  /// Creates the text of a name or a path.
  ///
  /// - Parameter bytes: The bytes, without a terminating zero.
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

  /// Creates the text of a zero-terminated name or path.
  package init(fileName pointer: UnsafePointer<CChar>) {
    let length = UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
    self.init(fileName: length)
  }

  /// Whether the text may contain a character that represents a byte. Almost no other text does.
  private var mayHaveEscapes: Bool { utf8.contains(Unicode.Scalar.escapeStart) }

  /// The bytes of the name or path.
  package var fileNameBytes: [UInt8] {
    guard mayHaveEscapes else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      scalar.fileNameByte.map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// The path for functions of the C library: its bytes, followed by a zero.
  ///
  /// A path with a zero byte becomes the empty path, which no file has, so that calls fail with
  /// ENOENT. The C library would otherwise read only the part before the zero, which may be the
  /// path of a different file than the one that was checked.
  package var systemPath: [CChar] {
    guard !utf8.contains(0) else { return [0] }
    return mayHaveEscapes
      ? fileNameBytes.map { CChar(bitPattern: $0) } + [0] : Array(utf8CString)
  }

  /// The text with invalid bytes escaped as in `ls` and Git: `\377`.
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
