import AnimCore
import AnimLottie

@main
enum Program {
  /// Runs an interaction script for a state machine in virtual time, and prints whether all
  /// expectations were met.
  static func main() throws {
    print(try StarRating.states().joined(separator: " → "))
    let unmet = try StarRating.stage().unmetExpectations(
      of: InteractionScript(StarRating.script))
    print(unmet.isEmpty ? "as expected" : unmet.joined(separator: "\n"))
  }
}
