/// The path of a picture that is to be written as PNG. A name that promises another format is
/// refused, since the file would not hold what it says.
func parsePicturePath(_ text: String) throws -> String {
  let name = text.split(separator: "/").last ?? ""
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return text }
  let ending = name[name.index(after: dot)...].lowercased()
  guard !otherFormats.contains(ending) else {
    throw InvalidValue(expected: "a name ending in .png: pictures are written as PNG")
  }
  return text
}

/// Endings that people know as those of other pictures and films. Any other ending may be a name's
/// own, such as that of a temporary file.
private let otherFormats: Set<String> = [
  "apng", "avi", "avif", "bmp", "gif", "heic", "jpe", "jpeg", "jpg", "jxl", "mkv", "mov", "mp4",
  "pdf", "ppm", "pnm", "svg", "tga", "tif", "tiff", "webm", "webp", "xpm", "xwd", "y4m",
]
