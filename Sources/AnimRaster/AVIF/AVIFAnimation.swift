#if Codecs
  import AnimCodecs
  import AnimCore
  import Synchronization

  /// The images of an AVIF file. Thread-safe.
  package final class AVIFAnimation: RasterSource {
    package let file: AVIFFile
    package let series: ImageSeries
    private let decoding: Mutex<AVIFDecoding>

    /// - Parameter seekMemory: The maximum memory, in bytes, for decoded frames that make steps back faster.
    /// - Throws: ``RasterError/missingLibrary(_:package:)`` if dav1d isn't installed.
    package init(
      _ bytes: any RasterBytes, seekMemory: Int = RasterAnimation.defaultCheckpointBudget
    ) throws(RasterError) {
      let file = try AVIFFile(bytes)
      do throws(CodecError) {
        // The library is needed before a frame is.
        _ = try AV1Decoder(areaLimit: 1)
      } catch {
        throw RasterError(error)
      }
      self.file = file
      decoding = Mutex(AVIFDecoding(file, bytes, budget: seekMemory))
      series = ImageSeries { _, _ in file.size.bounds }
    }

    package var size: PixelSize { file.size }
    package var delays: [FrameDelay] { file.delays }
    package var isAnimation: Bool { file.isAnimation }
    package var isOpaque: Bool { !file.hasAlpha }

    package func pixels(
      of frame: Int, in words: consuming [UInt32] = []
    ) throws(RasterError) -> [UInt32] {
      let frame = min(max(frame, 0), file.delays.count - 1)
      var pixels = words
      let failure = decoding.withLock { decoding -> CodecError? in
        do throws(CodecError) {
          try decoding.copy(frame, into: &pixels)
          return nil
        } catch {
          return error
        }
      }
      if let failure { throw RasterError(failure) }
      return pixels
    }
  }

  /// The decoders of a file.
  private struct AVIFDecoding: ~Copyable {
    private let contents: AVIFContents
    private let crop: RasterArea?
    private var color: AV1PlaneReader
    private var alpha: AV1PlaneReader?
    /// The converter of the last image, which the next image probably needs as well.
    private var converter: SampleConverter?

    init(_ file: AVIFFile, _ bytes: any RasterBytes, budget: Int) {
      contents = file.contents
      crop = file.crop
      // dav1d uses about two thirds of the memory, for the pictures that later ones refer to.
      let budget = budget / 3
      // Alpha channels have a plane less, or two.
      let alphaBudget = contents.alpha == nil ? 0 : budget / 3
      color = AV1PlaneReader(contents.color, bytes, budget: budget - alphaBudget)
      alpha = contents.alpha.map { AV1PlaneReader($0, bytes, budget: alphaBudget) }
    }

    mutating func copy(_ frame: Int, into words: inout [UInt32]) throws(CodecError) {
      let size = contents.color.size
      let image = try color.image(of: frame)
      let format = try image.format(declared: contents.properties.colors)
      if converter?.format != format { converter = SampleConverter(format) }
      guard let converter else { return }
      let count = size.width * size.height
      if words.count != count { words = [UInt32](repeating: 0, count: count) }
      let planes = image.planes
      words.withUnsafeMutableBufferPointer { converter.convert(planes, to: $0) }
      if let count = alpha?.count, frame < count, let mask = try alpha?.image(of: frame) {
        mask.apply(to: &words, isPremultiplied: contents.isPremultiplied)
      }
      var shown = size
      if let crop {
        for y in 0..<crop.height {
          let start = (crop.y + y) * size.width + crop.x
          for x in 0..<crop.width { words[y * crop.width + x] = words[start + x] }
        }
        words.removeSubrange((crop.width * crop.height)...)
        shown = PixelSize(width: crop.width, height: crop.height)
      }
      contents.properties.orientation.turn(&words, of: shown)
    }
  }
#endif
