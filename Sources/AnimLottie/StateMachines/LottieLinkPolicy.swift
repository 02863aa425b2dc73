/// The addresses that a state machine may request its host to open.
///
/// The machine and this library never open anything: the host receives an address
/// (``LottieMachineRun/Event/link(url:target:)``) and decides. By default, no addresses are
/// allowed.
public struct LottieLinkPolicy: Hashable, Sendable {
  /// The addresses that are allowed. An entry is
  ///
  /// - `*`: all addresses;
  /// - `example.org`, `example.org/page`: this one, whatever its letters' case and with or without a
  ///   slash at its end;
  /// - `*.example.org`: this host and all below it;
  /// - `example.org/*`, `*.example.org/page/*`: all pages below it.
  public var allowed: [String]
  /// Whether an address only counts directly after a press or a click of the pointer.
  public var needsPress: Bool

  /// Creates a policy; by default, one that allows nothing.
  public init(allowed: [String] = [], needsPress: Bool = true) {
    self.allowed = allowed
    self.needsPress = needsPress
  }

  /// All addresses of the web, whatever causes them: for a host that only shows them.
  public static let showAll = LottieLinkPolicy(allowed: ["*"], needsPress: false)

  /// Returns whether an address is allowed.
  func allows(_ url: String, afterPress isPressed: Bool) -> Bool {
    guard isPressed || !needsPress, !allowed.isEmpty, let address = WebAddress(url) else {
      return false
    }
    return allowed.contains { address.matches($0) }
  }
}

/// A web address, parsed more strictly than in browsers: anything that programs might interpret
/// differently is rejected.
struct WebAddress: Hashable {
  /// The host in lower case, with a port if there is one.
  let host: String
  /// The path from the first slash after the host, with query and fragment, without a slash at its
  /// end.
  let path: String

  private static let maximumLength = 2048

  /// Parses an address. Returns `nil` for anything except `http` and `https` with a host and
  /// without a user name.
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

  /// Letters, digits, hyphens and dots, and perhaps a port.
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

  /// Whether a path leads upwards.
  private static func climbs(_ tail: Substring) -> Bool {
    let path = tail.prefix { $0 != "?" && $0 != "#" }.lowercased()
      .replacing("%2e", with: ".").replacing("%2f", with: "/")
    return path.split(separator: "/").contains { $0 == ".." }
  }

  private static func trimmed(_ path: String) -> String {
    path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Whether an entry of a list allows the address: see ``LottieLinkPolicy/allowed``.
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
