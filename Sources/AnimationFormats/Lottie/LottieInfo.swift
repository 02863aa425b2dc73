import AnimCore
import AnimLottie
import LinuxSystem
import PlainText

extension OpenedLottie {
  func info() -> AnimationInfo {
    let contents = animation.contents
    let renderer = LottieRenderer(animation)
    let failures = contents.expressions > 0 ? failedExpressions(renderer) : []
    let themes = themeSummaries
    let machines = machineSummaries
    var info = AnimationInfo()
    info.rows = rows(contents)
    info.sections = [
      AnimationInfo.Section(
        title: "themes", count: themes.count, lines: themeLines(themes)),
      AnimationInfo.Section(
        title: "state machines", count: machines.count, lines: machineLines(machines)),
    ]
    var diagnostics = renderer.diagnostics + failures
    for error in themes.compactMap(\.error) + machines.compactMap(\.error)
    where !diagnostics.contains(error.diagnostic) {
      diagnostics.append(error.diagnostic)
    }
    info.diagnostics = diagnostics.map(named) + images.diagnostics
    info.summary = [
      "\(plain(animation.size.width))x\(plain(animation.size.height))",
      "\(AnimationInfo.rounded(animation.frameRate)) frames/s",
      "\(AnimationInfo.rounded(animation.duration)) s", counted(contents.layers, "layer"),
    ]
    info.fields = fields(contents, themes, machines)
    info.facts.features = Set(animation.playerFeatures.map(\.rawValue))
    info.facts.expressions = contents.expressions
    info.facts.externalFonts = contents.fontFiles.filter { $0.path != nil }
      .map { "\($0.family) \($0.style)" }
    info.facts.imageBytes = animation.imageBytes
    return info
  }

  /// The maximum number of evenly spaced frames that are drawn to find failing expressions, because
  /// drawing thousands would take long.
  private static let maximumFrames = 100.0

  private func failedExpressions(_ renderer: LottieRenderer) -> [Diagnostic] {
    let count = min(max(animation.frameCount.rounded(.up), 1), Self.maximumFrames)
    var report = LottieDrawingReport()
    var list = DisplayList(size: PixelSize(width: 16, height: 16), background: .clear)
    var (cost, last) = (0, 0.0)
    for index in 0..<Int(count) {
      guard cost <= WorkBudget.surveyLimit else {
        return report.failedExpressions.map {
          $0.adding("; only the frames up to \(plain(last)) were tried")
        }
      }
      list.removeAll(size: list.size, background: .clear)
      last = (Double(index) * animation.frameCount / count).rounded(.down)
      report.add(renderer.draw(frame: last, into: &list))
      cost += list.cost
    }
    return report.failedExpressions
  }

  /// Returns the diagnostic with the name of its layer.
  private func named(_ diagnostic: Diagnostic) -> Diagnostic {
    var named = diagnostic
    named.layer = animation.layerName(at: "\(diagnostic.place)")
    return named
  }
}

// Information as text.
extension OpenedLottie {
  private func rows(_ contents: LottieContents) -> [(label: String, value: String)] {
    [
      ("name", contents.name),
      ("format", formatText + (contents.version.isEmpty ? "" : ", version \(contents.version)")),
      ("size", "\(plain(animation.size.width))x\(plain(animation.size.height))"),
      ("frame rate", "\(AnimationInfo.rounded(animation.frameRate)) frames/s"),
      ("frames", plain(animation.frameCount)),
      ("duration", "\(AnimationInfo.rounded(animation.duration)) s"),
      (
        "layers",
        "\(contents.layers)"
          + (contents.compositions > 0 ? " in \(contents.compositions + 1) compositions" : "")
      ),
      ("images", list(contents.images.map(imageText))),
      ("sounds", list(contents.sounds.map { "\($0) (not played)" })),
      ("data", list(contents.data)),
      ("fonts", list(contents.fonts)),
      ("font files", list(fontFiles.map(\.text))),
      ("features", list(contents.features)),
      ("expressions", contents.expressions > 0 ? "\(contents.expressions)" : ""),
      ("animations", list(animation.animations)),
      ("theme", animation.theme ?? ""),
      ("background", entry?.background?.hexadecimal ?? ""),
      ("playback", playbackText),
      ("markers", list(animation.markers.map(markerText))),
      ("slots", list(contents.slots.map(slotText))),
    ]
  }

  /// Returns a line for each theme, with the slots that it sets and those that the animation lacks.
  private func themeLines(_ themes: [ThemeSummary]) -> [String] {
    let width = AnimationInfo.column(themes.map(\.id))
    return themes.map { theme in
      var parts: [String] = []
      if theme.error != nil { parts.append("is not applied") }
      if !theme.slots.isEmpty { parts.append("sets \(list(theme.slots))") }
      if !theme.unmatched.isEmpty {
        parts.append(
          "finds no slot for " + list(theme.unmatched.map { "\($0.slot) (\($0.path))" }))
      }
      return theme.id.padded(after: width)
        + (parts.isEmpty ? "sets nothing" : parts.joined(separator: "; "))
    }
  }

  /// Returns a line for each state machine, with its states and inputs, and a line for each of its
  /// errors.
  private func machineLines(_ machines: [MachineSummary]) -> [String] {
    let width = AnimationInfo.column(machines.map(\.id))
    return machines.flatMap { machine in
      var parts: [String] = []
      if machine.error != nil {
        parts.append("is not run")
      } else if machine.isInitial {
        parts.append("runs initially")
      }
      if !machine.states.isEmpty { parts.append("states \(list(machine.states))") }
      if !machine.inputs.isEmpty { parts.append("inputs \(list(machine.inputs))") }
      return [machine.id.padded(after: width) + parts.joined(separator: "; ")]
        + machine.diagnostics.map { "  \($0)" }
    }
  }

  private var formatText: String {
    switch animation.format {
    case .json: "JSON"
    case .gzip: "JSON in gzip (.tgs)"
    case .dotLottie: "dotLottie"
    }
  }

  /// The playback settings in the file.
  private var playbackText: String {
    guard let entry else { return "" }
    var parts: [String] = []
    if let mode = entry.mode { parts.append(mode.rawValue) }
    if let speed = entry.speed { parts.append("at speed \(AnimationInfo.rounded(speed))") }
    if let count = entry.loopCount {
      parts.append("\(count) times")
    } else if let loops = entry.loops {
      parts.append(loops ? "forever" : "once")
    }
    if let autoplay = entry.autoplay { parts.append(autoplay ? "automatically" : "on request") }
    return list(parts)
  }

  private func markerText(_ marker: LottieMarker) -> String {
    let start = "\(marker.name) (\(AnimationInfo.rounded(marker.frame))"
    return marker.duration > 0
      ? "\(start) to \(AnimationInfo.rounded(marker.frame + marker.duration)))" : start + ")"
  }

  private func imageText(_ image: LottieContents.Image) -> String {
    let (width, height) = (AnimationInfo.rounded(image.width), AnimationInfo.rounded(image.height))
    return "\(image.id) (\(width)x\(height)\(image.isLoaded ? "" : ", missing"))"
  }

  private func slotText(_ slot: LottieSlot) -> String {
    let details = [slot.kind?.rawValue, slot.value].compactMap { $0 }
    return details.isEmpty ? slot.name : "\(slot.name) (\(details.joined(separator: " ")))"
  }

  private func list(_ texts: [String]) -> String { texts.joined(separator: ", ") }
}

// Information for programs.
extension OpenedLottie {
  private func fields(
    _ contents: LottieContents, _ themes: [ThemeSummary], _ machines: [MachineSummary]
  ) -> [(String, JSON)] {
    [
      ("name", .string(contents.name)),
      ("format", .string(animation.format.rawValue)),
      ("version", .string(contents.version)),
      ("width", .number(animation.size.width)),
      ("height", .number(animation.size.height)),
      ("frameRate", .number(animation.frameRate)),
      ("frames", .number(animation.frameCount)),
      ("duration", .number(animation.duration)),
      ("layers", .integer(contents.layers)),
      ("compositions", .integer(contents.compositions)),
      ("images", .array(contents.images.map(Self.json))),
      ("sounds", .array(contents.sounds.map(JSON.string))),
      ("data", .array(contents.data.map(JSON.string))),
      ("fonts", .array(contents.fonts.map(JSON.string))),
      ("fontFiles", .array(fontFiles.map(\.json))),
      ("features", .array(contents.features.map(JSON.string))),
      ("expressions", .integer(contents.expressions)),
      ("animations", .array(animation.animations.map(JSON.string))),
      ("theme", animation.theme.map(JSON.string) ?? .null),
      ("themes", .array(themes.map(Self.json))),
      ("stateMachines", .array(machines.map(json))),
      ("background", entry?.background.map { .string($0.hexadecimal) } ?? .null),
      ("markers", .array(animation.markers.map(Self.json))),
      ("slots", .array(animation.slots.map(JSON.string))),
      ("slotValues", .array(contents.slots.map(Self.json))),
    ]
  }

  private static func json(_ theme: ThemeSummary) -> JSON {
    .object([
      ("id", .string(theme.id)), ("name", .string(theme.name)),
      ("slots", .array(theme.slots.map(JSON.string))),
      ("unmatchedSlots", .array(theme.unmatched.map { .string($0.slot) })),
      ("error", theme.error.map { .string("\($0)") } ?? .null),
    ])
  }

  private func json(_ machine: MachineSummary) -> JSON {
    .object([
      ("id", .string(machine.id)), ("isInitial", .bool(machine.isInitial)),
      ("states", .array(machine.states.map(JSON.string))),
      ("inputs", .array(machine.inputs.map(JSON.string))),
      ("diagnostics", .array(machine.diagnostics.map { named($0).json })),
      ("error", machine.error.map { .string("\($0)") } ?? .null),
    ])
  }

  private static func json(_ image: LottieContents.Image) -> JSON {
    .object([
      ("id", .string(image.id)), ("width", .number(image.width)), ("height", .number(image.height)),
      ("isLoaded", .bool(image.isLoaded)),
    ])
  }

  private static func json(_ marker: LottieMarker) -> JSON {
    .object([
      ("name", .string(marker.name)), ("frame", .number(marker.frame)),
      ("duration", .number(marker.duration)),
    ])
  }

  private static func json(_ slot: LottieSlot) -> JSON {
    .object([
      ("name", .string(slot.name)), ("kind", slot.kind.map { .string($0.rawValue) } ?? .null),
      ("value", slot.value.map(JSON.string) ?? .null),
    ])
  }
}
