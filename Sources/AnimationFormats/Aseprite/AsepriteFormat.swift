import AnimCodecs
import AnimCore
import AnimRaster
import LinuxSystem
import PlainText

/// Sprites of Aseprite. Their tags are markers with a range.
struct AsepriteFormat: AnimationFormat {
  let kind = "an Aseprite sprite"
  let example = "an Aseprite sprite (.aseprite, .ase)"
  let examples = "Aseprite sprites (.aseprite, .ase)"
  let fileExtensions = ["aseprite", "ase"]
  let options: Set<FileOption> = [
    .marker, .mode, .subframes, .frameDelays, .fileLoops, .smoothPixels,
  ]

  func recognizes(_ start: [UInt8]) -> Bool { AsepriteFile.recognizes(start) }

  func isAnimated(_ source: AnimationSource) -> Bool {
    (try? AsepriteFile(SourceBytes(source.bytes))).map { $0.delays.count > 1 } ?? false
  }

  func open(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> any OpenedAnimation {
    try checkLength(of: source)
    let animation = try reading(source.label) { () throws(RasterError) in
      try AsepriteAnimation(SourceBytes(source.bytes))
    }
    let file = animation.file
    return try ImageAnimation(
      source.label, RasterSourceReader(animation, source.label, configuration.frameDelays),
      contents: Self.info(file, configuration.frameDelays),
      tags: file.tags)
  }

  private static func info(_ file: AsepriteFile, _ delays: FrameDelays) -> AnimationInfo {
    var info = AnimationInfo()
    info.rows = [("format", "Aseprite"), ("colours", file.colorMode.name)]
    info.fields = [("format", .string("aseprite")), ("colorMode", .string(file.colorMode.name))]
    if file.delays.count > 1 {
      info.rows.append(("plays", "forever"))
      info.add(file.delays, delays)
    }
    info.fields += [
      ("plays", .integer(0)),
      ("layers", .array(file.layers.map(\.json))),
      ("slices", .array(file.slices.map(\.json))),
    ]
    info.sections = [
      AnimationInfo.Section(
        title: "layers", count: file.layers.count, lines: file.layers.map(\.text)),
      AnimationInfo.Section(
        title: "slices", count: file.slices.count, lines: file.slices.map(\.text)),
    ]
    info.add(file.tags)
    info.add(file.problems)
    return info
  }
}

extension AsepriteFile.ColorMode {
  fileprivate var name: String {
    switch self {
    case .indexed: "indexed"
    case .grey: "grey"
    case .rgba: "RGBA"
    }
  }
}

extension AsepriteFile.Layer {
  fileprivate var text: String {
    String(repeating: "  ", count: min(level, 32)) + name + (isGroup ? ", a group" : "")
      + (isVisible ? "" : ", hidden")
  }

  fileprivate var json: JSON {
    .object([
      ("name", .string(name)), ("level", .integer(level)), ("group", .bool(isGroup)),
      ("visible", .bool(isVisible)),
    ])
  }
}

extension AsepriteFile.Slice {
  fileprivate var text: String { "\(name): \(width)x\(height) at \(x), \(y) from frame \(frame)" }

  fileprivate var json: JSON {
    .object([
      ("name", .string(name)), ("frame", .integer(frame)), ("x", .integer(x)), ("y", .integer(y)),
      ("width", .integer(width)), ("height", .integer(height)),
    ])
  }
}
