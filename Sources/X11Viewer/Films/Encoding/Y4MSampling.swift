/// How the samples of a y4m film are made.
struct Y4MSampling: Hashable, Sendable {
  enum Chroma: String, CaseIterable, Sendable {
    /// One pair of colour samples for four pixels, between them.
    case quarter = "420"
    /// One for every pixel.
    case full = "444"
  }

  enum Range: String, CaseIterable, Sendable {
    /// 16 to 235, and 240 for colours, of 255: what video has.
    case limited
    case full
  }

  var chroma = Chroma.quarter
  /// Bits of a sample, 8 or 10.
  var depth = 8
  var range = Range.limited
}
