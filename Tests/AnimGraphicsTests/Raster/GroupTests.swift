import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Groups")
struct GroupTests {
  private let size = PixelSize(width: 8, height: 1)

  /// Returns white seen through masks that are half the image wide, as digits: 0 for none, 5 for
  /// about half, 9 for all.
  private func shown(_ cut: (inout DisplayList) -> Void) -> String {
    let image = RasterFixtures.coverage(size) { list in
      list.withGroup { list in
        cut(&list)
        list.fill(Rect(x: 0, y: 0, width: 8, height: 1), Color.white)
      }
    }
    return String((0..<8).map { Character("\(min(9, (image.level($0, 0) * 10 + 127) / 255))") })
  }

  private static func bar(_ x: Double, _ width: Double) -> Path {
    var path = Path()
    for (x, y) in [(x, 0.0), (x + width, 0), (x + width, 1), (x, 1)] {
      path.addLine(to: Point(x: x, y: y))
    }
    return path
  }

  @Test("masks add, subtract, intersect and exclude in order, and may be inverted")
  func masks() {
    func masked(_ first: Mask, _ second: Mask, opacity: Double = 1) -> String {
      shown { list in
        list.mask(Self.bar(0, 5), first)
        list.mask(Self.bar(3, 4), second, opacity: opacity)
      }
    }
    expectEqual(masked(Mask(.add), Mask(.add)), "99999990")
    expectEqual(masked(Mask(.add), Mask(.subtract)), "99900000")
    expectEqual(masked(Mask(.add), Mask(.intersect)), "00099000")
    expectEqual(masked(Mask(.add), Mask(.difference)), "99900990")
    expectEqual(masked(Mask(.subtract), Mask(.add)), "00099999")
    expectEqual(masked(Mask(.intersect), Mask(.intersect)), "00099000")
    expectEqual(masked(Mask(.add), Mask(.add, isInverted: true)), "99999009")
    expectEqual(masked(Mask(.add, isInverted: true), Mask(.intersect)), "00000990")
    expectEqual(masked(Mask(.add), Mask(.subtract), opacity: 0.5), "99955000")
    expectEqual(masked(Mask(.add), Mask(.difference), opacity: 0.5), "99955550")
    expectEqual(masked(Mask(.add), Mask(.lighten), opacity: 0.5), "99999550")
    expectEqual(masked(Mask(.add), Mask(.darken), opacity: 0.5), "00055000")
    expectEqual(masked(Mask(.add), Mask(.intersect, isInverted: true), opacity: 0.5), "55500000")
  }

  @Test("a group shows every row that its masks leave, and no other", arguments: [8, 700])
  func rows(width: Int) {
    // The bounds of the masks are larger than the remaining area, and a wide group is composed in
    // parts.
    let size = PixelSize(width: width, height: 60)
    let image = RasterFixtures.coverage(size) { list in
      list.withGroup { list in
        for (top, bottom, mode) in [
          (3, 50, .add), (3, 9, .subtract), (41, 50, .subtract),
        ] as [(Double, Double, Mask.Mode)] {
          list.mask(
            Self.bar(0, Double(width)), Mask(mode),
            transform: Transform(a: 1, b: 0, c: 0, d: bottom - top, tx: 0, ty: top))
        }
        list.fill(Rect(x: 0, y: 0, width: Double(width), height: 60), Color.white)
      }
    }
    let visible = (0..<60).filter { image.level(width - 1, $0) == 255 }
    expectEqual(visible, Array(9..<41))
    #expect((0..<60).allSatisfy { [0, 255].contains(image.level(0, $0)) })
  }

  @Test(
    "a group with one mask is the same as with a second mask that covers all of it",
    arguments: [.normal, .multiply, .hue] as [BlendMode], [1, 2, 3, 6, 23, 700])
  func oneMask(blendMode: BlendMode, width: Int) {
    let size = PixelSize(width: width, height: 40)
    let side = Double(width)
    func painted(_ mask: Mask, _ others: Int) -> PixelImage {
      var random = SeededGenerator(seed: 7)
      var list = DisplayList(size: size, background: Color(rgb: 0x30_90F0))
      list.withGroup(GroupStyle(blendMode: blendMode)) { list in
        for _ in 0..<6 {
          list.fillDisc(
            center: random.point(size), radius: side / 4 + 2,
            Color(argb: UInt32(truncatingIfNeeded: random.next())))
        }
        list.mask(
          Self.bar(0.3, side), mask, transform: Transform(a: 1, b: 0.1, c: -9, d: 30, tx: 0, ty: 2))
        for _ in 0..<others {
          list.mask(
            Self.bar(-9, side + 18), Mask(.intersect),
            transform: Transform(a: 1, b: 0, c: 0, d: 60, tx: 0, ty: -9))
        }
      }
      return list.painted()
    }
    for mask in [Mask(.add), Mask(.intersect), Mask(.subtract, isInverted: true)] {
      expectEqual(painted(mask, 0), painted(mask, 1))
    }
  }

  @Test("several clips keep their intersection")
  func clips() {
    expectEqual(
      shown { list in
        list.clip(to: Self.bar(1, 6))
        list.clip(to: Self.bar(4, 4))
      }, "00009990")
    expectEqual(shown { $0.clip(to: Path()) }, "00000000")
  }

  @Test("a rectangle that ends with the canvas inside a pixel covers it once")
  func canvasEdges() {
    let rect = Rect(x: 0, y: 0, width: 2.5, height: 3)
    var path = Path()
    path.addRect(rect)
    func alpha(_ body: (inout DisplayList) -> Void) -> UInt32 {
      var list = DisplayList(size: PixelSize(width: 4, height: 3), background: .clear)
      list.withCanvas(rect, transform: .identity, body)
      let image = PixelImage(size: list.size, isOpaque: false)
      Rasterizer(threads: 1).paint(list, into: image)
      return image[2, 1] >> 24
    }
    #expect(alpha { $0.fill(path, .white) } == 128)
    #expect(alpha { list in list.withGroup { $0.fill(path, .white) } } == 128)
    #expect(alpha { $0.fill(Rect(x: 0, y: 0, width: 4, height: 3), .white) } == 128)
  }

  @Test("a matte shows a group according to its alpha or luma, inverted or not")
  func mattes() {
    func matted(_ matte: Matte) -> String {
      shown { list in
        list.withMatte(matte) { list in
          list.fill(Self.bar(0, 2), .color(.white))
          list.fill(Self.bar(2, 2), .color(Color(argb: 0x80FF_FFFF)))
          list.fill(Self.bar(4, 2), .color(.black))
        }
      }
    }
    expectEqual(matted(Matte(.alpha)), "99559900")
    expectEqual(matted(Matte(.alpha, isInverted: true)), "00550099")
    expectEqual(matted(Matte(.luma)), "99550000")
    expectEqual(matted(Matte(.luma, isInverted: true)), "00559999")
  }

  @Test("the luma of a matte is that of Rec. 709, rounded to nearest")
  func luma() {
    for (color, level) in [(0xFF0000, 54), (0x00FF00, 182), (0x0000FF, 18), (0x006400, 72)] {
      let image = RasterFixtures.coverage(size) { list in
        list.withGroup { list in
          list.withMatte(Matte(.luma)) {
            $0.fill(Self.bar(0, 8), .color(Color(rgb: UInt32(color))))
          }
          list.fill(Self.bar(0, 8), .color(.white))
        }
      }
      expectEqual(image.level(0, 0), level)
    }
  }

  @Test("a group's opacity applies to it as one image, even if its shapes overlap")
  func opacity() {
    let image = RasterFixtures.coverage(size) { list in
      list.withGroup(GroupStyle(opacity: 0.5)) { list in
        for x in 0..<4 { list.fill(Self.bar(Double(x), 4), .color(.white)) }
      }
    }
    expectEqual((0..<8).map { image.level($0, 0) }, [128, 128, 128, 128, 128, 128, 128, 0])
  }

  @Test("a group without effect is the same as its contents")
  func plain() {
    var random = SeededGenerator(seed: 3)
    let size = PixelSize(width: 100, height: 80)
    let items = (0..<20).map { _ in RasterFixtures.Item.random(size, &random) }
    let grouped = RasterFixtures.coverage(size) { list in
      list.withGroup { list in for item in items { item.append(&list) } }
    }
    let bare = RasterFixtures.coverage(size) { list in for item in items { item.append(&list) } }
    expectEqual(grouped, bare)
  }

  @Test("masks and mattes without a group append nothing")
  func withoutGroup() {
    var list = DisplayList(size: size)
    list.mask(Self.bar(0, 4))
    list.withMatte { $0.fill(Self.bar(0, 8), .color(.white)) }
    #expect(list.commands.isEmpty)
  }
}
