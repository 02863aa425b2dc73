import OfflineRendering

/// Parses the path of a picture to write as PNG. A name that promises another format is refused,
/// since the file would not be what its name says.
func parsePicturePath(_ text: String) throws -> String {
  guard !promisesOtherFormat(text) else {
    throw InvalidValue(expected: "a name ending in .png: pictures are written as PNG")
  }
  return text
}

/// Parses the path of a picture or a film.
func parseRenderPath(_ text: String) throws -> String {
  guard FilmFormat(path: text) != nil || !promisesOtherFormat(text) else {
    let formats = FilmFormat.allCases.map { ".\($0)" }.joined(separator: ", ")
    throw InvalidValue(expected: "a name ending in .png, or for a film in \(formats)")
  }
  return text
}

private func promisesOtherFormat(_ path: String) -> Bool {
  let name = path.split(separator: "/").last ?? ""
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
  return otherFormats.contains(name[name.index(after: dot)...].lowercased())
}

/// The usual endings of other pictures and films. Any other ending may be part of a name, such as
/// that of a temporary file.
private let otherFormats: Set<String> = [
  "apng", "avi", "avif", "bmp", "gif", "heic", "jpe", "jpeg", "jpg", "jxl", "mkv", "mov", "mp4",
  "pdf", "ppm", "pnm", "svg", "tga", "tif", "tiff", "webm", "webp", "xpm", "xwd", "y4m",
]
