import AnimCodecs
import AnimCore
import AnimRaster
import LinuxSystem
import PlainText

/// AVIF images and animations.
struct AVIFFormat: AnimationFormat {
  let kind = "an AVIF"
  let example = "an AVIF (.avif, .avifs)"
  let examples = "AVIF (.avif, .avifs)"
  let fileExtensions = ["avifs"]
  let imageExtensions = ["avif"]
  let options: Set<FileOption> = [.mode, .subframes, .frameDelays, .fileLoops, .smoothPixels]

  func recognizes(_ start: [UInt8]) -> Bool { AVIFFile.recognizes(start) }

  func isAnimated(_ source: AnimationSource) -> Bool {
    (try? AVIFFile(SourceBytes(source.bytes)))?.isAnimation ?? false
  }

  func open(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> any OpenedAnimation {
    try checkLength(of: source)
    let animation = try reading(source.label) { () throws(RasterError) in
      try AVIFAnimation(
        SourceBytes(source.bytes), seekMemory: configuration.seekMemory)
    }
    let file = animation.file
    return try ImageAnimation(
      source.label, RasterSourceReader(animation, source.label, configuration.frameDelays),
      contents: Self.info(file, configuration.frameDelays),
      plays: configuration.obeysLoopCount ? file.plays : nil)
  }

  private static func info(_ file: AVIFFile, _ delays: FrameDelays) -> AnimationInfo {
    var info = AnimationInfo()
    info.rows = [("format", file.isAnimation ? "animated AVIF" : "AVIF")]
    if file.orientation != .upright { info.rows.append(("orientation", "rotated or mirrored")) }
    info.fields = [("format", .string("avif")), ("alpha", .bool(file.hasAlpha))]
    if let colors = file.colors {
      info.fields.append(
        (
          "cicp",
          .array(
            [colors.primaries, colors.transfer, colors.matrix, colors.hasFullRange ? 1 : 0].map(
              JSON.integer))
        ))
    }
    if file.isAnimation {
      info.rows.append(("plays", AnimationInfo.plays(file.plays)))
      info.add(file.delays, delays)
      info.facts.features.insert("animated AVIF")
    }
    info.fields.append(("plays", .integer(file.plays ?? 0)))
    info.add(file.problems)
    return info
  }
}
