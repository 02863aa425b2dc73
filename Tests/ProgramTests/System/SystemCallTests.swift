#if arch(x86_64)
  import Foundation
  import TestSupport
  import Testing
  import XServerSupport

  @testable import LinuxSystem

  /// Compares the table of system calls with those that the program makes in the sandbox, according
  /// to strace.
  @Suite("System calls of sandboxed runs", .serialized, .xServer)
  struct SystemCallTests {
    private let scratch: ScratchDirectory

    init() throws {
      try requireTools("strace")
      guard Sandbox.facts.contains(where: { $0.value == "restricted by seccomp" }) else {
        try Test.cancel("this kernel has no filters")
      }
      scratch = try ScratchDirectory()
      for name in ["text.json", "image.json"] {
        try copy("Corpus/\(name)", to: name)
      }
      for name in ["frames.gif", "frames.webp", "still.jpg"] {
        try copy("RasterCorpus/\(name)", to: name)
      }
    }

    private func copy(_ file: String, to name: String) throws {
      try Data(FuzzerFiles.bytes(of: file)).write(to: URL(fileURLWithPath: scratch / name))
    }

    /// Calls that aren't made in these runs, but may be made in others: with other C libraries and
    /// kernels, for signals, by threads that wait for each other, on disks that are full or without
    /// unnamed files, and for interrupted videos.
    private static let rare: Set<String> = [
      "access", "clock_getres", "clock_nanosleep", "dup", "eventfd2", "faccessat", "faccessat2",
      "fadvise64", "fallocate", "fchmod", "fcntl", "flock", "fstat", "fstatfs", "ftruncate",
      "getcpu",
      "getcwd", "getegid", "geteuid", "getgid", "getrlimit", "gettimeofday", "getuid", "ioctl",
      "kill", "lstat", "membarrier", "mremap", "nanosleep",
      "open",
      "pipe2", "ppoll", "prlimit64", "pwrite64", "readlinkat", "readv",
      "restart_syscall", "rseq", "rt_sigreturn", "sched_yield", "shutdown",
      "sigaltstack", "stat", "statfs", "statx", "sync_file_range", "sysinfo", "tgkill", "time",
      "uname", "wait4", "waitid",
    ]

    /// The calls of the program's threads after it has locked itself, with their arguments and results.
    private func calls(in log: String) throws -> [String] {
      let files = scratch.allNames.filter { $0.hasPrefix(log + ".") }
      let lines = try files.reduce(into: [:]) { lines, file in
        lines[String(file.dropFirst(log.count + 1))] =
          try String(decoding: scratch.bytes(file), as: UTF8.self)
          .split(separator: "\n").map(String.init)
      }
      let main = try #require(lines.first { $0.value.first?.hasPrefix("execve(") == true })
      let lock = main.value.firstIndex { $0.contains("SECCOMP_SET_MODE_FILTER") }
      var calls = Array(main.value[(try #require(lock, "\(log) is not locked") + 1)...])
      // Threads, but not the helpers, which are locked in other ways.
      var starts = main.value.filter { $0.contains("CLONE_THREAD") }
      while let start = starts.popLast() {
        let thread = start.split(separator: " ").last.flatMap { lines[String($0)] } ?? []
        calls += thread
        starts += thread.filter { $0.contains("CLONE_THREAD") }
      }
      return calls
    }

    private func tracer(_ log: String) -> [String] {
      ["strace", "-ff", "-qq", "-o", scratch / log]
    }

    /// Runs a window with pages, text, an image, a size and statistics.
    private func runWindow() throws {
      let server = try XServer()
      let viewer = try RunningViewer(
        [".", "--stats-json", "statistics.json"], on: server, in: scratch.path,
        environment: ["XDG_CONFIG_HOME": "/nonexistent"], under: tracer("window"))
      try viewer.press("n")
      try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("(2 of ") }
      try viewer.press("Return")
      // Chooses another file once all are shown.
      try waitUntil("all files are shown") {
        try viewer.press("Right")
        return try !viewer.property("_NET_WM_NAME").contains("(2 of ")
      }
      for key in ["question", "s", "question", "Return", "plus"] { try viewer.press(key) }
      try server.run("xdotool", "windowsize", "--sync", viewer.id, "300", "200")
      try copy("Corpus/masks.json", to: "masks.json")
      try viewer.press("q")
      try expectEqual(viewer.process.wait(within: 60), .exit(0))
    }

    @Test("are in the table, which contains no other calls")
    func table() throws {
      let commands = [
        "render text.json -o a.png --system-fonts", "render text.json -o f.####.png --frames 0-5",
        "render text.json -o a.y4m", "render text.json -o a.mp4", "render frames.webp -o a.gif",
        "render text.json -o m.####.png --frames 0-3 --manifest m.txt", "verify m.txt",
        "info --json - image.json frames.gif still.jpg --system-fonts",
        "thumbnail text.json th.png 64",
        "compare f.0000.png f.0001.png", "test text.json --update",
        "test text.json --report report --junit junit.xml",
        "test text.json --report report --junit junit.xml", "test text.json --against HEAD",
      ]
      let path = try ViewerProcess.path
      let git =
        "git init -q . && git add text.json && git -c user.name=a -c user.email=b commit -qm c"
      try ChildProcess(["env", "-C", scratch.path, "sh", "-c", git]).wait()
      for (index, command) in commands.enumerated() {
        let arguments = command.split(separator: " ").map(String.init)
        try ChildProcess(
          ["env", "-C", scratch.path] + tracer("run\(index)") + [path] + arguments
        ).wait(within: 120)
      }
      try runWindow()
      let traces = commands.indices.map { "run\($0)" } + ["window"]
      let table = Set(SystemCall.allowed.filter { $0.numbers.x86 != nil }.map(\.name))
      var made: Set<String> = []
      for (index, trace) in traces.enumerated() {
        for call in try calls(in: trace) {
          let name = String(call.prefix { $0 != "(" })
          // If a thread ended meanwhile, strace can't read its call. The C library tries calls
          // that older kernels lack, and falls back to others.
          guard call.contains("("), name != "???",
            !call.hasSuffix("= -1 ENOSYS (Function not implemented)")
          else { continue }
          made.insert(name)
          let isRefused = call.hasSuffix("= -1 EPERM (Operation not permitted)")
          #expect(
            table.contains(name) && !isRefused,
            "\(index < commands.count ? commands[index] : "window"): \(call)")
        }
      }
      expectEqual(table.subtracting(made).subtracting(Self.rare).sorted(), [])
      #expect(Self.rare.isSubset(of: table))
    }
  }
#endif
