import Foundation

/// The size of the web player, uncompressed and as compressed by web servers.
func measurePlayer(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let size = try Data(contentsOf: URL(fileURLWithPath: configuration.player)).count
  let packed = try Child.run(["sh", "-c", "gzip -9 -c '\(configuration.player)' | wc -c"]).text
  guard let packedSize = packed.numbers.first else { throw BenchError("gzip wrote nothing") }
  return [
    try BenchResult("lottie.wasm", "KB", [Double(size) / 1e3]),
    try BenchResult("lottie.wasm, with gzip", "KB", [packedSize / 1e3], goal: .valueAtMost(400)),
  ]
}
