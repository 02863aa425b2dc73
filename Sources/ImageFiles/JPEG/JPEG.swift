import AnimCore
import CTurboJPEG
import LinuxSystem

/// Encodes JPEG, in the form that all programs read (JFIF), without a date.
///
/// Chroma isn't subsampled (4:4:4), because subsampling blurs the coloured edges of drawn images.
/// The same image results in the same bytes with the same version of libjpeg-turbo, whose accurate
/// transform has the same results on all processors.
package enum JPEG {
  /// The quality, from 1 to 100.
  private static let quality: Int32 = 90

  /// Returns the bytes of a JPEG file with an image. Alpha is ignored, so that translucent pixels
  /// look as on black.
  package static func encode(_ image: PixelImage) throws(Failure) -> [UInt8] {
    guard let encoder = tjInitCompress() else { throw failure(nil) }
    defer { tjDestroy(encoder) }
    var (file, count): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
    defer { tjFree(file) }
    let size = image.size
    let status = image.withPixels { words in
      tjCompress2(
        encoder, UnsafeRawPointer(words.baseAddress)?.assumingMemoryBound(to: UInt8.self),
        Int32(clamping: size.width), 0, Int32(clamping: size.height), Int32(TJPF_BGRX.rawValue),
        &file, &count, Int32(TJSAMP_444.rawValue), quality, TJFLAG_ACCURATEDCT)
    }
    guard status == 0 else { throw failure(encoder) }
    return Array(UnsafeBufferPointer(start: file, count: Int(count)))
  }

  /// Returns whether a file has the extension of JPEG files.
  package static func isName(_ path: String) -> Bool {
    ["jpg", "jpeg"].contains(FilePath.fileExtension(of: path))
  }

  private static func failure(_ encoder: tjhandle?) -> Failure {
    let reason = tjGetErrorStr2(encoder).map { String(cString: $0) } ?? "there is no memory"
    return Failure("image: cannot be saved as JPEG: \(reason)", status: .writingFailed)
  }
}
