import AnimCodecs
import AnimCore

/// Converts Y4M frames to pixels. It is the inverse of ``Y4MEncoder``, with the same matrices.
package struct Y4MDecoder: Sendable {
  private let header: Y4MHeader
  private let converter: SampleConverter

  package init(_ header: Y4MHeader) {
    self.header = header
    converter = SampleConverter(header.samples)
  }

  /// Returns the pixels of a frame as words 0xFFRRGGBB.
  ///
  /// - Parameter frame: The ``Y4MHeader/frameBytes`` bytes of the frame, which follow its line.
  package func decode(_ frame: ArraySlice<UInt8>) -> [UInt32] {
    precondition(frame.count == header.frameBytes)
    let format = converter.format
    let lumaStride = format.size.width * format.bytesPerSample
    let colorStride = format.colorSize.width * format.bytesPerSample
    let lumaBytes = lumaStride * format.size.height
    let area = format.size.width * format.size.height
    return frame.withUnsafeBytes { bytes in
      [UInt32](unsafeUninitializedCapacity: area) { pixels, count in
        guard let start = bytes.baseAddress else { return }
        let blue = start + lumaBytes
        converter.convert(
          (
            SamplePlane(start: start, stride: lumaStride),
            SamplePlane(start: blue, stride: colorStride),
            SamplePlane(start: blue + colorStride * format.colorSize.height, stride: colorStride)
          ), to: UnsafeMutableBufferPointer(rebasing: pixels[..<area]))
        count = area
      }
    }
  }
}
