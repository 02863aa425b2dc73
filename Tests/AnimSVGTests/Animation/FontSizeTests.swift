import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Font sizes in animations") struct FontSizeTests {
  private func document(_ body: String) throws -> (SVGDocument, Cascade) {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(body)</svg>"
    let animation = try SVGAnimation(Array(text.utf8))
    return (animation.document, animation.cascade)
  }

  /// The animated length of the element `t` after a second, where it is painted.
  private func value(_ body: String) throws -> String {
    var document = try AnimatedDocument(
      "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(body)</svg>")
    return document.value("x", at: "1")
  }

  private func nested(_ outer: String, _ count: Int, _ inner: String) -> String {
    String(repeating: outer, count: count) + inner + String(repeating: "</g>", count: count)
  }

  private let target = "<rect id='t'><set attributeName='x' to='1em'/></rect>"

  @Test("em follows a chain of relative sizes")
  func chain() throws {
    let body = nested("<g font-size='2em'>", 10, target)
    try expectEqual(value(body), "16384")
  }

  @Test("em follows a chain of custom properties")
  func variables() throws {
    let size = "<g style='font-size: calc(var(--s) * 2em)'>\(target)</g>"
    let body = "<g style='--r: 3'><g style='--s: calc(var(--r) + 1)'>\(size)</g></g>"
    try expectEqual(value(body), "128")
  }

  @Test("em follows an animated size, even of an ancestor in between")
  func animated() throws {
    let size = "<animate attributeName='font-size' from='10' to='20' dur='2s'/>"
    try expectEqual(value("<g>\(size)\(target)</g>"), "15")
    let inner = "<g font-size='2em'><g>\(target)</g></g>"
    try expectEqual(value("<g>\(size)\(inner)</g>"), "30")
    let multiple = "<animate attributeName='font-size' from='1em' to='3em' dur='2s'/>"
    try expectEqual(value("<g>\(size)<g>\(multiple)\(target)</g></g>"), "30")
  }

  @Test("rem follows the animated size of the root")
  func root() throws {
    let body =
      "<animate attributeName='font-size' from='10' to='20' dur='2s'/>"
      + "<g font-size='3rem'><rect id='t'><set attributeName='x' to='1em'/></rect></g>"
    try expectEqual(value(body), "45")
  }

  @Test("custom properties of ancestors are resolved once for all descendants")
  func steps() throws {
    let group = "<g style='--s: calc(var(--s, 1) * 1.0001)'>"
    func steps(_ depth: Int, _ count: Int) throws -> Int {
      let (document, cascade) = try document(
        nested(group, depth, String(repeating: "<rect/>", count: count)))
      let scopes = VariableScopes(document, cascade)
      for node in document.nodes.indices { _ = scopes.scope(of: node) }
      return scopes.steps
    }
    let (few, many) = try (steps(500, 1), steps(500, 1000))
    #expect(many - few < few / 10)
    let deep = try steps(1000, 1)
    #expect(deep < 3 * few)
  }

  @Test("too many start times and values are reported and skipped")
  func lists() throws {
    func diagnostics(_ attributes: String) throws -> [String] {
      let (document, cascade) = try document(
        "<rect><animate attributeName='x' dur='1s' \(attributes)/></rect>")
      return AnimationTimeline(document, cascade, LengthContext(view: .zero, SVGResources()))
        .diagnostics.all.map(\.message)
    }
    let begins = String(repeating: "1s;", count: 65_536)
    try expectEqual(diagnostics("to='1' begin='\(begins)'"), [])
    try expectEqual(
      diagnostics("to='1' begin='\(begins)2s'"), [AnimationFault.tooManyTimes.message])
    let values = String(repeating: "1;", count: 1 << 20)
    try expectEqual(diagnostics("values='\(values)'"), [AnimationFault.tooManyValues.message])
    try expectEqual(
      diagnostics("values='1;2' keyTimes='0;1;\(values)'"), [AnimationFault.badKeyTimes.message])
  }
}
