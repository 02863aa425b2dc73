import CLinux
import Glibc

/// What a process gives up for good before it looks at a file that a stranger made: Landlock restricts the files
/// that it may open, seccomp everything else.
///
/// Neither needs a right. Where the kernel lacks one of them, the other holds alone, and where it lacks both, the
/// program works as it would without; ``Sandbox/facts`` says so.
///
/// Lists rather than sets, of a few paths each: for its first set of texts, Swift's runtime takes a hundredth of the time
/// in which a window starts.
package struct Sandbox {
  /// Files, and folders with all below them, that may be read.
  package var readable: [String] = []
  /// Folders of which the names in them and below may be read, and nothing else.
  private var listable: [String] = []
  /// Folders in which files may be made, replaced and removed, and files that may be written over.
  package var writable: [String] = []
  /// Whether folders may be made and removed in ``writable``, and files moved from one to another.
  package var makesFolders = false
  /// The processes that may be ended.
  package var helpers: [pid_t] = []
  /// Whether it is for a window: files can be dropped on it from anywhere, so that all are readable but those of
  /// devices and of the kernel, and the connection to its server stays.
  package var isForWindow = false

  /// The most bytes of private memory that the process may allocate, in addition to the stacks of its threads
  /// (RLIMIT_DATA): the last limit, where all others fail. Beyond it, the process ends.
  package var memoryLimit = 4 << 30

  package init() {}

  /// Where the system has libraries, fonts and time zones, which nobody but the administrator writes: those that
  /// are loaded when a file first needs them, and what they read.
  private static let systemFolders: [String] = [
    "/usr", "/lib", "/lib64", "/nix/store", "/gnu/store", "/etc/ld.so.cache", "/etc/fonts",
    "/etc/localtime", "/var/cache/fontconfig",
  ]

  /// What libraries read of the kernel.
  private static let kernelFiles: [String] = [
    "/sys/devices/system/cpu", "/dev/null", "/dev/zero", "/dev/urandom",
  ]

  /// Gives it up, for all threads that there will be. To be called while there is only one.
  ///
  /// - Returns: what could not be given up.
  package func lock() -> Set<Gap> {
    var gaps: Set<Gap> = []
    if !lockFiles() { gaps.insert(.files) }
    if !lockCalls() { gaps.insert(.calls) }
    return gaps
  }

  /// Gives up files, and what else Landlock knows, for this thread and those that it starts: the first half of
  /// ``lock()``, after which a window can still connect to its server.
  ///
  /// - Returns: false if the kernel refuses.
  package func lockFiles() -> Bool {
    // Before version 2, nothing can be moved to another folder.
    let canMove = Landlock.version >= 2 || !makesFolders
    guard
      let rules = Landlock.make(
        refusesFiles: canMove, refusesConnections: !isForWindow, refusesSignals: helpers.isEmpty)
    else { return false }
    // A window may read all that is on disks anyhow, and each rule costs microseconds.
    if isForWindow {
      Self.allowReading(rules)
    } else {
      for path in Self.systemFolders + Self.loaderFolders { rules.allow(.read, at: path) }
    }
    for path in readable + Self.kernelFiles { rules.allow(.read, at: path) }
    for path in listable { rules.allow(.listFolder, at: path) }
    let rights: Landlock.Rights = makesFolders ? .write.union(.makeFolders) : .write
    for path in writable { rules.allow(rights, at: path) }
    return rules.restrict() && canMove
  }

  /// Allows to read what is on disks.
  private static func allowReading(_ rules: borrowing Landlock) {
    rules.allow(.listFolder, at: "/")
    // In the root folder, but not on a disk: cameras and keyboards, other processes, the machine.
    rules.allow(.read, in: "/", except: ["dev", "proc", "sys"])
    // A folder for files, in spite of its name.
    rules.allow(.read, at: "/dev/shm")
  }

  /// Gives up all system calls but those in the table, in all threads that there are and will be: the second half
  /// of ``lock()``.
  ///
  /// - Returns: false if the kernel refuses.
  package func lockCalls() -> Bool {
    var filter = SystemCallFilter(needs: [])
    if isForWindow { filter.needs.insert(.window) }
    // Standard error may be a file, but nothing else is written where nothing may be.
    if !writable.isEmpty { filter.needs.insert(.output) }
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

// A program that works for this one.
extension Sandbox {
  /// Gives up, for a program that this process is about to become or to start, what an encoder of films or a reader of
  /// old versions does not need: the network, other processes, all files to write but one, and files to read but those
  /// of the system.
  ///
  /// What it needs besides is known to those who made it, so system calls are not allowed one by one: those are
  /// refused that reach beyond the process.
  ///
  /// - Parameters:
  ///   - output: the file that is written; nil for none.
  ///   - readsAll: whether other files can be read as well, but none of devices and of the kernel.
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

  /// Where programs are.
  private static var programFolders: [String] {
    ["/bin", "/sbin", "/opt"] + folders(in: "PATH")
  }

  /// The folders in a list of the environment.
  private static func folders(in variable: String) -> [String] {
    guard let list = getenv(variable) else { return [] }
    return String(fileName: list).utf8.split(separator: UInt8(ascii: ":")).map {
      String(Substring($0))
    }
  }
}

extension Sandbox {
  /// What a kernel may not be able to restrict.
  package enum Gap: CaseIterable, Sendable {
    case files
    case calls

    /// Prints a warning with the reason.
    package func report() {
      let refusal = "not locked: the kernel refuses to"
      let (name, reason) =
        switch self {
        case .files: ("file access", Landlock.version < 2 ? Sandbox.fileFact : refusal)
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
    case 0: "not locked: no Landlock, which Linux has since 5.13 where it is enabled"
    case 1: "locked by Landlock, version 1, but not where files are moved to other folders"
    case let version: "locked by Landlock, version \(version)"
    }
  }

  private static var callFact: String {
    SystemCallFilter.isAvailable
      ? "locked by seccomp" : "not locked: no seccomp filters for this processor and kernel"
  }
}

extension Sandbox {
  /// Lets the files below the folder of a file be read, which may refer to them, and the file itself where it is a
  /// link to another folder.
  package mutating func read(besides path: String) {
    read(below: FilePath.folder(of: path))
    readable.append(path)
  }

  /// Lets all in a folder and below it be read, but of the user's home folder nothing that is hidden, such as keys:
  /// many keep the files of strangers there.
  package mutating func read(below folder: String) {
    guard Self.isHome(folder), let names = try? Folder.names(in: folder),
      names.count <= Self.largestHome
    else {
      readable.append(folder)
      return
    }
    listable.append(folder)
    for name in names where !name.hasPrefix(".") {
      let path = FilePath.join(folder, name)
      // Which would let all be read where it leads.
      if !FilePath.isLink(path) { readable.append(path) }
    }
  }

  /// Each entry costs microseconds.
  private static let largestHome = 1000

  private static func isHome(_ folder: String) -> Bool {
    var (home, status) = (stat(), stat())
    guard let path = getenv("HOME"), stat(path, &home) == 0,
      stat(folder.systemPath, &status) == 0
    else { return false }
    return (home.st_dev, home.st_ino) == (status.st_dev, status.st_ino)
  }

  /// Lets a file be written: replaced by a new one in its folder, or written to if it is a pipe or a device.
  ///
  /// - Parameter path: "-" for standard output, which is open in any case.
  package mutating func write(to path: String) {
    guard path != OutputFile.standardOutput else { return }
    if OutputFile.isStream(path) {
      writable.append(path)
      return
    }
    writable.append(FilePath.folder(of: path))
    // It is replaced where a link leads.
    if let resolved = realpath(path.systemPath, nil) {
      writable.append(FilePath.folder(of: String(fileName: resolved)))
      free(resolved)
    }
  }
}
