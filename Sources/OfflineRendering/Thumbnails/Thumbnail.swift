import AnimCore
import AnimationFormats
import Glibc
import LinuxSystem
import PictureFiles

/// A small picture of a file, for file managers.
///
/// The texts in it are those of the [Thumbnail Managing
/// Standard](https://specifications.freedesktop.org/thumbnail-spec/latest/), by which a file manager
/// sees whose thumbnail it is, and whether the file has changed since.
package struct Thumbnail {
  private let source: PictureSource
  /// The number of the frame that it shows.
  private let frame: Int
  private let texts: [PNG.Text]

  /// Reads the file at `path`, and chooses the frame.
  ///
  /// - Parameter side: the length of the longer side, in pixels.
  package init(of path: String, side: Int) throws(Failure) {
    // Before the file is read, so that a change in between makes the thumbnail look too old.
    var status = stat()
    let isKnown = stat(path.systemPath, &status) == 0
    var configuration = FileConfiguration()
    // It is looked at where it is made, as in a window.
    configuration.fonts.system = .usual
    let file = try AnimationFile(path, configuration)
    let makeScene = try file.scenes().make
    func source(side: Int) throws(Failure) -> PictureSource {
      do throws(PictureSizeError) {
        return try PictureSource(
          size: Self.size(of: file.animation.size, side: side), background: .clear,
          makeScene: makeScene)
      } catch {
        throw Failure(error, of: path)
      }
    }
    frame = try TellingFrame.number(in: source(side: TellingFrame.side))
    self.source = try source(side: side)
    texts = isKnown ? Self.texts(for: file, status) : []
  }

  /// Draws the thumbnail, and saves it as PNG.
  ///
  /// An existing file is overwritten: tumblerd makes an empty one, and reads from that same file.
  package func save(to path: String) throws(Failure) {
    let frames = ChosenFrames(.frame(Fraction(frame), rate: .assumed))
    try FrameRenderer(source).render(
      frames, into: PictureSink(path: path, texts: texts, overwrites: true))
  }

  /// The size with the proportions of the animation, and at least a pixel each way. Small animations
  /// are enlarged: they lose nothing by that.
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
