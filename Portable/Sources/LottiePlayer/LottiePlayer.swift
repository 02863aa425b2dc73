import AnimCore
import AnimLottie
import AnimRaster

// A player with a C interface, for programs in which Swift is only a guest, such as a page in a
// browser. There is one animation at a time, and one thread.

/// What is played: an animation, or the pictures of a GIF.
private enum Content {
  case drawn(LottieRenderer)
  case pictures(RasterAnimation)
}

/// The animation, and what it is drawn with.
private final class Player {
  let size: Size
  let times: FrameTimes
  private let content: Content
  private let rasterizer = Rasterizer(threads: 1)
  private var picture = PixelImage(size: PixelSize(width: 1, height: 1))
  private var list = DisplayList(size: PixelSize(width: 1, height: 1))
  /// The picture as red, green, blue and straight alpha, a byte each, lowest byte first.
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
    times = animation.index.times { $0.secondsInBrowsers }
    content = .pictures(animation)
  }

  func draw(frame: Double, size: PixelSize, background: Color) -> UnsafePointer<UInt32>? {
    let isOpaque = background.alpha == 255
    if picture.size != size || picture.isOpaque != isOpaque {
      picture = PixelImage(size: size, isOpaque: isOpaque)
    }
    list.removeAll(size: size, background: background)
    let view = Size(width: Double(size.width), height: Double(size.height))
    switch content {
    case .drawn(let renderer):
      renderer.draw(
        frame: frame, into: &list, transform: SceneFit.contain.transform(from: self.size, to: view))
    case .pictures(let animation):
      let number = frame > 0 ? Int(min(frame, times.count - 1)) : 0
      if let image = try? animation.picture(of: number) {
        list.draw(image, fit: .contain, in: view)
      }
    }
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

/// Reads the animation in the buffer, which is plain JSON or a GIF.
///
/// - Returns: 0, or the number of bytes of a message, in UTF-8, that the buffer has instead.
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

/// Puts a message into the buffer, and returns its length.
private func write(message: String) -> Int32 {
  let message = Array(message.utf8)
  guard let target = makeBuffer(count: Int32(message.count)) else { return 0 }
  for (index, byte) in message.enumerated() { target[index] = byte }
  return Int32(message.count)
}

/// Where the buffer begins.
@c(lottie_message)
public func message() -> UnsafeMutablePointer<UInt8>? { buffer?.baseAddress }

/// The width of the composition, in points; 0 without an animation.
@c(lottie_width)
public func width() -> Double { player?.size.width ?? 0 }

/// The height of the composition, in points; 0 without an animation.
@c(lottie_height)
public func height() -> Double { player?.size.height ?? 0 }

/// The number of frames; 0 without an animation.
@c(lottie_frame_count)
public func frameCount() -> Double { player?.times.count ?? 0 }

/// When a frame begins, in seconds; of the frame after the last one, when that ends. 0 without an animation.
@c(lottie_begin)
public func begin(of frame: Double) -> Double {
  player.map { $0.times.begin(of: Fraction(frame)).double } ?? 0
}

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
