import TestSupport
import Testing

@testable import AnimGraphics
@testable import ImageFiles
@testable import PacingPattern

@Suite("Finding the pattern in an image")
struct CodeFinderTests {
  /// Returns an image whose lines are drawn module by module, each of width `module`.
  private func image(
    width: Int, lines: [[Bool]], height: Int, module: Int
  ) -> LumaPlane {
    var luma = LumaPlane(size: PixelSize(width: width, height: lines.count * height))
    for y in 0..<luma.size.height {
      let line = lines[y / height]
      for x in 0..<width {
        let isBlack = x / module < line.count && line[x / module]
        luma.samples[y * width + x] = isBlack ? 16 : 235
      }
    }
    return luma
  }

  /// Returns the modules of a code.
  private func modules(_ number: UInt32, _ place: FrameCode.Position) -> [Bool] {
    let code = FrameCode(number, place)
    return (0..<FrameCode.moduleCount).map(code.isBlack)
  }

  private var finderModules: [Bool] {
    (0..<FrameCode.finderCount).map(FrameCode.isFinderBlack) + [false]
  }

  @Test("finds a pattern at every edge of the image", arguments: [2, 3, 7])
  func flush(module: Int) throws {
    let blank = [Bool](repeating: false, count: FrameCode.moduleCount)
    let width = FrameCode.moduleCount * module
    let luma = image(
      width: width, lines: [modules(7, .top), blank, modules(7, .bottom)], height: 3 * module,
      module: module)
    var finder = CodeFinder(luma)
    let pattern = finder.find()
    let found = try #require(pattern)
    expectEqual(found.top.area, PixelRect(x0: 0, y0: 0, x1: width, y1: 3 * module))
    expectEqual(found.bottom.area, PixelRect(x0: 0, y0: 6 * module, x1: width, y1: 9 * module))
    expectEqual(found.top.read(luma), .number(7))
  }

  @Test("a grey in the middle half between the levels of an image belongs to no single frame")
  func greys() throws {
    let blank = [Bool](repeating: false, count: FrameCode.moduleCount)
    for (black, white) in [(0, 255), (16, 235), (60, 200)] {
      let step = (white - black) / 4
      for (grey, isMixed) in [
        (black + step - 1, false), (black + step, true), (white - step, true),
        (white - step + 1, false),
      ] {
        let isBlack = grey < (black + white) / 2
        let code = modules(7, .top)
        var luma = image(
          width: FrameCode.moduleCount * 4, lines: [code, blank, modules(7, .bottom)], height: 12,
          module: 4)
        for index in luma.samples.indices {
          luma.samples[index] = UInt8(luma.samples[index] == 16 ? black : white)
        }
        var finder = CodeFinder(luma)
        let found = finder.find()
        let pattern = try #require(found)
        // One of the data's modules becomes grey from top to bottom.
        let data = FrameCode.dataRange
        let module = try #require(data.first { code[$0] == isBlack })
        for y in 0..<12 {
          for x in module * 4..<module * 4 + 4 {
            luma.samples[y * luma.size.width + x] = UInt8(grey)
          }
        }
        expectEqual(
          pattern.top.read(luma), (isMixed ? .mixed : .number(7)), "\(grey) of \(black)–\(white)")
      }
    }
  }

  @Test("a line full of finders takes time in proportion to its pixels")
  func wide() {
    func work(_ count: Int) -> Int {
      let line = Array((0..<count).map { _ in finderModules }.joined())
      var finder = CodeFinder(
        image(width: line.count * 2, lines: [line], height: 1, module: 2))
      let pattern = finder.find()
      #expect(pattern == nil)
      return finder.work
    }
    let (few, many) = (work(1_000), work(16_000))
    #expect(few > 0)
    #expect(many <= 17 * few)
    #expect(many <= 16_000 * FrameCode.finderCount * 2)
  }

  @Test("no more than 64 codes are followed from line to line")
  func high() {
    let codes = (0..<40).flatMap { modules(UInt32($0), .top) + [false] }
    let (width, height) = (codes.count * 8, 60)
    var luma = image(width: width, lines: [codes], height: height, module: 8)
    // All move to the left by a pixel every three lines, and back after four such steps, so that a
    // code can be followed from two positions.
    for y in 0..<height {
      let row = Array(luma.samples[y * width..<(y + 1) * width])
      for x in 0..<width { luma.samples[y * width + x] = row[(x + y / 3 % 4) % width] }
    }
    var finder = CodeFinder(luma)
    let pattern = finder.find()
    #expect(pattern == nil)
    #expect(finder.work > 64 * height / 2)
    #expect(finder.work < 70 * height)
  }

  @Test("two windows with their own codes are distinguished")
  func covered() throws {
    let blank = [Bool](repeating: false, count: FrameCode.moduleCount)
    // The upper window's lower half is behind the lower window, which is narrower.
    let luma = image(
      width: 6 * FrameCode.moduleCount,
      lines: [
        modules(1, .top), blank, [false] + modules(2, .top), blank, [false] + modules(2, .bottom),
      ],
      height: 9, module: 3)
    var finder = CodeFinder(luma)
    let pattern = finder.find()
    let found = try #require(pattern)
    expectEqual(found.top.read(luma), .number(2))
    expectEqual(found.bottom.read(luma), .number(2))
  }
}
