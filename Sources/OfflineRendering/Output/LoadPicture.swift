import AnimCore

/// Reads the PNG picture at `path`.
package func loadPicture(at path: String) throws(PictureFileError) -> PixelImage {
  let file: InputFile
  do throws(InputError) {
    file = try InputFile.open(path)
  } catch {
    throw .cannotRead(error)
  }
  do throws(PNGError) {
    return try PNG.decode(file)
  } catch {
    if let code = file.failure { throw .cannotRead(InputError(path: path, code: code)) }
    throw .notAPicture(path: path, error)
  }
}

/// Why no picture can be read from a file.
package enum PictureFileError: Error, Hashable, CustomStringConvertible {
  case cannotRead(InputError)
  case notAPicture(path: String, PNGError)

  /// Whether there is no file of that name.
  var isMissing: Bool { if case .cannotRead(let error) = self { error.isMissing } else { false } }

  package var description: String {
    switch self {
    case .cannotRead(let error): "\(error)"
    case .notAPicture(let path, let error): "\(path): \(error)"
    }
  }
}

extension Failure {
  package init(_ error: PictureFileError) {
    switch error {
    case .cannotRead: self.init("\(error)", status: .noInput)
    case .notAPicture: self.init("\(error)", status: .differs)
    }
  }
}
