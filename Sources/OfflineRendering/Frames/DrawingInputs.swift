import AnimationFormats
import ImageFiles
import LinuxSystem

/// A record of what determines the pixels of images: the version of the program, the file, the
/// options and the fonts. It is stored with images and hashes, so that it can name the reason if
/// others differ.
///
/// Contents are recorded as the first 16 digits of their SHA-256. Paths aren't recorded, because
/// they don't affect the pixels.
package struct DrawingInputs: Hashable, Sendable {
  private struct Entry: Hashable {
    let name: String
    let value: String
  }

  /// Sorted by name, so that sorted manifests of several parts are that of the whole.
  private var entries: [Entry] = []

  /// Creates the record of a file.
  ///
  /// - Parameters:
  ///   - content: The content, from which `file` was opened. No frame has been drawn yet, because
  ///     the record must not depend on the frames.
  ///   - script: The path of an interaction script, or `nil`.
  ///   - source: The size and the background.
  ///   - version: The version of the program.
  package init(
    of content: AnimationSource, _ file: AnimationFile, script: String? = nil,
    _ source: RenderSource, version: String
  ) throws(Failure) {
    self.init(source, version: version)
    if let hash = try content.contentHash() { add("file", Self.digits(hash)) }
    if let script,
      let hash = try AnimationSource(naming: script, file.configuration).contentHash()
    {
      add("script", Self.digits(hash))
    }
    for (name, value) in file.configuration.drawingOptions { add(name, value) }
    var fonts: [String: [String]] = [:]
    for font in file.animation.fontFiles {
      fonts["font \(font.family) \(font.style)", default: []].append(Self.digits(font.sha256))
    }
    for (name, hashes) in fonts { add(name, hashes.sorted().joined(separator: ",")) }
  }

  /// Creates the record of the file at `path`, which is opened again.
  package init(
    ofFile path: String, _ configuration: FileConfiguration, script: String? = nil,
    _ source: RenderSource, version: String
  ) throws(Failure) {
    let content = try AnimationSource(naming: path, configuration)
    try self.init(
      of: content, AnimationFile(content, configuration), script: script, source, version: version)
  }

  /// Creates the record of a scene.
  ///
  /// - Parameter configuration: A text with all options of the scene.
  package init(ofScene configuration: String, _ source: RenderSource, version: String) {
    self.init(source, version: version)
    var hash = SHA256()
    hash.update(configuration)
    add("scene", Self.digits(SHA256.text(hash.digest())))
  }

  private init(_ source: RenderSource, version: String) {
    add("program", version)
    add("size", "\(source.size.width)x\(source.size.height)")
    if source.scale != 1 { add("scale", "\(source.scale)") }
    add("background", source.background.hexadecimal)
  }

  private mutating func add(_ name: String, _ value: String) {
    var value = value
    // A long value, such as that of a slot, is only compared.
    if value.utf8.count > Self.longestValue {
      var hash = SHA256()
      hash.update(value)
      value = Self.digits(SHA256.text(hash.digest()))
    }
    let index = entries.firstIndex { $0.name > name } ?? entries.endIndex
    entries.insert(Entry(name: name, value: value), at: index)
  }

  private static let longestValue = 64

  private static func digits(_ hash: String) -> String { String(hash.prefix(16)) }
}

// Storage: `name=value` in printable ASCII, with other characters in percent encoding.
extension DrawingInputs {
  /// The keyword of the text in a PNG file.
  private static let keyword = "x11viewer:inputs"
  /// The maximum number of entries that are read.
  private static let maximumEntries = 1000

  /// The text for a PNG file.
  package var text: PNG.Text {
    PNG.Text(keyword: Self.keyword, text: fields.joined(separator: ";"))
  }

  /// The lines for a file of hashes, without line feeds.
  package var lines: [String] { fields.map { "# \($0)" } }

  private var fields: [String] {
    entries.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }
  }

  /// Reads the record in a PNG file. Returns `nil` if the file has no record.
  package init?(inImageAt path: String) {
    guard let text = PNGNote(at: path)?[Self.keyword] else { return nil }
    for field in text.split(separator: ";") {
      guard append(field) else { return nil }
    }
  }

  /// Creates a record without entries, for ``append(line:)``.
  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Appends an entry from a line of a file of hashes. Returns `false` for other lines.
  package mutating func append(line: some StringProtocol) -> Bool {
    line.hasPrefix("# ") && append(line.dropFirst(2))
  }

  private mutating func append(_ field: some StringProtocol) -> Bool {
    guard entries.count < Self.maximumEntries, let equals = field.firstIndex(of: "=") else {
      return false
    }
    entries.append(
      Entry(
        name: Self.decoded(field[..<equals]), value: Self.decoded(field[equals...].dropFirst())))
    return true
  }

  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      (0x20...0x7E).contains(byte) && !"%;=".utf8.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func decoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension DrawingInputs {
  /// Returns a clause for each input that differs in `actual`, such as `scale 2.0 instead of 1.0`.
  package func changes(to actual: DrawingInputs) -> [String] {
    let old = Dictionary(entries.map { ($0.name, $0.value) }) { first, _ in first }
    let new = Dictionary(actual.entries.map { ($0.name, $0.value) }) { first, _ in first }
    return Set(old.keys).union(new.keys).sorted().compactMap { name in
      switch (old[name], new[name]) {
      case (let old?, let new?): old == new ? nil : "\(name) \(new) instead of \(old)"
      case (nil, let new?): "with \(name) \(new)"
      case (let old?, nil): "without \(name) \(old)"
      case (nil, nil): nil
      }
    }
  }

  /// Returns a sentence about the changes of inputs.
  package static func sentence(_ changes: [String]) -> String {
    changes.isEmpty
      ? "the recorded inputs are the same" : "inputs: \(changes.joined(separator: "; "))"
  }
}
