/// The files in `Page`, which the build embeds in the program, as a single page.
enum PageTemplate {
  /// Replaces each `{{name}}` in `page.html` with a text, and inserts the style sheet and the
  /// script.
  static func fill(_ values: [String: String]) -> String {
    var page = ""
    var rest = text(PackageResources.page_html)
      .replacing(
        "<link rel=\"stylesheet\" href=\"page.css\">",
        with: "<style>\n\(text(PackageResources.page_css))</style>"
      )
      .replacing(
        "<script src=\"page.js\"></script>",
        with: "<script>\n\(text(PackageResources.page_js))</script>")[...]
    while let mark = rest.firstRange(of: "{{"),
      let end = rest[mark.upperBound...].firstRange(of: "}}")
    {
      page += rest[..<mark.lowerBound]
      page += values[String(rest[mark.upperBound..<end.lowerBound])] ?? ""
      rest = rest[end.upperBound...]
    }
    return page + rest
  }

  /// The script that plays videos on the page.
  static var player: String { text(PackageResources.video_js) }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
