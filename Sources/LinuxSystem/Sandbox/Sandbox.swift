import CLinux
import Glibc

/// The restrictions of a process that reads untrusted files. They are permanent. Landlock restricts
/// the files that it can open, and seccomp everything else.
///
/// Neither Landlock nor seccomp requires privileges. If the kernel lacks one of them, the other
/// still applies. If it lacks both, the program works without restrictions; ``Sandbox/facts``
/// reports this.
///
/// Lists rather than sets, of a few paths each: for its first set of texts, Swift's runtime takes a hundredth of the
/// time in which a window starts.
package struct Sandbox {
  /// Files, and folders with everything below them, that can be read.
  package var readable: [String] = []
  /// Paths that can be read only if they are regular files or links to regular files.
  package var readableFiles: [String] = []
  /// Folders that can be listed with everything below them. The names reveal nothing of the contents.
  private var listable: [String] = []
  /// Whether all files on disks can be read, except the system's configuration and hidden files in
  /// the home folder.
  package var readsDisks = false
  /// The output, which a process that is created before the locks opens and names.
  package var outputs: [OutputGrant] = []
  /// The other files that this process opens, or `nil` for none.
  package var reading: ReadingPolicy?
  /// The processes that may be ended.
  package var helpers: [pid_t] = []
  /// Whether this is the sandbox of a window, which keeps its connection to the server.
  package var isForWindow = false
  /// Whether ``startBroker()`` has been called.
  private var hasBroker = false

  /// The maximum private memory that the process may allocate, in bytes, in addition to the stacks
  /// of its threads (RLIMIT_DATA). It is the last resort after all other limits. Beyond it, the
  /// process ends.
  package var memoryLimit = 4 << 30

  package init() {}

  /// The folders of the system's libraries, fonts and time zones, which only the administrator can
  /// modify. They contain libraries that are loaded when a file first needs them, and the data that
  /// libraries read.
  private static let systemFolders: [String] = [
    "/usr", "/lib", "/lib64", "/nix/store", "/gnu/store", "/etc/ld.so.cache", "/etc/fonts",
    "/etc/localtime", "/var/cache/fontconfig",
  ]

  /// The kernel's files that libraries read.
  private static let kernelFiles: [String] = [
    "/sys/devices/system/cpu", "/dev/null", "/dev/zero", "/dev/urandom",
  ]

  /// Creates the process that opens the output and other files, if there are any. Call this while there is only one
  /// thread. ``lock()`` calls it, too.
  package mutating func startBroker() throws(SystemError) {
    guard !hasBroker, !outputs.isEmpty || reading != nil else { return }
    hasBroker = true
    let work = FileBrokerWork(outputs, reading)
    let helper = try Helper(channels: Self.brokerChannels, prepare: work.prepare) { question in
      work.answer(to: question) ?? Helper.Answer([])
    }
    FileSystem.use(FileBroker(helper))
  }

  /// The number of files that are opened or named at the same time.
  private static let brokerChannels = 4

  /// Gives up rights for all threads, including future ones. Call this while there is only one
  /// thread.
  ///
  /// - Returns: The rights that can't be given up.
  package mutating func lock() throws(SystemError) -> Set<Gap> {
    try startBroker()
    var gaps: Set<Gap> = []
    if !lockFiles() { gaps.insert(.files) }
    if !lockCalls() { gaps.insert(.calls) }
    return gaps
  }

  /// Gives up files and the other rights that Landlock knows, for this thread and the threads that it starts: the first
  /// half of ``lock()``, after which a window can still connect to its server.
  ///
  /// - Returns: Whether the kernel has done so.
  package func lockFiles() -> Bool {
    guard
      let rules = Landlock.make(
        refusesConnections: !isForWindow, refusesSignals: helpers.isEmpty)
    else { return false }
    for path in Self.systemFolders + Self.loaderFolders + readable + Self.kernelFiles {
      rules.allow(.read, at: path)
    }
    if readsDisks { Self.allowReadingPublicFiles(rules) }
    for path in readableFiles { rules.allowReading(fileAt: path) }
    for path in listable { rules.allow(.listFolder, at: path) }
    return rules.restrict()
  }

  /// Allows reading all files on disks.
  private static func allowReading(_ rules: borrowing Landlock) {
    rules.allow(.listFolder, at: "/")
    // In the root folder, but not on a disk: cameras and keyboards, other processes, the machine.
    rules.allow(.read, in: "/", except: ["dev", "proc", "sys"])
    // A folder for files, in spite of its name.
    rules.allow(.read, at: "/dev/shm")
  }

  /// Allows reading files on disks, except the system's configuration and hidden files in the home
  /// folder.
  private static func allowReadingPublicFiles(_ rules: borrowing Landlock) {
    rules.allow(.listFolder, at: "/")
    var folder = "/"
    var refused = ["dev", "proc", "sys", "etc"]
    // Everything except the path to the home folder.
    for name in HomeFolder.path.map(FilePath.names) ?? [] {
      rules.allow(.read, in: folder, except: refused + [String(name)])
      folder = FilePath.join(folder, String(name))
      refused = []
    }
    rules.allow(.read, in: folder, except: refused, includesHidden: folder == "/")
  }

  /// Gives up all system calls except those in the table, in all current and future threads. This
  /// is the second half of ``lock()``.
  ///
  /// - Returns: `false` if the kernel refuses.
  package func lockCalls() -> Bool {
    var filter = SystemCallFilter(needs: [])
    if isForWindow { filter.needs.insert(.window) }
    // Standard error may be a file. Without outputs, the process writes no other file.
    if !outputs.isEmpty { filter.needs.insert(.output) }
    if !helpers.isEmpty { filter.needs.insert(.helper) }
    filter.helpers = helpers
    limitMemory()
    return filter.install()
  }

  /// Lowers the limit of memory for good, unless it is lower already.
  private func limitMemory() {
    let stacks = allowedProcessors() * Self.stackLength
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else { return }
    limit.rlim_max = min(limit.rlim_max, rlim_t(memoryLimit + 4 * stacks))
    limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
  }

  /// The memory that a thread's stack counts as, in bytes: the default of Linux.
  private static let stackLength = 8 << 20

  /// The absolute folders in which the user has the loader search for libraries.
  private static var loaderFolders: [String] {
    folders(in: "LD_LIBRARY_PATH").filter { $0.hasPrefix("/") }
  }
}

// Restrictions of a program that works for this one.
extension Sandbox {
  /// Gives up rights that a video encoder or Git doesn't need, for a program that this process is
  /// about to become or to start: the network, other processes, writing all files except one, and
  /// reading files except those of the system.
  ///
  /// Only the program's authors know its other requirements, so system calls aren't allowed one by
  /// one. Instead, calls that reach beyond the process are forbidden.
  ///
  /// - Parameters:
  ///   - output: The file that is written, or `nil`.
  ///   - readsAll: Whether other files can be read as well, but none of devices and of the kernel.
  package static func lockProgram(writingTo output: Int32? = nil, readsAll: Bool = false) {
    if let rules = Landlock.make() {
      for path in systemFolders + kernelFiles + loaderFolders + programFolders {
        rules.allow([.read, .execute], at: path)
      }
      for path in ["/proc/cpuinfo", "/proc/meminfo", "/proc/self"] { rules.allow(.read, at: path) }
      if readsAll { allowReading(rules) }
      rules.allow([.readFile, .writeFile], at: "/dev/null")
      if let output { rules.allow([.readFile, .writeFile, .truncate], on: output) }
      _ = rules.restrict()
    }
    _ = SystemCallFilter.installForProgram()
  }

  /// The folders of programs.
  private static var programFolders: [String] {
    ["/bin", "/sbin", "/opt"] + folders(in: "PATH")
  }

  /// Returns the folders in a list of the environment.
  private static func folders(in variable: String) -> [String] {
    guard let list = getenv(variable) else { return [] }
    return String(fileName: list).utf8.split(separator: UInt8(ascii: ":")).map {
      String(Substring($0))
    }
  }
}

extension Sandbox {
  /// A restriction that a kernel may lack.
  package enum Gap: CaseIterable, Sendable {
    case files
    case calls

    /// Prints a warning with the reason.
    package func report() {
      let refusal = "not restricted: the kernel refused"
      let (name, reason) =
        switch self {
        case .files: ("file access", Landlock.version < 1 ? Sandbox.fileFact : refusal)
        case .calls:
          ("system calls", SystemCallFilter.isAvailable ? refusal : Sandbox.callFact)
        }
      StandardError.report("warning: \(name): \(reason)")
    }
  }

  /// Whether this kernel restricts files and system calls, for people.
  package static var facts: [(name: String, value: String)] {
    [("file access", fileFact), ("system calls", callFact)]
  }

  private static var fileFact: String {
    switch Landlock.version {
    case 0: "not restricted: requires Landlock (Linux 5.13 or later)"
    case let version: "restricted by Landlock, version \(version)"
    }
  }

  private static var callFact: String {
    SystemCallFilter.isAvailable
      ? "restricted by seccomp" : "not restricted: no seccomp filters for this processor and kernel"
  }
}

extension Sandbox {
  /// Allows reading a file, and the files that it may refer to: those in its folder and below.
  ///
  /// If the folder is the home folder, its hidden files and folders are excluded. If it contains the home folder or is
  /// hidden in it, only the file itself can be read.
  package mutating func read(besides path: String) {
    readable.append(path)
    let folder = FilePath.folder(of: path)
    switch FolderKind(folder) {
    case .ordinary: readable.append(folder)
    case .home: readEntries(of: folder)
    case .shared, .hidden: listable.append(folder)
    }
  }

  /// Allows reading a folder and everything below it.
  ///
  /// If the folder is the home folder or is hidden in it, its hidden files and folders are excluded. If it contains the
  /// home folder, such as `/home`, only the files directly in it can be read.
  package mutating func read(below folder: String) {
    switch FolderKind(folder) {
    case .ordinary: readable.append(folder)
    case .home, .hidden: readEntries(of: folder)
    case .shared: readEntries(of: folder, includesFolders: false)
    }
  }

  /// Allows reading the files in a folder that have one of these extensions, which may be links to regular files.
  package mutating func readFiles(in folder: String, fileExtensions: [String]) {
    listable.append(folder)
    readableFiles += ((try? Folder.names(in: folder, fileExtensions: fileExtensions)) ?? []).map {
      FilePath.join(folder, $0)
    }
  }

  /// Returns whether reading a file in a folder doesn't allow reading the folder.
  package static func readsOnlyFiles(in folder: String) -> Bool {
    [.shared, .hidden].contains(FolderKind(folder))
  }

  /// Allows reading the entries of a folder that aren't hidden.
  private mutating func readEntries(of folder: String, includesFolders: Bool = true) {
    listable.append(folder)
    let names = ((try? Folder.names(in: folder)) ?? []).filter { !$0.hasPrefix(".") }
    // Each rule takes microseconds, and a folder with everything below it is more than its files.
    let includesFolders = includesFolders && names.count <= Self.largestHome
    for name in names {
      let path = FilePath.join(folder, name)
      // A link would allow everything that it refers to.
      if includesFolders, !FilePath.isLink(path), Folder.isFolder(path) {
        readable.append(path)
      } else {
        readableFiles.append(path)
      }
    }
  }

  /// The number of entries in a home folder beyond which only its files can be read.
  private static let largestHome = 1000

  /// The part of a folder that is visible to a process that reads a file in it.
  private enum FolderKind {
    case ordinary
    /// The user's home folder.
    case home
    /// A hidden folder in the home folder, or a folder inside one.
    case hidden
    /// A folder that contains the home folder, such as the root folder.
    case shared

    init(_ folder: String) {
      self = .ordinary
      guard let names = FilePath.resolved(folder).map(OutputRoot.names) else { return }
      if names.isEmpty || names == [Array("home".utf8)] { self = .shared }
      guard let home = HomeFolder.path.map(OutputRoot.names) else { return }
      if names == home {
        self = .home
      } else if home.starts(with: names) {
        self = .shared
      } else if names.starts(with: home),
        names.dropFirst(home.count).contains(where: { $0.first == UInt8(ascii: ".") })
      {
        self = .hidden
      }
    }
  }

  /// Allows writing a file: replacing it by a new one in its folder, or writing to it if it is a pipe or a device.
  ///
  /// - Parameter path: The path, or "-" for standard output, which is open in any case.
  package mutating func write(to path: String) {
    guard path != OutputFile.standardOutput else { return }
    outputs.append(OutputGrant(file: path))
    // If the path is a link, its target is replaced.
    if let real = FilePath.resolved(path), real != path {
      outputs.append(OutputGrant(file: real))
    }
  }
}
