// A program that has been taken over, as far as its locks are concerned: it locks itself as the commands do that
// read files, and then tries what an attacker would. It prints a line for each try.
//
// LockedRoom READABLE WRITABLE OUTSIDE: see `attempts_prepare`.
// LockedRoom READABLE WRITABLE OUTSIDE window: the same with the locks of a window, and its helper.
// LockedRoom library NAME: loads a library instead, and prints whether it exists.
// LockedRoom memory MEGABYTES: allocates memory once it is locked, within a limit of 64 MB besides stacks.

import CAttempts
import Glibc
import LinuxSystem

func report(_ name: String, _ code: Int32) {
  let verdict =
    switch code {
    case 0: "allowed"
    case EPERM, EACCES, ENOSYS, EXDEV: "refused"
    default: errorText(code)
    }
  try? StandardOutput.write("\(verdict): \(name)\n")
}

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "library" {
  print((try? SharedLibrary(arguments[2])) == nil ? "not found" : "found")
  exit(0)
}
var sandbox = Sandbox()
if arguments.count == 3, arguments[1] == "memory", let megabytes = Int(arguments[2]) {
  sandbox.memoryLimit = 64 << 20
  if !sandbox.lockCalls() { exit(77) }
  print(malloc(megabytes << 20) == nil ? "refused" : "allowed")
  exit(0)
}
var helper: DesktopHelper?
if arguments.count >= 4 {
  attempts_prepare(arguments[1], arguments[2], arguments[3])
  sandbox.writable = [arguments[2]]
  if arguments.count == 5 {
    helper = try DesktopHelper(
      DesktopHelper.Rights(commands: ["exit 1"], endings: [".png"]), isSeparate: true)
    sandbox.isForWindow = true
  } else {
    sandbox.readable = [arguments[1]]
  }
}
let (begin, end) = (try EventDescriptor(), try EventDescriptor())
// A thread that was there before is held by the filter, too.
try startThread {
  _ = waitUntilReadable(begin.fileDescriptor, untilNanoseconds: nil)
  report("make a TCP socket in an earlier thread", attempts_socket())
  end.signal()
}
let gaps = sandbox.lock()
guard gaps.isEmpty else {
  print("not locked: \(gaps)")
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

/// Tries what the helper of a window should refuse, and what it should do.
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
    _ = try helper.save([1], "\(outside)/new", ending: ".png")
  }
  ask("have the helper save a program") { () throws(Failure) in
    _ = try helper.save([1], "new", ending: ".desktop")
  }
  ask("have the helper run a command of a key") { () throws(Failure) in
    try helper.run("exit 1", about: outside)
  }
  // Which shows that it goes on after all of them.
  _ = waitUntilReadable(helper.ready.fileDescriptor, untilNanoseconds: nil)
  report("hear of a command that failed", helper.takeFailures().count == 1 ? 0 : EPERM)
}
