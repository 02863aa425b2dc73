import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie
@testable import AnimationFormats
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite("The cells of an overview")
struct OverviewCellTests {
  @Test("only the image itself has a background, not the bars next to it")
  func imageArea() {
    let size = PixelSize(width: 100, height: 80)
    for (natural, area) in [
      (Size(width: 20, height: 20), PixelRect(x0: 10, y0: 0, x1: 90, y1: 80)),
      (Size(width: 40, height: 20), PixelRect(x0: 0, y0: 15, x1: 100, y1: 65)),
      (Size(width: 3, height: 9), PixelRect(x0: 37, y0: 0, x1: 63, y1: 80)), (nil, size.bounds),
      (Size(width: 0, height: 0), size.bounds), (Size(width: 9000, height: 1), size.bounds),
    ] as [(Size?, PixelRect)] {
      expectEqual(Cell.imageArea(of: natural, in: size), area)
    }
  }

  private let scratch: ScratchDirectory
  private let page: OverviewPage

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(height: 240).json, to: "a.json")
    page = OverviewPage(path: scratch / "a.json")
  }

  private static func layout(_ width: Int) -> CellLayout {
    CellLayout(
      OverviewGrid(
        count: 1, selected: 0,
        in: OverviewGrid.Frame(
          size: PixelSize(width: width, height: width + 20), scale: 1, labelHeight: 20)))
  }

  private func cell(_ page: OverviewPage, _ width: Int = 252) -> Cell {
    let cell = Cell(page)
    cell.place(
      in: PixelRect(x0: 0, y0: 0, x1: width, y1: width + 20), Self.layout(width), .bitmap)
    return cell
  }

  private func load(
    _ request: CellLoader.Request, _ files: FileConfiguration = FileConfiguration()
  ) throws -> Result<CellLoader.Content, Failure> {
    let loader = try CellLoader(
      try FileList([request.page.path]),
      PlaylistConfiguration(first: "", files: files), ready: EventDescriptor())
    defer { loader.end() }
    loader.want([request])
    var loaded: [CellLoader.Loaded] = []
    try waitUntil("the page is read") {
      loaded = loader.take().pages
      return !loaded.isEmpty
    }
    expectEqual(loaded.map(\.request), [request])
    return loaded[0].content
  }

  @Test("a file on a stopped disk doesn't block others, and is shown once it can be read")
  func stopped() throws {
    let path = scratch / "stopped.json"
    try #require(mkfifo(path, 0o600) == 0)
    let loader = try CellLoader(
      try FileList([page.path]), PlaylistConfiguration(first: "", files: FileConfiguration()),
      timeout: 1_000_000, ready: EventDescriptor())
    defer { loader.end() }
    let requests = try [OverviewPage(path: path), page].map { try #require(cell($0).missing) }
    var loaded: [CellLoader.Loaded] = []
    for count in 1...2 {
      // An image that is being read isn't requested again.
      loader.want(requests)
      try waitUntil("\(count) files are read") {
        loaded += loader.take().pages
        return loaded.contains { $0.request == requests[2 - count] }
      }
      if count == 1 {
        expectEqual(loaded.map(\.request.page), [page])
        let disk = try #require(FileHandle(forWritingAtPath: path))
        try disk.write(contentsOf: Data(TestAnimation().json.utf8))
        try disk.close()
      }
    }
    for page in loaded { _ = try page.content.get() }
  }

  private func painted(_ cell: Cell) -> PixelImage {
    var list = DisplayList(size: PixelSize(width: 252, height: 272), background: .black)
    let pixels = PixelGrid(.bitmap, unit: 1, x: 0, y: 0, of: list)
    cell.draw(on: .color(.white), isSelected: false, pixels, into: &list)
    return list.painted()
  }

  @Test("a cell is empty, and then plays its animation")
  func playing() throws {
    let cell = cell(page)
    expectEqual(painted(cell)[120, 120], 0xFF1E_252D)
    let content = try load(try #require(cell.missing))
    #expect(cell.show(content, room: .infinity, .bitmap))
    #expect(cell.missing == nil && cell.scene != nil && cell.cost > 0)
    // The square is at the left edge of the image, which begins after six pixels.
    let first = painted(cell)
    #expect(first[7, 126] == TestAnimation.red && first[120, 126] == 0xFFFF_FFFF)
    cell.scene?.update(to: 1)
    expectEqual(painted(cell)[7 + 100, 126], TestAnimation.red)
    cell.invalidate()
    #expect(cell.missing != nil && cell.scene != nil)
  }

  @Test("a cell shows the entire image, however images are fitted in the window")
  func whole() throws {
    let images = try [BoxFit.contain, .cover, .none].map { fit in
      let cell = cell(page)
      var files = FileConfiguration()
      files.fit = fit
      let content = try load(try #require(cell.missing), files)
      #expect(cell.show(content, room: .infinity, .bitmap))
      return painted(cell)
    }
    #expect(images.allSatisfy { $0 == images[0] })
    expectEqual(images[0][7, 126], TestAnimation.red)
  }

  @Test("if there is no time to animate it, a cell shows the middle of its animation at any size")
  func still() throws {
    let cell = cell(page)
    let content = try load(try #require(cell.missing))
    #expect(!cell.show(content, room: 0, .bitmap))
    let request = try #require(cell.missing)
    #expect(request.isStatic && cell.scene == nil)
    let still = try load(request)
    #expect(cell.show(still, room: 0, .bitmap))
    #expect(cell.missing == nil && cell.scene == nil && cell.cost == 0)
    let middle = painted(cell)
    #expect(middle[7 + 100, 126] == TestAnimation.red && middle[7, 126] == 0xFFFF_FFFF)
    cell.place(
      in: PixelRect(x0: 0, y0: 0, x1: 152, y1: 172), Self.layout(152), .bitmap)
    #expect(cell.missing?.isStatic == true && cell.missing?.size.width == 140)
    // A changed file may be faster.
    cell.invalidate()
    expectEqual(cell.missing?.isStatic, false)
  }

  @Test("a cell plays in a loop, with the background of its animation")
  func settings() throws {
    let folder = try SampleFolder()
    for (animation, count) in [(nil, 3), ("z", 1)] as [(String?, Int)] {
      let page = OverviewPage(path: folder / "2.lottie", animation: animation)
      let content = try load(try #require(cell(page).missing)).get()
      guard case .playing(let makeScene, _) = content.appearance else {
        Issue.record("it stands still")
        return
      }
      let scene = try #require(makeScene() as? LottieScene)
      #expect(scene.configuration.loops && scene.configuration.fit == .contain)
      expectEqual(content.animationCount, count)
      // The first is half transparent, over white.
      expectEqual(
        content.background, (animation == nil ? Color(rgb: 0x8F_9FAF) : Color(rgb: 0xFF_8000)))
    }
  }

  @Test("a cell shows its latest content, whatever it has shown before")
  func history() throws {
    let animation = try LottieAnimation(Array(TestAnimation(height: 240).json.utf8))
    let size = PixelSize(width: 240, height: 240)
    let image = try #require(
      Image(size: size, straight: [UInt32](repeating: 0xFF20_60C0, count: 240 * 240)))
    func content(
      _ appearance: CellLoader.Appearance, _ count: Int = 1, _ background: Color? = nil
    ) -> Result<CellLoader.Content, Failure> {
      .success(
        CellLoader.Content(
          appearance: appearance, animationCount: count, background: background, naturalSize: nil))
    }
    let playing = CellLoader.Appearance.playing({ LottieScene(animation) }, cost: 0.001)
    let contents = [
      content(playing), content(playing, 3), content(.still(image)), content(.still(image), 12),
      content(playing, 1, Color(rgb: 0x00FF00)), .failure(Failure("a.json: no", status: .noInput)),
      .failure(Failure("it is much too long to be shown in a line", status: .noInput)),
    ]
    func show(_ content: Result<CellLoader.Content, Failure>, in cell: Cell) -> PixelImage {
      #expect(cell.show(content, room: .infinity, .bitmap))
      expectEqual(cell.cost, (cell.scene == nil ? 0 : 0.001))
      return painted(cell)
    }
    let fresh = contents.map { show($0, in: cell(page)) }
    expectEqual(Set(fresh.map(Kept.hash)).count, contents.count)
    let used = cell(page)
    for first in contents.indices {
      for second in contents.indices {
        let isSame = show(contents[first], in: used) == fresh[first]
        let isNext = show(contents[second], in: used) == fresh[second]
        #expect(isSame && isNext, "\(first), \(second)")
        used.invalidate()
      }
    }
  }

  @Test("an animation that takes longer than a frame to draw is a still image from the start")
  func heavy() throws {
    let rectangle = """
      {"ty": "rc", "p": {"k": [5, 5]}, "s": {"k": [9, 9]}, "r": {"k": 2}}
      """
    let all = Array(repeating: rectangle, count: 30_000).joined(separator: ",")
    try scratch.write(
      """
      {"fr": 25, "ip": 0, "op": 50, "w": 100, "h": 100, "layers": [
        {"ty": 4, "ip": 0, "op": 50, "ks": {}, "shapes": [
          \(all), {"ty": "fl", "c": {"k": [1, 0, 0]}, "o": {"k": 100}}]}]}
      """, to: "heavy.json")
    let cell = cell(OverviewPage(path: scratch / "heavy.json"))
    let content = try load(try #require(cell.missing))
    #expect(cell.show(content, room: .infinity, .bitmap))
    #expect(cell.missing == nil && cell.scene == nil)
    expectEqual(painted(cell)[6 + 12, 6 + 12], TestAnimation.red)
  }

  @Test("memory use is measured, so that files that need much are rejected")
  func memory() {
    let before = HeapMemory.bytesInUse
    let large = UnsafeMutableRawPointer.allocate(byteCount: 1 << 26, alignment: 16)
    // Other threads may free some meanwhile.
    #expect(HeapMemory.bytesInUse - before > 1 << 25)
    large.deallocate()
    #expect(HeapMemory.bytesInUse - before < 1 << 26)
  }
}
