import AnimCore
import TestSupport
import Testing

@Suite("Interaction scripts")
struct InteractionScriptTests {
  @Test("a script is read, and written so that it can be read again")
  func text() throws {
    let text = """
      # Press and let go.
      0.5  pointerDown 100 80.25
      0.5 pointerUp 100 80.25   # at once

      1.2 set rating 3
      1.25 set "the name" "three # stars"
      1.3 set on true
      1.5 expect state "five stars"
      1.5 expect rating 3
      2 fire open
      2.5 stop
      2.75 start
      3 end
      """
    let script = try InteractionScript(text)
    #expect(script.entries.count == 11 && script.end == Timestamp(seconds: 3))
    expectEqual(script.entries[0].command, .pointer(.down, Point(x: 100, y: 80.25)))
    expectEqual(script.entries[3].command, .set("the name", .string("three # stars")))
    let again = try InteractionScript("\(script)")
    expectEqual(again.entries.map(\.command), script.entries.map(\.command))
    expectEqual(again.entries.map(\.time), script.entries.map(\.time))
    expectEqual("\(again)", "\(script)")
  }

  @Test(
    "an invalid line is reported",
    arguments: [
      (
        "\nfire open",
        "line 2: expected a time in seconds, from 0 to 86400: \"fire\""
      ),
      ("-1 stop", "line 1: expected a time in seconds, from 0 to 86400: \"-1\""),
      ("1 jump", "line 1: unknown command \"jump\""), ("1", "line 1: a command is missing"),
      ("1 fire", "line 1: the name of an event is missing"),
      ("1 click 3 x", "line 1: a coordinate is a number: \"x\""),
      ("1 stop now", "line 1: unexpected text after the command: \"now\""),
      ("1 fire \"x", "line 1: a quotation mark is missing"),
      ("1 end\n2 stop", "line 2: it is after the end"),
    ])
  func errors(_ text: String, _ reason: String) {
    #expect(throws: InteractionScript.ParseError.self) { try InteractionScript(text) }
    do {
      _ = try InteractionScript(text)
    } catch {
      expectEqual("\(error)", reason)
    }
  }

  @Test("the scripts that the fuzzer starts from can be written and read again")
  func corpus() throws {
    let files = FuzzerFiles.corpus("TextCorpus").filter { $0.hasSuffix(".script") }
    #expect(!files.isEmpty)
    for file in files {
      let script = try InteractionScript(
        String(decoding: FuzzerFiles.bytes(of: file), as: UTF8.self))
      #expect(script.entries.count >= 10)
      let again = try InteractionScript(script.description)
      expectEqual(again.entries.map(\.command), script.entries.map(\.command))
    }
  }
}
