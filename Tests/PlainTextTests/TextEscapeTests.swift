import PlainText
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("Text for shells, pages and programs")
struct TextEscapeTests {
  @Test("JSON escapes characters that affect a terminal")
  func escapedInJSON() {
    expectEqual(
      JSON.string("é\u{1B}[1m\u{9B}\u{7F}\u{202E}\n\"").text,
      #""é\u001b[1m\u009b\u007f\u202e\n\""\#n"#)
  }

  @Test("words that a shell would modify are quoted")
  func shellWords() {
    for word in ["abc", "a-b_c.d/e,f:g=h+i@j%k", "AZ09"] { expectEqual(shellWord(word), word) }
    for word in ["", "a b", "$x", "a;b", "é", "~", "*", "\"", "(", "#", "!", "\\"] {
      expectEqual(shellWord(word), "'\(word)'")
    }
    expectEqual(shellWord("a\n1"), "'a'$'\\012''1'")
    expectEqual(shellWord("a\u{2028}"), "'a'$'\\342'''$'\\200'''$'\\250'''")
    #expect(shellWord("it's") == "'it'\\''s'" && shellWord("'") == "''\\'''")
  }

  @Test("JSON in a script element cannot end it")
  func scripts() {
    expectEqual(scriptText(.string("\u{600}</script>")), "\"\u{600}\\u003c/script>\"\n")
  }

  @Test("text in markup is escaped, and unsupported characters are replaced")
  func markup() {
    expectEqual(markupText(#"<a b="c" d='e'>&"#), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;")
    expectEqual(markupText("\t\n\r"), "&#9;&#10;&#13;")
    expectEqual(
      markupText("\u{0}\u{1F}\u{7F}\u{9F}\u{FFFE}"), String(repeating: "\u{FFFD}", count: 5))
    expectEqual(markupText("é\u{A0} \u{FFFD}"), "é\u{A0} \u{FFFD}")
  }

  @Test(
    "names that are not valid UTF-8 are quoted for shells, and displayed in markup and JSON",
    arguments: [
      ([0x61, 0xFF, 0x2E], "a\\377.", "'a'$'\\377''.'"),
      ([0xE9], "\\351", "''$'\\351'''"),
      (
        Array("\u{10FE80}".utf8), "\\364\\217\\272\\200",
        "''$'\\364'''$'\\217'''$'\\272'''$'\\200'''"
      ),
      (Array("é".utf8), "é", "'é'"),
      (Array("🎞".utf8), "🎞", "'🎞'"),
      (Array("\\377".utf8), "\\377", "'\\377'"),
    ] as [([UInt8], String, String)])
  func names(bytes: [UInt8], displayed: String, quoted: String) {
    let name = String(fileName: bytes)
    expectEqual(shellWord(name), quoted)
    expectEqual(markupText(name), displayed)
    expectEqual(JSON.string(name).text, JSON.string(displayed).text)
  }
}
