import AnimCore

/// The properties of a film in a single file.
package struct FilmConfiguration: Sendable {
  var format: FilmFormat
  var size: PixelSize
  var rate: RefreshRate
  /// How many times the film plays, for formats that store this; nil for forever.
  var plays: Int?
  /// The sampling of y4m.
  var sampling = Y4MSampling()

  package init(
    format: FilmFormat, size: PixelSize, rate: RefreshRate, plays: Int? = nil,
    sampling: Y4MSampling = Y4MSampling()
  ) {
    self.format = format
    self.size = size
    self.rate = rate
    self.plays = plays
    self.sampling = sampling
  }
}
