import CX11

/// The visual to draw with, whose pixels are colours instead of indices into a palette.
struct TrueColorVisual {
  let visual: UnsafeMutablePointer<Visual>
  let format: PixelFormat
  /// Whether the screen's default colormap can be used. Otherwise, the window needs one for the
  /// visual.
  let isDefault: Bool
}

extension TrueColorVisual {
  /// The default visual of the screen if it is a TrueColor visual, so that the window looks like
  /// all others and needs no colormap of its own; otherwise another TrueColor visual.
  static func best(on display: XDisplay) throws(WindowError) -> TrueColorVisual {
    let screen = XDefaultScreen(display)
    var pattern = XVisualInfo()
    pattern.screen = screen
    pattern.class = TrueColor
    var count: Int32 = 0
    let list = XGetVisualInfo(display, Int(VisualScreenMask | VisualClassMask), &pattern, &count)
    defer { if let list { XFree(list) } }
    let usual = XDefaultVisual(display, screen)
    let choices = UnsafeBufferPointer(start: list, count: Int(count)).compactMap {
      info -> TrueColorVisual? in
      info.visual.flatMap { visual in
        PixelFormat(of: visual.pointee, depth: Int(info.depth), on: display).map {
          TrueColorVisual(visual: visual, format: $0, isDefault: visual == usual)
        }
      }
    }
    guard let best = choices.max(by: { $0.rank < $1.rank }) else {
      throw .noTrueColorVisual(depth: Int(XDefaultDepth(display, screen)))
    }
    return best
  }

  /// Higher is better. Depth 32 comes last, since a compositor uses its spare bits as alpha.
  private var rank: Int { isDefault ? 100 : format.depth == 32 ? 1 : format.depth }
}
