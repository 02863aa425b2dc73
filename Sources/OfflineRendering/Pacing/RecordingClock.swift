import AnimCore
import FramePacing

/// Converts recorded frames to times.
struct RecordingClock {
  let rate: RefreshRate

  func nanoseconds(_ frames: Int) -> Int64 { rate.nanoseconds(toSlot: frames) }

  func seconds(_ frames: Int) -> String {
    decimalText(Double(nanoseconds(frames)) / 1e9, places: 3)
  }

  func milliseconds(_ frames: Int) -> String {
    decimalText(Double(nanoseconds(frames)) / 1e6, places: 2)
  }

  /// A length for people, such as "2 recorded frames (16.67 ms)" or "1 to 2 recorded frames (8.33
  /// to 16.67 ms)".
  func lengths(_ counts: ClosedRange<Int>) -> String {
    let (low, high) = (counts.lowerBound, counts.upperBound)
    if low == high {
      return "\(low) recorded \(low == 1 ? "frame" : "frames") (\(milliseconds(low)) ms)"
    }
    return "\(low) to \(high) recorded frames (\(milliseconds(low)) to \(milliseconds(high)) ms)"
  }
}
