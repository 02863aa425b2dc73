import TestSupport
import Testing

@testable import AnimCore

/// A bar whose length in points is the time. It implements only the required members.
private final class Bar: Scene {
  private(set) var size = Size.zero
  private(set) var time: Seconds = 0
  private var link: DisplayLink?

  func layout(in size: Size) { self.size = size }

  func update(to time: Seconds) { self.time = time }

  func draw(into list: inout DisplayList) {
    list.fill(Rect(x: 0, y: 0, width: time, height: size.height), .white)
  }

  func start(on source: FrameSource) {
    link?.invalidate()
    let link = DisplayLink(for: self) { scene, frame in
      scene.update(to: frame.targetTimestamp.seconds)
    }
    link.add(to: source)
    self.link = link
  }
}

@Suite("A scene with only the required members")
struct SceneTests {
  private static let size = PixelSize(width: 12, height: 4)

  /// Returns the number of white pixels in each row, or `nil` if rows differ or a pixel is neither
  /// black nor white.
  private func length(_ list: DisplayList) -> Int? {
    let image = list.painted()
    let rows = (0..<image.size.height).map { y in
      (0..<image.size.width).map { image[$0, y] }
    }
    guard let row = rows.first, rows.allSatisfy({ $0 == row }) else { return nil }
    let white = row.prefix { $0 == Color.white.argb }.count
    return row.dropFirst(white).allSatisfy { $0 == Color.black.argb } ? white : nil
  }

  @Test("has any size, no frames and no end")
  func defaults() {
    let scene: any Scene = Bar()
    #expect(scene.naturalSize == nil && scene.playback == nil)
    #expect(scene.countedRate == nil && scene.videoRate == nil && scene.omission == nil)
    scene.playback = Playback(FrameTimes(rate: .assumed, count: 2))
    #expect(scene.playback == nil)
  }

  @Test("is drawn into pixels at any time, in any order, and across any layout")
  func drawing() {
    let scene = Bar()
    let view = SceneView(scene: scene, size: Self.size)
    expectEqual(scene.size, Size(width: 12, height: 4))
    for time in [0.0, 5, 12, 3, 5] {
      scene.update(to: time)
      expectEqual(length(view.compose()), Int(time))
    }
    view.resize(to: PixelSize(width: 7, height: 9))
    expectEqual(scene.size, Size(width: 7, height: 9))
    expectEqual(length(view.compose()), 5)
    let double = SceneView(scene: scene, size: Self.size, scale: 2)
    expectEqual(scene.size, Size(width: 6, height: 2))
    expectEqual(length(double.compose()), 10)
  }

  @Test("immediately replaces another, in the size of the view")
  func replacement() {
    let view = SceneView(scene: Bar(), size: Self.size)
    let other = Bar()
    other.update(to: 8)
    view.scene = other
    expectEqual(other.size, Size(width: 12, height: 4))
    expectEqual(length(view.compose()), 8)
  }

  @Test("follows the source that it was started on last")
  func starting() {
    let scene = Bar()
    let (first, second) = (
      VirtualFrameSource(refreshRate: 10), VirtualFrameSource(refreshRate: 10)
    )
    scene.start(on: first)
    first.advance(by: 0.5)
    expectEqual(scene.time, 0.5)
    scene.start(on: second)
    first.advance(by: 1)
    expectEqual(scene.time, 0.5)
    second.advance(by: 0.3)
    expectEqual(scene.time, 0.3)
  }

  @Test("without a rate, frames are counted at 60 per second from time 0")
  func assumedRate() {
    let scene = Bar()
    scene.show(frame: 90)
    expectEqual(scene.time, 1.5)
    #expect(scene.time(of: 30) == .seconds(0.5) && scene.frame(at: .seconds(0.5)) == 30)
    #expect(scene.time(of: -1) == .zero && scene.frame(at: .seconds(-1)) == 0)
    expectEqual(scene.time(of: 30, at: RefreshRate(hertz: 10)), .seconds(3))
  }
}
