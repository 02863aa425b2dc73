import AnimCore

/// Saves `picture` as PNG.
///
/// - Parameter compression: the compression level of zlib, 0 to 9.
package func save(
  _ picture: PixelImage, to path: String, compression: Int = PNG.defaultCompression
) throws(Failure) {
  let bytes = try encode(picture, compression: compression)
  do throws(OutputError) {
    try OutputFile.write(bytes, to: path)
  } catch {
    throw Failure(error)
  }
}

/// Saves `picture` as PNG under the first unused name of `sequence`, and returns that name.
package func save(_ picture: PixelImage, toNextOf sequence: FrameSequence) throws(Failure) -> String
{
  let bytes = try encode(picture)
  do throws(OutputError) {
    return try OutputFile.write(bytes, toNextOf: sequence)
  } catch {
    throw Failure(error)
  }
}

private func encode(
  _ picture: PixelImage, compression: Int = PNG.defaultCompression
) throws(Failure) -> [UInt8] {
  do throws(PNGError) {
    return try PNG.encode(StraightPixels(picture), compression: compression)
  } catch {
    throw Failure(error)
  }
}
