import AnimCore
import ImageFiles
import LinuxSystem

/// The properties of a video in a single file.
package struct VideoConfiguration: Sendable {
  var format: VideoFormat
  var size: PixelSize
  var rate: RefreshRate
  /// The start times of frames with different durations, for formats that store them, or `nil` to
  /// use the rate.
  var times: FrameTimes?
  /// The loop count for formats that store it, or `nil` to loop forever.
  var plays: Int?
  /// Whether all frames are opaque.
  var isOpaque = false
  /// The sampling of y4m.
  var sampling = Y4MSampling()
  /// Whether colours outside the palette of a GIF are dithered.
  var isDithered = false

  package init(
    format: VideoFormat, size: PixelSize, rate: RefreshRate, times: FrameTimes? = nil,
    plays: Int? = nil, isOpaque: Bool = false, sampling: Y4MSampling = Y4MSampling(),
    isDithered: Bool = false
  ) {
    self.format = format
    self.size = size
    self.rate = rate
    self.times = times
    self.isOpaque = isOpaque
    self.plays = plays
    self.sampling = sampling
    self.isDithered = isDithered
  }
}

/// The formats of videos in a single file. The raw values are their file extensions.
package enum VideoFormat: String, CaseIterable, Sendable {
  /// Uncompressed video with a header line, which programs pipe to each other.
  case y4m
  /// The pixels without a header: red, green, blue and straight alpha, a byte each.
  case rgba
  case mp4, webm, gif, webp, apng, mkv, mov, avif

  /// Creates the format for the extension of a file name, or returns `nil` if it is unknown.
  package init?(path: String) {
    guard let fileExtension = FilePath.fileExtension(of: path) else { return nil }
    self.init(rawValue: fileExtension)
  }

  /// Whether pixels can be transparent, even if only fully, as in GIF.
  package var hasAlpha: Bool { ![.y4m, .mp4, .mkv].contains(self) }

  /// Whether the format can be written to a pipe. Other formats write their first bytes last.
  package var isStreamable: Bool { [.y4m, .rgba, .gif, .webm, .mkv].contains(self) }

  /// Whether pixels have alpha, and colours of neighbouring pixels affect each other.
  var mixesColors: Bool { [.webm, .mov, .avif].contains(self) }

  /// Whether the format stores a loop count.
  package var hasLoopCount: Bool { [.gif, .webp, .apng, .avif].contains(self) }

  /// Whether frames can have different durations.
  package var hasFrameTimes: Bool { [.gif, .apng, .webp].contains(self) }

  /// The highest frame rate. Viewers extend frames that are shorter than two hundredths of a second
  /// in a GIF, or shorter than ``shortestFrame`` in other formats.
  package var maximumRate: RefreshRate? {
    switch self {
    case .gif: RefreshRate(hertz: 50)
    case .apng, .webp: RefreshRate(hertz: 90)
    default: nil
    }
  }

  /// The shortest duration in seconds that browsers don't change, or `nil` if they keep all. They
  /// show frames of 10 ms or less for 100 ms.
  package var shortestFrame: Fraction? {
    [.apng, .webp].contains(self) ? Fraction(11) / 1000 : nil
  }
}
