/// How the samples of a y4m film are made.
struct Y4MSampling: Hashable, Sendable {
  enum Chroma: String, CaseIterable, Sendable {
    /// One pair of colour samples per four pixels, in their middle.
    case quarter = "420"
    /// One pair of colour samples per pixel.
    case full = "444"
  }

  enum Range: String, CaseIterable, Sendable {
    /// 16 to 235 of 255, and to 240 for colours, as usual in video.
    case limited
    case full
  }

  var chroma = Chroma.quarter
  /// Bits per sample, 8 or 10.
  var depth = 8
  var range = Range.limited
}
