import AnimCore
import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Fitting an animation into its view")
struct FitTests {
  @Test("contain shows the entire animation, centred")
  func contain() {
    let fit = SceneFit.contain
    let transform = fit.transform(
      from: Size(width: 100, height: 50), to: Size(width: 200, height: 200))
    expectEqual(transform, Transform(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 50))
  }
}
