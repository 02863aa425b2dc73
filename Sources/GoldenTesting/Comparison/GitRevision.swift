import AnimationFormats
import Glibc
import LinuxSystem
import OfflineRendering

/// The earlier versions of files in a revision of their Git repository.
struct GitRevision: Sendable {
  /// The revision, such as `main`, `HEAD~2` or a hash.
  let name: String
  private let git: Git

  /// - Throws: A failure if the repository of the folder has no such revision.
  init(_ name: String, of folder: String, by git: Git) throws(Failure) {
    (self.name, self.git) = (name, git)
    guard Git.isRevision(name) else {
      throw Failure("'\(name)': not the name of a revision", status: .usage)
    }
    switch git.ask(.exists, of: name, in: folder) {
    case .written: break
    case .failed(let complaint):
      throw Failure(
        "\(name): not found in the Git repository of \(folder); use another one, or fetch it, for example with "
          + "fetch-depth: 0 in CI" + (complaint.map { " (\($0.printable))" } ?? ""),
        status: .noInput)
    case .noProgram:
      throw Failure(
        "\(name): requires git, which is not installed; install the package git",
        status: .unavailable)
    }
  }

  /// Returns the commit that last changed a file, or `nil` if there is none.
  static func lastChange(of path: String, in folder: String, by git: Git) -> String? {
    let hash = git.ask(.lastChange, of: "HEAD", in: folder, path).output
      .map { String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self) }
    return hash == "" ? nil : hash
  }

  /// Returns the contents of a file, or `nil` if the revision doesn't contain it.
  func bytes(of path: String, in folder: String) -> [UInt8]? {
    let (present, inside) = Self.split(folder)
    return git.ask(.bytes, of: name, in: present, inside + path).output
  }

  /// Returns the names in a folder of the revision, or an empty array if it doesn't contain the
  /// folder.
  func names(in folder: String) -> [String] {
    let (present, inside) = Self.split(folder)
    return list(.names, in: present, inside).map { FilePath.name(of: $0) }
  }

  /// Returns the revision's files in an existing folder and below it, by their paths relative to
  /// it.
  func tree(in folder: String) -> [String] { list(.tree, in: folder, "") }

  private func list(_ question: Git.Question, in folder: String, _ inside: String) -> [String] {
    let list = git.ask(question, of: name, in: folder, inside).output
    // Before each name are its mode, type and hash, and a tab.
    return (list ?? []).split(separator: 0).compactMap { line in
      line.firstIndex(of: UInt8(ascii: "\t")).map { String(fileName: line[($0 + 1)...]) }
    }
  }

  /// Splits a folder into its innermost existing folder, in which Git can be run, and the remaining
  /// path, which ends in a slash or is empty.
  private static func split(_ folder: String) -> (present: String, inside: String) {
    var (present, inside) = (folder, "")
    while !Folder.isFolder(present), present != "/", present != "." {
      inside = FilePath.name(of: present) + "/" + inside
      present = FilePath.folder(of: present)
    }
    return (present, inside)
  }
}

/// Access to Git: in this process, or in a helper that was started before this process gave up
/// starting programs. The helper answers five kinds of questions only.
package struct Git: Sendable {
  private let helper: Helper?

  /// Creates a runner in this process.
  package init() { helper = nil }

  /// Creates a runner in another process. Call this while there is only one thread.
  ///
  /// - Parameter isLocked: Whether Git can only read.
  package static func helper(isLocked: Bool) throws(Failure) -> Git {
    do throws(SystemError) {
      return Git(
        helper: try Helper(
          prepare: { if isLocked { Sandbox.lockProgram(readsAll: true) } },
          answer: { Helper.Answer(Self.answer(to: $0)) }))
    } catch {
      throw Failure(error)
    }
  }

  private init(helper: Helper) { self.helper = helper }

  var isInstalled: Bool {
    if case .noProgram = ask(.exists, of: "HEAD", in: ".") { false } else { true }
  }

  /// A question to Git.
  fileprivate enum Question: UInt8 {
    /// Checks whether the revision exists.
    case exists
    /// The contents of a file.
    case bytes
    /// The names in a folder.
    case names
    /// The files in a folder and its subfolders.
    case tree
    /// The commit that last changed a file.
    case lastChange
  }

  /// The answer to a question.
  fileprivate enum Answer {
    /// The output of Git.
    case written([UInt8])
    /// Git failed, with this error message.
    case failed(String?)
    /// Git isn't installed.
    case noProgram

    /// The output of Git, or `nil` if there is none.
    var output: [UInt8]? { if case .written(let bytes) = self { bytes } else { nil } }

    /// The message of the helper: a number for the case, and its data.
    var message: [UInt8] {
      switch self {
      case .failed(let complaint): [0] + Array((complaint ?? "").utf8)
      case .written(let bytes): [1] + bytes
      case .noProgram: [2]
      }
    }

    /// - Parameter message: The message, or `nil` if the helper has ended.
    init(_ message: [UInt8]?) {
      let rest = Array((message ?? []).dropFirst())
      switch message?.first {
      case 1?: self = .written(rest)
      case 2?: self = .noProgram
      default: self = .failed(rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self))
      }
    }
  }

  fileprivate func ask(
    _ question: Question, of revision: String, in folder: String, _ path: String = ""
  ) -> Answer {
    guard let helper else { return Self.answer(question, revision, folder, path) }
    let names = [revision, folder, path].map(\.fileNameBytes).joined(separator: [0])
    return Answer(helper.ask([question.rawValue] + names))
  }

  /// Returns the answer of the helper.
  private static func answer(to question: [UInt8]) -> [UInt8] {
    let names = question.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
      .map { String(fileName: $0) }
    guard let kind = question.first.flatMap(Question.init), names.count == 3,
      isRevision(names[0])
    else { return Answer.failed(nil).message }
    return answer(kind, names[0], names[1], names[2]).message
  }

  private static func answer(
    _ question: Question, _ revision: String, _ folder: String, _ path: String
  ) -> Answer {
    switch question {
    case .exists: run(["cat-file", "-e", revision + "^{commit}"], in: folder)
    case .bytes: run(["cat-file", "blob", "\(revision):./\(path)"], in: folder)
    case .names: run(["ls-tree", "-z", revision, "./\(path)"], in: folder)
    case .tree: run(["ls-tree", "-r", "-z", revision, "./"], in: folder)
    case .lastChange: run(["rev-list", "-1", revision, "--", "./\(path)"], in: folder)
    }
  }

  /// Returns whether Git can only interpret a name as a revision.
  fileprivate static func isRevision(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("-") && !name.contains(":")
  }

  /// Runs Git in a folder.
  private static func run(_ arguments: [String], in folder: String) -> Answer {
    guard let output = try? FileDescriptor.inMemory("git") else { return .failed(nil) }
    // Redirect the standard output of the program to the file.
    let script = "exec git -C \"$@\" >&\(Subprocess.outputDescriptor)"
    let process: Subprocess
    do throws(SystemError) {
      process = try Subprocess(
        ["sh", "-c", script, "git", folder] + arguments, output: output.number)
    } catch {
      // A search path without a shell has no Git either.
      return error.code == ENOENT ? .noProgram : .failed("\(error)")
    }
    switch process.wait() {
    case .exit(0): break
    // The status of a shell that doesn't find the program.
    case .exit(127): return .noProgram
    default: return .failed(process.lastMessage)
    }
    let limit = 1 << 27
    var bytes: [UInt8] = []
    lseek(output.number, 0, SEEK_SET)
    guard FileBytes.append(output.number, to: &bytes, limit: limit), bytes.count <= limit else {
      return .failed(nil)
    }
    return .written(bytes)
  }
}

extension AnimationFile {
  /// Reads the file at `path` in a revision, with the images next to it. Returns `nil` if the
  /// revision doesn't contain it.
  init?(
    _ path: String, in revision: GitRevision, _ configuration: FileConfiguration
  ) throws(Failure) {
    guard let source = AnimationSource(path, in: revision) else { return nil }
    try self.init(source, configuration)
  }
}

extension AnimationSource {
  /// Creates the file at `path` in a revision, or returns `nil` if the revision doesn't contain it.
  convenience init?(_ path: String, in revision: GitRevision) {
    let folder = FilePath.folder(of: path)
    let isOneFile = AnimationFormats.format(ofPath: path)?.isOneFile != false
    guard
      let bytes = isOneFile ? revision.bytes(of: FilePath.name(of: path), in: folder) : []
    else { return nil }
    let earlier = EarlierFolder {
      revision.names(in: folder)
    } bytes: {
      revision.bytes(of: $0, in: folder)
    }
    self.init(path, bytes: bytes, earlier: earlier) { name, limit in
      revision.bytes(of: name, in: folder).flatMap { $0.count <= limit ? $0 : nil }
    }
  }
}
