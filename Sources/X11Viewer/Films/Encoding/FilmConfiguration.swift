import AnimCore

/// The properties of a film in a single file.
struct FilmConfiguration: Sendable {
  var format: FilmFormat
  var size: PixelSize
  var rate: RefreshRate
  /// How many times the film plays, for formats that store this; nil for forever.
  var plays: Int?
  /// The sampling of y4m.
  var sampling = Y4MSampling()
}
