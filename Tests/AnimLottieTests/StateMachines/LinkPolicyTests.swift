import TestSupport
import Testing

@testable import AnimLottie

@Suite("URLs that a machine may open")
struct LinkPolicyTests {
  /// Entries of a policy.
  private static let entries = [
    "*", "example.org", "EXAMPLE.ORG/", "example.org/page", "https://example.org/page",
    "example.org/*", "example.org/page/*", "*.example.org", "*.example.org/page/*", "*.org/*",
    "example.org:8080/page", "example.org/Page", "*.", "", "/*",
  ]

  /// An address, and the entries that allow it.
  private static let addresses: [(String, [String])] = [
    ("https://example.org", ["example.org", "EXAMPLE.ORG/", "example.org/*", "*.example.org"]),
    ("http://example.org/", ["example.org", "EXAMPLE.ORG/", "example.org/*", "*.example.org"]),
    (
      "HTTPS://EXAMPLE.org/page",
      [
        "example.org/page", "https://example.org/page", "example.org/*", "example.org/page/*",
        "*.example.org/page/*",
      ]
    ),
    (
      "https://example.org/page/",
      [
        "example.org/page", "https://example.org/page", "example.org/*", "example.org/page/*",
        "*.example.org/page/*",
      ]
    ),
    (
      "https://example.org/page/x?y#z",
      ["example.org/*", "example.org/page/*", "*.example.org/page/*"]
    ),
    (
      "https://example.org/page?x", ["example.org/*", "example.org/page/*", "*.example.org/page/*"]
    ),
    ("https://example.org/pages", ["example.org/*"]),
    ("https://example.org#page", ["example.org/*"]),
    ("https://example.org/?../x", ["example.org/*"]),
    ("https://a.example.org", ["*.example.org"]),
    ("https://a.b.example.org/page", ["*.example.org/page/*"]),
    ("https://notexample.org", []),
    ("https://example.org:8080/page", ["example.org:8080/page"]),
  ]

  private func allowing(
    _ address: String, needsPress: Bool = true, afterPress isPressed: Bool = true
  ) -> [String] {
    Self.entries.filter {
      LottieLinkPolicy(allowed: [$0], needsPress: needsPress)
        .allows(address, afterPress: isPressed)
    }
  }

  @Test("can be specified as one page, all pages below it, or all hosts below it")
  func allowed() {
    for (address, entries) in Self.addresses {
      // Whatever has a host that ends so, unless there is a port.
      let all = ["*"] + entries + (address.contains(":8080") ? [] : ["*.org/*"])
      expectEqual(allowing(address).sorted(), all.sorted(), "\(address)")
    }
  }

  @Test("are opened only after a press, unless the policy requires none, and never by default")
  func presses() {
    let address = "https://example.org"
    expectEqual(allowing(address, afterPress: false), [])
    expectEqual(allowing(address, needsPress: false, afterPress: false), allowing(address))
    #expect(!LottieLinkPolicy().allows(address, afterPress: true))
    #expect(LottieLinkPolicy.showAll.allows(address, afterPress: false))
  }

  @Test(
    "exclude invalid web addresses, and those that others might interpret differently",
    arguments: [
      "https://example.org:", "https://example.org:123456/", "https://example.org:80x/",
      "https://user@example.org/", "https://example.org/a/../b", "https://example.org/a/%2e%2E/b",
      "https://example.org/a%2F..%2fb", "https://exa mple.org", "https://example..org",
      "https://.org", "https:///page", "https://", "ftp://example.org", "javascript:alert(1)",
      "example.org", "https://example.org/\\x", "https://exämple.org",
      "https://example.org/" + String(repeating: "a", count: 2100),
      "https://\(String(repeating: "b", count: 64)).org",
    ])
  func refused(address: String) {
    expectEqual(allowing(address), [])
  }
}
