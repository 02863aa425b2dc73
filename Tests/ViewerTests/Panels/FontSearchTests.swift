import TestSupport
import Testing

@testable import Viewer

@Suite("The search for the font")
struct FontSearchTests {
  @Test(
    "starts once, when text is first written, and the overview is shown if it is still waiting at the end"
  )
  func search() {
    for waits in [[false], [true], [false, true], [true, false], [false, false]] {
      var search = FontSearch(isReady: false)
      // Nobody has asked for it.
      #expect(!search.didFind() && !search.isFound)
      expectEqual(
        waits.map { search.want(forOverview: $0) }, [true] + waits.dropFirst().map { _ in false })
      #expect(!search.isFound)
      expectEqual(search.didFind(), waits.contains(true))
      #expect(search.isFound && !search.didFind() && !search.want(forOverview: true))
    }
  }

  @Test("never starts if the font needs no search")
  func ready() {
    var search = FontSearch(isReady: true)
    #expect(search.isFound && !search.want(forOverview: true) && !search.didFind())
  }
}
