import AnimCore
import Testing

@testable import GameLoop

@Suite("The example of a game")
struct GameLoopTests {
  @Test("it is the same game at every frame rate, and after missed frames")
  func rates() {
    func ball(_ rate: Double, missing: Int = 0) -> (steps: Int, place: Point) {
      let source = VirtualFrameSource(refreshRate: rate)
      let game = Game()
      game.start(on: source)
      source.pump()
      source.miss(frames: missing)
      source.advance(to: .seconds(2))
      return (game.steps, game.place)
    }
    let expected = ball(60)
    #expect(expected.steps == 240)
    for (rate, missing) in [(24.0, 0), (144, 0), (60, 5)] {
      #expect(ball(rate, missing: missing) == expected)
    }
  }
}
