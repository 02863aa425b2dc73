import Foundation
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimGraphics
@testable import AnimLottie
@testable import AnimSVG
@testable import AnimationFormats

@Suite("Codes of diagnostics")
struct DiagnosticCodeTests {
  private static let codes =
    [DiagnosticList.closingCode] + LottieCode.allCases.map(\.rawValue)
    + SVGCode.allCases.map(\.rawValue) + Omission.allCases.map(\.rawValue)
    + RasterCode.allCases.map(\.rawValue) + FormatCode.allCases.map(\.rawValue)

  @Test("docs/diagnostics.md lists every code once, in alphabetical order, and no other")
  func table() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/diagnostics.md"), encoding: .utf8)
    let listed = page.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains(".") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
      .filter { $0.contains(".") }
    expectEqual(listed, Self.codes.sorted())
    expectEqual(Set(listed).count, listed.count)
  }

  @Test("a code is a format and a phrase in kebab case")
  func form() {
    for code in Self.codes {
      let parts = code.split(separator: ".", omittingEmptySubsequences: false)
      #expect(parts.count == 2 && parts.allSatisfy { !$0.isEmpty }, "\(code)")
      #expect(
        code.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 || $0 == 46 }, "\(code)")
    }
  }
}
