import AnimLottie
import Testing

@testable import PlayLottie

@Suite("The example program for Lottie animations")
struct PlayLottieTests {
  /// A 2 × 2 square that moves by eight to the right in a second.
  private static let json = """
    {"v": "5.7.0", "fr": 8, "ip": 0, "op": 8, "w": 12, "h": 4, "layers": [
      {"ty": 4, "ip": 0, "op": 8, "st": 0,
       "ks": {"p": {"a": 1, "k": [
         {"t": 0, "s": [1, 1], "o": {"x": 0, "y": 0}, "i": {"x": 1, "y": 1}},
         {"t": 8, "s": [9, 1]}]}},
       "shapes": [
         {"ty": "rc", "p": {"a": 0, "k": [0, 0]}, "s": {"a": 0, "k": [2, 2]}, "r": {"a": 0, "k": 0}},
         {"ty": "fl", "c": {"a": 0, "k": [1, 0, 0]}, "o": {"a": 0, "k": 100}}]}]}
    """

  @Test("draws the moving square at its position, and starts over at the end")
  func text() throws {
    var player = TextPlayer(
      try LottieAnimation(Array(Self.json.utf8)), columns: 12, rows: 2)
    #expect(player.duration == 1)
    let start = "██··········\n············"
    #expect(player.text(at: 0) == start)
    #expect(player.text(at: 0.5) == "····██······\n············")
    #expect(player.text(at: 1) == start)
  }
}
