import Foundation
import Glibc
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import XWindow

@Suite("What wakes the loop", .serialized)
struct LoopSourceTests {
  private typealias Change = FolderWatcher.Change

  /// Two ends of a pipe, closed with this object.
  private final class Pipe {
    let input: Int32
    let output: Int32

    init() throws {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      (output, input) = (ends[0], ends[1])
    }

    deinit {
      close(input)
      close(output)
    }

    func fill() { _ = write(input, "x", 1) }
  }

  private func isReadable(_ descriptor: Int32, within seconds: Double = 0) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Int32(seconds * 1_000)) > 0
  }

  @Test("each source is reported alone")
  func sources() throws {
    let pipes = try (0..<6).map { _ in try Pipe() }
    for index in pipes.indices {
      var poller = Poller(
        timer: pipes[0].output, connection: pipes[1].output, requests: pipes[2].output,
        clockSteps: pipes[3].output)
      #expect(poller.changes == -1 && poller.background == -1)
      poller.changes = pipes[4].output
      poller.background = pipes[5].output
      let nothing = poller.look()
      #expect(!nothing.requests && !nothing.clockSteps)
      #expect(!nothing.changes && !nothing.background)
      pipes[index].fill()
      let ready = poller.look()
      #expect(ready.requests == (index == 2))
      #expect(ready.clockSteps == (index == 3))
      #expect(ready.changes == (index == 4))
      #expect(ready.background == (index == 5))
      // The timer and the others end a sleep. Events do if they are listened to.
      _ = poller.wait(listening: true)
      var byte: UInt8 = 0
      _ = read(pipes[index].output, &byte, 1)
    }
  }

  @Test("without listening, events do not end the sleep, but the end of the connection does")
  func unheard() throws {
    let connection = try Pipe()
    let other = try Pipe()
    connection.fill()
    var poller = Poller(
      timer: other.output, connection: connection.output, requests: -1, clockSteps: -1)
    Thread.detachNewThread { [input = other.input] in
      usleep(50_000)
      _ = write(input, "x", 1)
    }
    _ = poller.wait(listening: false)
    #expect(isReadable(other.output))
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[1])
    poller = Poller(timer: -1, connection: ends[0], requests: -1, clockSteps: -1)
    _ = poller.wait(listening: false)
    close(ends[0])
  }

  @Test("a timer expires at its instant, at once for the past, and never without one")
  func timer() throws {
    var timer = try XWindow.Timer.make()
    #expect(!isReadable(timer.fileDescriptor))
    let start = Timestamp.now
    timer.arm(at: start + 0.05)
    #expect(!isReadable(timer.fileDescriptor))
    #expect(isReadable(timer.fileDescriptor, within: 5))
    #expect(Timestamp.now - start >= 0.05)
    // It stays expired until it is armed for another instant.
    timer.arm(at: start + 0.05)
    #expect(isReadable(timer.fileDescriptor))
    timer.arm(at: start + 1_000)
    #expect(!isReadable(timer.fileDescriptor))
    timer.arm(at: Timestamp(nanoseconds: -5))
    #expect(isReadable(timer.fileDescriptor, within: 5))
    timer.arm(at: nil)
    #expect(!isReadable(timer.fileDescriptor))
  }

  @Test("another thread makes a descriptor readable until that is taken")
  func descriptor() throws {
    let descriptor = try EventDescriptor()
    #expect(!isReadable(descriptor.fileDescriptor))
    descriptor.signal()
    descriptor.signal()
    #expect(isReadable(descriptor.fileDescriptor))
    descriptor.clear()
    #expect(!isReadable(descriptor.fileDescriptor))
    // Nothing is waited for when there was no signal.
    descriptor.clear()
  }

  @Test("waiting ends with input, with the other end, or at the deadline")
  func waiting() throws {
    let start = Timestamp.now
    let silent = try Pipe()
    #expect(!waitUntilReadable(silent.output, until: start - 1))
    #expect(!waitUntilReadable(silent.output, until: start + 0.03))
    #expect(Timestamp.now - start >= 0.03)
    silent.fill()
    #expect(waitUntilReadable(silent.output, until: nil))
    #expect(waitUntilReadable(silent.output, until: .now + 60))
  }

  @Test("a folder reports what is written, moved or removed, and not what is only made")
  func folder() throws {
    let (first, second) = (try ScratchDirectory(), try ScratchDirectory())
    let watcher = try FolderWatcher()
    #expect(watcher.takeChange() == Change())
    try watcher.follow(first.path)
    try first.write("a", to: "written")
    try second.write("b", to: "elsewhere")
    #expect(watcher.takeChange() == Change(written: ["written"]))
    #expect(watcher.takeChange() == Change())
    #expect(rename(second / "elsewhere", first / "moved") == 0)
    #expect(rename(first / "written", first / "renamed") == 0)
    #expect(watcher.takeChange() == Change(written: ["moved", "renamed"], removed: ["written"]))
    let descriptor = open(first / "open", O_CREAT | O_WRONLY, 0o600)
    #expect(watcher.takeChange() == Change())
    close(descriptor)
    #expect(watcher.takeChange() == Change(written: ["open"]))
    try first.remove("open")
    #expect(mkdir(first / "folder", 0o700) == 0)
    #expect(watcher.takeChange() == Change(removed: ["open"]))
    // Of a name, the last change counts.
    for name in ["gone", "back"] { try first.write("a", to: name) }
    for name in ["gone", "back"] { try first.remove(name) }
    try first.write("b", to: "back")
    #expect(watcher.takeChange() == Change(written: ["back"], removed: ["gone"]))
    // What was reported by a folder that is no longer watched does not count.
    try first.write("a", to: "late")
    try watcher.follow(second.path)
    #expect(watcher.takeChange() == Change())
    try second.write("c", to: "new")
    try first.write("c", to: "old")
    #expect(watcher.takeChange() == Change(written: ["new"]))
    try watcher.follow(nil)
    try second.write("d", to: "new")
    #expect(watcher.takeChange() == Change())
    #expect(throws: SystemError.self) { try watcher.follow(second / "new") }
    #expect(throws: SystemError.self) { try watcher.follow(second / "missing") }
  }

  @Test("many changes are all reported")
  func manyChanges() throws {
    let scratch = try ScratchDirectory()
    let watcher = try FolderWatcher()
    try watcher.follow(scratch.path)
    let names = (0..<300).map { "file number \($0)" }
    for name in names { try scratch.write("x", to: name) }
    #expect(watcher.takeChange() == Change(written: Set(names)))
  }

  @Test("signals are read in turn, and an ignored hang-up stays ignored")
  func signals() async {
    await #expect(processExitsWith: .success) {
      signal(SIGHUP, SIG_IGN)
      let signals = try Signals.make()
      guard signals.next() == nil else { exit(1) }
      raise(SIGHUP)
      guard signals.next() == nil else { exit(2) }
      for sent in [SIGINT, SIGTERM, SIGCONT] {
        raise(sent)
        guard signals.next() == sent, signals.next() == nil else { exit(3) }
      }
      exit(0)
    }
    await #expect(processExitsWith: .success) {
      let signals = try Signals.make()
      raise(SIGHUP)
      exit(signals.next() == SIGHUP ? 0 : 1)
    }
    await #expect(processExitsWith: .signal(SIGTERM)) {
      _ = try Signals.make()
      Signals.die(of: SIGTERM)
    }
  }

  @Test("a step of the clock is read once")
  func clockSteps() throws {
    let pipe = try Pipe()
    // Writing eight bytes stands for a step.
    let watcher = ClockStepWatcher(owning: dup(pipe.output))
    for _ in 0..<2 {
      #expect(!isReadable(watcher.fileDescriptor))
      for _ in 0..<8 { pipe.fill() }
      #expect(isReadable(watcher.fileDescriptor))
      watcher.rearm()
    }
    #expect(!isReadable(watcher.fileDescriptor))
  }

  @Test("the time of day is local, in seconds since midnight")
  func timeOfDay() {
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    let seconds = Double(local.tm_hour * 3_600 + local.tm_min * 60 + local.tm_sec)
    let difference = (WallClock.timeOfDay - seconds).truncatingRemainder(dividingBy: 86_400)
    #expect((0..<5).contains(difference) || difference < -86_395)
    #expect((0..<86_400).contains(WallClock.timeOfDay))
    #expect(
      abs(WallClock.localTime.seconds - Double(now) - Double(local.tm_gmtoff)) < 5)
  }

  @Test("the time of day is that of the process's zone")
  func timeZone() async {
    for (zone, offset) in [("XXX-5:30", 19_800), ("YYY8", -28_800)] {
      await #expect(processExitsWith: .success) { [zone = zone as String, offset = offset as Int] in
        setenv("TZ", zone, 1)
        tzset()
        let difference = WallClock.localTime.seconds - Double(time(nil)) - Double(offset)
        exit(abs(difference) < 5 ? 0 : 1)
      }
    }
  }
}
