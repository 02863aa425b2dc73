import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import PacingPattern

@Suite("The pacing pattern")
struct PacingSceneTests {
  private func scene(rate: Double = 60, step: Int = 8) -> PacingScene {
    var configuration = PacingConfiguration()
    configuration.rate = RefreshRate(hertz: rate)
    configuration.step = step
    return PacingScene(configuration: configuration)
  }

  private func list(
    _ scene: PacingScene, at time: Seconds, width: Int = 960, height: Int = 400, scale: Double = 1
  ) -> DisplayList {
    scene.layout(in: Size(width: Double(width) / scale, height: Double(height) / scale))
    scene.update(to: time)
    var list = DisplayList(size: PixelSize(width: width, height: height), scale: scale)
    scene.draw(into: &list)
    return list
  }

  @Test(
    "counts one frame for every slot, at any rate", arguments: [23.976, 60, 59.94, 75, 144, 360])
  func counting(rate: Double) {
    let scene = scene(rate: rate)
    let source = VirtualFrameSource(refreshRate: rate)
    scene.start(on: source)
    for number in 0..<1_000 {
      source.pump(frames: 1)
      #expect(scene.number == number)
    }
    source.miss(frames: 2)
    source.pump(frames: 1)
    expectEqual(scene.number, 1_002)
    #expect(source.demand != .nothing)
  }

  @Test("shows frame 0 before its start and at NaN times")
  func strangeTimes() {
    let scene = scene()
    for time in [-5, -.infinity, .nan, .infinity, 1e300] {
      scene.update(to: time)
      expectEqual(scene.number, 0)
    }
    scene.update(to: Double(1 << 32) / 60)
    expectEqual(scene.number, 0)
  }

  @Test(
    "shows the frame's number at the centres of its modules, at any scale",
    arguments: [(960, 400, 1.0), (960, 400, 1.25), (1920, 1080, 2), (300, 300, 1), (200, 96, 0.7)])
  func code(width: Int, height: Int, scale: Double) throws {
    let list = list(scene(), at: 12_345.5, width: width, height: height, scale: scale)
    let rendering = list.painted()
    let layout = PacingLayout(in: list.size)
    for place in FrameCode.Position.allCases {
      let area = layout.code(place)
      let code = FrameCode(740_730, place)
      for module in 0..<FrameCode.moduleCount {
        let part = layout.part(module, of: area)
        let pixel = rendering[(part.x0 + part.x1) / 2, (part.y0 + part.y1) / 2]
        expectEqual(pixel, (code.isBlack(module) ? 0xFF00_0000 : 0xFFFF_FFFF))
      }
    }
  }

  @Test("has no blurred edge at any scale", arguments: [0.5, 1, 1.25, 1.5, 2, 3.3])
  func sharpness(scale: Double) {
    for command in list(scene(), at: 1, scale: scale).commands.dropFirst() {
      guard case .rectangle(let x0, let y0, let x1, let y1) = command.shape else { continue }
      for edge in [x0, y0, x1, y1] { expectEqual(edge, Fixed(pixel: edge.nearestPixel)) }
    }
  }

  @Test("moves its bar by the same integral number of pixels from frame to frame")
  func bar() throws {
    let scene = scene(step: 11)
    let places = (0..<40).map { frame in
      let image = list(scene, at: Double(frame) / 60, scale: 1.25).painted()
      return (0..<960).first { image[$0, 165] == 0xFF00_3C96 }
    }
    let start = try #require(places[0])
    expectEqual(places, (0..<40).map { start + 11 * $0 })
  }

  @Test("keeps the bar in its lane")
  func barStays() throws {
    let layout = PacingLayout(in: PixelSize(width: 960, height: 400))
    for step in [1, 8, 100, 5_000] {
      let scene = scene(step: step)
      for frame in stride(from: 0, to: 3_000, by: 7) {
        let list = list(scene, at: Double(frame) / 60)
        let bar = try #require(list.commands.first { $0.color == Color(rgb: 0x003C96) })
        expectEqual(bar.bounds.union(layout.lane), layout.lane)
      }
    }
  }

  @Test("lights the next cell with every frame, and swaps the stripes")
  func cellsAndStripes() {
    let layout = PacingLayout(in: PixelSize(width: 960, height: 400))
    for frame in 0..<130 {
      let image = list(scene(), at: Double(frame) / 60).painted()
      for index in 0..<64 {
        let cell = layout.part(index, of: layout.cells)
        expectEqual((image[cell.x0, cell.y0] == 0xFF00_0000), (index == frame % 64))
        let stripe = layout.part(index, of: layout.stripes)
        expectEqual((image[stripe.x0, stripe.y0] == 0xFF00_0000), ((index + frame) % 2 == 0))
      }
    }
  }

  @Test(
    "is drawn safely in a view that is too small", arguments: [(0, 0), (1, 1), (30, 5), (2_000, 3)])
  func tinyViews(width: Int, height: Int) {
    #expect(
      list(scene(), at: 1, width: width, height: height).commands.count
        == list(scene(), at: 2).commands.count)
  }
}

@Suite("The code of a frame's number")
struct FrameCodeTests {
  @Test("the checksum of a known text has the published value")
  func checkSum() {
    var sum = CRC16()
    for byte in "123456789".utf8 { sum.add(byte) }
    expectEqual(sum.value, 0x29B1)
  }

  @Test("is read back only if it is intact", arguments: [0, 1, 90, 0x1234_5678, .max])
  func roundTrip(number: UInt32) {
    for place in FrameCode.Position.allCases {
      let code = FrameCode(number, place)
      expectEqual(FrameCode(data: code.data, place), code)
      #expect(FrameCode(data: code.data, place == .top ? .bottom : .top) == nil)
      for bit in 0..<FrameCode.dataCount {
        #expect(FrameCode(data: code.data ^ 1 << bit, place) == nil)
      }
    }
  }

  @Test("a mixture of two consecutive numbers is never read as a third")
  func mixtures() {
    for number: UInt32 in 0..<4_096 {
      let above = FrameCode(number, .top)
      let below = FrameCode(number + 1, .top)
      for bits in 1..<FrameCode.dataCount {
        let right: UInt64 = 1 << bits - 1
        let read = FrameCode(data: above.data & ~right | below.data & right, .top)
        #expect(read == nil || read == above || read == below)
      }
    }
  }

  @Test("is between two finders")
  func finders() {
    let modules = (0..<FrameCode.moduleCount).map { FrameCode(5, .top).isBlack($0) }
    let text = String(modules.map { $0 ? "#" : "." })
    #expect(text.hasPrefix("#.###.#."))
    #expect(text.hasSuffix(".#.###.#"))
    expectEqual(text.count, 64)
  }
}
