import AnimCore
import AnimLottie
import Testing

@testable import StarRating

@Suite("The star rating example")
struct StarRatingTests {
  @Test("the pointer and the program choose the stars that the script expects")
  func script() throws {
    #expect(try StarRating.states() == ["0 stars", "3 stars", "5 stars", "1 stars"])
    let script = try InteractionScript(StarRating.script)
    #expect(try StarRating.stage().unmetExpectations(of: script) == [])
  }

  @Test("an unmet expectation is reported with its line")
  func unmet() throws {
    let script = try InteractionScript("0.5 pointerDown 35 5\n0.5 expect rating 3")
    #expect(
      try StarRating.stage().unmetExpectations(of: script) == [
        "line 2: expect rating 3: rating is 4"
      ])
  }
}
