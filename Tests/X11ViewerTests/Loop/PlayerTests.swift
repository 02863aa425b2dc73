import AnimCore
import Testing

@testable import X11Viewer

@Suite("The player")
struct PlayerTests {
  /// Keeps the times that it is asked for.
  private final class Recorder: Scene, DisplayLinkListener {
    private(set) var time: Seconds = 0
    private(set) var deltas: [Seconds] = []
    private(set) var starts = 0
    private var link: DisplayLink?

    func layout(in size: Size) {}
    func draw(into list: inout DisplayList) {}
    func update(to time: Seconds) { self.time = time }

    func start(on source: FrameSource) {
      starts += 1
      link?.invalidate()
      link = DisplayLink(listener: self)
      link?.add(to: source)
    }

    func displayLink(_ link: DisplayLink, didTick frame: Frame) {
      deltas.append(frame.delta)
      update(to: frame.targetTimestamp.seconds)
    }
  }

  private let player: Player
  private static let rate = RefreshRate(hertz: 50)

  init() {
    // The player's stage is the only owner of a scene, as it is in the viewer.
    let stage = AnimCore.Stage(scene: Recorder(), size: PixelSize(width: 100, height: 100))
    // The display's clock stands at 7 s when scene time begins at 2.
    player = Player(
      stage, refreshInterval: 0.02, at: Self.display(0), from: Timestamp(seconds: 2))
  }

  /// The scene on show, while that is still a recorder.
  private var scene: Recorder { player.stage.scene as? Recorder ?? Recorder() }

  /// The instant of the display's clock `seconds` after the start.
  private static func display(_ seconds: Seconds) -> Timestamp { Timestamp(seconds: 7 + seconds) }

  /// Shows the frame of a slot of 20 ms.
  private func show(_ slot: Int) {
    player.advance(slot: slot, to: Self.display(Double(slot) / 50), missed: 0)
  }

  @Test("a scene begins at the time that was asked for, and follows the display")
  func following() {
    #expect(scene.time == 2)
    for slot in 0...10 { show(slot) }
    #expect(scene.time == 2.2)
    #expect(scene.deltas.first == 0)
    #expect(scene.deltas.dropFirst().allSatisfy { abs($0 - 0.02) < 1e-9 })
  }

  @Test("while paused nothing is wanted and nothing moves; then it goes on with a delta of zero")
  func pause() {
    show(0)
    show(5)
    player.togglePause(at: Self.display(0.1))
    #expect(player.demand == .nothing)
    show(6)
    #expect(scene.time == 2.1)
    player.togglePause(at: Self.display(60))
    #expect(player.demand != .nothing)
    show(3000)
    #expect(scene.deltas.last == 0)
    show(3001)
    #expect(abs(scene.time - 2.12) < 1e-9)
    #expect(abs((scene.deltas.last ?? 0) - 0.02) < 1e-9)
  }

  @Test("twice the speed goes twice as far, from where it is")
  func speed() {
    show(0)
    show(50)
    #expect(player.setSpeed(2, at: Self.display(1)))
    show(100)
    #expect(scene.time == 5)
    #expect(player.setSpeed(0.5, at: Self.display(2)))
    show(200)
    #expect(scene.time == 6)
  }

  @Test(
    "a speed that makes no sense is refused, and the old one stays", arguments: [0, -1, 1e9, .nan])
  func impossibleSpeed(speed: Double) {
    #expect(!player.setSpeed(speed, at: Self.display(0)))
    #expect(player.playback.speed == 1)
  }

  @Test("seeking goes on from there, not before zero, and the links begin anew")
  func seeking() {
    show(0)
    player.seek(by: 5, at: Self.display(1))
    #expect(scene.time == 8)
    #expect(scene.starts == 2)
    show(51)
    #expect(abs(scene.time - 8.02) < 1e-9)
    #expect(scene.deltas.last == 0)
    player.seek(by: -100, at: Self.display(2))
    #expect(scene.time == 0)
    player.seekToStart(at: Self.display(2))
    #expect(scene.time == 2)
  }

  @Test("stepping pauses, and goes from frame to frame of the rate")
  func stepping() {
    show(0)
    player.step(1, of: Self.rate, at: Self.display(0.005))
    #expect(player.playback.isPaused)
    #expect(abs(scene.time - 2.02) < 1e-9)
    player.step(2, of: Self.rate, at: Self.display(1))
    #expect(abs(scene.time - 2.06) < 1e-9)
    player.step(-3, of: Self.rate, at: Self.display(2))
    #expect(abs(scene.time - 2) < 1e-9)
    player.step(-1000, of: Self.rate, at: Self.display(3))
    #expect(scene.time == 0)
  }

  @Test("a restart plays from the start, also out of a pause")
  func restart() {
    show(0)
    show(100)
    player.togglePause(at: Self.display(2))
    player.restart(at: Self.display(3))
    #expect(scene.time == 2)
    show(200)
    #expect(scene.time == 3)
  }

  @Test("another scene is shown at the same time, also while paused")
  func otherScene() {
    show(0)
    show(100)
    player.show(Recorder())
    #expect(scene.time == 4)
    show(101)
    #expect(abs(scene.time - 4.02) < 1e-9)
    #expect(scene.deltas == [0])
    player.togglePause(at: Self.display(3))
    player.show(Recorder())
    #expect(abs(scene.time - 4.02) < 1e-9)
    #expect(player.demand == .nothing)
  }

  @Test("a finished scene wants nothing, until a seek makes it unfinished")
  func finished() {
    let fan = FanScene()
    player.show(fan)
    show(0)
    show(100)
    #expect(player.demand == .nothing)
    #expect(fan.sweep == .fullTurn)
    player.seek(by: -3, at: Self.display(2))
    #expect(player.demand != .nothing)
    #expect(fan.sweep == .fullTurn * (1 / 3.0))
  }

  @Test(
    "a clock between two ticks wants its next frame when the second begins, by the display's time")
  func waiting() throws {
    var options = ClockOptions()
    options.startTime = 36_000.25
    player.show(ClockScene(options: options))
    #expect(player.setSpeed(0.5, at: Self.display(0)))
    show(0)
    show(50)
    guard case .at(let instant) = player.demand else {
      Issue.record("\(player.demand)")
      return
    }
    // Scene time 2.75 is the clock's second 36,003, half a scene second after 1 s of the display.
    #expect(abs(instant - Self.display(1.5)) < 2e-6)
  }
}
