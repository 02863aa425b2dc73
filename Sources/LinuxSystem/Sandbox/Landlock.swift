import CLinux
import Glibc

/// Restricts which files a process can open, and which connections and processes it can reach. With
/// Landlock, a Linux process gives up rights permanently, without special privileges (landlock(7)).
///
/// It applies to the calling thread, and to threads and processes that it starts afterwards.
struct Landlock: ~Copyable {
  /// The version of the interface, starting at 1. Later versions can restrict more.
  static let version = max(0, Int(clinux_landlock_version()))

  /// The rights for a file or for everything below a folder. The bits are those of
  /// `<linux/landlock.h>`.
  struct Rights: OptionSet {
    let rawValue: UInt64

    static let execute = Rights(rawValue: 1 << 0)
    static let writeFile = Rights(rawValue: 1 << 1)
    static let readFile = Rights(rawValue: 1 << 2)
    static let listFolder = Rights(rawValue: 1 << 3)
    /// Version 3. Bits 4 to 13 remove, create and move files and folders, which no sandboxed
    /// process may do.
    static let truncate = Rights(rawValue: 1 << 14)
    /// Version 5: requests to devices.
    static let controlDevice = Rights(rawValue: 1 << 15)

    /// The rights that apply to a single file.
    static let ofFile: Rights = [.execute, .writeFile, .readFile, .truncate, .controlDevice]

    static let read: Rights = [.readFile, .listFolder]

    /// Returns all rights that a version of the interface supports.
    static func known(in version: Int) -> Rights {
      let count = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13
      return Rights(rawValue: 1 << UInt64(count) - 1)
    }
  }

  private let ruleset: Int32
  private let known: Rights

  /// Creates rules that don't allow anything yet, or returns `nil` if the kernel doesn't support
  /// Landlock or the process may not use it.
  ///
  /// - Parameters:
  ///   - refusesConnections: Whether to block TCP and abstract sockets.
  ///   - refusesSignals: Whether to block signals to processes that aren't restricted as well.
  static func make(
    refusesConnections: Bool = true, refusesSignals: Bool = true
  ) -> Landlock? {
    guard version > 0 else { return nil }
    let known = Rights.known(in: version)
    var rules = clinux_landlock_rules()
    rules.files = known.rawValue
    // Binding and connecting TCP sockets.
    rules.network = version >= 4 && refusesConnections ? 0b11 : 0
    // Abstract sockets, and signals to processes.
    let scopes: UInt64 = (refusesConnections ? 0b01 : 0) | (refusesSignals ? 0b10 : 0)
    rules.scopes = version >= 6 ? scopes : 0
    let ruleset = clinux_landlock_create(&rules)
    return ruleset >= 0 ? Landlock(ruleset: ruleset, known: known) : nil
  }

  deinit { close(ruleset) }

  /// Allows rights for the file at a path, or for everything in the folder at that path. A missing
  /// file remains forbidden.
  func allow(_ rights: Rights, at path: String) {
    allow(rights, at: path.systemPath, from: AT_FDCWD)
  }

  /// Allows rights for everything in a folder and below it, except entries of the folder with one
  /// of these names, and targets of links in the folder.
  func allow(
    _ rights: Rights, in folder: String, except names: [String], includesHidden: Bool = true
  ) {
    guard let directory = opendir(folder.systemPath) else { return }
    defer { closedir(directory) }
    let refused = [".", ".."] + names
    while let entry = readdir(directory) {
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        guard let name = bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
          !refused.contains(where: { strcmp($0, name) == 0 }),
          includesHidden || name.pointee != CChar(bitPattern: UInt8(ascii: "."))
        else { return }
        allow(rights, at: name, from: dirfd(directory), O_NOFOLLOW)
      }
    }
  }

  /// Allows reading the regular file at a path, which may be a symbolic link, but no other target
  /// of a link: no folder, and no file of the kernel or of a device.
  func allowReading(fileAt path: String) {
    let descriptor = open(path.systemPath, FileSystem.pathOnly | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard FileStatus.isRegular(descriptor), let file = FileIdentity(of: descriptor),
      !Self.kernelDevices.contains(file.device)
    else { return }
    allow(.readFile, on: descriptor)
  }

  /// The virtual file systems of the kernel.
  private static let kernelDevices: [UInt64] = {
    func device(_ path: String) -> UInt64? {
      var status = stat()
      return stat(path, &status) == 0 ? UInt64(status.st_dev) : nil
    }
    // In some containers, they are ordinary folders.
    let root = device("/")
    return ["/proc", "/sys", "/dev"].compactMap(device).filter { $0 != root }
  }()

  private func allow(
    _ rights: Rights, at path: UnsafePointer<CChar>, from folder: Int32, _ flags: Int32 = 0
  ) {
    let descriptor = openat(folder, path, FileSystem.pathOnly | O_CLOEXEC | flags)
    guard descriptor >= 0 else { return }
    allow(rights, on: descriptor)
    close(descriptor)
  }

  /// Allows rights for an open file or folder, whether or not it has a name.
  func allow(_ rights: Rights, on descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    let possible =
      kind == S_IFDIR ? known : kind == S_IFLNK ? [] : known.intersection(.ofFile)
    let allowed = rights.intersection(possible)
    guard !allowed.isEmpty else { return }
    _ = clinux_landlock_allow_path(ruleset, allowed.rawValue, descriptor)
  }

  /// Gives up all other rights, for this thread and everything that it starts from now on. Returns
  /// `false` if the kernel refuses.
  func restrict() -> Bool {
    clinux_no_new_privileges() == 0 && clinux_landlock_restrict(ruleset) == 0
  }
}
