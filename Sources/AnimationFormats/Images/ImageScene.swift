import AnimCore
import ImageFiles
import LinuxSystem

/// Plays images. Each is read when it is first shown, or in advance if a thread is available. Only the current and the
/// next image are kept in memory.
final class ImageScene: Scene {
  private let reader: any ImageReader
  private let label: String
  private let fit: BoxFit
  private let usual: Playback
  private var played: Playback
  var smoothsPixels: Bool
  private var size = Size.zero
  private var frame: Int
  /// The last image that was shown, or `nil` as the image if it can't be read.
  private var shown: (frame: Int, image: Image?)?
  private var failure: (frame: Int, reason: Failure)?
  private var link: DisplayLink?
  /// The reader of the next image, or `nil` if nothing waits for it.
  private var ahead: ImageAhead?
  /// Whether ``ahead`` has started to prepare jumps.
  private var preparesJumps = false
  /// The frame after the current one, or `nil` at the end or if it isn't needed.
  private var next: Int?

  /// - Parameter label: The name of the file in the messages of the reader.
  init(
    _ reader: any ImageReader, of label: String, _ playback: Playback, fit: BoxFit,
    smoothsPixels: Bool = false
  ) {
    self.label = label
    self.smoothsPixels = smoothsPixels
    self.reader = reader
    self.fit = fit
    usual = playback
    played = playback
    frame = Int(playback.frame(at: .zero))
  }

  var naturalSize: Size? { reader.size.points }

  var playback: Playback? {
    get { played }
    set { played = newValue ?? usual }
  }

  func layout(in size: Size) { self.size = size }

  func update(to time: Seconds) {
    frame = Int(played.frame(at: time))
    guard ahead != nil else { return }
    next = played.nextChange(after: Timestamp(seconds: time)).map { Int(played.frame(at: $0)) }
  }

  func show(frame: Double) {
    let last = Int(played.times.count) - 1
    self.frame = Int(min(max(frame.rounded(.down), 0), Double(last)))
    next = nil
  }

  func start(on source: FrameSource) {
    link?.invalidate()
    link = .following(source, for: self)
    guard link != nil, ahead == nil else { return }
    ahead = source.background.map { ImageAhead(reader, on: $0) }
  }

  /// The image of the current frame, or of the previous frame until the current one is available,
  /// or `nil` if it can't be read.
  private var rendering: Image? {
    if let shown, shown.frame == frame {
      readNext()
      return shown.image
    }
    let read: Result<Image, Failure>?
    if let ahead {
      read = ahead.image(of: frame)
    } else {
      read = Result { () throws(Failure) in try reader.image(of: frame) }
    }
    guard let read else { return shown?.image }
    if case .failure(let reason) = read, failure.map({ frame < $0.frame }) ?? true {
      failure = (frame, reason)
    }
    let image = try? read.get()
    shown = (frame, image)
    readNext()
    return image
  }

  /// Starts to read the next image and to prepare jumps, once an image is shown.
  private func readNext() {
    if let next, next != frame { ahead?.read(next) }
    guard !preparesJumps, let ahead else { return }
    ahead.prepareJumps()
    preparesJumps = true
  }

  func draw(into list: inout DisplayList) {
    guard let rendering else { return }
    list.draw(rendering, fit: fit, in: size, smoothsPixels: smoothsPixels)
  }
}

extension ImageScene: ExactScene {
  func straightPixels(in size: PixelSize) -> StraightPixels? {
    guard size == reader.size, self.size == size.points,
      fit.transform(from: size.points, to: self.size) == .identity, let rendering,
      !rendering.isOpaque
    else { return nil }
    return try? reader.straightPixels(of: frame)
  }
}

extension ImageScene: PixelScene {}

extension ImageScene: PartialScene {
  var omission: SceneOmission? {
    failure.map { failure in
      // The caller adds the name of the file.
      let (message, name) = (failure.reason.message, "\(label): ")
      return SceneOmission(
        frame: Double(failure.frame),
        Diagnostic(
          .imageUnreadable, .notDrawn,
          message.hasPrefix(name) ? String(message.dropFirst(name.count)) : message))
    }
  }
}

extension ImageScene: ReadingScene {
  var readFailure: Failure? { failure?.reason }
}

extension PixelSize {
  /// The size with one point per pixel.
  var points: Size { Size(width: Double(width), height: Double(height)) }
}
