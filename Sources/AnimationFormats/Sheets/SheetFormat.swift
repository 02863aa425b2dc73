import AnimCodecs
import AnimCore
import AnimRaster
import LinuxSystem
import PlainText

/// Sprite sheets: an image with many frames, and a list of them in JSON. Their tags are markers with a range.
struct SheetFormat: AnimationFormat {
  let kind = "a sprite sheet"
  let example = "the list of a sprite sheet (.json)"
  let examples = "lists of sprite sheets (.json)"
  // The format of a JSON file follows from its contents.
  let fileExtensions: [String] = []
  let options: Set<FileOption> = [
    .marker, .mode, .subframes, .frameDelays, .fileLoops, .smoothPixels, .resources,
    .colorProfiles,
  ]

  /// The maximum size of an image, in bytes.
  private static let imageLimit = 64 << 20

  func recognizes(_ start: [UInt8]) -> Bool { SheetList.recognizes(start) }

  func isAnimated(_ source: AnimationSource) -> Bool { true }

  func open(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> any OpenedAnimation {
    try checkLength(of: source)
    let list = try SheetList(try source.all(limit: streamLimit), path: source.label)
    guard let bytes = source.resource(list.image, limit: Self.imageLimit) else {
      throw Failure(
        "\(source.label): the image \"\(list.image.shortened)\" "
          + (source.isOutside(list.image)
            ? "is outside the folder; allow it with --resources" : "cannot be read"),
        status: .differs)
    }
    let animation = try reading("\(source.label): \(list.image.shortened)") {
      () throws(RasterError) in
      try SheetAnimation(
        list.sheet,
        image: RasterAnimation(
          BytesInMemory(bytes), convertsColors: configuration.convertsColors))
    }
    return try ImageAnimation(
      source.label, RasterSourceReader(animation, source.label, configuration.frameDelays),
      contents: Self.info(list, configuration.frameDelays),
      tags: list.tags)
  }

  private static func info(_ list: SheetList, _ delays: FrameDelays) -> AnimationInfo {
    var info = AnimationInfo()
    info.rows = [("format", "sprite sheet"), ("image", list.image.printable)]
    info.fields = [("format", .string("sheet")), ("image", .string(list.image))]
    if list.sheet.frames.count > 1 {
      info.rows.append(("plays", "forever"))
      info.add(list.sheet.frames.map(\.delay), delays)
    }
    info.fields.append(("plays", .integer(0)))
    info.add(list.tags)
    info.add([Diagnostic]())
    return info
  }
}
