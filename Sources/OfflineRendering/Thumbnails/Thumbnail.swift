import AnimCore
import AnimationFormats
import Glibc
import ImageFiles
import LinuxSystem

/// A small image of a file, for file managers.
///
/// Its texts follow the [Thumbnail Managing
/// Standard](https://specifications.freedesktop.org/thumbnail-spec/latest/). They identify the file
/// and show whether it has changed.
package struct Thumbnail {
  private let source: RenderSource
  /// The number of the frame in the thumbnail.
  private let frame: Int
  private let texts: [PNG.Text]

  /// Reads the file at `path` and chooses the frame.
  ///
  /// - Parameter side: The length of the longer side, in pixels.
  package init(of path: String, side: Int) throws(Failure) {
    // Query the status before reading, so that a change in between makes the thumbnail outdated.
    var status = stat()
    let isKnown = stat(path.systemPath, &status) == 0
    var configuration = FileConfiguration()
    // A thumbnail is shown on the machine that creates it, like a window.
    configuration.fonts.system = .usual
    let file = try AnimationFile(path, configuration)
    let makeScene = try file.scenes().make
    func source(side: Int) throws(Failure) -> RenderSource {
      do throws(ImageSizeError) {
        return try RenderSource(
          size: Self.size(of: file.animation.size, side: side), background: .clear,
          makeScene: makeScene)
      } catch {
        throw Failure(error, of: path)
      }
    }
    frame = try ThumbnailFrame.number(in: source(side: ThumbnailFrame.side))
    self.source = try source(side: side)
    texts = isKnown ? Self.texts(for: file, status) : []
  }

  /// Draws the thumbnail and saves it as PNG.
  ///
  /// Overwrites an existing file: tumblerd creates an empty file and reads from that.
  package func save(to path: String) throws(Failure) {
    let frames = ChosenFrames(.frame(Fraction(frame), rate: .assumed))
    try FrameRenderer(source).render(
      frames, into: ImageSink(path: path, texts: texts, overwrites: true))
  }

  /// Returns the size with the proportions of the animation and at least one pixel per side. Small
  /// animations are enlarged, because vector graphics lose nothing.
  private static func size(of size: Size, side: Int) -> PixelSize {
    size.pixels(scale: Double(side) / max(size.width, size.height))
  }

  private static func texts(for file: AnimationFile, _ status: stat) -> [PNG.Text] {
    let animation = file.animation
    let size = animation.size.pixels(scale: 1)
    let texts: [(String, String?)] = [
      ("Thumb::URI", FilePath.uri(of: file.path)),
      ("Thumb::MTime", "\(status.st_mtim.tv_sec)"),
      ("Thumb::Size", "\(status.st_size)"),
      ("Thumb::Mimetype", animation.mediaType),
      ("Thumb::Image::Width", "\(size.width)"),
      ("Thumb::Image::Height", "\(size.height)"),
      ("Thumb::Movie::Length", "\(Int(animation.duration.rounded()))"),
      ("Software", "x11viewer"),
    ]
    return texts.compactMap { keyword, text in
      text.map { PNG.Text(keyword: keyword, text: $0) }
    }
  }
}
