import AnimLottie

@main
enum Program {
  /// Plays a conversation with a state machine in virtual time, and says whether it went as expected.
  static func main() throws {
    print(try StarRating.states().joined(separator: " → "))
    let unmet = try StarRating.stage().unmetExpectations(
      of: LottieMachineScript(StarRating.script))
    print(unmet.isEmpty ? "as expected" : unmet.joined(separator: "\n"))
  }
}
