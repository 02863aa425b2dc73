import AnimCore

/// The part of a window that receives clicks. Elsewhere, the window below receives them.
package enum ClickArea: Hashable, Sendable {
  case window
  /// The pixels of the image that aren't completely transparent.
  case drawnPixels
  case nowhere
}

/// The outline of an image, to which a window is shaped.
struct Outline {
  enum Kind: Hashable {
    /// Clicks outside of the drawn pixels go to the window below, which a compositor shows there.
    case input
    /// Only pixels that are at least half opaque are shown, and as opaque, because no compositor runs.
    case bounding
  }

  let kind: Kind
  private var mask: PixelMask
  private var hasChanged = true

  init(_ kind: Kind) {
    self.kind = kind
    mask = PixelMask(threshold: kind == .input ? 1 : 128)
  }

  /// Updates the outline in tiles that were painted. The colours of half-transparent pixels become opaque if the server
  /// ignores alpha: they are premultiplied, so they would have a dark fringe.
  mutating func update(
    _ tiles: TileSet, of size: PixelSize, _ pixels: UnsafeMutableBufferPointer<UInt32>, stride: Int
  ) {
    var hasChanged = mask.resize(to: size) || hasChanged
    tiles.forEachRectangle { area in
      if mask.update(area, from: UnsafeBufferPointer(pixels), stride: stride) { hasChanged = true }
      guard kind == .bounding else { return }
      for y in area.y0..<area.y1 {
        for index in y * stride + area.x0..<y * stride + area.x1 {
          let alpha = pixels[index] >> 24
          guard alpha >= mask.threshold, alpha < 255 else { continue }
          pixels[index] = Color(premultipliedARGB: pixels[index]).argb
        }
      }
    }
    self.hasChanged = hasChanged
  }

  /// Shapes the window if the outline has changed.
  mutating func apply(to window: Window) {
    guard hasChanged else { return }
    hasChanged = false
    window.setShape(kind.shape, to: mask.rectangles())
  }

  func remove(from window: Window) { window.setShape(kind.shape, to: nil) }
}

extension Outline.Kind {
  fileprivate var shape: Window.Shape {
    switch self {
    case .input: .input
    case .bounding: .bounding
    }
  }
}
