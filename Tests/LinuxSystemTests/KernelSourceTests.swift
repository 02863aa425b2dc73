import Foundation
import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("Kernel notifications", .serialized)
struct KernelSourceTests {
  private typealias Change = FolderWatcher.Change

  @Test("a timer expires at its instant, at once for the past, and never without one")
  func timer() throws {
    var timer = try LinuxSystem.Timer.make()
    #expect(!isReadable(timer.fileDescriptor))
    let start = MonotonicClock.nanoseconds
    timer.arm(atNanoseconds: start + 50_000_000)
    #expect(!isReadable(timer.fileDescriptor))
    #expect(isReadable(timer.fileDescriptor, within: 5))
    #expect(MonotonicClock.nanoseconds - start >= 50_000_000)
    // It stays expired until it is armed for another instant.
    timer.arm(atNanoseconds: start + 50_000_000)
    #expect(isReadable(timer.fileDescriptor))
    timer.arm(atNanoseconds: start + 1_000_000_000_000)
    #expect(!isReadable(timer.fileDescriptor))
    timer.arm(atNanoseconds: -5)
    #expect(isReadable(timer.fileDescriptor, within: 5))
    timer.arm(atNanoseconds: nil)
    #expect(!isReadable(timer.fileDescriptor))
  }

  @Test("another thread makes a descriptor readable until it is read")
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
    let start = MonotonicClock.nanoseconds
    let silent = try TestPipe()
    #expect(!waitUntilReadable(silent.output, untilNanoseconds: start - 1))
    #expect(!waitUntilReadable(silent.output, untilNanoseconds: start + 30_000_000))
    #expect(MonotonicClock.nanoseconds - start >= 30_000_000)
    silent.fill()
    #expect(waitUntilReadable(silent.output, untilNanoseconds: nil))
    #expect(waitUntilReadable(silent.output, untilNanoseconds: start + 60_000_000_000))
  }

  @Test(
    "a folder reports files that are written, moved or removed, and not those that are only created"
  )
  func folder() throws {
    let (first, second) = (try ScratchDirectory(), try ScratchDirectory())
    let watcher = try FolderWatcher()
    expectEqual(watcher.takeChange(), Change())
    try watcher.follow(first.path)
    try first.write("a", to: "written")
    try second.write("b", to: "elsewhere")
    expectEqual(watcher.takeChange(), Change(written: ["written"]))
    expectEqual(watcher.takeChange(), Change())
    expectEqual(rename(second / "elsewhere", first / "moved"), 0)
    expectEqual(rename(first / "written", first / "renamed"), 0)
    expectEqual(watcher.takeChange(), Change(written: ["moved", "renamed"], removed: ["written"]))
    let descriptor = open(first / "open", O_CREAT | O_WRONLY, 0o600)
    expectEqual(watcher.takeChange(), Change())
    close(descriptor)
    expectEqual(watcher.takeChange(), Change(written: ["open"]))
    try first.remove("open")
    expectEqual(mkdir(first / "folder", 0o700), 0)
    expectEqual(watcher.takeChange(), Change(removed: ["open"]))
    // The last change of a name counts.
    for name in ["gone", "back"] { try first.write("a", to: name) }
    for name in ["gone", "back"] { try first.remove(name) }
    try first.write("b", to: "back")
    expectEqual(watcher.takeChange(), Change(written: ["back"], removed: ["gone"]))
    // Events of a folder that is no longer watched are ignored.
    try first.write("a", to: "late")
    try watcher.follow(second.path)
    expectEqual(watcher.takeChange(), Change())
    try second.write("c", to: "new")
    try first.write("c", to: "old")
    expectEqual(watcher.takeChange(), Change(written: ["new"]))
    try watcher.follow(nil)
    try second.write("d", to: "new")
    expectEqual(watcher.takeChange(), Change())
    #expect(throws: SystemError.self) { try watcher.follow(second / "new") }
    #expect(throws: SystemError.self) { try watcher.follow(second / "missing") }
  }

  @Test("files are named by bytes, in UTF-8 or not")
  func names() throws {
    let scratch = try ScratchDirectory()
    let watcher = try FolderWatcher()
    try watcher.follow(scratch.path)
    let name = String(fileName: [0x61, 0xE9, 0x62])
    close(open((scratch / name).systemPath, O_CREAT | O_WRONLY, 0o600))
    expectEqual(watcher.takeChange(), Change(written: [name]))
    try OutputFile.write([1], to: scratch / name)
    _ = watcher.takeChange()
    try expectEqual(Folder.names(in: scratch.path), [name])
    try expectEqual(FileBytes.read(scratch / name, limit: 9), [1])
    try OutputFile.remove(scratch / name)
    expectEqual(watcher.takeChange(), Change(removed: [name]))
    #expect(try Folder.names(in: scratch.path).isEmpty)
  }

  @Test("many changes are all reported")
  func manyChanges() throws {
    let scratch = try ScratchDirectory()
    let watcher = try FolderWatcher()
    try watcher.follow(scratch.path)
    let names = (0..<300).map { "file number \($0)" }
    for name in names { try scratch.write("x", to: name) }
    expectEqual(watcher.takeChange(), Change(written: Set(names)))
  }

  @Test("signals are read in turn, and an ignored hang-up stays ignored")
  func signals() async {
    await #expect(processExitsWith: .success) {
      signal(SIGHUP, SIG_IGN)
      let signals = try Signals.make()
      guard signals.next() == nil else { exit(1) }
      raise(SIGHUP)
      guard signals.next() == nil else { exit(2) }
      for sent in [SIGINT, SIGTERM] {
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

  @Test("a continuation is read once, and isn't among the signals that end the process")
  func continuations() async {
    await #expect(processExitsWith: .success) {
      let signals = try Signals.make()
      let watcher = try ContinuationWatcher.make()
      guard !watcher.take() else { exit(1) }
      raise(SIGCONT)
      guard signals.next() == nil, watcher.take(), !watcher.take() else { exit(2) }
      exit(0)
    }
  }

  @Test("an adjustment of the clock is read once")
  func clockSteps() throws {
    let pipe = try TestPipe()
    // Writing eight bytes simulates a step.
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
      abs(WallClock.localNanoseconds / 1_000_000_000 - Int64(now + local.tm_gmtoff)) < 5)
    #expect(abs(WallClock.unixSeconds - now) < 5)
  }

  @Test("the time of day is that of the process's zone")
  func timeZone() async {
    for (zone, offset) in [("XXX-5:30", 19_800), ("YYY8", -28_800)] {
      await #expect(processExitsWith: .success) { [zone = zone as String, offset = offset as Int] in
        setenv("TZ", zone, 1)
        tzset()
        let difference = WallClock.localNanoseconds / 1_000_000_000 - Int64(time(nil) + offset)
        exit(abs(difference) < 5 ? 0 : 1)
      }
    }
  }

  @Test("a stopwatch shows the elapsed time, or the processor time of the thread")
  func stopwatch() throws {
    let silent = try EventDescriptor()
    let (elapsed, processor) = (Stopwatch(), Stopwatch(.processor))
    // Nothing arrives, so this takes exactly as long as allowed.
    let deadline = MonotonicClock.nanoseconds + 20_000_000
    #expect(!waitUntilReadable(silent.fileDescriptor, untilNanoseconds: deadline))
    #expect(elapsed.nanoseconds >= 20_000_000 && elapsed.seconds >= 0.02)
    #expect(processor.nanoseconds < 20_000_000)
  }

  @Test("a file in memory keeps the written data")
  func fileInMemory() throws {
    let file = try FileDescriptor.inMemory("test")
    try file.write(([1, 2, 3] as [UInt8]).span.bytes)
    lseek(file.number, 0, SEEK_SET)
    var bytes: [UInt8] = []
    #expect(FileBytes.append(file.number, to: &bytes, limit: 10))
    expectEqual(bytes, [1, 2, 3])
  }
}
