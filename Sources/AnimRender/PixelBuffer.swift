import AnimCore
import CAnimRender
import ImageFiles
import LinuxSystem
import OfflineRendering

/// The memory of a caller for an image.
struct PixelBuffer {
  let size: PixelSize
  private let memory: UnsafeMutableRawPointer
  private let stride: Int
  private let layout: PixelLayout

  init(
    _ memory: UnsafeMutableRawPointer?, _ width: UInt32, _ height: UInt32, stride: Int,
    _ format: CInt
  ) throws(Failure) {
    guard let memory else { throw Failure("pixels: is NULL; pass a buffer", status: .usage) }
    size = PixelSize(width: Int(width), height: Int(height))
    do throws(ImageSizeError) {
      try size.checkDrawable()
    } catch {
      throw Failure(error, of: "width, height")
    }
    let (end, overflows) = stride.multipliedReportingOverflow(by: size.height)
    guard stride >= size.width * 4, !overflows, end <= Int.max >> 1 else {
      throw Failure(
        "stride: \(stride) is invalid; a row has \(size.width * 4) bytes", status: .usage)
    }
    switch Int(format) {
    case ANIMRENDER_RGBA8: layout = .rgba
    case ANIMRENDER_RGBA8_PREMULTIPLIED: layout = .premultipliedRGBA
    case ANIMRENDER_BGRA8_PREMULTIPLIED: layout = .premultipliedBGRA
    default:
      throw Failure("format: \(format) is unknown; use a pixel format", status: .usage)
    }
    (self.memory, self.stride) = (memory, stride)
  }

  func fill(with frame: RenderedFrame) { frame.write(as: layout, to: memory, stride: stride) }
}
