import AnimCore

/// Saves `picture` as PNG.
func save(_ picture: PixelImage, to path: String) throws(Failure) {
  let bytes = try encode(picture)
  do throws(OutputError) {
    try OutputFile.write(bytes, to: path)
  } catch {
    throw Failure(error)
  }
}

/// Saves `picture` as PNG under the first free name of `sequence`, and returns that name.
func save(_ picture: PixelImage, toNextOf sequence: FrameSequence) throws(Failure) -> String {
  let bytes = try encode(picture)
  do throws(OutputError) {
    return try OutputFile.write(bytes, toNextOf: sequence)
  } catch {
    throw Failure(error)
  }
}

private func encode(_ picture: PixelImage) throws(Failure) -> [UInt8] {
  do throws(PNGError) {
    return try PNG.encode(picture)
  } catch {
    throw Failure(error)
  }
}
