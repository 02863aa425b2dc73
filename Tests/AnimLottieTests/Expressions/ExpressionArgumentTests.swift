import TestSupport
import Testing

@testable import AnimLottie

@Suite("Functions of expressions, with arguments of any kind")
struct ExpressionArgumentTests {
  /// The values that replace `@` in ``results``, in order.
  private static let arguments = ["0.5", "-1", "'3'", "undefined", "[1, 2]", "[3, 4, 5]"]

  /// The results of functions for each of ``arguments`` in frame 10 of the file
  /// ``expressionWorld(_:)``, rounded to three decimals. An exclamation mark represents an
  /// exception.
  private static let results = """
    add(@, [1, 2]) -> 1.5,2 | 0,2 | 31,2 | 0 | 2,4 | 4,6,5
    add(2, @) -> 2.5 | 1 | 23 | 0 | 3,2 | 5,4,5
    sub(@, [1, 2]) -> -0.5,2 | -2,2 | 0 | 0 | 0,0 | 2,2,5
    sub([5, 6, 7], @) -> 4.5,6,7 | 6,6,7 | 0 | 0 | 4,4,7 | 2,2,2
    mul(@, 3) -> 1.5 | -3 | 9 | 0 | 3,6 | 9,12,15
    mul(@, [1, 2]) -> 0.5,1 | -1,-2 | 3,6 | 0 | 0 | 0
    div(@, 2) -> 0.25 | -0.5 | 1.5 | 0 | 0.5,1 | 1.5,2,2.5
    div([8, 4], @) -> 16,8 | -8,-4 | 2.667,1.333 | 0 | 0 | 0
    mod(@, 3) -> 0.5 | -1 | 0 | NaN | 1 | 0
    mod(7, @) -> 0 | 0 | 1 | NaN | 0 | 1
    $bm_sum(@, 'a') -> 0.5a | -1a | 3a | undefineda | 1,2a | 3,4,5a
    $bm_neg(@) -> -0.5 | 1 | -3 | NaN | -1,-2 | -3,-4,-5
    clamp(@, 1, 2) -> 1 | 1 | 2 | NaN | 1,2 | 2,2,2
    clamp(5, @, 9) -> 5 | 5 | 5 | 9 | 5 | 5
    clamp([0, 5], 1, @) -> 0.5,1 | 0,1 | 1,3 | 0,1 | 1,1 | 1,3
    dot(@, [1, 2, 3]) -> 0.5 | -1 | 0 | 0 | 5 | 26
    cross(@, [1, 2, 3]) -> 0,0,0 | 0,0,0 | 0,0,0 | 0,0,0 | 6,-3,0 | 2,-4,2
    normalize(@) -> 1 | -1 | Infinity | 0 | 0.447,0.894 | 0.424,0.566,0.707
    length(@) -> 0.5 | 1 | 0 | 0 | 2.236 | 7.071
    length([1, 2], @) -> 2.236 | 2.236 | 2.236 | 2.236 | 0 | 2.828
    lookAt(@, [1, 2, 3]) -> -33.69,15.501,0 | -33.69,15.501,0 | -33.69,15.501,0 | -33.69,15.501,0 | 0,0,0 | 135,-35.264,0
    linear(@, 0, 1, 2, 4) -> 3 | 2 | 4 | NaN | 4 | 4
    linear(@, [0, 1], [2, 4]) -> 1,2.5 | 0,1 | 2,4 | NaN,NaN | 2,4 | 2,4
    linear(0.5, 0, @, 2, 4) -> 4 | 4 | 2.333 | NaN | 3 | 2.333
    ease(@, 0, 1, 2, 4) -> 3.003 | 2 | 4 | 2 | 4 | 4
    easeIn(@, 0, 2, [0, 1], [2, 4]) -> 0.228,1.341 | 0,1 | 2,4 | 0,1 | 0.726,2.089 | 2,4
    easeOut(@, 5, 9) -> 7.548 | 5 | 9 | 5 | 9 | 9
    ease(0.3, @, 9) -> 2.351 | 1.178 | 4.307 | NaN | 2.742 | 4.307
    random(@) -> 0.295 | -0.591 | 1.772 | 0.591 | 0.591,1.181 | 1.772,2.362,2.953
    random(1, @) -> 0.705 | -0.181 | 2.181 | 0.591 | 1,1.591 | 2.181,2.772,3.362
    random(@, 9) -> 5.52 | 4.905 | 6.543 | 0.591 | 5.724 | 6.543
    gaussRandom(@) -> 0.315 | -0.629 | 1.888 | NaN | 0.629,1.259 | 1.888,2.518,3.147
    gaussRandom(1, @) -> 0.685 | -0.259 | 2.259 | NaN | 1,1.629 | 2.259,2.888,3.518
    noise(@) -> 0.25 | 0 | 0 | 0 | 0 | 0
    L('Lead').position.wiggle(2, @) -> 10.074,40.348,0.418 | 9.852,39.304,-0.836 | 10.443,42.089,2.507 | NaN,NaN,NaN | 10.148,40.696,0.836 | 10.443,42.089,2.507
    L('Lead').position.wiggle(2, 5, @) -> 10.738,43.481,4.179 | 10.738,43.481,4.179 | 8.996,43.305,5.186 | 10.738,43.481,4.179 | 10.738,43.481,4.179 | 10.738,43.481,4.179
    L('Lead').position.wiggle(2, 5, 2, @) -> 9.783,42.155,5.509 | 12.646,46.132,1.518 | 5.012,35.528,12.161 | 9.783,42.155,5.509 | 8.829,40.83,6.84 | 5.012,35.528,12.161
    L('Lead').position.wiggle(2, 5, 2, 0.5, @) -> 5.455,39.335,-0.574 | 6.76,40.384,4.711 | 16.347,40.115,1.847 | 9.783,42.155,5.509 | 9.783,42.155,5.509 | 16.347,40.115,1.847
    L('Key').rotation.temporalWiggle(2, @) -> 12.213 | 8.525 | 23.275 | 0 | 14.425 | 23.275
    L('Key').rotation.temporalWiggle(2, 0.5, 2, 0.5, @) -> 0.455 | 0 | 40 | 9.783 | 9.783 | 40
    L('Key').rotation.smooth(@) -> 11.5 | 11.2 | 17 | 11.2 | 11.2 | 11.2
    L('Key').rotation.smooth(0.3, @) -> 10 | 10.9 | 11 | 10.9 | 10.9 | 10.9
    L('Lead').position.valueAtTime(@) -> 5,20,0 | 0,0,0 | 10,0,0 | 0,0,0 | 0,0,0 | 0,0,0
    L('Lead').position.velocityAtTime(@) -> 10,40,0 | 0,0,0 | 0,0,0 | 0,0,0 | 0,0,0 | 0,0,0
    L('Key').rotation.speedAtTime(@) -> 10 | 0 | 0 | 0 | 0 | 0
    L('Key').rotation.nearestKey(@).index -> 1 | 1 | 3 | 1 | 1 | 1
    posterizeTime(@), time -> 0 | 1 | 1 | 1 | 1 | 1
    timeToFrames(@) -> 5 | -10 | 30 | 10 | 10 | 30
    framesToTime(@) -> 0.05 | -0.1 | 0.3 | 1 | 0.1 | 0.3
    degreesToRadians(@) -> 0.009 | -0.017 | 0.052 | NaN | 0.017 | 0.052
    radiansToDegrees(@) -> 28.648 | -57.296 | 171.887 | NaN | 57.296 | 171.887
    thisComp.layer(@).name -> ! | ! | ! | ! | Own | Key
    thisComp.layer('Controls').effect(@)(1) -> ! | ! | ! | ! | 42 | 1,0,0,1
    thisComp.marker.key(@).time -> ! | ! | ! | ! | 0.5 | 2
    thisComp.marker.nearestKey(@).index -> 1 | 1 | 3 | 1 | 2 | 3
    thisLayer.toComp(@) -> ! | ! | ! | ! | 1,2,0 | 3,4,5
    L('Lead').toComp(@) -> ! | ! | ! | ! | 10,40,0 | 8.8,41,5
    L('Solid').toWorld(@) -> ! | ! | ! | ! | 5.8,41.5,0 | 4.6,42.5,5
    L('Lead').fromComp(@) -> ! | ! | ! | ! | -75,17,0 | -71,13.667,5
    L('Solid').fromWorld(@) -> ! | ! | ! | ! | -78,10,0 | -74,6.667,5
    L('Lead').toComp([1, 2], @) -> 5,20,0 | 0,0,0 | 10,0,0 | 10,40,0 | 10,40,0 | 10,0,0
    L('Shapes').content('G').content('Line').path.pointOnPath(@) -> 20,0 | 0,0 | 30,10 | 0,0 | 30,10 | 30,10
    L('Shapes').content('G').content('Line').path.tangentOnPath(@) -> 1,0 | 1,0 | 0,1 | 1,0 | 0,1 | 0,1
    L('Shapes').content('G').content('Line').path.normalOnPath(@) -> 0,1 | 0,1 | -1,0 | 0,1 | -1,0 | -1,0
    L('Shapes').content('G').content(@).name -> ! | ! | ! | ! | Box | Star
    L('Own')(@) -> null | null | null | null | [object Object] | null
    L('Lead').transform(@) -> null | null | null | null | 1,2,0 | null
    thisProperty.propertyGroup(@) -> undefined | undefined | undefined | [object Object] | [object Object] | undefined
    createPath([[0, 0], @]).points() -> 0,0,0,0 | 0,0,0,0 | 0,0,0,0 | 0,0,0,0 | 0,0,1,2 | 0,0,3,4
    value[@] -> undefined | undefined | l | undefined | undefined | undefined
    thisComp(@) -> null | null | null | null | [object Object] | [object Object]
    """

  private func text(_ expression: String, at frame: Double = 10) throws -> String {
    let probe = try ExpressionProbe(
      expressionWorld(
        """
        function L(key) { return thisComp.layer(key); }
        try { $bm_rt = String((\(expression))); } catch (error) { $bm_rt = '!'; }
        """))
    let text = try #require(probe.text(1, at: frame), "\(probe.reasons)")
    return text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let number = Double(part), number.isFinite else { return String(part) }
      let rounded = (number * 1000).rounded() / 1000
      return rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
    }.joined(separator: ",")
  }

  @Test("each function converts a number, a text, nothing and lists in its own way")
  func arguments() throws {
    for line in Self.results.split(separator: "\n") {
      let parts = line.split(separator: " -> ")
      let wanted = parts[1].split(separator: " | ", omittingEmptySubsequences: false)
      expectEqual(wanted.count, Self.arguments.count)
      for (argument, result) in zip(Self.arguments, wanted) {
        let expression = String(parts[0]).replacing("@", with: argument)
        #expect(try text(expression) == result, "\(expression)")
      }
    }
  }

  @Test("a random number depends on the seed, and with a timeless seed on nothing else")
  func seeds() throws {
    for (seed, frames) in [("5", [10.0, 11, 12]), ("-1", [10, 11]), ("'5'", [10, 11])] {
      let timeless = try frames.map { try text("seedRandom(\(seed), true), random()", at: $0) }
      let others = try frames.map { try text("seedRandom(\(seed)), random()", at: $0) }
      #expect(Set(timeless).count == 1 && Set(others).count == frames.count)
    }
    try expectEqual(text("seedRandom('5', true), random()"), text("seedRandom(5, true), random()"))
    #expect(try text("seedRandom(6, true), random()") != text("seedRandom(5, true), random()"))
  }

  @Test(
    "nine of ten normally distributed numbers are between 0 and 1, and half of them below a half")
  func gaussian() throws {
    let text = try text(
      """
      (function () {
        seedRandom(7, true);
        var inside = 0, low = 0;
        for (var i = 0; i < 1000; i += 1) {
          var x = gaussRandom();
          if (x >= 0 && x <= 1) { inside += 1; }
          if (x < 0.5) { low += 1; }
        }
        return [inside, low];
      })()
      """)
    let counts = text.split(separator: ",").compactMap { Double($0) }
    #expect(counts.count == 2 && abs(counts[0] - 900) < 30 && abs(counts[1] - 500) < 50)
  }
}
