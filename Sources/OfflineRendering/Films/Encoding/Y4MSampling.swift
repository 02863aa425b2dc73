/// How the samples of a y4m film are made.
package struct Y4MSampling: Hashable, Sendable {
  package enum Chroma: String, CaseIterable, Sendable {
    /// One pair of colour samples per four pixels, in their middle.
    case quarter = "420"
    /// One pair of colour samples per pixel.
    case full = "444"
  }

  package enum Range: String, CaseIterable, Sendable {
    /// 16 to 235 of 255, and to 240 for colours, as usual in video.
    case limited
    case full
  }

  package var chroma = Chroma.quarter
  /// Bits per sample, 8 or 10.
  package var depth = 8
  package var range = Range.limited

  package init(chroma: Chroma = Chroma.quarter, depth: Int = 8, range: Range = Range.limited) {
    self.chroma = chroma
    self.depth = depth
    self.range = range
  }
}
