import AnimCore
import FramePacing
import XWindow

// Conversions from the types of a window and its renderer to those of the frame cycle.
extension VblankStamp {
  package init(_ vblank: Vblank) {
    let nanoseconds = vblank.ust.multipliedReportingOverflow(by: 1_000).partialValue
    self.init(
      msc: Int64(clamping: vblank.msc), ust: Timestamp(nanoseconds: Int64(clamping: nanoseconds)))
  }
}

extension Renderer {
  /// The current load of the renderer.
  package var load: RendererLoad { isIdle ? .idle : isReady ? .ready : .busy }
}
