import AnimCodecs
import AnimCore
import AnimLottie
import AnimRaster

// A player with a C interface, for hosts that aren't written in Swift, such as a web page. It has one animation at a
// time, and one thread.

/// The content of the player: a vector animation, or the images of a GIF.
private enum Content {
  case drawn(LottieRenderer)
  case images(RasterAnimation)
}

/// An animation with its renderer.
private final class Player {
  let size: Size
  let times: FrameTimes
  private let content: Content
  private let rasterizer = Rasterizer(threads: 1)
  private var rendering = PixelImage(size: PixelSize(width: 1, height: 1))
  private var list = DisplayList(size: PixelSize(width: 1, height: 1))
  /// The image as red, green, blue and straight alpha, one byte each, lowest byte first.
  private let pixels = GrowingPixels()

  init(_ animation: LottieAnimation) {
    size = animation.size
    times = FrameTimes(
      rate: RefreshRate(hertz: animation.frameRate), count: animation.frameCount)
    content = .drawn(LottieRenderer(animation))
  }

  init(_ animation: RasterAnimation) {
    let size = animation.index.size
    self.size = Size(width: Double(size.width), height: Double(size.height))
    times = animation.times { $0.secondsInBrowsers }
    content = .images(animation)
  }

  func draw(frame: Double, size: PixelSize, background: Color) -> UnsafePointer<UInt32>? {
    let isOpaque = background.alpha == 255
    if rendering.size != size || rendering.isOpaque != isOpaque {
      rendering = PixelImage(size: size, isOpaque: isOpaque)
    }
    list.removeAll(size: size, background: background)
    let view = Size(width: Double(size.width), height: Double(size.height))
    switch content {
    case .drawn(let renderer):
      renderer.draw(
        frame: frame, into: &list, transform: BoxFit.contain.transform(from: self.size, to: view))
    case .images(let animation):
      let number = frame > 0 ? Int(min(frame, times.count - 1)) : 0
      if let image = try? animation.image(of: number) {
        list.draw(image, fit: .contain, in: view)
      }
    }
    rasterizer.paint(list, into: rendering)
    return rendering.withPixels { pixels.store($0, isOpaque: isOpaque) }
  }
}

/// Memory for the pixels of an image. Its address changes only for a larger image.
private final class GrowingPixels {
  private var memory = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 0)

  deinit { memory.deallocate() }

  func store(_ words: UnsafeBufferPointer<UInt32>, isOpaque: Bool) -> UnsafePointer<UInt32>? {
    if memory.count < words.count {
      memory.deallocate()
      memory = .allocate(capacity: words.count)
    }
    for index in words.indices {
      let word = words[index]
      let argb = isOpaque ? word | 0xFF00_0000 : Color(premultipliedARGB: word).argb
      memory[index] = (argb << 8 | argb >> 24).byteSwapped
    }
    return UnsafePointer(memory.baseAddress)
  }
}

nonisolated(unsafe) private var player: Player?
/// The contents of a file, written by the host, or an error message.
nonisolated(unsafe) private var buffer: UnsafeMutableBufferPointer<UInt8>?

/// Reserves `count` bytes, which the host fills with a file.
@c(lottie_buffer)
public func makeBuffer(count: Int32) -> UnsafeMutablePointer<UInt8>? {
  buffer?.deallocate()
  let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, Int(count)))
  buffer = memory
  return memory.baseAddress
}

/// Reads the animation in the buffer, which must be plain JSON or a GIF.
///
/// - Returns: 0 on success. Otherwise, the length in bytes of an error message in UTF-8, which replaces the contents of
///   the buffer.
@c(lottie_load)
public func load(count: Int32) -> Int32 {
  player = nil
  guard let bytes = buffer.map({ Array($0.prefix(Int(count))) }) else { return 0 }
  if RasterFormat(bytes) == .gif {
    do throws(RasterError) {
      player = Player(try RasterAnimation(BytesInMemory(bytes)))
      return 0
    } catch {
      return write(message: "\(error)")
    }
  }
  do throws(LottieError) {
    player = Player(try LottieAnimation(bytes))
    return 0
  } catch {
    return write(message: "\(error)")
  }
}

/// Writes a message into the buffer, and returns its length.
private func write(message: String) -> Int32 {
  let message = Array(message.utf8)
  guard let target = makeBuffer(count: Int32(message.count)) else { return 0 }
  for (index, byte) in message.enumerated() { target[index] = byte }
  return Int32(message.count)
}

/// Returns the start of the buffer.
@c(lottie_message)
public func message() -> UnsafeMutablePointer<UInt8>? { buffer?.baseAddress }

/// Returns the width of the composition in points, or 0 without an animation.
@c(lottie_width)
public func width() -> Double { player?.size.width ?? 0 }

/// Returns the height of the composition in points, or 0 without an animation.
@c(lottie_height)
public func height() -> Double { player?.size.height ?? 0 }

/// Returns the number of frames, or 0 without an animation.
@c(lottie_frame_count)
public func frameCount() -> Double { player?.times.count ?? 0 }

/// Returns the start time of a frame in seconds, or 0 without an animation. The frame after the last one starts at the
/// end of the animation.
@c(lottie_begin)
public func begin(of frame: Double) -> Double {
  player.map { $0.times.begin(of: Fraction(frame)).double } ?? 0
}

/// Draws a frame on a background 0xAARRGGBB.
///
/// - Returns: The pixels in row order, as red, green, blue and straight alpha, one byte each, like those of a canvas in
///   a browser. They are valid until the next call. Null without an animation, or for a size that can't be drawn.
@c(lottie_draw)
public func draw(
  frame: Double, width: Int32, height: Int32, background: UInt32
) -> UnsafePointer<UInt32>? {
  let size = PixelSize(width: Int(width), height: Int(height))
  guard size.isDrawable, let player else { return nil }
  return player.draw(frame: frame, size: size, background: Color(argb: background))
}
