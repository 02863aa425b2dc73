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
  /// Whether the colours that a gif does not have are mixed of those that it has.
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

/// The formats of videos in a single file, by the endings of their names.
package enum VideoFormat: String, CaseIterable, Sendable {
  /// Uncompressed video with a header line, which programs pipe to each other.
  case y4m
  /// Nothing but the pixels: red, green, blue and straight alpha, a byte each.
  case rgba
  case mp4, webm, gif, webp, apng, mkv, mov, avif

  /// Creates the format for the extension of a file name, or returns `nil` if it is unknown.
  package init?(path: String) {
    guard let fileExtension = FilePath.fileExtension(of: path) else { return nil }
    self.init(rawValue: fileExtension)
  }

  /// Whether pixels can be transparent, even if only fully, as in GIF.
  package var hasAlpha: Bool { ![.y4m, .mp4, .mkv].contains(self) }

  /// Whether it can be written to a pipe. The beginning of other formats is written last.
  package var isStreamable: Bool { [.y4m, .rgba, .gif, .webm, .mkv].contains(self) }

  /// Whether pixels have alpha, and neighbouring ones change each other's colours.
  var mixesColors: Bool { [.webm, .mov, .avif].contains(self) }

  /// Whether it stores how many times it plays.
  package var hasLoopCount: Bool { [.gif, .webp, .apng, .avif].contains(self) }

  /// Whether frames may last differently long.
  package var hasFrameTimes: Bool { [.gif, .apng, .webp].contains(self) }

  /// The highest frame rate: viewers show frames much longer that are shorter than two hundredths of a second in a GIF,
  /// and than ``shortestFrame`` in others.
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
