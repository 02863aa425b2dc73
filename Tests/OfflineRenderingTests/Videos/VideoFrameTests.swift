import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie
@testable import OfflineRendering

@Suite("The frames of a video")
struct VideoFrameTests {
  private func video(start: Seconds = 0, speed: Double = 1) -> Video {
    Video(start: .seconds(start), rate: RefreshRate(hertz: 10), speed: speed)
  }

  @Test("as many frames as fit before the end, from the start, at the speed")
  func count() {
    expectEqual(video().count(until: 3), 30)
    expectEqual(video(start: 1).count(until: 3), 20)
    expectEqual(video(speed: 2).count(until: 3), 15)
    expectEqual(video(start: 1, speed: 0.5).count(until: 3), 40)
    expectEqual(video().count(until: Fraction(decimal: 3.01)), 31)
    expectEqual(video(start: 5).count(until: 3), 1)
    expectEqual(video(start: 1, speed: 2).instant(of: 5), .played(2))
    expectEqual(video(start: 1).instant(of: 5), .played(Fraction(decimal: 1.5)))
  }

  @Test("a frame of an animation is shown exactly, at any speed and rate")
  func exactFrames() throws {
    let text = #"{"v":"5.7.0","fr":24,"ip":0,"op":1000000,"w":10,"h":10,"layers":[]}"#
    let scene = LottieScene(try LottieAnimation(Array(text.utf8)))
    let slow = Video(start: .zero, rate: RefreshRate(hertz: 24), speed: 0.1)
    scene.show(slow.instant(of: 333_330))
    expectEqual(scene.frame, 33_333)
    // Five frames at 60 a second last as long as two at 24.
    let fast = Video(start: .zero, rate: RefreshRate(hertz: 60))
    for number in [5, 4, 999_999] {
      scene.show(fast.instant(of: number))
      expectEqual(scene.frame, Double(number * 2) / 5)
    }
    // A ten-thousandth of a frame counts as a separate frame.
    let tiny = Video(start: .zero, rate: RefreshRate(hertz: 24), speed: 0.00005)
    scene.show(tiny.instant(of: 1))
    expectEqual(scene.frame, 0.00005)
  }

  private func frames(
    _ numbers: FrameNumbers, total: Int?, offset: Int, _ pastEnd: VideoFrames.PastEnd = .error
  ) throws(FrameNumberError) -> [Int] {
    let frames = try VideoFrames(
      video: video(), numbers: numbers, total: total, offset: offset, pastEnd: pastEnd)
    return (0..<frames.count).map { index in
      guard case .played(let seconds) = frames.instant(at: index) else { return -1 }
      return (seconds * 10).rounded
    }
  }

  @Test("frames are numbered from the offset, and those past the end are an error or skipped")
  func past() throws {
    try expectEqual(frames(FrameNumbers(0..<5), total: 5, offset: 0), [0, 1, 2, 3, 4])
    try expectEqual(frames(FrameNumbers(101..<105), total: 5, offset: 100), [1, 2, 3, 4])
    try expectEqual(frames(FrameNumbers(103..<120), total: 5, offset: 100, .clip), [3, 4])
    try expectEqual(frames(.list([101, 104, 105]), total: 5, offset: 100, .clip), [1, 4])
    #expect(
      try frames(.regular(first: 100, count: 9, step: 2), total: 5, offset: 100, .clip)
        == [0, 2, 4])
    #expect(
      try frames(.regular(first: 100, count: 9, step: 2), total: 6, offset: 100, .clip)
        == [0, 2, 4])
    try expectEqual(frames(FrameNumbers(7..<9), total: nil, offset: 0), [7, 8])
    for (numbers, word) in [
      (FrameNumbers(101..<106), "frame 105 does not exist; the last is 104"),
      (FrameNumbers(99..<103), "frame 99 does not exist; the first is 100"),
      (FrameNumbers(0..<0), "no frames"),
    ] {
      do throws(FrameNumberError) {
        _ = try frames(numbers, total: 5, offset: 100)
        Issue.record("\(numbers) are accepted")
      } catch {
        #expect("\(error)".contains(word))
      }
    }
  }

  @Test("a video stores its loop count as its format counts it, if supported")
  func plays() {
    func loops(_ format: VideoFormat, _ plays: Int?) -> [String] {
      let command = VideoConfiguration(
        format: format, size: PixelSize(width: 4, height: 4), rate: RefreshRate(hertz: 10),
        plays: plays
      ).ffmpegCommand(isPipe: false)
      return command.indices.dropLast().filter { command[$0] == "-loop" }.map { command[$0 + 1] }
    }
    expectEqual([nil, 1, 2].map { loops(.webp, $0) }, [["0"], ["1"], ["2"]])
    for format in [VideoFormat.mp4, .webm] { #expect(loops(format, 2).isEmpty) }
  }
}
