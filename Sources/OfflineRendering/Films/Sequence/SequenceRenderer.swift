import AnimCore
import Glibc

/// Draws frames into numbered PNG files, several at the same time.
package struct SequenceRenderer: Sendable {
  let source: FilmSource
  let frames: FilmFrames
  /// The files to write; nil if only the hashes are wanted.
  let files: FrameSequence?
  /// The compression level of zlib, 0 to 9.
  var compression = PNG.defaultCompression
  /// Whether a file that already has the frame's pixels is left alone.
  var skipsExisting = false
  /// Whether hashes are wanted.
  var hashes = false
  let jobs: Int
  /// The files that are being written.
  let unfinished: UnfinishedFiles

  package init(
    source: FilmSource, frames: FilmFrames, files: FrameSequence?,
    compression: Int = PNG.defaultCompression, skipsExisting: Bool = false, hashes: Bool = false,
    jobs: Int, unfinished: UnfinishedFiles
  ) {
    self.source = source
    self.frames = frames
    self.files = files
    self.compression = compression
    self.skipsExisting = skipsExisting
    self.hashes = hashes
    self.jobs = jobs
    self.unfinished = unfinished
  }

  /// - Parameter didFinish: called for each frame, in order.
  package func run(_ didFinish: (RenderedFrame) throws(Failure) -> Void) throws(Failure) {
    try OrderedWork(count: frames.count, jobs: jobs) { makeWorker() }
      .run { (_, frame) throws(Failure) in try didFinish(frame) }
  }

  private func makeWorker() -> OrderedWork<RenderedFrame>.Worker {
    let artist = FrameRenderer(source, threads: 1)
    var pixels = StraightPixels(size: source.size, isOpaque: artist.picture.isOpaque)
    return { place throws(Failure) in
      let number = frames.numbers[place]
      artist.draw(place, of: frames)
      pixels.copy(artist.picture)
      if let files { try write(pixels, to: files.path(of: number)) }
      return RenderedFrame(number: number, hash: hashes ? PixelHash(pixels) : nil)
    }
  }

  private func write(_ pixels: StraightPixels, to path: String) throws(Failure) {
    if skipsExisting, PNGFile.holds(pixels, at: path) { return }
    let bytes: [UInt8]
    do throws(PNGError) {
      bytes = try PNG.encode(pixels, compression: compression)
    } catch {
      throw Failure(error)
    }
    do throws(OutputError) {
      try unfinished.write(bytes, to: path)
    } catch {
      throw Failure(error)
    }
  }
}
