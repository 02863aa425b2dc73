import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import DemoScenes

@Suite("Scenes with each of their options")
struct KeptSceneTests {
  private static let times: [Seconds] = [0, 0.3, 1.05, 2.7, 7.9, 61.4]

  private func images(_ scene: any Scene, _ size: PixelSize) -> [PixelImage] {
    let view = SceneView(scene: scene, size: size, backdrop: .color(.white))
    return Self.times.map { time in
      view.scene.update(to: time)
      return view.compose().painted()
    }
  }

  @Test("are drawn as before")
  func kept() throws {
    var pictures: [KeptPicture] = []
    func add(_ name: String, _ change: (inout SceneConfiguration) -> Void) {
      var configuration = SceneConfiguration()
      change(&configuration)
      let scene = name.split(separator: " ")[0]
      guard let entry = SceneCatalog.entries.first(where: { $0.name == scene }) else { return }
      let sizes = [PixelSize(width: 120, height: 90), PixelSize(width: 50, height: 110)]
      pictures.append(
        KeptPicture(name, sizes.flatMap { images(entry.make(configuration), $0) }))
    }
    for entry in SceneCatalog.entries { add(entry.name) { _ in } }
    add("fan clockwise") { $0.fan.direction = .clockwise }
    add("fan counterclockwise") { $0.fan.direction = .counterclockwise }
    add("fan radius") { $0.fan.radius = .points(31) }
    add("fan as large as fits") { $0.fan.radius = .fitting }
    add("fan from the top") { $0.fan.startAngle = .degrees(-90) }
    add("fan colour") { $0.fan.color = Color(argb: 0x8010_C020) }
    add("fan back") { $0.fan.autoreverses = true }
    add("fan twice") { $0.fan.repeatCount = 2 }
    add("fan forever, slowly") {
      $0.fan.repeatCount = .infinity
      $0.fan.duration = 5
    }
    add("fan eased") { $0.fan.easing = .easeIn }
    for edges in SquaresConfiguration.Edges.allCases {
      add("squares \(edges.rawValue)") { $0.squares.edges = edges }
    }
    add("squares few") { $0.squares.count = 3 }
    add("squares seed") { $0.squares.seed = 9 }
    add("squares side") { $0.squares.side = 13.5 }
    add("squares palette") { $0.squares.palette = [.red, .blue] }
    add("squares velocity") { $0.squares.velocity = .exactly(Vector(dx: 30, dy: -11)) }
    add("squares acceleration") { $0.squares.acceleration = .exactly(Vector(dx: 0, dy: 50)) }
    add("squares lifetime") { $0.squares.lifetime = 0.5...0.9 }
    add("squares position") { $0.squares.position = Point(x: 20, y: 30) }
    add("squares fade") { $0.squares.fade = 1.5 }
    add("squares aligned") { $0.squares.isAntialiased = false }
    for motion in ClockConfiguration.HandMotion.allCases {
      add("clock \(motion.rawValue)") { $0.clock.look.motion = motion }
    }
    add("clock marks") { $0.clock.look.hasMarks = false }
    add("clock curve") { $0.clock.look.curve = .easeOut }
    add("clock slow") { $0.clock.look.duration = 0.8 }
    add("clock colours") {
      $0.clock.look.faceColor = .black
      $0.clock.look.markColor = .red
      $0.clock.look.hourColor = .white
      $0.clock.look.minuteColor = .blue
      $0.clock.look.secondColor = Color(argb: 0x8000_FF00)
    }
    add("clock later") { $0.clock.look.startTime = 3_723.5 }
    for join in StrokeStyle.Join.allCases {
      add("shapes join \(join.rawValue)") { $0.shapes.join = join }
    }
    for cap in StrokeStyle.Cap.allCases {
      add("shapes cap \(cap.rawValue)") { $0.shapes.cap = cap }
    }
    add("shapes corners") { $0.shapes.corners = 4 }
    add("shapes even-odd") { $0.shapes.fillRule = .evenOdd }
    add("shapes width") { $0.shapes.strokeWidth = 4 }
    add("shapes colour") { $0.shapes.color = .blue }
    add("shapes dashes") { $0.shapes.dashes = [5, 2] }
    add("shapes quick") { $0.shapes.duration = 1.7 }
    add("pacing step") { $0.pacing.step = 5 }
    add("pacing rate") { $0.pacing.rate = RefreshRate(hertz: 50) }
    try Kept.compare(pictures, with: "scenes.json")
  }
}
