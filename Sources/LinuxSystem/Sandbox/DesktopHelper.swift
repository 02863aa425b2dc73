import Glibc

/// Performs the actions of a window that its sandbox forbids: runs commands that the user has bound
/// to keys, moves files to the trash, saves new files in the folders for them, and opens files.
///
/// A process created before the sandbox was entered performs the actions, or this process if it
/// isn't sandboxed. It starts only the commands that it was created with, never replaces a file,
/// and moves only files to the trash that the window has shown.
package final class DesktopHelper: Sendable {
  /// The operations that may be requested.
  package struct Rights: Sendable {
    /// The commands that the user has bound to keys.
    package var commands: [String]
    /// The folders of new files, by the file extension, such as ".png".
    package var folders: [String: String]

    package init(commands: [String] = [], folders: [String: String] = [:]) {
      (self.commands, self.folders) = (commands, folders)
    }
  }

  /// Becomes readable when a command has failed. Other code may also make it readable.
  package let ready: EventDescriptor
  private let helper: Helper?
  private let work: DesktopWork

  /// Creates a helper.
  ///
  /// - Parameter sandbox: The sandbox of the window, which then opens files through the helper, or
  ///   `nil` if the window isn't sandboxed. A separate process can only be created while there is
  ///   one thread.
  package init(_ rights: Rights = Rights(), for sandbox: Sandbox? = nil) throws(SystemError) {
    ready = try EventDescriptor()
    guard let sandbox else {
      work = DesktopWork(rights, ready, files: nil)
      helper = nil
      return
    }
    let files = FileBrokerWork(sandbox.outputs, sandbox.reading)
    let work = DesktopWork(rights, ready, files: files)
    let helper = try Helper(channels: Self.channels, prepare: files.prepare) { question in
      files.answer(to: question) ?? Helper.Answer(work.answer(to: question))
    }
    self.work = work
    self.helper = helper
    FileSystem.use(FileBroker(helper))
  }

  /// The number of disks that can be slow at the same time without stopping everything else.
  private static let channels = 8

  /// Returns whether a byte can be part of the name of a new file: letters, digits, spaces, some
  /// punctuation, and the bytes of other characters. Slashes, zeros, newlines and characters with a
  /// meaning in a shell are missing.
  package static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x80..., UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: " -_.,:+=@#%~^()[]{}!".utf8.contains(byte)
    }
  }

  /// Starts a command about a file, and doesn't wait for it.
  ///
  /// - Parameter path: The absolute path of the command's file.
  package func run(_ command: String, about path: String) throws(Failure) {
    _ = try ask(.run, Array(command.utf8), path.fileNameBytes)
  }

  /// Returns a sentence for each command that has failed since the last call.
  package func takeFailures() -> [String] {
    ((try? ask(.takeFailures)) ?? []).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Moves a file to the trash; see ``Trash/put(_:now:)``.
  package func moveToTrash(_ path: String) throws(Failure) {
    _ = try ask(.moveToTrash, FilePath.absolute(path).fileNameBytes)
  }

  /// Saves bytes as a new file in the folder for its extension, which is created if it is missing.
  /// If the name is in use, a number follows the stem.
  ///
  /// - Parameter stem: The name without its extension.
  /// - Returns: The path from the root.
  package func save(_ bytes: [UInt8], _ stem: String, fileExtension: String) throws(Failure)
    -> String
  {
    let answer = try ask(.save, stem.fileNameBytes, Array(fileExtension.utf8), bytes)
    return String(fileName: answer.first ?? [])
  }

  private func ask(_ task: DesktopWork.Task, _ parts: [UInt8]...) throws(Failure) -> [[UInt8]] {
    let question = HelperMessage(kind: task.rawValue, parts: parts).bytes
    let answer = helper.map { $0.ask(question) } ?? work.answer(to: question)
    guard let answer = answer.flatMap(HelperMessage.init) else {
      throw Failure(
        "the viewer's helper: ended, or received too many requests; restart the viewer",
        status: .unavailable)
    }
    guard answer.kind == 0 else {
      let message = String(decoding: answer.parts.first ?? [], as: UTF8.self)
      throw Failure(message, status: ExitStatus(rawValue: Int32(answer.kind)) ?? .unavailable)
    }
    return answer.parts
  }
}

/// The work of the helper, in any process.
private final class DesktopWork: Sendable {
  enum Task: UInt8 {
    case run
    case takeFailures
    case moveToTrash
    case save
  }

  private let rights: DesktopHelper.Rights
  private let commands: ShellCommands
  /// The files that the window has opened, or `nil` if the window has no locks.
  private let files: FileBrokerWork?

  init(_ rights: DesktopHelper.Rights, _ ready: EventDescriptor, files: FileBrokerWork?) {
    (self.rights, self.files) = (rights, files)
    commands = ShellCommands(ready: ready)
  }

  /// Returns the answer: the result of the task, or the reason why it failed and the exit status
  /// for that. The requesting process may have been compromised.
  func answer(to question: [UInt8]) -> [UInt8] {
    do throws(Failure) {
      guard let question = HelperMessage(question), let task = Task(rawValue: question.kind)
      else { throw Failure("the viewer's helper: invalid request", status: .usage) }
      return HelperMessage(kind: 0, parts: try perform(task, question.parts)).bytes
    } catch {
      return HelperMessage(
        kind: UInt8(clamping: error.status.rawValue), parts: [Array(error.message.utf8)]
      ).bytes
    }
  }

  private func perform(_ task: Task, _ parts: [[UInt8]]) throws(Failure) -> [[UInt8]] {
    switch (task, parts.count) {
    case (.run, 2):
      let command = String(decoding: parts[0], as: UTF8.self)
      let path = String(fileName: parts[1])
      guard rights.commands.contains(command) else {
        throw Failure(
          "exec: no key had the command '\(command)' when the viewer was started; restart it",
          status: .usage)
      }
      // A command would mistake a path that starts with a dash for an option.
      guard path.hasPrefix("/") else {
        throw Failure(
          "exec: '\(path)' is not an absolute path; pass the absolute path", status: .usage)
      }
      try commands.start(command, about: path)
      return []
    case (.takeFailures, 0):
      return commands.takeFailures().map { Array($0.utf8) }
    case (.moveToTrash, 1):
      let path = String(fileName: parts[0])
      guard files?.mayRemove(path) ?? true else {
        throw Failure(
          "\(path): cannot be moved to the trash because the window has not shown it; open the file first",
          status: .cannotCreate)
      }
      try Trash().put(path)
      return []
    case (.save, 3):
      return [try save(parts[2], String(fileName: parts[0]), parts[1]).fileNameBytes]
    default:
      throw Failure("the viewer's helper: invalid request", status: .usage)
    }
  }

  private func save(
    _ bytes: [UInt8], _ stem: String, _ fileExtension: [UInt8]
  ) throws(Failure) -> String {
    let fileExtension = String(decoding: fileExtension, as: UTF8.self)
    let name = stem.fileNameBytes
    // Names that start with a dot are hidden, and a dash starts an option.
    guard let folder = rights.folders[fileExtension], let first = name.first,
      first != UInt8(ascii: "."), first != UInt8(ascii: "-"),
      name.allSatisfy(DesktopHelper.isNameByte)
    else {
      throw Failure("\(stem)\(fileExtension): not a valid name for a new file", status: .usage)
    }
    do throws(OutputError) {
      try Folder.make(folder)
      let path = FilePath.join(folder, stem)
      let file = try OutputFile.write(
        bytes,
        toFirstFree: { number in
          number == 1 ? path + fileExtension : "\(path)-\(number)\(fileExtension)"
        })
      return FilePath.absolute(file)
    } catch {
      throw Failure(error)
    }
  }
}
