import AnimCore

/// Draws the frames of a film in a single file, several at the same time, and writes them in order.
package struct FilmRenderer: Sendable {
  let source: FilmSource
  let frames: FilmFrames
  let configuration: FilmConfiguration
  /// Whether hashes are wanted.
  var hashes = false
  let jobs: Int

  package init(
    source: FilmSource, frames: FilmFrames, configuration: FilmConfiguration, hashes: Bool = false,
    jobs: Int
  ) {
    self.source = source
    self.frames = frames
    self.configuration = configuration
    self.hashes = hashes
    self.jobs = jobs
  }

  private struct Frame: Sendable {
    let bytes: [UInt8]
    let hash: PixelHash?
  }

  /// - Parameter didWrite: called for each frame, in order.
  package func run(
    to output: any FilmOutput, _ didWrite: (RenderedFrame) throws(Failure) -> Void
  ) throws(Failure) {
    try OrderedWork(count: frames.count, jobs: jobs) { makeWorker() }
      .run { (place, frame) throws(Failure) in
        try output.write(frame.bytes)
        try didWrite(RenderedFrame(number: frames.numbers[place], hash: frame.hash))
      }
    try output.finish()
  }

  private func makeWorker() -> OrderedWork<Frame>.Worker {
    let artist = FrameRenderer(source, threads: 1)
    return { place throws(Failure) in
      artist.draw(place, of: frames)
      let pixels = StraightPixels(artist.picture)
      return Frame(
        bytes: configuration.encode(pixels), hash: hashes ? PixelHash(pixels) : nil)
    }
  }
}
