import AnimCodecs
import AnimCore
import AnimLottie
import AnimText
import Synchronization

/// Reads the images that fonts with colours have for glyphs, each of them once.
final class GlyphImageReader: Sendable {
  private let images: EmbeddedImages
  private let cached = Mutex(Cache())

  private struct Cache {
    var layers: [Key: [LottieGlyphLayer]] = [:]
    /// The cost of all that is kept.
    var cost = 0
  }

  private struct Key: Hashable {
    let face: FontFace
    let glyph: FontFace.Glyph
  }

  /// The maximum cost of the images that are kept. Beyond it, they are read again.
  private static let maximumCost = 1 << 24
  /// The bytes and pixels that count as one step. A frame has few images, and they are cached, so
  /// the limit on the steps of a frame allows for as many as in an SVG.
  private static let costOfStep = 8

  init(_ images: EmbeddedImages) { self.images = images }

  /// Returns the number of steps for reading the image of a glyph, or `nil` for a glyph that is drawn as an
  /// outline.
  func steps(of glyph: FontFace.Glyph, _ face: FontFace) -> Int? {
    guard face.hasImages, let source = face.imageSource(of: glyph) else { return nil }
    switch source.kind {
    // The document may be as complex as any SVG, so the outline is drawn.
    case .document: return nil
    // The outline places the image.
    case .image: return source.cost / Self.costOfStep + Self.steps(ofOutline: glyph, face)
    case .layers:
      guard case .layers(let layers)? = face.image(of: glyph) else { return source.cost }
      return layers.reduce(source.cost) { $0 + Self.steps(ofOutline: $1.glyph, face) }
    }
  }

  private static func steps(ofOutline glyph: FontFace.Glyph, _ face: FontFace) -> Int {
    face.cost(of: glyph) ?? FontLimits.glyphSteps
  }

  /// Returns the layers of a glyph with ``steps(of:_:)``, for text of size 1.
  func layers(of glyph: FontFace.Glyph, _ face: FontFace) -> [LottieGlyphLayer] {
    let key = Key(face: face, glyph: glyph)
    return cached.withLock { cached in
      if let layers = cached.layers[key] { return layers }
      let layers = read(glyph, face)
      cached.cost += 1 + layers.reduce(0) { $0 + $1.cost }
      if cached.cost > Self.maximumCost { cached = Cache() }
      cached.layers[key] = layers
      return layers
    }
  }

  private func read(_ glyph: FontFace.Glyph, _ face: FontFace) -> [LottieGlyphLayer] {
    let layers: [LottieGlyphLayer] =
      switch face.image(of: glyph) {
      case .layers(let layers)?: layers.map { .outline(face.outline(of: $0.glyph), $0.color) }
      case .image(let png, let rect)?:
        (try? images.image(png).decode()).map { [.image($0, rect)] } ?? []
      case .document?, nil: []
      }
    return layers.map { $0.transformed(by: Transform(scale: 1 / Double(face.unitsPerEm))) }
  }
}

extension LottieGlyphLayer {
  /// The points or pixels that are kept.
  fileprivate var cost: Int {
    switch self {
    case .outline(let path, _): path.pointCount
    case .image(let image, _): image.size.width * image.size.height
    }
  }
}
