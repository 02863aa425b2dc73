import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import Viewer
@testable import X11Viewer

/// Whether images and numbers depend on the processor's features. The C library can be made not
/// to use some of them, for a whole process.
@Suite("A baseline processor")
struct ProcessorTests {
  private static let tunables = "GLIBC_TUNABLES"

  /// A digest of results of the C library.
  private static var libraryResults: UInt64 {
    (0..<10_000).reduce(0) { ($0 &* 31) ^ sin(Double($1) * 0.37).bitPattern }
  }

  /// Every third golden: images of each scene, but not at all times.
  private static let goldens = stride(from: 0, to: Golden.all.count, by: 3).map { Golden.all[$0] }

  @Test("goldens are identical without AVX2 and FMA")
  func withoutFusedOperations() async throws {
    let old = ProcessInfo.processInfo.environment[Self.tunables]
    setenv(Self.tunables, "glibc.cpu.hwcaps=-AVX2,-FMA", 1)
    defer { if let old { setenv(Self.tunables, old, 1) } else { unsetenv(Self.tunables) } }
    let run = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      print("results", Self.libraryResults)
      if try NumberGoldenTests.present != NumberGoldenTests.kept() { print("differs: numbers") }
      for golden in Self.goldens where try golden.draw() != golden.kept() {
        print("differs:", golden.name)
      }
      print("compared")
    }
    let output = String(decoding: try #require(run).standardOutputContent, as: UTF8.self)
    let lines = output.split(separator: "\n")
    try #require(lines.contains("compared"))
    guard !lines.contains("results \(Self.libraryResults)") else {
      try Test.cancel("the C library computes the same on this processor either way")
    }
    expectEqual(lines.filter { $0.hasPrefix("differs") }, [])
  }
}
