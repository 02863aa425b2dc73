import AnimCodecs
import AnimCore
import Glibc
import LinuxSystem

/// Saves `image` as PNG.
package func save(_ image: PixelImage, to path: String) throws(Failure) {
  try write(try encode(image), to: path)
}

/// Returns the bytes of a PNG file with `image`.
///
/// - Parameter compression: The compression level, from 0 for none to 9 for the most.
package func encode(
  _ image: PixelImage, compression: Int = PNG.defaultCompression, texts: [PNG.Text] = []
) throws(Failure) -> [UInt8] {
  do throws(PNGCodingError) {
    return try PNG.encode(image, compression: compression, texts: texts)
  } catch {
    throw Failure(error)
  }
}

/// Saves the bytes of an image.
///
/// - Parameter overwrites: Whether an existing file is overwritten instead of replaced.
package func write(
  _ bytes: [UInt8], to path: String, overwrites: Bool = false
) throws(Failure) {
  do throws(OutputError) {
    try OutputFile.write(bytes, to: path, overwrites: overwrites)
  } catch {
    throw Failure(error)
  }
}

/// Reads the PNG image at `path`.
package func loadImage(at path: String) throws(ImageFileError) -> PixelImage {
  let file: InputFile
  do throws(InputError) {
    file = try InputFile.open(path)
  } catch {
    throw .cannotRead(error)
  }
  do throws(PNGCodingError) {
    return try PNG.decode(file)
  } catch {
    if let code = file.failure { throw .cannotRead(InputError(path: path, code: code)) }
    if LFSPointer.isPointer(at: path) { throw .isPointer(path: path) }
    throw .notAImage(path: path, error)
  }
}

/// The reason why an image can't be read from a file.
package enum ImageFileError: Error, Hashable, CustomStringConvertible {
  case cannotRead(InputError)
  case notAImage(path: String, PNGCodingError)
  /// Git LFS keeps the image elsewhere.
  case isPointer(path: String)

  /// Whether the file doesn't exist.
  package var isMissing: Bool {
    if case .cannotRead(let error) = self { error.isMissing } else { false }
  }

  package var description: String {
    switch self {
    case .cannotRead(let error): "\(error)"
    case .notAImage(let path, let error): "\(path): \(error)"
    case .isPointer(let path): "\(path): \(LFSPointer.complaint)"
    }
  }
}

extension Failure {
  package init(_ error: ImageFileError) {
    switch error {
    case .cannotRead, .isPointer: self.init("\(error)", status: .noInput)
    case .notAImage: self.init("\(error)", status: .differs)
    }
  }
}

/// Reads existing PNG files.
package enum PNGFile {
  /// The reason why the pixels of a file can't be read.
  package enum Problem: Error, Hashable {
    case missing
    case unreadable(InputError)
    case invalid(PNGCodingError)
  }

  /// Reads the pixels of the file at `path`, which must be a regular file.
  package static func pixels(at path: String) throws(Problem) -> StraightPixels {
    try read(path) { file throws(PNGCodingError) in try PNG.decodePixels(file) }
  }

  /// Reads from the file at `path`, which must be a regular file.
  package static func read<Result>(
    _ path: String, _ body: (borrowing InputFile) throws(PNGCodingError) -> Result
  ) throws(Problem) -> Result {
    let file = try open(path)
    do throws(PNGCodingError) {
      return try body(file)
    } catch {
      throw .invalid(error)
    }
  }

  /// Reads something of the bytes of a file.
  package static func read<Result>(
    _ bytes: [UInt8], _ body: (borrowing InputFile) throws(PNGCodingError) -> Result
  ) throws(Problem) -> Result {
    let result = bytes.withUnsafeBytes { bytes in
      Swift.Result { () throws(PNGCodingError) in
        guard let file = InputFile.over(bytes) else { throw .cannotDecode(reason: "it is empty") }
        return try body(file)
      }
    }
    do throws(PNGCodingError) {
      return try result.get()
    } catch {
      throw .invalid(error)
    }
  }

  private static func open(_ path: String) throws(Problem) -> InputFile {
    var status = stat()
    guard stat(path.systemPath, &status) == 0 else {
      if errno == ENOENT { throw .missing }
      throw .unreadable(InputError(path: path, code: errno))
    }
    // Opening a pipe would wait for its writer.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(InputError(path: path, code: EINVAL))
    }
    do throws(InputError) {
      return try InputFile.open(path)
    } catch {
      throw .unreadable(error)
    }
  }

  /// Returns whether the file at `path` exists and contains exactly these pixels.
  package static func holds(_ pixels: StraightPixels, at path: String) -> Bool {
    guard let found = try? Self.pixels(at: path) else { return false }
    return found.size == pixels.size && found.bytes == pixels.bytes
  }
}
