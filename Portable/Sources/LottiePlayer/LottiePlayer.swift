import AnimCore
import AnimLottie

// A player with a C interface, for programs in which Swift is only a guest, such as a page in a
// browser. There is one animation at a time, and one thread.

/// The animation, and what it is drawn with.
private final class Player {
  var animation: LottieAnimation { renderer.animation }
  private let renderer: LottieRenderer
  private let rasterizer = Rasterizer(threads: 1)
  private var picture = PixelImage(size: PixelSize(width: 1, height: 1))
  private var list = DisplayList(size: PixelSize(width: 1, height: 1))
  /// The picture as red, green, blue and straight alpha, a byte each, lowest byte first.
  private let pixels = GrowingPixels()

  init(_ animation: LottieAnimation) { renderer = LottieRenderer(animation) }

  func draw(frame: Double, size: PixelSize, background: Color) -> UnsafePointer<UInt32>? {
    let isOpaque = background.alpha == 255
    if picture.size != size || picture.isOpaque != isOpaque {
      picture = PixelImage(size: size, isOpaque: isOpaque)
    }
    list.removeAll(size: size, background: background)
    renderer.draw(
      frame: frame, into: &list,
      transform: SceneFit.contain.transform(
        from: animation.size, to: Size(width: Double(size.width), height: Double(size.height))))
    rasterizer.paint(list, into: picture)
    return picture.withPixels { pixels.store($0, isOpaque: isOpaque) }
  }
}

/// Memory for the pixels of a picture, which stays where it is until there is a larger one.
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
/// The bytes of a file, as the host writes them, or the message of an error.
nonisolated(unsafe) private var buffer: UnsafeMutableBufferPointer<UInt8>?

/// Makes room for `count` bytes, which the host fills with a file.
@c(lottie_buffer)
public func makeBuffer(count: Int32) -> UnsafeMutablePointer<UInt8>? {
  buffer?.deallocate()
  let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, Int(count)))
  buffer = memory
  return memory.baseAddress
}

/// Reads the animation in the buffer, which is plain JSON.
///
/// - Returns: 0, or the number of bytes of a message, in UTF-8, that the buffer has instead.
@c(lottie_load)
public func load(count: Int32) -> Int32 {
  player = nil
  guard let bytes = buffer.map({ Array($0.prefix(Int(count))) }) else { return 0 }
  do throws(LottieError) {
    player = Player(try LottieAnimation(bytes))
    return 0
  } catch {
    let message = Array("\(error)".utf8)
    guard let target = makeBuffer(count: Int32(message.count)) else { return 0 }
    for (index, byte) in message.enumerated() { target[index] = byte }
    return Int32(message.count)
  }
}

/// Where the buffer begins.
@c(lottie_message)
public func message() -> UnsafeMutablePointer<UInt8>? { buffer?.baseAddress }

/// The width of the composition, in points; 0 without an animation.
@c(lottie_width)
public func width() -> Double { player?.animation.size.width ?? 0 }

/// The height of the composition, in points; 0 without an animation.
@c(lottie_height)
public func height() -> Double { player?.animation.size.height ?? 0 }

/// The frames a second; 0 without an animation.
@c(lottie_frame_rate)
public func frameRate() -> Double { player?.animation.frameRate ?? 0 }

/// The number of frames; 0 without an animation.
@c(lottie_frame_count)
public func frameCount() -> Double { player?.animation.frameCount ?? 0 }

/// Draws a frame, on a background 0xAARRGGBB.
///
/// - Returns: the pixels row by row, as red, green, blue and straight alpha, a byte each, like those
///   of a canvas in a browser; valid until the next call. Null without an animation, or for a size
///   that cannot be drawn.
@c(lottie_draw)
public func draw(
  frame: Double, width: Int32, height: Int32, background: UInt32
) -> UnsafePointer<UInt32>? {
  let size = PixelSize(width: Int(width), height: Int(height))
  guard size.isDrawable, let player else { return nil }
  return player.draw(frame: frame, size: size, background: Color(argb: background))
}
