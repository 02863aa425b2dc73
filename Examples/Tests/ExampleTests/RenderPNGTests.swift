import AnimLottie
import Foundation
import Testing

@testable import RenderPNG

@Suite("The example program that writes PNG files")
struct RenderPNGTests {
  /// A red square that covers the left half of 2 × 1 points.
  private static let json = """
    {"v": "5.7.0", "fr": 1, "ip": 0, "op": 1, "w": 2, "h": 1, "layers": [
      {"ty": 4, "ip": 0, "op": 1, "st": 0, "ks": {}, "shapes": [
        {"ty": "rc", "p": {"a": 0, "k": [0.5, 0.5]}, "s": {"a": 0, "k": [1, 1]},
         "r": {"a": 0, "k": 0}},
        {"ty": "fl", "c": {"a": 0, "k": [1, 0, 0]}, "o": {"a": 0, "k": 100}}]}]}
    """

  @Test("writes a file that other programs read as the same image")
  func file() throws {
    let animation = try LottieAnimation(Array(Self.json.utf8))
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).png")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(try renderPNG(animation, frame: 0, width: 4)).write(to: file)

    // Python's zlib checks its checksums and pixels.
    let python = try FinishedProgram([
      "/usr/bin/env", "python3", "-c",
      """
      import struct, sys, zlib
      data = open(sys.argv[1], "rb").read()
      assert data[:8] == b"\\x89PNG\\r\\n\\x1a\\n"
      data = data[8:]
      while data:
          size, = struct.unpack(">I", data[:4])
          body, check = data[4:8 + size], data[8 + size:12 + size]
          assert struct.pack(">I", zlib.crc32(body)) == check
          if body[:4] == b"IHDR": print(struct.unpack(">II", body[4:12]))
          if body[:4] == b"IDAT": print(zlib.decompress(body[4:]).hex())
          data = data[12 + size:]
      """, file.path(),
    ])
    let row = "00" + "ff0000ff" + "ff0000ff" + "00000000" + "00000000"
    #expect(python.output == "(4, 2)\n\(row)\(row)\n")
  }
}
