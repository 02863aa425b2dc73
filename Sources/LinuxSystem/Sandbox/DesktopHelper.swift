import Glibc

/// Does for a locked window the four things that its user may ask for and that the locks refuse: to run a command
/// of the user's own, to move a file to the trash, to save a new file in the current folder, and to say which
/// commands have failed.
///
/// A process that was made before the window was locked does them, or this one if there are no locks. It starts no
/// command but those that it was made with, and writes over nothing.
package final class DesktopHelper: Sendable {
  /// What it may be asked for.
  package struct Rights: Sendable {
    /// The commands that the user has bound to keys.
    package var commands: [String]
    /// What the names of new files may end in, such as ".png".
    package var endings: [String]

    package init(commands: [String] = [], endings: [String] = []) {
      (self.commands, self.endings) = (commands, endings)
    }
  }

  /// Becomes readable when a command has failed. Others may make it so as well.
  package let ready: EventDescriptor
  private let helper: Helper?
  private let work: DesktopWork

  /// - Parameter isSeparate: whether a process of its own does the work, which can only be made while there is one
  ///   thread.
  package init(_ rights: Rights = Rights(), isSeparate: Bool = false) throws(SystemError) {
    ready = try EventDescriptor()
    let work = DesktopWork(rights, ready)
    self.work = work
    helper = isSeparate ? try Helper(answer: work.answer) : nil
  }

  /// Starts a command about a file, and does not wait for it.
  ///
  /// - Parameter path: what it is about, from the root.
  package func run(_ command: String, about path: String) throws(Failure) {
    _ = try ask(.run, Array(command.utf8), path.fileNameBytes)
  }

  /// Why commands have failed since the last call, a sentence for each.
  package func takeFailures() -> [String] {
    ((try? ask(.takeFailures)) ?? []).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Moves a file to the trash; see ``Trash/put(_:now:)``.
  package func moveToTrash(_ path: String) throws(Failure) {
    _ = try ask(.moveToTrash, FilePath.absolute(path).fileNameBytes)
  }

  /// Saves bytes as a new file in the current folder: with a number after the stem if there is a file of that name.
  ///
  /// - Parameter stem: the name without its ending.
  /// - Returns: the path from the root.
  package func save(_ bytes: [UInt8], _ stem: String, ending: String) throws(Failure) -> String {
    let answer = try ask(.save, stem.fileNameBytes, Array(ending.utf8), bytes)
    return String(fileName: answer.first ?? [])
  }

  private func ask(_ task: DesktopWork.Task, _ parts: [UInt8]...) throws(Failure) -> [[UInt8]] {
    let question = HelperMessage(kind: task.rawValue, parts: parts).bytes
    let answer = helper.map { $0.ask(question) } ?? work.answer(to: question)
    guard let answer = answer.flatMap(HelperMessage.init) else {
      throw Failure(
        "the viewer's helper: has ended, or was asked for too much; start the viewer again",
        status: .unavailable)
    }
    guard answer.kind == 0 else {
      let message = String(decoding: answer.parts.first ?? [], as: UTF8.self)
      throw Failure(message, status: ExitStatus(rawValue: Int32(answer.kind)) ?? .unavailable)
    }
    return answer.parts
  }
}

/// What the helper does, in whichever process.
private final class DesktopWork: Sendable {
  enum Task: UInt8 {
    case run
    case takeFailures
    case moveToTrash
    case save
  }

  private let rights: DesktopHelper.Rights
  private let commands: ShellCommands

  init(_ rights: DesktopHelper.Rights, _ ready: EventDescriptor) {
    self.rights = rights
    commands = ShellCommands(ready: ready)
  }

  /// The answer: what the task has given, or the reason why it was not done and the exit status for that. Whoever
  /// asks may have been taken over.
  func answer(to question: [UInt8]) -> [UInt8] {
    do throws(Failure) {
      guard let question = HelperMessage(question), let task = Task(rawValue: question.kind)
      else { throw Failure("a question that makes no sense", status: .usage) }
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
          "exec: no key had the command '\(command)' when the viewer was started; start it again",
          status: .usage)
      }
      // A command would take a path that begins with a dash for an option.
      guard path.hasPrefix("/") else {
        throw Failure(
          "exec: '\(path)' does not begin with a slash; name the whole path", status: .usage)
      }
      try commands.start(command, about: path)
      return []
    case (.takeFailures, 0):
      return commands.takeFailures().map { Array($0.utf8) }
    case (.moveToTrash, 1):
      try Trash().put(String(fileName: parts[0]))
      return []
    case (.save, 3):
      return [try save(parts[2], String(fileName: parts[0]), parts[1]).fileNameBytes]
    default:
      throw Failure("a question that makes no sense", status: .usage)
    }
  }

  private func save(
    _ bytes: [UInt8], _ stem: String, _ ending: [UInt8]
  ) throws(Failure) -> String {
    let ending = String(decoding: ending, as: UTF8.self)
    guard rights.endings.contains(ending), !stem.isEmpty, !stem.utf8.contains(UInt8(ascii: "/"))
    else { throw Failure("\(stem)\(ending): not a name for a new file", status: .usage) }
    do throws(OutputError) {
      let name = try OutputFile.write(
        bytes,
        toFirstFree: { number in
          number == 1 ? stem + ending : "\(stem)-\(number)\(ending)"
        })
      return FilePath.absolute(name)
    } catch {
      throw Failure(error)
    }
  }
}

/// A question or an answer: a number, and some texts or bytes, each after its length.
private struct HelperMessage {
  let kind: UInt8
  let parts: [[UInt8]]

  init(kind: UInt8, parts: [[UInt8]]) { (self.kind, self.parts) = (kind, parts) }

  /// Nil if it ends too early.
  init?(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return nil }
    var parts: [[UInt8]] = []
    var rest = bytes.dropFirst()
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let count = Int(rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
      rest = rest.dropFirst(4)
      guard count <= rest.count else { return nil }
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    self.init(kind: kind, parts: parts)
  }

  var bytes: [UInt8] {
    var bytes = [kind]
    bytes.reserveCapacity(parts.reduce(1) { $0 + 4 + $1.count })
    for part in parts {
      let count = UInt32(clamping: part.count)
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
      bytes += part
    }
    return bytes
  }
}
