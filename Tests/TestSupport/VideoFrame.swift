/// Returns a frame of a video as straight RGBA, decoded by ffmpeg.
///
/// - Parameter decoder: The options that select a decoder.
package func videoFrame(
  _ number: Int, of path: String, decoder: [String] = []
) throws -> [UInt8] {
  let process = try ChildProcess(
    ["ffmpeg", "-v", "error"] + decoder + [
      "-i", path, "-vf", "select=eq(n\\,\(number))", "-frames:v", "1", "-f", "rawvideo",
      "-pix_fmt", "rgba", "-",
    ])
  try process.wait()
  return process.data(of: 1)
}
