import AnimCore

/// An SVG file as an image, for an ``ImageLayer``.
///
/// ```swift
/// let layer = ImageLayer(try SVGImage(bytes))
/// layer.gravity = .resizeAspect
/// ```
///
/// The time of the image is the document time, so animations (SMIL and CSS) start at 0. The content
/// depends only on the file, its resources and the time.
///
/// Several layers can share an image at different times. An image belongs to one thread.
public final class SVGImage: AnimatedImage {
  /// The size in points: `width` and `height` of the root element, or those that follow from its `viewBox`. The default
  /// is 300 by 150, as in browsers.
  public var size: Size { renderer.animation.size }
  /// The features of the file that aren't drawn as intended, in the order of the file.
  public var diagnostics: [Diagnostic] { renderer.animation.diagnostics }
  /// The omissions of all content drawn so far, such as text without a font and content beyond a limit, in the
  /// alphabetical order of their messages.
  public var omissions: [Diagnostic] {
    drawnOmissions.sorted { ($0.message, $0.description) < ($1.message, $1.description) }
  }

  private let renderer: SVGRenderer
  private let period: SceneLoop?
  private var drawnOmissions: Set<Diagnostic> = []

  /// Reads a file.
  /// - Parameters:
  ///   - bytes: The text of the file, in UTF-8, or in UTF-16 with a byte order mark. Files compressed with gzip
  ///     (`.svgz`) must be decompressed first.
  ///   - resources: The source of the images, files and fonts that the document refers to. By default, none is
  ///     available.
  /// - Throws: ``SVGError`` if the bytes aren't an SVG file, or exceed a limit.
  /// - Complexity: O(*n* log *n*) for *n* bytes.
  public init(_ bytes: [UInt8], resources: SVGResources = SVGResources()) throws(SVGError) {
    let animation = try SVGAnimation(bytes, resources: resources)
    renderer = SVGRenderer(animation)
    if case .periodic(let period, let start) = animation.extent {
      self.period = SceneLoop(start: start, period: period)
    } else {
      period = nil
    }
  }

  /// The end of the last animation in seconds: 0 for a still image, and infinity if an animation never ends.
  public var duration: Seconds {
    switch renderer.animation.extent {
    case .still: 0
    case .finite(let end): end.double
    case .periodic, .endless: .infinity
    }
  }

  /// The first round of the loop to which all animations return, or `nil` if they end or never repeat. Before it, there
  /// may be an introduction.
  public var loop: Range<Seconds>? {
    period.map { $0.start.double..<($0.start + $0.period).double }
  }

  /// Appends the content at a time to a display list, clipped to the ``size``.
  /// - Parameters:
  ///   - time: The time since the start of the document, in seconds. It is rounded to nanoseconds.
  ///   - list: The display list.
  ///   - transform: The transform from the space of the image to points of the view.
  public func draw(at time: Seconds, into list: inout DisplayList, transform: Transform) {
    let time = Fraction(Timestamp(seconds: time.isFinite ? max(time, 0) : 0))
    let omissions = renderer.draw(
      at: period?.firstTime(showing: time) ?? time, into: &list, transform: transform)
    drawnOmissions.formUnion(omissions)
  }
}
