import LinuxSystem

/// A reference from an animation to another file, as a URL or as a path.
struct ResourceReference {
  /// The possible paths of the reference, in the order in which they are tried.
  ///
  /// SVG and Lottie define references as URLs, but programs also write plain file names, which may contain percent,
  /// number and question marks.
  let paths: [String]

  init(_ text: String) {
    var paths: [String] = []
    if let path = Self.path(ofURL: text) { paths.append(path) }
    if !paths.contains(text) { paths.append(text) }
    self.paths = paths.filter { !$0.isEmpty }
  }

  /// Returns the path of a relative URL or a file URL without query and fragment, or `nil` for other and malformed
  /// URLs.
  private static func path(ofURL text: String) -> String? {
    let end = text.utf8.firstIndex { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") }
    // Browsers treat a backslash as a slash.
    let url = String(text[..<(end ?? text.endIndex)].map { $0 == "\\" ? "/" : $0 })
    return hasScheme(url) ? URIList.path(url) : URIList.decode(url[...])
  }

  /// Returns whether a URL starts with a scheme (RFC 3986, 3.1).
  private static func hasScheme(_ url: String) -> Bool {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = url[..<colon]
    return scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}
