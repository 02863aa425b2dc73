import AnimCodecs
import AnimCore
import AnimLottie
import AnimRaster
import AnimSVG
import Glibc

/// Draws frames of a file: `AnimationFrames SIZE FRAMES ROUNDS FILE [THREADS]`.
///
/// The FRAMES frames are evenly spaced in a Lottie or SVG file. In an image-based animation, they jump back and forth.
/// Their longer side has SIZE pixels. Prints one line with the width and height of the image and the number of frames
/// in the file, and one line with times in milliseconds: for loading the file, and for each frame, the minimum of all
/// rounds. The times are processor time on one thread, or elapsed time on THREADS threads. If the file can't be read,
/// prints the reason and exits with status 66.
@main
enum AnimationFrames {
  static func main() {
    let arguments = CommandLine.arguments
    guard 5...6 ~= arguments.count, let size = Double(arguments[1]), let count = Int(arguments[2]),
      let rounds = Int(arguments[3]), count > 0, rounds > 0,
      let threads = arguments.count == 6 ? Int(arguments[5]) : 1, threads > 0,
      let bytes = contents(of: arguments[4])
    else { exit(64) }
    let clock = arguments.count == 6 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID
    let isSVG = arguments[4].hasSuffix(".svg")
    let isImages = RasterFormat(bytes) != nil
    var times = [Double](repeating: .infinity, count: count + 1)
    do {
      for round in 0..<rounds {
        let animation = try Timed(&times[0], clock) {
          try isSVG
            ? Animation(svg: bytes)
            : isImages ? Animation(images: bytes) : Animation(lottie: bytes)
        }.value
        let view = View(animation, size: size)
        if round == 0 { view.printSize() }
        // Nothing is cached from the previous round.
        let draw = animation.makeRenderer()
        let rasterizer = Rasterizer(threads: threads)
        let image = PixelImage(size: view.size)
        var list = DisplayList(size: view.size, background: .white)
        for index in 0..<count {
          _ = Timed(&times[index + 1], clock) {
            let frame = animation.frame(index, count)
            list.removeAll(size: view.size, background: .white)
            draw(frame, &list, view.transform)
            rasterizer.paint(list, into: image)
          }
        }
      }
    } catch {
      print(error)
      exit(66)
    }
    print(times.map { String(describing: $0) }.joined(separator: " "))
  }

  private static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    return bytes
  }
}

/// An animation file in any format.
private struct Animation {
  let size: Size
  let frameCount: Int
  /// Whether the frames are drawn out of order.
  var jumps = false
  /// Creates a function that appends a frame to a list.
  let makeRenderer: () -> (Int, inout DisplayList, Transform) -> Void

  init(lottie bytes: [UInt8]) throws {
    let animation = try LottieAnimation(bytes)
    size = animation.size
    frameCount = Int(animation.frameCount)
    makeRenderer = {
      let renderer = LottieRenderer(animation)
      return { renderer.draw(frame: Double($0), into: &$1, transform: $2) }
    }
  }

  /// Loads images, and prepares jumps like a window after the first frame.
  init(images bytes: [UInt8]) throws {
    let animation = try RasterAnimation(BytesInMemory(bytes))
    let pixels = animation.index.size
    let size = Size(width: Double(pixels.width), height: Double(pixels.height))
    self.size = size
    frameCount = animation.index.frames.count
    jumps = true
    makeRenderer = {
      while animation.prepareJumps() {}
      return { frame, list, transform in
        guard let rendering = try? animation.image(of: frame) else { exit(66) }
        let view = Size(width: size.width * transform.a, height: size.height * transform.d)
        list.draw(rendering, fit: .contain, in: view)
      }
    }
  }

  /// Plays at 60 fps, until the animation ends or repeats, or for a minute.
  init(svg bytes: [UInt8]) throws {
    let animation = try SVGAnimation(bytes)
    let rate = 60
    let seconds: Fraction =
      switch animation.extent {
      case .still: 0
      case .finite(let end): end
      case .periodic(let period, let start): start + period
      case .endless: 60
      }
    size = animation.size
    frameCount = max(Int(seconds.double * Double(rate)), 1)
    makeRenderer = {
      let renderer = SVGRenderer(animation)
      return { renderer.draw(at: Fraction($0) / Fraction(rate), into: &$1, transform: $2) }
    }
  }
}

extension Animation {
  /// Returns the frame to draw as number `index` of `count`. The golden ratio makes every jump a long one.
  func frame(_ index: Int, _ count: Int) -> Int {
    guard jumps else { return frameCount * index / count }
    let part = (Double(index) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
    return Int(part * Double(frameCount))
  }
}

/// The size at which a file is drawn.
private struct View {
  let size: PixelSize
  let transform: Transform
  private let frameCount: Int

  init(_ animation: Animation, size: Double) {
    let scale = size / max(animation.size.width, animation.size.height, 1)
    self.size = PixelSize(
      width: Int(max(1, (animation.size.width * scale).rounded())),
      height: Int(max(1, (animation.size.height * scale).rounded())))
    transform = Transform(scaleX: scale, y: scale)
    frameCount = animation.frameCount
  }

  func printSize() { print(size.width, size.height, frameCount) }
}

/// Does some work, and records its duration if that is a new minimum.
private struct Timed<Value> {
  let value: Value

  init<Failure>(
    _ least: inout Double, _ clock: clockid_t, _ work: () throws(Failure) -> Value
  ) throws(Failure) {
    let start = Self.milliseconds(clock)
    value = try work()
    least = min(least, Self.milliseconds(clock) - start)
  }

  private static func milliseconds(_ clock: clockid_t) -> Double {
    var now = timespec()
    clock_gettime(clock, &now)
    return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) * 1e-6
  }
}
