import AnimCodecs
import AnimCore
import AnimGraphics
import AnimationFormats
import ImageFiles
import LinuxSystem

/// Draws the frames of a scene and passes them to a ``FrameSink``: an image, a sequence, a video, or a comparison. Use
/// a renderer on only one thread at a time.
///
/// ``render(_:of:jobs:into:)`` draws several frames in parallel, with one renderer each.
package final class FrameRenderer {
  /// Paints a display list. The returned image is valid until the next call.
  package typealias Painter = (DisplayList) throws(Failure) -> PixelImage

  private let view: SceneView
  private let paint: Painter
  private let shortfall: ShortfallRecord?
  /// Whether images are drawn at their own size on a transparent background.
  private let isPlain: Bool

  /// Creates a renderer that draws in memory.
  ///
  /// - Parameters:
  ///   - scene: A scene of the source, or `nil` to create one.
  ///   - threads: The number of threads that paint each image, or `nil` for as many as are
  ///     worthwhile.
  package convenience init(
    _ source: RenderSource, scene: (any Scene)? = nil, threads: Int? = nil
  ) {
    let view = SceneView(
      scene: scene ?? source.makeScene(), size: source.size, scale: source.scale,
      backdrop: .color(source.background))
    let rasterizer = Rasterizer(threads: threads)
    let image = PixelImage(size: source.size, isOpaque: source.background.alpha == 255)
    self.init(
      view, source.shortfall, isPlain: source.background.alpha == 0 && source.scale == 1
    ) { list throws(Failure) in
      rasterizer.paint(list, into: image)
      return image
    }
  }

  /// Creates a renderer that draws by other means, such as in a window.
  package convenience init(_ view: SceneView, paint: @escaping Painter) {
    self.init(view, nil, isPlain: false, paint: paint)
  }

  private init(
    _ view: SceneView, _ shortfall: ShortfallRecord?, isPlain: Bool, paint: @escaping Painter
  ) {
    self.isPlain = isPlain
    self.view = view
    self.shortfall = shortfall
    self.paint = paint
  }

  package var scene: any Scene { view.scene }

  /// Draws the image of an instant.
  ///
  /// - Parameter number: The number of the frame.
  package func render(
    _ instant: SceneInstant, number: Int = 0
  ) throws(Failure) -> RenderedFrame {
    let stopwatch = Stopwatch()
    view.scene.show(instant)
    let list = view.compose()
    // An unreadable image stops the rendering, because the output would show something else instead.
    if let failure = (view.scene as? any ReadingScene)?.readFailure { throw failure }
    shortfall?.add(view.scene)
    let exact =
      isPlain ? (view.scene as? any ExactScene)?.straightPixels(in: view.size) : nil
    return RenderedFrame(
      number: number, instant: instant, image: try paint(list), exact: exact,
      cost: list.cost, stopwatch: stopwatch)
  }

  /// Draws frames one after the other on the calling thread.
  package func render(
    _ frames: some FrameList, into sink: some FrameSink
  ) throws(Failure) {
    let prepare = sink.preparation()
    for index in 0..<frames.count { try sink.take(prepare(render(index, of: frames))) }
    try sink.finish()
  }

  /// Draws several frames in parallel, one per thread, and passes them on in order.
  ///
  /// - Parameter jobs: The number of threads that draw. Large frames use fewer; see ``PixelBudget``.
  package static func render(
    _ frames: some FrameList, of source: RenderSource, jobs: Int, into sink: some FrameSink
  ) throws(Failure) {
    HeapMemory.keepFreed()
    let prepare = sink.preparation()
    let area = source.size.width * source.size.height
    let jobs = PixelBudget.jobs(for: source.size, upTo: jobs)
    let room = max(jobs, min(jobs * 3, ImageLimit.area / max(area, 1)))
    try OrderedWork(count: frames.count, jobs: jobs, room: room) {
      let renderer = FrameRenderer(source, threads: 1)
      return { index throws(Failure) in try prepare(renderer.render(index, of: frames)) }
    }.run { (_, product) throws(Failure) in try sink.take(product) }
    try sink.finish()
  }

  private func render(
    _ index: Int, of frames: some FrameList
  ) throws(Failure) -> RenderedFrame {
    try render(frames.instant(at: index), number: frames.number(at: index))
  }
}

/// A drawn frame. It is valid until the next one is drawn.
package final class RenderedFrame {
  package let number: Int
  package let instant: SceneInstant
  package let image: PixelImage
  /// The exact pixels of the image, or `nil` if the drawn pixels aren't rounded.
  private let exact: StraightPixels?
  /// The work for drawing the frame, in the units of ``WorkBudget``. Scenes without a budget have 0.
  package let cost: Int
  /// A stopwatch that was started when drawing began.
  package let stopwatch: Stopwatch
  /// The pixels in the format of image files, converted on first use.
  package private(set) lazy var pixels = exact ?? StraightPixels(image)
  /// The hash of ``pixels``, computed on first use.
  package private(set) lazy var hash = PixelHash(pixels)

  init(
    number: Int, instant: SceneInstant, image: PixelImage, exact: StraightPixels? = nil,
    cost: Int, stopwatch: Stopwatch
  ) {
    self.number = number
    self.instant = instant
    self.image = image
    self.exact = exact
    self.cost = cost
    self.stopwatch = stopwatch
  }

  /// Writes the pixels to memory; see ``AnimGraphics/PixelImage/write(as:to:stride:)``. In
  /// ``PixelLayout/rgba``, they are ``pixels``.
  package func write(
    as layout: PixelLayout, to memory: UnsafeMutableRawPointer, stride: Int
  ) {
    if let exact, layout == .rgba {
      exact.write(to: memory, stride: stride)
    } else {
      image.write(as: layout, to: memory, stride: stride)
    }
  }

  /// Returns an image file with the frame.
  ///
  /// - Parameter texts: Additional texts for a PNG file.
  func encoded(as format: ImageEncoding, texts: [PNG.Text] = []) throws(Failure) -> [UInt8] {
    guard let exact, case .png = format else { return try format.encode(image, texts: texts) }
    return try exact.encoded(as: format, texts: texts)
  }
}

extension StraightPixels {
  /// Returns an image file.
  ///
  /// - Parameter texts: Additional texts for a PNG file.
  func encoded(as format: ImageEncoding, texts: [PNG.Text] = []) throws(Failure) -> [UInt8] {
    guard case .png(let compression) = format else { return try format.encode(image, texts: texts) }
    do throws(PNGCodingError) {
      return try PNG.encode(self, compression: compression, texts: texts)
    } catch {
      throw Failure(error)
    }
  }
}
