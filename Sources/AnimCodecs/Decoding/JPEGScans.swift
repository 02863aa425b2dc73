/// The scans of a JPEG, each of which contains a part of the coefficients of some components (ITU-T T.81, B.2.3).
///
/// libjpeg-turbo doesn't warn if entire scans are missing at the end of a progressive file.
struct JPEGScans {
  /// The number of missing low bits of each of the 64 coefficients, or `nil` if all are missing, by component.
  private var missingBits: [UInt8: [UInt8?]] = [:]
  private var isProgressive = false

  /// Whether a component lacks coefficients or some of their bits.
  var lacksScans: Bool {
    missingBits.values.contains { bits in
      // A sequential file has all coefficients of a component in a single scan.
      isProgressive ? bits.contains { $0 != 0 } : bits.allSatisfy { $0 == nil }
    }
  }

  init(of input: UnsafeRawBufferPointer) {
    var position = 2
    while position + 4 <= input.count {
      guard input[position] == 0xFF else {
        position += 1
        continue
      }
      let marker = input[position + 1]
      // Stuffed bytes, restart markers and the start marker have no length.
      if marker == 0xFF || marker <= 1 || (0xD0...0xD8).contains(marker) {
        position += marker == 0xFF ? 1 : 2
        continue
      }
      if marker == 0xD9 { return }
      let length = Int(input[position + 2]) << 8 | Int(input[position + 3])
      let end = min(position + 2 + max(length, 2), input.count)
      let segment = UnsafeRawBufferPointer(rebasing: input[min(position + 4, end)..<end])
      switch marker {
      // Huffman tables and arithmetic conditioning, whose markers are in the range of frame markers.
      case 0xC4, 0xC8, 0xCC: break
      case 0xC0...0xCF: readFrame(segment, marker)
      case 0xDA: readScan(segment)
      default: break
      }
      position = end
    }
  }

  private mutating func readFrame(_ segment: UnsafeRawBufferPointer, _ marker: UInt8) {
    guard missingBits.isEmpty, segment.count >= 6 else { return }
    isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
    for component in stride(from: 6, to: segment.count, by: 3).prefix(Int(segment[5])) {
      missingBits[segment[component]] = Array(repeating: nil, count: 64)
    }
  }

  private mutating func readScan(_ segment: UnsafeRawBufferPointer) {
    guard let count = segment.first.map(Int.init), segment.count >= 4 + count * 2 else { return }
    let (first, last) = (Int(segment[1 + count * 2]), Int(segment[2 + count * 2]))
    guard first < 64, last < 64 else { return }
    // In a lossless scan, the first parameter selects a predictor.
    for component in 0..<count {
      for coefficient in min(first, last)...last {
        missingBits[segment[1 + component * 2]]?[coefficient] = segment[3 + count * 2] & 15
      }
    }
  }
}
