import AnimCore

/// What a film in one file is to be.
struct FilmConfiguration: Sendable {
  var format: FilmFormat
  var size: PixelSize
  var rate: RefreshRate
  /// How often the film is played where it says so itself; nil for ever.
  var plays: Int?
  /// Of y4m.
  var sampling = Y4MSampling()
}
