import AnimGraphics
import TestSupport
import Testing

@Suite("Fitting a box into another one")
struct BoxFitTests {
  private let wide = Size(width: 100, height: 50)
  private let square = Size(width: 200, height: 200)

  @Test("contain shows the entire box, centred")
  func contain() {
    expectEqual(
      BoxFit.contain.transform(from: wide, to: square),
      Transform(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 50))
  }

  @Test("cover fills the other box, centred")
  func cover() {
    expectEqual(
      BoxFit.cover.transform(from: wide, to: square),
      Transform(a: 4, b: 0, c: 0, d: 4, tx: -100, ty: 0))
    expectEqual(
      BoxFit.cover.transform(from: Size(width: 50, height: 100), to: square),
      Transform(a: 4, b: 0, c: 0, d: 4, tx: 0, ty: -100))
  }

  @Test("none keeps the size, centred, in a larger box and in a smaller one")
  func none() {
    expectEqual(
      BoxFit.none.transform(from: wide, to: square),
      Transform(a: 1, b: 0, c: 0, d: 1, tx: 50, ty: 75))
    expectEqual(
      BoxFit.none.transform(from: wide, to: Size(width: 50, height: 20)),
      Transform(a: 1, b: 0, c: 0, d: 1, tx: -25, ty: -15))
  }

  @Test("stretch matches both sides, whatever the alignment")
  func stretch() {
    let fit = BoxFit(.stretch, alignX: 1, alignY: 1)
    expectEqual(
      fit.transform(from: wide, to: square), Transform(a: 2, b: 0, c: 0, d: 4, tx: 0, ty: 0))
    // The scale of this box isn't exact.
    let third = Rect(x: 1, y: 2, width: 1, height: 7)
    expectEqual(fit.rect(of: Size(width: 49, height: 3), in: third), third)
  }

  @Test("the additional space is divided by the alignment")
  func alignment() {
    let places = [0, 0.5, 1].map { align in
      BoxFit(.contain, alignX: align, alignY: align).rect(of: wide, in: square).minY
    }
    expectEqual(places, [0, 50, 100])
    let hidden = [0, 0.5, 1].map { align in
      BoxFit(.cover, alignX: align, alignY: align).rect(of: wide, in: square).minX
    }
    expectEqual(hidden, [0, -100, -200])
  }

  @Test("the corners of both boxes can be anywhere")
  func corners() {
    let (box, view) = (
      Rect(x: -10, y: 5, width: 20, height: 20), Rect(x: 100, y: 200, width: 80, height: 40)
    )
    let transform = BoxFit.contain.transform(from: box, to: view)
    expectEqual(transform, Transform(a: 2, b: 0, c: 0, d: 2, tx: 140, ty: 190))
    expectEqual(box.transformed(by: transform), BoxFit.contain.rect(of: box.size, in: view))
  }

  @Test("a box without an area isn't scaled along the side that is missing")
  func empty() {
    expectEqual(
      BoxFit.contain.transform(from: Size(width: 0, height: 0), to: square),
      Transform(a: 1, b: 0, c: 0, d: 1, tx: 100, ty: 100))
    expectEqual(
      BoxFit.stretch.transform(from: Size(width: 0, height: 50), to: square),
      Transform(a: 1, b: 0, c: 0, d: 4, tx: 0, ty: 0))
  }
}
