import AnimCore
import FramePacing
import XWindow

// What a window and its renderer tell the cycle of frames, which knows neither.
extension VblankStamp {
  package init(_ vblank: Vblank) {
    let nanoseconds = vblank.ust.multipliedReportingOverflow(by: 1_000).partialValue
    self.init(
      msc: Int64(clamping: vblank.msc), ust: Timestamp(nanoseconds: Int64(clamping: nanoseconds)))
  }
}

extension Renderer {
  /// How much it can accept now.
  package var load: RendererLoad { isIdle ? .idle : isReady ? .ready : .busy }
}
