import Foundation
import TestSupport
import Testing
import XServerSupport

/// The Python package, made from the tests' own binaries in a tarball like that of a release.
@Suite("The Python package")
struct WheelTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL.path
  private let scratch: ScratchDirectory
  private let animation: String

  init() throws {
    scratch = try ScratchDirectory()
    animation = scratch / "square.json"
    try scratch.write(TestAnimation.small(), to: "square.json")
  }

  private func run(_ arguments: [String], status: Int32 = 0) throws -> String {
    let process = try ChildProcess(
      arguments, environment: ["PYTHONPATH": scratch / "site", "PYTHONDONTWRITEBYTECODE": "1"])
    let end = try process.wait(within: 170)
    let output = process.text(of: 1) + process.text(of: 2)
    expectEqual(end, .exit(status), "\(output)")
    return output
  }

  /// Makes the package and installs it, from the file alone.
  private func install() throws {
    try requireTools("python3", "tar")
    let pip = try ChildProcess(["python3", "-m", "pip", "--version"])
    guard try pip.wait() == .exit(0) else { try Test.cancel("pip is not installed") }
    let program = URL(fileURLWithPath: try ViewerProcess.path)
    let library = program.deletingLastPathComponent().appendingPathComponent("libanimrender.so")
    let tree = scratch / "x11viewer-1.2.3-linux-x86_64"
    for folder in ["bin", "lib"] {
      try FileManager.default.createDirectory(
        atPath: "\(tree)/\(folder)", withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: tree + "/lib/libanimrender.so.0", withDestinationPath: library.path)
    // Compressing the program as well would take longer than the rest of the test.
    try scratch.writeProgram(
      "#!/bin/sh\nexec '\(program.path)' \"$@\"\n", to: "x11viewer-1.2.3-linux-x86_64/bin/x11viewer"
    )
    let tarball = scratch / "x11viewer-1.2.3-linux-x86_64.tar.gz"
    _ = try run([
      "tar", "-C", scratch.path, "-I", "gzip -1", "-chf", tarball, "x11viewer-1.2.3-linux-x86_64",
    ])
    let wheel = try run([Self.root + "/scripts/wheel", tarball]).trimmingCharacters(in: .newlines)
    expectEqual(wheel, scratch / "x11viewer-1.2.3-py3-none-manylinux_2_34_x86_64.whl")
    _ = try run([
      "python3", "-m", "pip", "install", "-q", "--no-index", "--no-compile", "--target",
      scratch / "site", wheel,
    ])
  }

  @Test("has the command, a module that draws into arrays, and a fixture for pytest")
  func package() throws {
    try install()
    #expect(try run([scratch / "site/bin/x11viewer", "--version"]).hasPrefix("0."))
    let hash = try run([
      scratch / "site/bin/x11viewer", "render", animation, "--frame", "3", "--hash",
    ])

    guard (try? ChildProcess(["python3", "-c", "import numpy, pytest"]).wait()) == .exit(0) else {
      try Test.cancel("numpy or pytest is not installed")
    }
    try scratch.write(
      """
      import sys, numpy, x11viewer
      with x11viewer.open(sys.argv[1]) as animation:
          assert (animation.width, animation.height, animation.numbers) == (24, 16, range(10))
          assert (animation.frame_rate, animation.duration) == (10, 1)
          assert animation.info["format"] == "json" and animation.diagnostics == []
          frames = list(animation.frames())
          assert [frame.number for frame in frames] == list(range(10)) and frames[3].time == 0.3
          large = numpy.zeros((20, 30, 4), numpy.uint8)
          assert numpy.shares_memory(animation.draw(3, out=large[2:18, 5:29]), large)
          assert (large[2:18, 5:29] == frames[3].pixels).all() and not large[:2].any()
          assert (animation.draw(time=0.3) == frames[3].pixels).all()
          premultiplied = animation.draw(3, format="bgra-premultiplied")
          assert (premultiplied[..., [2, 1, 0, 3]] == frames[3].pixels).all()
          copy = animation.copy()
          for call in (
              lambda: animation.draw(10), lambda: animation.draw(-1), lambda: animation.draw(1 << 40),
              lambda: animation.draw(time=-1.0), lambda: animation.draw(0, size=(0, 1)),
              lambda: x11viewer.open(b"nothing"), lambda: x11viewer.open(sys.argv[1], marker="a"),
          ):
              try:
                  call()
              except x11viewer.Error as error:
                  assert str(error), error
              else:
                  raise AssertionError("no error")
          for out in (large[..., :3], large[:, ::2], large.astype(float), large[::-1]):
              try:
                  animation.draw(0, out=out)
              except ValueError:
                  continue
              raise AssertionError("no error")
      try:
          animation.draw(0)
      except x11viewer.Error as error:
          assert "closed" in str(error)
      print(3, copy.hash(3), "24x16")
      """, to: "module.py")
    try expectEqual(run(["python3", scratch / "module.py", animation]), hash)

    try scratch.write(
      """
      def test_square(animation_goldens):
          animation_goldens("\(animation)")
      """, to: "test_square.py")
    let pytest = [
      "python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", scratch.path,
      "--junit-xml", scratch / "junit.xml", "--basetemp", scratch / "reports",
      scratch / "test_square.py",
    ]
    _ = try run(pytest + ["--update-animations"])
    _ = try run(pytest)
    try scratch.write(TestAnimation.small(color: "#008000"), to: "square.json")
    let failure = try run(pytest, status: 1)
    #expect(failure.contains("maxDifference="), "\(failure)")
    let junit = try scratch.read("junit.xml")
    let report = try #require(junit.firstMatch(of: /animation_report" value="([^"]+)"/)).1
    #expect(FileManager.default.fileExists(atPath: String(report)))
    #expect(failure.contains(report))
  }

  @Test("is only made of the tarball of a release")
  func arguments() throws {
    try requireTools("python3")
    #expect(try run([Self.root + "/scripts/wheel"], status: 1).contains("needs a tarball"))
    let message = try run([Self.root + "/scripts/wheel", "a.tar.gz"], status: 1)
    #expect(message.contains("wheel: a.tar.gz: not the tarball of a release"))
  }
}
