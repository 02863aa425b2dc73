// A process that an attacker controls, as far as the sandbox is concerned: it enters the sandbox
// like the commands, and then makes the attempts of an attacker. It prints a line for each attempt.
//
// LockedRoom READABLE WRITABLE OUTSIDE: see `attempts_prepare`.
// LockedRoom READABLE WRITABLE OUTSIDE window: the same with the locks of a window, and its helper.
// LockedRoom library NAME: loads a library instead, and prints whether it exists.
// LockedRoom memory MEGABYTES: allocates memory once it is locked, within a limit of 64 MB besides stacks.
// LockedRoom besides|below PATH FILE...: allows reading as `Sandbox.read(besides:)` or `Sandbox.read(below:)`, and
//   tries to read each file.
// LockedRoom linked PATH FILE...: allows reading the regular file at a path.
// LockedRoom forked: makes two threads of a forked process initialise the same variable, and prints when both have.
// LockedRoom start [PROGRAM]: starts a program in a waiting process, and prints whether it was started. Without
//   PROGRAM, the process ends instead.

import CAttempts
import CSharedLibrary
import Glibc
import LinuxSystem

func report(_ name: String, _ code: Int32) {
  let verdict =
    switch code {
    case 0: "allowed"
    case EPERM, EACCES, ENOSYS, ELOOP, EXDEV, EMEDIUMTYPE: "refused"
    default: errorText(code)
    }
  try? StandardOutput.write("\(verdict): \(name)\n")
}

/// Returns the error of a call that opens a file or changes a folder.
func code(of result: Int32) -> Int32 {
  guard result < 0 else {
    if result > 0 { close(result) }
    return 0
  }
  return errno
}

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "library" {
  print(csharedlibrary_open(arguments[2]) == nil ? "not found" : "found")
  exit(0)
}
if arguments.count == 2, arguments[1] == "forked" {
  _ = try ForkedProcess.run {
    SharedVariable.initialise()
    print("initialised")
    exit(0)
  }
  exit(0)
}
if arguments.count >= 2, arguments[1] == "start" {
  let process = try Subprocess(
    waitingWithOutput: STDERR_FILENO, numberCount: 1, prepare: {},
    command: { _ in arguments.count > 2 ? [arguments[2]] : nil })
  do throws(SystemError) {
    try process.start([1])
    print("started")
  } catch {
    print(error.code == ESRCH ? "ended" : errorText(error.code))
  }
  exit(0)
}
var sandbox = Sandbox()
if arguments.count == 3, arguments[1] == "memory", let megabytes = Int(arguments[2]) {
  sandbox.memoryLimit = 64 << 20
  if !sandbox.lockCalls() { exit(77) }
  // The optimiser removes a malloc whose memory isn't used.
  let memory = mmap(
    nil, megabytes << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  print(memory == MAP_FAILED ? "refused" : "allowed")
  exit(0)
}
if arguments.count >= 4, !arguments[1].hasPrefix("/") {
  switch arguments[1] {
  case "besides": sandbox.read(besides: arguments[2])
  case "below": sandbox.read(below: arguments[2])
  default: sandbox.readableFiles = [arguments[2]]
  }
  guard try sandbox.lock().isEmpty else { exit(77) }
  for path in arguments.dropFirst(3) { report(path, code(of: FileSystem.openToRead(path))) }
  exit(0)
}
var helper: DesktopHelper?
if arguments.count >= 4 {
  attempts_prepare(arguments[1], arguments[2], arguments[3])
  sandbox.write(to: arguments[2] + "/picture.png")
  sandbox.outputs.append(OutputGrant(below: arguments[2] + "/goldens", extensions: [".png"]))
  if arguments.count == 5 {
    let named = arguments[3] + "/home/.named/secret"
    sandbox.isForWindow = true
    let folder = FilePath.resolved(arguments[3] + "/home/.album").map { $0 + "/" }
    sandbox.reading = ReadingPolicy(
      isNamed: { $0 == named },
      isInNamedFolder: { path in folder.map { path.hasPrefix($0) } ?? false },
      isKnown: { path, start in FilePath.ends(path, in: ".gif") })
    helper = try DesktopHelper(
      DesktopHelper.Rights(commands: ["exit 1"], folders: [".png": "."]), for: sandbox)
  } else {
    sandbox.readable = [arguments[1]]
    // The other process can only be created while there is one thread.
    try sandbox.startBroker()
  }
}
let (begin, end) = (try EventDescriptor(), try EventDescriptor())
// The filter also applies to a thread that was started before.
try startThread {
  _ = waitUntilReadable(begin.fileDescriptor, untilNanoseconds: nil)
  report("make a TCP socket in an earlier thread", attempts_socket())
  end.signal()
}
let isLocked =
  helper == nil ? try sandbox.lock().isEmpty : sandbox.lockFiles() && sandbox.lockCalls()
guard isLocked else {
  print("not locked")
  exit(77)
}
begin.signal()
_ = waitUntilReadable(end.fileDescriptor, untilNanoseconds: nil)
end.clear()
try startThread {
  report("read a file elsewhere in a new thread", attempts_read_secret())
  end.signal()
}
_ = waitUntilReadable(end.fileDescriptor, untilNanoseconds: nil)
for index in 0..<attempts_count() {
  guard let attempt = attempts_at(index)?.pointee, let name = attempt.name, let run = attempt.run
  else { continue }
  report(String(cString: name), run())
}

if arguments.count >= 4 {
  let (output, outside) = (arguments[2], arguments[3])
  let image = output + "/picture.png"
  func write(_ path: String) -> Int32 {
    do throws(OutputError) {
      try OutputFile.write([1], to: path)
      return 0
    } catch {
      if case .cannotCreate(_, let code) = error { return code }
      if case .writingFailed(_, let code) = error { return code }
      return EIO
    }
  }
  report("write an output", write(image))
  report("replace an output", write(image))
  report("read an output", code(of: FileSystem.openToRead(image)))
  report("write another output", write(output + "/other.png"))
  report("write an output elsewhere", write(outside + "/new.png"))
  report(
    "have a file made in the output's folder", code(of: FileSystem.create(output + "/.profile")))
  report(
    "have a file made below the output's folder", code(of: FileSystem.create(output + "/.git/hook"))
  )
  report(
    "have a file made by a path with a zero", code(of: FileSystem.create(output + "/notes\0.png")))
  report(
    "have a file made by a path with two dots",
    code(of: FileSystem.create(output + "/../outside/picture.png")))
  report(
    "have a file removed in the output's folder", code(of: FileSystem.unlink(output + "/notes")))
  report("have an output renamed", code(of: FileSystem.rename(image, to: output + "/.bashrc")))
  report(
    "have a file renamed to the output", code(of: FileSystem.rename(output + "/notes", to: image))
  )
  report(
    "have a file emptied to which a link in the output leads",
    code(of: FileSystem.openToOverwrite(output + "/goldens/link.png")))
  report("have a folder made", code(of: FileSystem.makeFolder(output + "/folder")))
  report(
    "have a file read in the output's folder", code(of: FileSystem.openToRead(output + "/notes")))
  report("have a file elsewhere read", code(of: FileSystem.openToRead(outside + "/secret")))
  if helper != nil {
    report("have an animation elsewhere read", code(of: FileSystem.openToRead(outside + "/a.gif")))
    report("have a folder elsewhere listed", code(of: FileSystem.openToRead(outside, O_DIRECTORY)))
    report(
      "have a resource read", code(of: FileSystem.openToRead(inside: outside, ["home", "a.gif"])))
    report(
      "have a named file read", code(of: FileSystem.openToRead(outside + "/home/.named/secret")))
    report(
      "have a file in a named folder read",
      code(of: FileSystem.openToRead(outside + "/home/.album/a.gif")))
    for path in [
      "home/.ssh/a.gif", "link.gif", "home/.named/a.gif", "home/.album/link.gif",
      "home/.album/folder/a.gif",
    ] {
      report("have \(path) read", code(of: FileSystem.openToRead(outside + "/" + path)))
    }
    report(
      "have a hidden folder listed",
      code(of: FileSystem.openToRead(outside + "/home/.ssh", O_DIRECTORY)))
    report(
      "have a hidden resource read",
      code(of: FileSystem.openToRead(inside: outside, ["home", ".ssh", "a.gif"])))
    report("have the system's configuration read", code(of: FileSystem.openToRead("/etc/passwd")))
    report("have the kernel's files read", code(of: FileSystem.openToRead("/proc/self/environ")))
  }
}

/// Tries the requests that the helper of a window should reject, and those that it should perform.
func ask(_ name: String, _ task: () throws(Failure) -> Void) {
  do throws(Failure) {
    try task()
    report(name, 0)
  } catch {
    report(name, EPERM)
  }
}
if let helper {
  let outside = arguments[3]
  ask("have the helper run another command") { () throws(Failure) in
    try helper.run("touch '\(outside)/new'", about: outside)
  }
  ask("have the helper save in another folder") { () throws(Failure) in
    _ = try helper.save([1], "\(outside)/new", fileExtension: ".png")
  }
  ask("have the helper save a program") { () throws(Failure) in
    _ = try helper.save([1], "new", fileExtension: ".desktop")
  }
  for stem in [".bash_login\0", ".bashrc", "a\0", "a\nb", "-a", "a`b", ""] {
    ask("have the helper save '\(stem.debugDescription)'") { () throws(Failure) in
      _ = try helper.save([1], stem, fileExtension: ".png")
    }
  }
  ask("have the helper move a file to the trash that was not shown") { () throws(Failure) in
    try helper.moveToTrash(outside + "/secret")
  }
  ask("have the helper move a shown file to the trash") { () throws(Failure) in
    try helper.moveToTrash(outside + "/a.gif")
  }
  ask("have the helper run a command of a key") { () throws(Failure) in
    try helper.run("exit 1", about: outside)
  }
  // The helper still works after all these attempts.
  _ = waitUntilReadable(helper.ready.fileDescriptor, untilNanoseconds: nil)
  report("hear of a command that failed", helper.takeFailures().count == 1 ? 0 : EPERM)
}
