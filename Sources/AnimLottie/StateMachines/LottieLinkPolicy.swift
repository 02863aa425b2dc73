/// The URLs that a state machine may request its host to open.
///
/// The machine and this library never open anything. The host receives a URL
/// (``LottieStateMachinePlayer/Event/link(url:target:)``) and decides. By default, no URLs are allowed.
public struct LottieLinkPolicy: Hashable, Sendable {
  /// The allowed URLs. An entry is
  ///
  /// - `*`: all URLs,
  /// - `example.org` or `example.org/page`: this page, ignoring case and a trailing slash,
  /// - `*.example.org`: this host and all its subdomains,
  /// - `example.org/*` or `*.example.org/page/*`: all pages below the page.
  public var allowed: [String]
  /// A Boolean value that indicates whether a URL is only allowed directly after a press or a
  /// click.
  public var needsPress: Bool

  /// Creates a policy. By default, it allows no URLs.
  public init(allowed: [String] = [], needsPress: Bool = true) {
    self.allowed = allowed
    self.needsPress = needsPress
  }

  /// Allows all web URLs, whatever causes them, for a host that only shows them.
  public static let showAll = LottieLinkPolicy(allowed: ["*"], needsPress: false)

  /// Returns whether a URL is allowed.
  func allows(_ url: String, afterPress isPressed: Bool) -> Bool {
    guard isPressed || !needsPress, !allowed.isEmpty, let address = WebAddress(url) else {
      return false
    }
    return allowed.contains { address.matches($0) }
  }
}

/// A web URL, parsed more strictly than in browsers: anything that programs might interpret
/// differently is rejected.
struct WebAddress: Hashable {
  /// The host in lower case, with an optional port.
  let host: String
  /// The path after the host, with query and fragment, without a trailing slash.
  let path: String

  private static let maximumLength = 2048

  /// Parses a URL. Returns `nil` for anything except `http` and `https` with a host and without a
  /// user name.
  init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.count <= Self.maximumLength,
      bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return nil }
    let lowered = text.lowercased()
    guard let scheme = ["http://", "https://"].first(where: lowered.hasPrefix) else { return nil }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard Self.isHost(authority) else { return nil }
    host = authority.lowercased()
    let tail = rest.dropFirst(authority.count)
    guard !Self.climbs(tail) else { return nil }
    path = Self.trimmed(String(tail))
  }

  /// Returns whether text consists of letters, digits, hyphens, dots and an optional port.
  private static func isHost(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let name = parts.first, !name.isEmpty, name.count <= 253 else {
      return false
    }
    if parts.count == 2 {
      guard (1...5).contains(parts[1].count),
        parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { return false }
    }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      !label.isEmpty && label.count <= 63
        && label.utf8.allSatisfy {
          (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
        }
    }
  }

  /// Returns whether a path contains `..`.
  private static func climbs(_ tail: Substring) -> Bool {
    let path = tail.prefix { $0 != "?" && $0 != "#" }.lowercased()
      .replacing("%2e", with: ".").replacing("%2f", with: "/")
    return path.split(separator: "/").contains { $0 == ".." }
  }

  private static func trimmed(_ path: String) -> String {
    path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Returns whether a list entry allows the URL: see ``LottieLinkPolicy/allowed``.
  func matches(_ entry: String) -> Bool {
    if entry == "*" { return true }
    let lowered = entry.lowercased()
    let scheme = ["http://", "https://"].first(where: lowered.hasPrefix) ?? ""
    let rest = entry.dropFirst(scheme.count)
    let name = rest.prefix { $0 != "/" }
    guard matches(host: name.lowercased()) else { return false }
    let page = String(rest.dropFirst(name.count))
    guard page.hasSuffix("/*") else { return Self.trimmed(page) == path }
    let base = String(page.dropLast(2))
    return path == base
      || path.hasPrefix(base) && "/?#".contains(path.dropFirst(base.count).prefix(1))
  }

  private func matches(host name: String) -> Bool {
    guard name.hasPrefix("*.") else { return !name.isEmpty && name == host }
    let parent = name.dropFirst(2)
    return !parent.isEmpty && (host == parent || host.hasSuffix("." + parent))
  }
}
