import AnimationFormats
import CAnimRender
import LinuxSystem

/// The options for opening an animation.
struct OpeningOptions {
  private(set) var configuration = FileConfiguration()
  /// The folder with the files that the animation may refer to, or `nil` for none.
  private(set) var resourceFolder: String?

  /// Creates the default options.
  init() {}

  /// Copies the options of a caller.
  init(_ options: UnsafePointer<animrender_options>) throws(Failure) {
    let given = try options.pointee(size: options.pointee.size, name: "options")
    func text(_ pointer: UnsafePointer<CChar>?) -> String? {
      pointer.map { String(cString: $0) }
    }
    configuration.animation = text(given.animation)
    configuration.theme = text(given.theme).map(ThemeChoice.id) ?? .initial
    configuration.marker = text(given.marker)
    configuration.fonts.folders = given.font_folder.map { [String(fileName: $0)] } ?? []
    resourceFolder = given.resource_folder.map { String(fileName: $0) }
    let known = UInt32(ANIMRENDER_SYSTEM_FONTS | ANIMRENDER_NO_EXPRESSIONS)
    guard given.flags & ~known == 0 else {
      throw Failure(
        "options.flags: 0x\(String(given.flags & ~known, radix: 16)) is unknown; use flags of the "
          + "installed version", status: .usage)
    }
    configuration.fonts.system =
      given.flags & UInt32(ANIMRENDER_SYSTEM_FONTS) != 0 ? .wanted : .none
    configuration.runsExpressions = given.flags & UInt32(ANIMRENDER_NO_EXPRESSIONS) == 0
  }
}

// Structures whose first member is their size, so that later versions can have more members.
extension UnsafePointer {
  /// Returns the structure that a caller passes.
  ///
  /// - Parameters:
  ///   - size: The size of the caller's structure, which may be of a later version if its other members are zero.
  ///   - name: The name of the argument, for errors.
  func pointee(size: Int, name: String) throws(Failure) -> Pointee {
    try checkSize(size, MemoryLayout<Pointee>.size, name)
    let bytes = UnsafeRawBufferPointer(start: self, count: size)
    guard bytes[MemoryLayout<Pointee>.size...].allSatisfy({ $0 == 0 }) else {
      throw Failure(
        "\(name): has members that this version lacks; update the library", status: .usage)
    }
    return pointee
  }
}

extension UnsafeMutablePointer {
  /// Fills in the structure of a caller. Members of later versions become zero.
  ///
  /// - Parameter size: The size of the caller's structure.
  func fill(_ value: Pointee, size: Int, name: String) throws(Failure) {
    try checkSize(size, MemoryLayout<Pointee>.size, name)
    UnsafeMutableRawBufferPointer(start: self, count: size).initializeMemory(
      as: UInt8.self, repeating: 0)
    pointee = value
  }
}

/// Throws an error unless the size of a structure is at least that of its first version.
private func checkSize(_ size: Int, _ least: Int, _ name: String) throws(Failure) {
  // The largest structure that a later version could have; others are uninitialized memory.
  guard (least...4096).contains(size) else {
    throw Failure(
      "\(name).size: \(size) is not the size of the structure; set it with sizeof", status: .usage)
  }
}
