import AnimCore
import LinuxSystem
import PlainText

/// An open file with its animation, in any format.
package struct AnimationFile: Sendable {
  package let path: String
  package let format: any AnimationFormat
  package let animation: any OpenedAnimation
  /// The configuration for opening and playing the file.
  package let configuration: FileConfiguration
  /// The size of the file, in bytes, or 0 for an animation that consists of several files.
  package let byteCount: Int

  /// Opens the file at `path`.
  ///
  /// - Parameter path: The input; see ``InputPath``.
  package init(_ path: String, _ configuration: FileConfiguration) throws(Failure) {
    try self.init(AnimationSource(naming: path, configuration), configuration)
  }

  /// Opens a source that isn't a file, or no longer one.
  package init(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) {
    format = try AnimationFormats.format(of: source)
    animation = try format.open(source, configuration)
    path = source.path
    byteCount = source.bytes.count
    self.configuration = configuration
  }

  /// The name of the file, without its folder.
  package var name: String { InputPath.name(of: path) }

  /// Returns the background of the animation: the requested one, the one in the file, or a
  /// transparent one.
  ///
  /// - Parameter isOpaque: Whether the output has no transparency, so that the background is
  ///   composited over white.
  package func background(isOpaque: Bool = false) -> Color {
    let background = configuration.background ?? animation.background ?? .clear
    return isOpaque ? background.onWhite : background
  }

  /// Returns the scenes that play the animation.
  ///
  /// - Parameter script: The path of an interaction script, or `nil`.
  package func scenes(script: String? = nil) throws(Failure) -> AnimationScenes {
    try animation.scenes(configuration, script: script)
  }

  /// Returns warnings about the specified options that have no effect on this file.
  ///
  /// - Parameters:
  ///   - hasScript: Whether a script was specified.
  ///   - used: Options that have another effect.
  package func unusedOptionWarnings(
    hasScript: Bool = false, except used: Set<FileOption> = []
  ) -> [String] {
    let given = configuration.options.union(hasScript ? [.script] : [])
      .subtracting(format.options).subtracting(used)
    let warnings =
      FileOption.allCases.filter(given.contains).map {
        "\($0.flag): ignored because \(name) is \(format.kind)"
      }
      + animation.ignoredOptions(configuration).map {
        "\($0.flag): ignored because \($0.reason)".printable
      }
    guard let folder = configuration.resources, format.options.contains(.resources),
      !ResourceFolder.contains(path, in: folder)
    else { return warnings }
    return warnings + ["--resources: ignored because \(name) is not in \(folder)".printable]
  }
}

extension Color {
  /// The colour as `#rrggbb`, with two more digits if it is translucent.
  package var hexadecimal: String {
    let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return "#" + channels.map { String($0, radix: 16).padded(before: 2, with: "0") }.joined()
  }

  /// The colour composited over white.
  fileprivate var onWhite: Color {
    let share = Double(alpha) / 255
    func channel(_ value: UInt8) -> UInt8 {
      UInt8((Double(value) * share + 255 * (1 - share)).rounded())
    }
    return Color(red8: channel(red), green8: channel(green), blue8: channel(blue))
  }
}
