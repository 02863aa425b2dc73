import Foundation
import TestSupport
import Testing

/// The files that `scripts/install` installs, with stand-ins for the build and its results.
@Suite("everything that a file manager needs is installed, and its databases are updated")
struct InstallTests {
  private let scratch: ScratchDirectory

  private static let databases = ["update-mime-database", "update-desktop-database"]

  init() throws {
    scratch = try ScratchDirectory()
    for folder in ["bin", "programs", "source/Sources/X11Viewer"] {
      try FileManager.default.createDirectory(
        atPath: scratch / folder, withIntermediateDirectories: true)
    }
    // A copy, whose builds don't affect ours.
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../..").standardizedFileURL.path
    for folder in [
      "scripts", "packaging", "docs", "Sources/CAnimRender", "Sources/X11Viewer/Program.swift",
    ] {
      try FileManager.default.copyItem(
        atPath: "\(root)/\(folder)", toPath: scratch / "source/\(folder)")
    }
    try script(
      "bin/swift",
      """
      case "$*" in
      --version) echo "Swift version 6.3.1" ;;
      *--show-bin-path*) echo '\(scratch / "programs")' ;;
      esac
      """)
    try script("source/scripts/build-portable", "echo '\(scratch / "programs/lottie.wasm")'")
    try scratch.write("player", to: "programs/lottie.wasm")
    try script("programs/x11viewer", "[ \"$1\" != render ] || echo icon >\"$3\"")
    try scratch.write("library", to: "programs/libanimrender.so")
    try script("programs/generate-manual", "echo manual >\"$5/x11viewer.1\"")
    // The other programs of this system, but not those that update databases.
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for folder in path.split(separator: ":").map(String.init) {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      where !Self.databases.contains(name) && name != "swift" {
        symlink("\(folder)/\(name)", scratch / "bin/\(name)")
      }
    }
  }

  private func script(_ name: String, _ text: String) throws {
    try scratch.writeProgram("#!/bin/sh\n" + text + "\n", to: name)
  }

  /// Installs below `target` in the scratch directory, and returns the output.
  private func install(
    _ arguments: String..., environment: [String: String?] = [:]
  ) throws -> String {
    var variables = environment
    variables["PATH"] = scratch / "bin"
    let process = try ChildProcess(
      [scratch / "source/scripts/install"] + arguments, environment: variables)
    try expectEqual(process.wait(within: 60), .exit(0), "\(process.text(of: 2))")
    return process.text(of: 2)
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: scratch / name)
  }

  @Test("whatever a file manager needs is installed, and its databases are updated")
  func databases() throws {
    for name in Self.databases {
      try script("bin/\(name)", "echo \"$(basename \"$0\") $*\" >>'\(scratch / "calls")'")
    }
    let complaint = try install("--prefix", scratch / "target")
    #expect(!complaint.contains("warning"), "\(complaint)")
    try expectEqual(
      scratch.read("calls"),
      """
      update-mime-database \(scratch / "target/share/mime")
      update-desktop-database -q \(scratch / "target/share/applications")

      """)
    for name in [
      "bin/x11viewer", "share/man/man1/x11viewer.1", "share/applications/x11viewer.desktop",
      "share/mime/packages/x11viewer.xml", "share/thumbnailers/x11viewer.thumbnailer",
      "share/icons/hicolor/scalable/apps/x11viewer.svg",
      "share/icons/hicolor/48x48/apps/x11viewer.png", "share/doc/x11viewer/copyright",
      "share/x11viewer/lottie.wasm.gz", "lib/libanimrender.so", "lib/libanimrender.so.0",
      "include/animrender.h", "lib/pkgconfig/animrender.pc",
    ] {
      #expect(exists("target/" + name), "\(name)")
    }
    #expect(!exists("target/lib/x11viewer"))
    let manual = try scratch.read("target/share/man/man1/x11viewer.1")
    #expect(manual.hasPrefix("manual\n") && manual.contains("\n.Sh KEYS\n"))
  }

  @Test("a database that can't be updated is reported, with the consequences and advice")
  func missing() throws {
    let missing = try install("--prefix", scratch / "target")
    #expect(
      missing.contains(
        """
        install: warning: update-mime-database is not installed, so file managers do not know .lot, \
        .lottie and .tgs files; install shared-mime-info and run: update-mime-database \
        \(scratch / "target/share/mime")
        install: warning: update-desktop-database is not installed, so file managers do not open \
        them with the viewer; install desktop-file-utils and run: update-desktop-database -q \
        \(scratch / "target/share/applications")

        """), "\(missing)")
    for name in Self.databases { try script("bin/\(name)", "exit 1") }
    let failing = try install("--prefix=" + (scratch / "target"))
    for name in Self.databases {
      #expect(failing.contains("install: warning: \(name) failed, so "), "\(failing)")
    }
  }

  @Test("pkg-config finds the library in any folder of libraries")
  func library() throws {
    try requireTools("pkg-config")
    _ = try install(
      "--prefix", "/usr", "--libdir", "lib/x", environment: ["DESTDIR": scratch / "a"])
    let process = try ChildProcess(
      ["pkg-config", "--variable=libdir", "animrender"],
      environment: ["PKG_CONFIG_PATH": scratch / "a/usr/lib/x/pkgconfig"])
    try expectEqual(process.wait(), .exit(0))
    expectEqual(process.text(of: 1), "/usr/lib/x\n")
    try expectEqual(scratch.read("a/usr/lib/x/libanimrender.so"), "library")
  }

  @Test("packages don't update databases")
  func packagers() throws {
    for name in Self.databases { try script("bin/\(name)", "touch '\(scratch / "called")'") }
    let complaint = try install("--prefix", "/usr", environment: ["DESTDIR": scratch / "package"])
    #expect(!complaint.contains("warning"), "\(complaint)")
    #expect(exists("package/usr/share/mime/packages/x11viewer.xml"))
    #expect(!exists("called"))
  }
}
