import AnimScript
import TestSupport
import Testing

@Suite("The language's built-in objects")
struct BuiltinTests {
  private static let programs: [(String, String)] = [
    ("[3, 1, 2].sort().join()", "1,2,3"), ("[10, 9, 1].sort().join()", "1,10,9"),
    ("[5, 1, 4].sort((a, b) => b - a).join()", "5,4,1"),
    ("[['b', 1], ['a', 1], ['c', 0]].sort((x, y) => x[1] - y[1]).map(x => x[0]).join('')", "cba"),
    ("[1, 2, 3, 4].filter(x => x % 2).concat([9], 8).join()", "1,3,9,8"),
    ("[1, 2, 3].reduce((a, b) => a + b)", "6"), ("[1, [2, [3]]].flat().length", "3"),
    ("var a = [1, 2, 3, 4, 5]; a.splice(1, 2, 'x').join() + '|' + a.join()", "2,3|1,x,4,5"),
    ("var a = [1, 2, 3]; a.length = 1; a.push(7); a.join()", "1,7"),
    ("var a = []; a[5] = 1; a.length + ',' + (3 in a)", "6,false"),
    ("Array.from('abc', c => c + c).join()", "aa,bb,cc"), ("[1, 2, 3].indexOf(2)", "1"),
    ("[...[1, 2].entries()].join(';')", "0,1;1,2"), ("[NaN].includes(NaN)", "true"),
    ("'a-b-c'.split('-').join('+')", "a+b+c"), ("'abc'.replace('b', '[$&]')", "a[b]c"),
    ("'Straße'.toUpperCase()", "STRASSE"), ("'  x '.trim().length", "1"),
    ("'abc'.padStart(5, '12')", "12abc"), ("'abcdef'.slice(-3, -1)", "de"),
    ("'abc'.charCodeAt(1) + String.fromCharCode(65)", "98A"), ("'aXbX'.lastIndexOf('X')", "3"),
    ("Object.entries({ a: 1, b: 2 }).join(';')", "a,1;b,2"),
    ("Object.isFrozen(Object.freeze([1]))", "true"),
    (
      "JSON.stringify({ a: [1, 'x', null, undefined], b: undefined })",
      "{\"a\":[1,\"x\",null,null]}"
    ),
    ("JSON.stringify([1, { a: 2 }], null, 1)", "[\n 1,\n {\n  \"a\": 2\n }\n]"),
    ("JSON.parse('{\"a\": [1, 2.5e1]}').a[1]", "25"),
    ("try { JSON.parse('{a}') } catch (e) { e.name }", "SyntaxError"),
    ("isNaN(parseInt('x')) && parseInt('12px') + parseFloat('.5e1x')", "17"),
    ("encodeURIComponent('ä&') + decodeURIComponent('%C3%A4')", "%C3%A4%26ä"),
    ("(function () { return this.a + arguments.length }).call({ a: 1 }, 2, 3)", "3"),
    ("Math.max.apply(null, [1, 5, 3])", "5"), ("((a, b) => a + b).bind(null, 1)(2)", "3"),
    ("Math.max() + '' + Math.min(1, NaN)", "-InfinityNaN"), ("Math.round(-0.5) === 0", "true"),
    ("Math.round(2.5) + Math.sign(-3) + Math.trunc(-1.5)", "1"),
    ("new Error('m') instanceof Error && String(new TypeError('m'))", "TypeError: m"),
    // Regular expressions
    ("'2026-11-22'.replace(/(\\d+)-(\\d+)-(\\d+)/, '$3.$2.$1')", "22.11.2026"),
    ("'aBc'.match(/b/i).index", "1"), ("'a1b22'.match(/\\d+/g).join()", "1,22"),
    ("'a, b;c'.split(/[,;]\\s*/).join('|')", "a|b|c"),
    ("/^(?:a|ab)(?:c|bcd)$/.test('abcd')", "true"),
    ("/(?<y>\\d{4})/.exec('in 1999').groups.y", "1999"), ("/(?<=\\$)\\d+/.exec('a$42')[0]", "42"),
    ("'aaa'.replace(/a/g, (m, i) => i)", "012"), ("/(a)|(b)/.exec('b').join('-')", "b--b"),
    ("/(z)((a+)?(b+)?(c))*/.exec('zaacbbbcac').join()", "zaacbbbcac,z,ac,a,,c"),
    ("/\\bfoo\\b(?!bar)/.test('a foo b')", "true"),
  ]

  @Test("functions and objects of the language", arguments: programs)
  func program(_ source: String, _ result: String) {
    expectEqual(evaluate(source), result)
  }

  @Test("changes by an evaluation to the language's objects are undone")
  func restored() throws {
    let vocabulary = Vocabulary([])
    let interpreter = Interpreter()
    let change = try Script(
      "Math.sin = 1; Array.prototype.map = null; extra = 2; Object.prototype.x = 3; Math = 4",
      vocabulary: vocabulary)
    let look = try Script(
      "typeof Math.sin + typeof [].map + typeof extra + typeof ({}).x", vocabulary: vocabulary)
    for _ in 0..<3 {
      try interpreter.evaluate(change, host: EmptyHost()) { _ throws(Exception) in }
      let text = try interpreter.evaluate(look, host: EmptyHost()) { value throws(Exception) in
        interpreter.text(value)
      }
      expectEqual(text, "functionfunctionundefinedundefined")
    }
  }

  @Test("an evaluation takes the same steps and has the same result in a used interpreter")
  func repeatable() throws {
    let script = try Script(
      """
      var words = {}, s = '';
      for (var i = 0; i < 200; i++) { words['k' + i % 17] = i * Math.sin(i); s += i }
      JSON.stringify(words) + s.length
      """, vocabulary: Vocabulary([]))
    let used = Interpreter()
    func run(_ interpreter: Interpreter) throws -> (String, Int) {
      let text = try interpreter.evaluate(script, host: EmptyHost()) { value throws(Exception) in
        interpreter.text(value)
      }
      return (text, interpreter.steps)
    }
    let first = try run(used)
    for _ in 0..<3 {
      let next = try run(used)
      #expect(next == first)
    }
    let fresh = try run(Interpreter())
    #expect(fresh == first)
  }
}
