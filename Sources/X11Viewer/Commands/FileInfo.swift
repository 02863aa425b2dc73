import AnimCore
import AnimLottie
import FramePacing
import LinuxSystem
import OfflineRendering
import OptionValues

/// What ``InfoCommand`` prints about a file.
struct FileInfo {
  private let file: AnimationFile
  private let contents: LottieContents
  /// What is not drawn as intended, as far as the file and some frames tell.
  private let diagnostics: [LottieDiagnostic]

  init(_ file: AnimationFile) {
    self.file = file
    let animation = file.animation
    contents = animation.contents
    diagnostics =
      animation.diagnostics
      + (contents.expressions > 0 ? Self.drawFrames(of: animation).failedExpressions : [])
  }

  /// Frames that are drawn to find expressions that fail: spread evenly over the animation, as
  /// trying each of thousands would take long.
  private static let maximumFrames = 100.0

  private static func drawFrames(of animation: LottieAnimation) -> LottieDrawingReport {
    let count = min(max(animation.frameCount.rounded(.up), 1), maximumFrames)
    let renderer = LottieRenderer(animation)
    var report = LottieDrawingReport()
    var list = DisplayList(size: PixelSize(width: 16, height: 16), background: .clear)
    for index in 0..<Int(count) {
      list.removeAll(size: list.size, background: .clear)
      let frame = (Double(index) * animation.frameCount / count).rounded(.down)
      report.add(renderer.draw(frame: frame, into: &list))
    }
    return report
  }

  /// Whether something is not drawn as intended.
  var isIncomplete: Bool { !diagnostics.isEmpty }

  /// What matters most, in one line.
  var line: String {
    let animation = file.animation
    let count = diagnostics.count
    return """
      \(file.path): \(plain(animation.size.width))x\(plain(animation.size.height)), \
      \(rounded(animation.frameRate)) frames/s, \(rounded(animation.duration)) s, \
      \(contents.layers) layers, \(count == 0 ? "as intended" : "\(count) not as intended")
      """.printable + "\n"
  }

  /// A line for each property, followed by one for each thing that is not drawn as intended.
  var text: String {
    let lines = facts.map { name, value in name.padded(after: 16) + value }
    return (lines + themeLines + machineLines + diagnosticLines).map { $0.printable + "\n" }
      .joined()
  }

  private var facts: [(String, String)] {
    let animation = file.animation
    let facts: [(String, String?)] = [
      ("file", file.path),
      ("name", contents.name),
      ("format", formatText + (contents.version.isEmpty ? "" : ", version \(contents.version)")),
      ("size", "\(plain(animation.size.width))x\(plain(animation.size.height))"),
      ("frame rate", "\(rounded(animation.frameRate)) frames/s"),
      ("frames", plain(animation.frameCount)),
      ("duration", "\(rounded(animation.duration)) s"),
      (
        "layers",
        "\(contents.layers)"
          + (contents.compositions > 0 ? " in \(contents.compositions + 1) compositions" : "")
      ),
      ("images", list(contents.images.map(imageText))),
      ("sounds", list(contents.sounds.map { "\($0) (not played)" })),
      ("data", list(contents.data)),
      ("fonts", list(contents.fonts)),
      ("font files", list(contents.fontFiles.map(fontText))),
      ("features", list(contents.features)),
      ("expressions", contents.expressions > 0 ? "\(contents.expressions)" : nil),
      ("animations", list(animation.animations)),
      ("theme", animation.theme),
      ("background", file.entry?.background?.hexadecimal),
      ("playback", playbackText),
      ("markers", list(animation.markers.map(markerText))),
      ("slots", list(contents.slots.map(slotText))),
    ]
    return facts.compactMap { name, value in value.flatMap { $0.isEmpty ? nil : (name, $0) } }
  }

  /// A line for each theme, with the slots that it sets and those that the animation does not have.
  private var themeLines: [String] {
    let themes = file.themes
    guard !themes.isEmpty else { return [] }
    let width = column(themes.map(\.id))
    return ["themes".padded(after: 16) + "\(themes.count)"]
      + themes.map { theme in
        var parts: [String] = []
        if let error = theme.error { parts.append(error) }
        if !theme.slots.isEmpty { parts.append("sets \(list(theme.slots))") }
        if !theme.unmatched.isEmpty {
          parts.append(
            "finds no slot for "
              + list(theme.unmatched.map { "\($0.slot) (\($0.path))" }))
        }
        return "  " + theme.id.padded(after: width)
          + (parts.isEmpty ? "sets nothing" : parts.joined(separator: "; "))
      }
  }

  /// The width of a column with identifiers.
  private func column(_ ids: [String]) -> Int {
    max(14, min(ids.map(\.count).max() ?? 0, 40) + 1)
  }

  /// A line for each state machine, with its states and inputs, and for what is wrong with it.
  private var machineLines: [String] {
    let machines = file.stateMachines
    guard !machines.isEmpty else { return [] }
    let width = column(machines.map(\.id))
    var lines = ["state machines".padded(after: 16) + "\(machines.count)"]
    for machine in machines {
      var parts: [String] = []
      if let error = machine.error { parts.append(error) }
      if machine.isInitial, machine.error == nil { parts.append("runs at first") }
      if !machine.states.isEmpty { parts.append("states \(list(machine.states))") }
      if !machine.inputs.isEmpty { parts.append("inputs \(list(machine.inputs))") }
      lines.append("  \(machine.id.padded(after: width))\(parts.joined(separator: "; "))")
      lines += machine.diagnostics.map { "    \($0)" }
    }
    return lines
  }

  private var diagnosticLines: [String] {
    let diagnostics = diagnostics
    guard !diagnostics.isEmpty else { return ["drawn".padded(after: 16) + "as intended"] }
    return ["not as intended".padded(after: 16) + "\(diagnostics.count)"]
      + DiagnosticGroup.groups(of: diagnostics, in: file.animation)
      .map { "  \($0.severity.text.padded(after: 14))\($0.text)" }
  }

  private var formatText: String {
    switch file.animation.format {
    case .json: "JSON"
    case .gzip: "JSON in gzip (.tgs)"
    case .dotLottie: "dotLottie"
    }
  }

  /// How the file wants to be played, as far as it says.
  private var playbackText: String? {
    guard let entry = file.entry else { return nil }
    var parts: [String] = []
    if let mode = entry.mode { parts.append(mode.rawValue) }
    if let speed = entry.speed { parts.append("at speed \(rounded(speed))") }
    if let count = entry.loopCount {
      parts.append("\(count) times")
    } else if let loops = entry.loops {
      parts.append(loops ? "again and again" : "once")
    }
    if let autoplay = entry.autoplay { parts.append(autoplay ? "at once" : "when asked to") }
    return list(parts)
  }

  private func markerText(_ marker: LottieMarker) -> String {
    let start = "\(marker.name) (\(rounded(marker.frame))"
    return marker.duration > 0
      ? "\(start) to \(rounded(marker.frame + marker.duration)))" : start + ")"
  }

  private func imageText(_ image: LottieContents.Image) -> String {
    let size = "\(image.id) (\(rounded(image.width))x\(rounded(image.height))"
    return size + (image.isLoaded ? ")" : ", missing)")
  }

  private func fontText(_ font: LottieContents.FontFile) -> String {
    "\(font.family) \(font.style) (\(font.path ?? "in the file"), SHA-256 \(font.sha256))"
  }

  private func slotText(_ slot: LottieSlot) -> String {
    let details = [slot.kind?.rawValue, slot.value].compactMap { $0 }
    return details.isEmpty ? slot.name : "\(slot.name) (\(details.joined(separator: " ")))"
  }

  private func list(_ texts: [String]) -> String { texts.joined(separator: ", ") }
}

/// Diagnostics that say the same of different places.
private struct DiagnosticGroup {
  let severity: LottieDiagnostic.Severity
  private let message: String
  /// The path of the first, with the name of its layer.
  private let place: String
  private var count = 1

  private init(_ diagnostic: LottieDiagnostic, in animation: LottieAnimation) {
    severity = diagnostic.severity
    message = diagnostic.message
    let layer = animation.layerName(at: diagnostic.path)
    place = diagnostic.path + (layer.map { " \"\($0)\"" } ?? "")
  }

  /// In the order of the first of each.
  static func groups(
    of diagnostics: [LottieDiagnostic], in animation: LottieAnimation
  ) -> [DiagnosticGroup] {
    var groups: [DiagnosticGroup] = []
    for diagnostic in diagnostics {
      let index = groups.firstIndex {
        $0.message == diagnostic.message && $0.severity == diagnostic.severity
      }
      if let index {
        groups[index].count += 1
      } else {
        groups.append(DiagnosticGroup(diagnostic, in: animation))
      }
    }
    return groups
  }

  var text: String {
    let others = count > 1 ? " and \(count - 1) more" : ""
    return place.isEmpty && count == 1 ? message : "\(place)\(others): \(message)"
  }
}

// Output for programs.
extension FileInfo {
  var json: JSON {
    let animation = file.animation
    return .object([
      ("file", .string(file.path)),
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
      ("fontFiles", .array(contents.fontFiles.map(Self.json))),
      ("features", .array(contents.features.map(JSON.string))),
      ("expressions", .integer(contents.expressions)),
      ("animations", .array(animation.animations.map(JSON.string))),
      ("theme", animation.theme.map(JSON.string) ?? .null),
      ("themes", .array(file.themes.map(Self.json))),
      ("stateMachines", .array(file.stateMachines.map(json))),
      ("background", file.entry?.background.map { .string($0.hexadecimal) } ?? .null),
      ("markers", .array(animation.markers.map(Self.json))),
      ("slots", .array(animation.slots.map(JSON.string))),
      ("slotValues", .array(contents.slots.map(Self.json))),
      ("diagnostics", .array(diagnostics.map(json))),
    ])
  }

  private static func json(_ theme: ThemeSummary) -> JSON {
    .object([
      ("id", .string(theme.id)), ("name", .string(theme.name)),
      ("slots", .array(theme.slots.map(JSON.string))),
      ("unmatchedSlots", .array(theme.unmatched.map { .string($0.slot) })),
      ("error", theme.error.map(JSON.string) ?? .null),
    ])
  }

  private func json(_ machine: StateMachineSummary) -> JSON {
    .object([
      ("id", .string(machine.id)), ("isInitial", .bool(machine.isInitial)),
      ("states", .array(machine.states.map(JSON.string))),
      ("inputs", .array(machine.inputs.map(JSON.string))),
      ("diagnostics", .array(machine.diagnostics.map(json))),
      ("error", machine.error.map(JSON.string) ?? .null),
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

  private static func json(_ font: LottieContents.FontFile) -> JSON {
    .object([
      ("family", .string(font.family)), ("style", .string(font.style)),
      ("path", font.path.map(JSON.string) ?? .null), ("sha256", .string(font.sha256)),
    ])
  }

  private static func json(_ slot: LottieSlot) -> JSON {
    .object([
      ("name", .string(slot.name)), ("kind", slot.kind.map { .string($0.rawValue) } ?? .null),
      ("value", slot.value.map(JSON.string) ?? .null),
    ])
  }

  private func json(_ diagnostic: LottieDiagnostic) -> JSON {
    let layer = file.animation.layerName(at: diagnostic.path)
    return .object([
      ("path", .string(diagnostic.path)), ("layer", layer.map(JSON.string) ?? .null),
      ("severity", .string(diagnostic.severity.text)), ("message", .string(diagnostic.message)),
    ])
  }
}

extension LottieDiagnostic.Severity {
  fileprivate var text: String {
    switch self {
    case .approximated: "approximated"
    case .notDrawn: "not drawn"
    case .invalid: "invalid"
    }
  }
}

extension Color {
  /// `#rrggbb`, with two more digits where it is translucent.
  fileprivate var hexadecimal: String {
    let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return "#" + channels.map { String($0, radix: 16).padded(before: 2, with: "0") }.joined()
  }
}

/// A number with at most three decimals.
private func rounded(_ value: Double) -> String {
  let thousandths = (value * 1_000).rounded()
  return thousandths.isFinite && thousandths.magnitude < 1e15
    ? plain(thousandths / 1_000) : "\(value)"
}
