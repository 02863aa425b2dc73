import AnimCore
import AnimationFormats
import LinuxSystem
import PlainText

/// An opened input, with the facts that determine the frames to render.
package struct RenderInput: Sendable {
  package let source: RenderSource
  /// A hash of everything that determines the images, or `nil` if it is unknown or not recorded.
  /// Files contain it only if existing ones are skipped.
  let key: DrawingKey?
  /// The record of what determines the images, or `nil` if it isn't needed. A manifest contains it.
  let inputs: DrawingInputs?
  /// The duration of the file in seconds, or `nil` for a scene.
  let duration: Seconds?
  /// Whether the file has a loop count that can be applied.
  let hasLoopCount: Bool
  /// The hot spot of a cursor in the file, in points, or `nil` for other files.
  let hotSpot: Point?

  /// Creates an input from its facts. The defaults are those of a scene.
  package init(
    _ source: RenderSource, key: DrawingKey? = nil, inputs: DrawingInputs? = nil,
    duration: Seconds? = nil, hasLoopCount: Bool = false, hotSpot: Point? = nil
  ) {
    self.source = source
    self.key = key
    self.inputs = inputs
    self.duration = duration
    self.hasLoopCount = hasLoopCount
    self.hotSpot = hotSpot
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - version: The version of the program.
  ///   - report: Receives each warning.
  package init(
    opening file: String, _ request: RenderRequest, for target: RenderTarget, version: String,
    report: (String) -> Void
  ) throws(Failure) {
    let configuration = request.fileConfiguration
    let content = try AnimationSource(naming: file, configuration)
    let opened = try AnimationFile(content, configuration)
    // The rate also applies to the video.
    let warnings = opened.unusedOptionWarnings(hasScript: request.script != nil, except: [.fps])
    warnings.forEach(report)
    if !warnings.contains(where: { $0.hasPrefix("--file-loops:") }),
      let warning = request.loopWarning(for: target)
    {
      report(warning)
    }
    if let notice = opened.animation.notice(name: shellWord(file)) {
      report("warning: \(file): \(notice)".printable)
    }
    let scenes = try opened.scenes(script: request.script)
    for reason in scenes.unmetExpectations {
      report("warning: \(request.script ?? file): \(reason)".printable)
    }
    let source = try RenderSource(
      opened, scenes,
      // A cursor has several sizes, which aren't those of the source.
      size: target.cursor == nil
        ? request.size?.pixels(of: opened.animation.size) : PixelSize(width: 1, height: 1),
      scale: request.scale,
      isOpaque: !target.hasAlpha)
    let origins =
      request.skipsExisting
      ? try Self.origins(of: content, configuration, script: request.script, version: version) : nil
    let inputs =
      request.manifest == nil
      ? nil
      : try DrawingInputs(of: content, opened, script: request.script, source, version: version)
    self.init(
      source, key: origins.map { DrawingKey($0, source) }, inputs: inputs,
      duration: opened.animation.duration,
      hasLoopCount: opened.format.options.contains(.fileLoops),
      hotSpot: opened.animation.hotSpot)
  }

  /// Returns everything that determines the images, or `nil` if the file uses external fonts or
  /// resources, which may change unnoticed.
  private static func origins(
    of content: AnimationSource, _ configuration: FileConfiguration, script: String?,
    version: String
  ) throws(Failure) -> [String]? {
    guard configuration.fonts == FontConfiguration(), configuration.resources == nil,
      let hash = try content.contentHash()
    else { return nil }
    var settings = configuration
    (settings.slots, settings.standardInput) = ([:], nil)
    var inputs = ["file", version, hash, String(dumping: settings)]
    for (name, value) in configuration.slots.sorted(by: { $0.key < $1.key }) {
      inputs += ["slot", name, value]
    }
    guard let script else { return inputs }
    let events = try AnimationSource(naming: script, configuration).contentHash()
    return events.map { inputs + ["script", $0] }
  }

  /// Returns warnings about frames that differ from the file, which are known after rendering.
  package func shortfalls(of file: String) -> [String] {
    [
      source.omission.map { "warning: \(file): \($0)" },
      source.failures.map { "warning: \(file): \($0); see x11viewer info \(shellWord(file))" },
    ].compactMap { $0?.printable }
  }
}

extension RenderRequest {
  /// Returns a warning if the loop count of the file is requested, but has no effect on the target.
  /// It has one if it is stored, or if frames after the end may be drawn.
  func loopWarning(for target: RenderTarget) -> String? {
    guard configuration.obeysLoopCount, configuration.loops == nil,
      target.format?.hasLoopCount != true, time == nil, start == nil, duration == nil
    else { return nil }
    return "--file-loops: ignored because "
      + (target.format.map { "a video in \($0) stores" }
        ?? (target.cursor == nil ? "images store" : "cursors store")) + " no loop count"
  }
}
