import AnimCore
import Testing

@testable import AnimRaster

@Suite("WebP")
struct WebPTests {
  @Test("a still has the pixels that libwebp finds")
  func still() throws {
    let animation = try RasterAnimation(TestWebP.still(3, 2, 0x8012_3456))
    #expect(try animation.pictures() == [[UInt32](repeating: 0x8012_3456, count: 6)])
    #expect(!animation.index.isAnimation && animation.index.plays == 1)
  }

  @Test("frames lie over what was there or replace it, and stay or are cleared")
  func operations() throws {
    let animation = try RasterAnimation(
      TestWebP(4, 1, loops: 2).frame(0, 0, 4, 1, red, milliseconds: 30)
        .frame(2, 0, 2, 1, 0x8000_00FF).frame(2, 0, 1, 1, 0x8000_00FF, flags: 3)
        .frame(0, 0, 1, 1, green).finished)
    let mixed = Compositor.over(0x8000_00FF, red)
    #expect(
      try animation.pictures() == [
        [red, red, red, red], [red, red, mixed, mixed], [red, red, 0x8000_00FF, mixed],
        [green, red, 0, mixed],
      ])
    #expect(animation.index.plays == 2)
    #expect(animation.index.frames[0].delay.seconds == Fraction(30) / 1000)
  }

  @Test("the canvas begins transparent, whatever its background, and 0 loops are for ever")
  func background() throws {
    let animation = try RasterAnimation(TestWebP(2, 1).frame(0, 0, 1, 1, red).finished)
    #expect(try animation.pictures() == [[red, 0]])
    #expect(animation.index.plays == nil && animation.index.isAnimation)
  }

  @Test(
    "a frame that is not on the canvas, or of another size than its picture, ends the animation")
  func wrongFrames() throws {
    let start = TestWebP(2, 2).frame(0, 0, 2, 2, red)
    for wrong in [start.frame(2, 0, 1, 1, green), start.frame(0, 0, 3, 1, green)] {
      let animation = try RasterAnimation(wrong.frame(0, 0, 1, 1, blue).finished)
      #expect(try animation.pictures() == [[UInt32](repeating: red, count: 4)])
      #expect(animation.messages == ["a frame is damaged; those before it are played"])
    }
    #expect(throws: RasterError.damaged("an animated WebP without a frame")) {
      try RasterAnimation(TestWebP(1, 1).finished)
    }
  }

  @Test("a file that is cut off has the frames before that")
  func cutOff() throws {
    let bytes = TestWebP(1, 1).frame(0, 0, 1, 1, red).frame(0, 0, 1, 1, green).finished
    let animation = try RasterAnimation(Array(bytes.dropLast(4)))
    #expect(try animation.pictures() == [[red]])
    #expect(animation.messages.first == "the file is cut off")
  }
}
