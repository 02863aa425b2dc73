import AnimCodecs
import AnimCore

extension RasterSource {
  /// Returns the start time of each frame. `duration` returns the duration of a frame, in seconds, which is never zero.
  package func times(_ duration: (FrameDelay) -> Fraction) -> FrameTimes {
    var end = Fraction(0)
    let ends = delays.map { delay in
      end = end + duration(delay)
      return end
    }
    return FrameTimes(ends: ends) ?? FrameTimes(rate: .assumed, count: Double(ends.count))
  }
}

extension FrameDelay {
  package var seconds: Fraction { Fraction(numerator) / Fraction(denominator) }

  /// The maximum delay, in seconds, that browsers treat as no delay. It is also the shortest positive delay of a GIF.
  package static let shortest = Fraction(1) / 100

  /// The duration in browsers, which replace delays of at most 10 ms with 100 ms (image/FrameTimeout.h in Gecko; WebKit
  /// bugs 26455 and 36082). Many files without a delay would play too fast otherwise.
  package var secondsInBrowsers: Fraction {
    seconds <= Self.shortest ? Self.shortest * 10 : seconds
  }
}
