import AnimCore

/// The formats of films in one file, by the endings of their names.
enum FilmFormat: String, CaseIterable, Sendable {
  /// Uncompressed video with a line of header, as programs pipe it to each other.
  case y4m
  /// Nothing but the pixels: red, green, blue and straight alpha, a byte each.
  case rgba
  case mp4, webm, gif, webp, apng

  /// The format of a file by its name; nil where that has no such ending.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }

  /// Whether it can be transparent, if only wholly or not at all as in GIF.
  var hasAlpha: Bool { ![.y4m, .mp4].contains(self) }

  /// Whether it says how often it is played.
  var hasLoopCount: Bool { [.gif, .webp, .apng].contains(self) }

  /// Whether ffmpeg makes it.
  var needsFFmpeg: Bool { ![.y4m, .rgba].contains(self) }

  /// The highest rate of its frames. Viewers show a GIF that says less than two hundredths of a second
  /// much slower.
  var maximumRate: RefreshRate? { self == .gif ? RefreshRate(hertz: 50) : nil }
}
