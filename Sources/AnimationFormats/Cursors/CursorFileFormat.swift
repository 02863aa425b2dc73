import AnimCodecs
import AnimCore
import AnimRaster
import LinuxSystem
import PlainText

/// Cursors: Xcursor files, which have no extension, and Windows cursors and icons. Each size is an animation of the file.
struct CursorFileFormat: AnimationFormat {
  let kind = "a cursor"
  let example = "a cursor (Xcursor, .cur, .ani, .ico)"
  let examples = "cursors (Xcursor, .cur, .ani, .ico)"
  let fileExtensions = ["ani"]
  let imageExtensions = ["cur", "ico"]
  let namelessStart: [UInt8]? = Array("Xcur".utf8)
  let options: Set<FileOption> = [.animation, .mode, .subframes, .frameDelays, .smoothPixels]

  func recognizes(_ start: [UInt8]) -> Bool { CursorFormat(start) != nil }

  func isAnimated(_ source: AnimationSource) -> Bool {
    (try? CursorFile(SourceBytes(source.bytes)))?.isAnimated ?? false
  }

  func open(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> any OpenedAnimation {
    try checkLength(of: source)
    let bytes = SourceBytes(source.bytes)
    let (file, page) = try page(of: source, bytes, configuration.animation)
    let animation = try reading(source.label) { () throws(RasterError) in
      try CursorAnimation(bytes, page)
    }
    let sizes = file.pages.map { "\($0.nominalSize)" }
    return try ImageAnimation(
      source.label, RasterSourceReader(animation, source.label, configuration.frameDelays),
      contents: Self.info(file, page, configuration.frameDelays),
      animations: sizes.count > 1 ? sizes : [],
      shownAnimation: sizes.count > 1 ? "\(page.nominalSize)" : nil,
      // The middle of the pixel, which stays in the same position at other sizes.
      hotSpot: Point(x: Double(page.hotSpot.x) + 0.5, y: Double(page.hotSpot.y) + 0.5))
  }

  /// Returns the page with the given nominal size, or the largest one.
  private func page(
    of source: AnimationSource, _ bytes: SourceBytes, _ size: String?
  ) throws(Failure) -> (CursorFile, CursorPage) {
    let file = try reading(source.label) { () throws(RasterError) in try CursorFile(bytes) }
    guard let size else { return (file, file.pages[file.pages.count - 1]) }
    guard let page = file.pages.first(where: { "\($0.nominalSize)" == size }) else {
      let sizes = file.pages.map { "\($0.nominalSize)" }.joined(separator: ", ")
      throw Failure(
        "\(source.label): there is no size \"\(size.shortened)\"; choose from \(sizes)",
        status: .noInput)
    }
    return (file, page)
  }

  private static func info(
    _ file: CursorFile, _ page: CursorPage, _ delays: FrameDelays
  ) -> AnimationInfo {
    var info = AnimationInfo()
    info.rows = [
      ("format", file.format.rawValue),
      ("nominal size", "\(page.nominalSize)"),
      ("hot spot", "\(page.hotSpot.x), \(page.hotSpot.y)"),
      ("sizes", file.pages.map { "\($0.nominalSize)" }.joined(separator: ", ")),
    ]
    info.fields = [
      ("format", .string(file.format.rawValue.lowercased())),
      ("nominalSize", .integer(page.nominalSize)), ("hotSpot", Self.point(page.hotSpot)),
      (
        "pages",
        .array(
          file.pages.map { page in
            .object([
              ("nominalSize", .integer(page.nominalSize)), ("hot", point(page.hotSpot)),
              ("width", .integer(page.size.width)), ("height", .integer(page.size.height)),
              ("frames", .integer(page.frames.count)),
            ])
          })
      ),
    ]
    if page.frames.count > 1 {
      info.rows.append(("plays", "forever"))
      info.add(page.frames.map(\.delay), delays)
      info.fields.append(("plays", .integer(0)))
    }
    info.add(file.problems)
    return info
  }

  private static func point(_ point: (x: Int, y: Int)) -> JSON {
    .array([.integer(point.x), .integer(point.y)])
  }
}
