import AnimCore
import DemoScenes

/// A part of a frame's work that is measured separately.
struct Kernel: Sendable {
  let name: String
  /// Prepares the kernel, and returns the function to measure, which takes the number of the run.
  let make: @Sendable () -> (Int) -> Void

  static let all = sceneKernels + vectorKernels

  private static let sceneKernels = [
    Kernel(name: "sector") { sectors(drawn: true) },
    Kernel(name: "sector-ground") { sectors(drawn: false) },
    Kernel(name: "clear") { clear },
    Kernel(name: "squares-20-antialiased") {
      painting(squares(60, side: 20, isAntialiased: true), PixelSize(width: 1280, height: 720))
    },
    Kernel(name: "squares-2-aligned") {
      painting(squares(100_000, side: 2, isAntialiased: false), fullHD)
    },
    Kernel(name: "squares-2-antialiased") {
      painting(squares(100_000, side: 2, isAntialiased: true), fullHD)
    },
    Kernel(name: "squares-compose") {
      composing(squares(100_000, side: 2, isAntialiased: true), fullHD)
    },
    Kernel(name: "squares-million-compose") {
      composing(squares(1_000_000, side: 2, isAntialiased: false), fullHD)
    },
    Kernel(name: "squares-million-paint") {
      painting(squares(1_000_000, side: 2, isAntialiased: false), fullHD)
    },
    Kernel(name: "image-enlarged") { enlargedImage() },
    Kernel(name: "sprites") { sprites() },
    Kernel(name: "damage-same") { comparing(isMoving: false) },
    Kernel(name: "damage-moved") { comparing(isMoving: true) },
    Kernel(name: "frame-squares") {
      frames(squares(60, side: 20, isAntialiased: true), PixelSize(width: 1280, height: 720))
    },
    Kernel(name: "frame-all") { frames("tiled") },
    Kernel(name: "frame-fan") { frames("fan") },
    Kernel(name: "frame-clock") { frames("clock") },
    Kernel(name: "frame-shapes") { frames("shapes") },
    Kernel(name: "layers") { layers() },
    Kernel(name: "layers-plain") { plainArrays() },
    Kernel(name: "siblings-thousand") { siblings(1_000) },
    Kernel(name: "siblings-hundred-thousand") { siblings(100_000) },
    Kernel(name: "insertions-hundred-thousand") { insertions(100_000) },
    Kernel(name: "additive-thousand") { additive(1_000) },
    Kernel(name: "additive-sixteen-thousand") { additive(16_000) },
    Kernel(name: "layers-million-set") { settingMillion() },
    Kernel(name: "expressions") { expressions() },
    Kernel(name: "expressions-ground") { expressionsGround() },
  ]

  private static let fullHD = PixelSize(width: 1920, height: 1080)

  private static func squares(_ count: Int, side: Double, isAntialiased: Bool) -> SquaresScene {
    var configuration = SquaresConfiguration()
    configuration.count = count
    configuration.side = side
    configuration.isAntialiased = isAntialiased
    return SquaresScene(configuration: configuration)
  }
}

// Painting.
extension Kernel {
  /// Sectors of radius 100 with angles from 1° to 359°, one in each run. Or only the background
  /// under them, which a rasteriser of entire frames paints as well.
  private static func sectors(drawn: Bool) -> (Int) -> Void {
    let size = PixelSize(width: 240, height: 240)
    let lists = (1..<360).map { degrees in
      var list = DisplayList(size: size)
      list.fillSector(
        center: Point(x: 120, y: 120), radius: 100, start: .degrees(-90),
        sweep: .degrees(Double(degrees)), .blue)
      return list
    }
    // The tiles that a new frame paints, which are those under the sector.
    let tiles = lists.map { list in
      var tiles = TileSet(TileGrid(size: size))
      for command in list.commands { tiles.mark(command.bounds) }
      return tiles
    }
    let empty = DisplayList(size: size)
    let image = PixelImage(size: size)
    let rasterizer = Rasterizer()
    return { _ in
      for index in lists.indices {
        image.withMutablePixels {
          rasterizer.paint(
            drawn ? lists[index] : empty, tiles: tiles[index], into: $0, stride: size.width)
        }
      }
    }
  }

  private static var clear: (Int) -> Void {
    let list = DisplayList(size: fullHD)
    let image = PixelImage(size: fullHD)
    let rasterizer = Rasterizer()
    return { _ in rasterizer.paint(list, into: image) }
  }

  /// An entire frame of a scene.
  private static func painting(_ scene: any Scene, _ size: PixelSize) -> (Int) -> Void {
    let view = SceneView(scene: scene, size: size)
    scene.update(to: 1)
    let list = view.compose()
    let image = PixelImage(size: size)
    let rasterizer = Rasterizer()
    return { _ in rasterizer.paint(list, into: image) }
  }
}

// Before painting.
extension Kernel {
  /// The composition of a scene's display list, a sixtieth of a second after the previous one.
  private static func composing(_ scene: any Scene, _ size: PixelSize) -> (Int) -> Void {
    let view = SceneView(scene: scene, size: size)
    return { run in
      scene.update(to: Double(run) / 60)
      _ = view.compose()
    }
  }

  /// The comparison of two frames with a thousand squares in a large image.
  private static func comparing(isMoving: Bool) -> (Int) -> Void {
    let size = PixelSize(width: 3840, height: 2160)
    let scene = squares(1_000, side: 2, isAntialiased: true)
    let view = SceneView(scene: scene, size: size)
    scene.update(to: 1)
    let first = view.compose()
    scene.update(to: isMoving ? 1 + 1.0 / 60 : 1)
    let second = view.compose()
    var tiles = TileSet(TileGrid(size: size))
    return { _ in
      tiles.clear()
      tiles.markDamage(from: first, to: second)
    }
  }

  private static func frames(_ name: String) -> (Int) -> Void {
    guard let entry = SceneCatalog.entries.first(where: { $0.name == name }) else {
      return { _ in }
    }
    return frames(
      entry.make(SceneConfiguration()), PixelSize(width: 1280, height: 720))
  }

  /// All work for a frame at 60 Hz, up to its pixels and the rectangles to send.
  private static func frames(_ scene: any Scene, _ size: PixelSize) -> (Int) -> Void {
    let view = SceneView(scene: scene, size: size)
    let image = PixelImage(size: size)
    let rasterizer = Rasterizer()
    var tiles = TileSet(TileGrid(size: size))
    var last = view.compose()
    return { run in
      scene.update(to: 1 + Double(run) / 60)
      let list = view.compose()
      tiles.clear()
      tiles.markDamage(from: last, to: list)
      image.withMutablePixels {
        rasterizer.paint(list, tiles: tiles, into: $0, stride: size.width)
      }
      var area = 0
      tiles.forEachRectangle { area &+= $0.width &* $0.height }
      last = list
    }
  }
}
