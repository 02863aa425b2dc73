import AnimCore
import AnimationFormats
import ImageFiles
import LinuxSystem
import OfflineRendering

/// An animation opened by a program in another language, with the state for drawing it. Use it on
/// only one thread at a time.
final class Animation {
  private let file: AnimationFile
  private let scenes: AnimationScenes
  /// The source of images of one pixel. Buffers have their own sizes.
  private let source: RenderSource
  private var scene: any Scene
  /// The renderer for the size of the last image.
  private var renderer: (size: PixelSize, renderer: FrameRenderer)?
  /// The description of the file, created on first use.
  private lazy var info = file.animation.info()
  private lazy var infoText = CText(info.json(path: nil).text)
  private var diagnostics: [DiagnosticText] = []
  /// The reason for the last error.
  private(set) var message = CText("")

  /// The name of the animation in messages.
  static let name = "animation"

  /// Opens the bytes of a file.
  convenience init(_ bytes: [UInt8], _ options: OpeningOptions) throws(Failure) {
    let source = AnimationSource(Self.name, bytes: bytes, folder: options.resourceFolder)
    let file = try AnimationFile(source, options.configuration)
    try self.init(file, file.scenes())
  }

  /// Creates a copy that shares the file.
  convenience init(sharing other: Animation) throws(Failure) {
    try self.init(other.file, other.scenes)
  }

  private init(_ file: AnimationFile, _ scenes: AnimationScenes) throws(Failure) {
    self.file = file
    self.scenes = scenes
    source = try RenderSource(file, scenes, size: PixelSize(width: 1, height: 1))
    scene = scenes.make()
  }

  /// Stores the reason for an error.
  func fail(_ reason: String) { message = CText(reason) }
}

// Facts.
extension Animation {
  var size: PixelSize { file.animation.size.pixels(scale: 1) }

  /// The numbers of the played frames.
  var frames: ClosedRange<Int> { scene.wholeFrames ?? 0...0 }

  /// The number of frames per second, or `nil` if frames have different durations.
  var frameRate: Double? { scene.playback?.frameRate?.hertz }

  var duration: Timestamp {
    guard let playback = scene.playback, playback.isAnimated else { return .zero }
    return playback.exactCycleDuration.timestamp
  }

  /// The description of the file as JSON.
  var json: UnsafePointer<CChar> { infoText.pointer }

  func time(of frame: Int) throws(Failure) -> Timestamp { scene.time(of: try number(of: frame)) }

  private func number(of frame: Int) throws(Failure) -> Fraction {
    do throws(FrameNumberError) {
      return try FramePosition.number(Fraction(frame)).number(in: scene)
    } catch {
      throw Failure("\(Self.name): \(error)", status: .usage)
    }
  }

  /// Updates the list of diagnostics, and returns their number.
  func listDiagnostics() -> Int {
    let omission = source.omission.map { omission in
      let frame = Fraction(decimal: omission.frame).floor
      return DiagnosticText(omission.diagnostic, prefix: "frame \(frame): ")
    }
    diagnostics = info.diagnostics.map { DiagnosticText($0) } + (omission.map { [$0] } ?? [])
    return diagnostics.count
  }

  /// Returns the listed diagnostic at an index, or `nil` if the index is out of range.
  func diagnostic(at index: Int) -> DiagnosticText? {
    diagnostics.indices.contains(index) ? diagnostics[index] : nil
  }
}

// Images.
extension Animation {
  /// Draws a frame. The result is valid until the next one is drawn.
  func draw(frame: Int, _ size: PixelSize) throws(Failure) -> RenderedFrame {
    try draw(.frame(number(of: frame), rate: sceneRate), number: frame, size)
  }

  /// Draws the image of an instant. The result is valid until the next one is drawn.
  func draw(_ time: Timestamp, _ size: PixelSize) throws(Failure) -> RenderedFrame {
    try draw(.time(time), number: 0, size)
  }

  private func draw(
    _ instant: SceneInstant, number: Int, _ size: PixelSize
  ) throws(Failure) -> RenderedFrame {
    let renderer = try renderer(for: size)
    do throws(Failure) {
      return try renderer.render(instant, number: number)
    } catch {
      // A scene keeps the failure of a frame, but other frames may succeed.
      (self.renderer, scene) = (nil, scenes.make())
      throw error
    }
  }

  private func renderer(for size: PixelSize) throws(Failure) -> FrameRenderer {
    if let renderer, renderer.size == size { return renderer.renderer }
    do throws(ImageSizeError) {
      let created = FrameRenderer(try source.resized(to: size), scene: scene, threads: 1)
      renderer = (size, created)
      return created
    } catch {
      throw Failure(error, of: "width, height")
    }
  }
}
