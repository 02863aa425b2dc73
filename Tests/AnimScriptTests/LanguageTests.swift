import AnimScript
import TestSupport
import Testing

@Suite("The language")
struct LanguageTests {
  /// Programs and their results.
  private static let programs: [(String, String)] = [
    // Variables and functions
    ("var a = 1; let b = 2; const c = 3; a + b + c", "6"),
    ("f(); function f() { return 1 } f()", "1"),
    ("try { early; let early = 1 } catch (e) { e.name }", "ReferenceError"),
    ("const c = 1; try { c = 2 } catch (e) { e.name + c }", "TypeError1"),
    ("undeclared = 4; undeclared + 1", "5"),
    (
      "(function () { 'use strict'; try { undeclared = 4 } catch (e) { return e.name } })()",
      "ReferenceError"
    ),
    (
      "function sum() { var s = 0; for (var i = 0; i < arguments.length; i++) s += arguments[i]; return s } sum(1, 2, 3)",
      "6"
    ),
    ("((a, b = a * 2, ...rest) => a + b + rest.length)(1, undefined, 3, 4)", "5"),
    ("var fs = []; for (let i = 0; i < 3; i++) fs.push(() => i); fs.map(f => f()).join()", "0,1,2"),
    ("var o = { n: 1, f() { return (() => this.n)() } }; o.f()", "1"),
    ("(function fact(n) { return n < 2 ? 1 : n * fact(n - 1) })(10)", "3628800"),
    (
      "function C(x) { this.x = x } C.prototype.get = function () { return this.x }; new C(8).get()",
      "8"
    ),
    // Objects
    (
      "var o = { a: 1, get b() { return this.a + 1 }, set b(v) { this.a = v }, ['c' + 1]: 3 }; o.b = 5; o.b + o.c1",
      "9"
    ),
    (
      "var { a, b: { c = 7 }, ...rest } = { a: 1, b: {}, d: 2, e: 3 }; a + c + Object.keys(rest).join()",
      "8d,e"
    ),
    ("var [x, , y = 3, ...z] = [1, 2, undefined, 4, 5]; [x, y, z.length].join()", "1,3,2"),
    ("var a = 1, b = 2; [a, b] = [b, a]; a * 10 + b", "21"),
    ("var s = ''; for (var k in { b: 1, a: 2, 1: 3 }) s += k; s", "1ba"),
    ("var s = 0; for (const n of [1, 2, 3]) s += n; s", "6"),
    ("var s = []; for (var c of 'a😀b') s.push(c); s.length", "3"),
    ("delete [].length || (delete { a: 1 }.a)", "true"),
    ("({ a: { b: null } }).a?.b?.c?.d", "undefined"),
    ("null ?? 0 ?? 1", "0"),
    // Statements
    (
      "var s = ''; outer: for (var i = 0; i < 3; i++) { for (;;) { if (i == 1) continue outer; s += i; break } } s",
      "02"
    ),
    ("switch (3) { case 1: 'one'; break; default: 'other'; case 2: 'two' }", "two"),
    ("var s = ''; try { try { throw 1 } finally { s += 'f' } } catch (e) { s += e } s", "f1"),
    ("(function () { for (;;) { try { return 1 } finally { break } } return 2 })()", "2"),
    ("(function () { try { return 1 } finally { return 2 } })()", "2"),
    (
      "(function () { var s = ''; for (var i = 0; i < 3; i++) { try { continue } finally { s += i } } return s })()",
      "012"
    ),
    ("var n = 0; do n++; while (n < 5) n", "5"),
    ("var a = 1\nvar b = a\n++b\na + b", "3"),
    ("{} /1/g", "/1/g"), ("({} / 1)", "NaN"),
    // Every kind of line end
    (
      #"['\n', '\r', '\r\n', '\u2028', '\u2029'].map(e => eval("'a\\" + e + "b'")).join()"#,
      "ab,ab,ab,ab,ab"
    ),
    (
      #"['\n', '\r', '\r\n', '\u2028', '\u2029'].map(e => eval('1 // 2' + e + '+ 3')).join()"#,
      "4,4,4,4,4"
    ),
    (
      #"var n = 0; ['\n', '\r', '\r\n', '\u2028', '\u2029'].map(e => eval('7' + e + '++n')).join()"#,
      "1,2,3,4,5"
    ),
    (#"['\n', '\r', '\r\n'].map(e => eval('`a' + e + 'b`').length).join()"#, "3,3,3"),
    // Operators
    ("2 ** 3 ** 2", "512"), ("(-2) ** 2", "4"), ("7 % -3", "1"), ("-7 % 3", "-1"),
    ("1 / (-0)", "-Infinity"), ("'5' * '2' + '1'", "101"), ("[] + {}", "[object Object]"),
    ("1 < 2 < 3", "true"), ("3 > 2 > 1", "false"), ("null == 0", "false"), ("'b' > 'a'", "true"),
    ("NaN != NaN", "true"), ("'1' == 1", "true"), ("-1 >>> 28", "15"), ("1 << 33", "2"),
    ("~5 & 7 | 8 ^ 1", "11"), ("typeof null + typeof (() => 1)", "objectfunction"),
    ("void 0", "undefined"), ("`a${1 + 1}b${[3, 4]}`", "a2b3,4"),
    ("((s, ...v) => s.raw.join('|') + v)`x${1}\\n${2}y`", "x|\\n|y1,2"),
    ("var i = 5; i++ + ++i", "12"), ("var a = [1]; a[0] += a[0]++; a[0]", "2"),
    ("'x' in { x: 1 } && [] instanceof Array", "true"),
  ]

  @Test("programs have the results that the language defines", arguments: programs)
  func program(_ source: String, _ result: String) {
    expectEqual(evaluate(source), result)
  }

  @Test(
    "invalid programs are rejected with their location",
    arguments: [
      ("1 +", "line 1: SyntaxError: expected an expression, but the text ends"),
      ("var a = 1;\nvar a b", "line 2: SyntaxError: expected a semicolon or the end of the line"),
      ("let a; let a", "line 1: SyntaxError: the name is declared already"),
      ("1 = 2", "line 1: SyntaxError: this cannot be assigned to"),
      ("'use strict'; with (a) {}", "line 1: SyntaxError: with is not valid in strict mode"),
      ("break", "line 1: SyntaxError: there is nothing to break"),
      ("({ a = 1 })", "line 1: SyntaxError: expected a colon"),
      ("/(/", "line 1: SyntaxError: the regular expression is not valid: a parenthesis has no end"),
      ("'abc", "line 1: SyntaxError: the string has no end"),
    ])
  func syntaxError(_ source: String, _ message: String) {
    expectEqual(evaluate(source), message)
  }

  @Test(
    "unsupported parts of the language are reported by name",
    arguments: [
      ("class A {}", "classes"), ("function* g() {}", "generators"),
      ("async function f() {}", "asynchronous functions"), ("with (a) {}", "with"),
      ("import a from 'b'", "modules"), ("10n", "big integers"),
    ])
  func unsupported(_ source: String, _ what: String) {
    let error = #expect(throws: ScriptError.self) {
      try Script(source, vocabulary: Vocabulary([]))
    }
    expectEqual(error?.kind, .unsupported)
    expectEqual(error?.message, "\(what): not supported")
  }

  @Test("an exception reports its name, its message and its line")
  func exceptions() {
    #expect(
      evaluate("var a;\n\na.b")
        == "line 3: TypeError: undefined has no properties, so it has no \"b\"")
    expectEqual(evaluate("throw new RangeError('far')"), "line 1: RangeError: far")
    expectEqual(evaluate("throw 'text'"), "line 1: text")
  }

  @Test("a syntax error reports its line and column")
  func columns() {
    for (source, line, column) in [
      (")", 1, 1), ("a b", 1, 3), ("a;\nb c", 2, 3), ("a;\r\n\r\n  )", 3, 3), ("\n\n\n)", 4, 1),
      ("a;\r  )", 2, 3), ("'é😀' b", 1, 7),
    ] {
      do throws(ScriptError) {
        _ = try Script(source, vocabulary: Vocabulary([]))
        Issue.record("\(source) is read")
      } catch {
        #expect(error.line == line && error.column == column, "\(source): \(error)")
      }
    }
  }

  @Test("the line of an exception is that of the failure, whatever it was")
  func lines() {
    let odd = "{ valueOf: null, toString: null }"
    var failing = ["throw 1", "none", "none = none", "none++", "new 1", "1()", "c = 1", "c++", "l"]
    failing += ["null.x", "null.x = 1", "null[0]", "null[0] = 1", "null.x()", "null.x++"]
    failing += [
      "delete u.x", "1 in 1", "1 instanceof 1", "[...1]", "f(...1)", "for (x of 1) ;", "[x] = 1",
    ]
    failing += [
      "({ x } = null)", "Object.defineProperty(1)", "u`x`", "new o.none", "'x'.repeat(-1)",
    ]
    for operation in [
      "+", "-", "*", "/", "%", "**", "<", "<=", ">", ">=", "<<", ">>", ">>>", "&", "|", "^",
    ] {
      failing.append("o \(operation) 1")
      failing.append("1 \(operation) o")
      failing.append("if (o \(operation) 1) u = 2")
      failing.append("while (1 \(operation) o) u = 2")
    }
    failing += ["o == 1", "if (1 == o) u = 2", "1 != o", "-o", "+o", "~o", "o++", "--o"]
    failing += ["`${o}`", "[0][o]"]
    failing += ["[0][o] = 1", "({ [o]: 1 })", "a[0]++", "a[0] += 1", "Math.max(o)", "String(o)"]
    for text in failing {
      let before = "var u, f = () => 1, o = \(odd), a = [o]; const c = 0;\nf(1 + 1);\n\n"
      let result = evaluate(before + text + ";\nf();\nlet l")
      #expect(result.hasPrefix("line 4: "), "\(text): \(result)")
    }
  }
}
