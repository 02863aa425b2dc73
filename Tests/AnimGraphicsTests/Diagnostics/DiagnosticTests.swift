import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Diagnostics")
struct DiagnosticTests {
  private func diagnostic(_ message: String, at place: Diagnostic.Place = .document) -> Diagnostic {
    Diagnostic(code: "test.message", .notDrawn, message, at: place)
  }

  @Test("are described by their place and their message")
  func descriptions() {
    let position = TextPosition(line: 3, column: 5)
    let places: [Diagnostic.Place] = [
      .document, .path(""), .path("layers[3]"), .position(position),
    ]
    expectEqual(
      places.map { "\(diagnostic("sound is not played", at: $0))" },
      [
        "sound is not played", "sound is not played", "layers[3]: sound is not played",
        "line 3, column 5: sound is not played",
      ])
  }

  @Test("keep everything but the message when text is added to it")
  func additions() {
    var short = diagnostic("it fails", at: .path("layers[3]"))
    short.layer = "Arm"
    let long = short.adding("; only frame 1 was tried")
    expectEqual(long.message, "it fails; only frame 1 was tried")
    expectEqual([long.code, "\(long.place)", long.layer], ["test.message", "layers[3]", "Arm"])
    expectEqual(long.severity, .notDrawn)
  }

  @Test("a list ends with the number of those beyond its limit, whose places aren't computed")
  func limit() {
    var list = DiagnosticList(limit: 2)
    #expect(list.isEmpty)
    for number in 1...4 {
      list.append(
        { () -> Diagnostic in
          #expect(number <= 2)
          return diagnostic("\(number)")
        }())
    }
    expectEqual(list.all.map(\.message), ["1", "2", "2 more are not listed"])
    expectEqual(list.all.last?.code, DiagnosticList.closingCode)
    var whole = DiagnosticList(limit: 2)
    whole.append(diagnostic("1"))
    whole.append(diagnostic("2"))
    expectEqual(whole.all.map(\.message), ["1", "2"])
  }

  @Test("the same message for another place can be listed once, and doesn't count as omitted")
  func once() {
    var list = DiagnosticList(limit: 2)
    for message in ["a", "a", "b", "a", "c", "b"] {
      list.appendOnce(message, diagnostic(message))
    }
    expectEqual(list.all.map(\.message), ["a", "b", "1 more is not listed"])
  }

  @Test("lists that are joined keep one limit and add up what they omit")
  func joined() {
    var (first, second) = (DiagnosticList(limit: 3), DiagnosticList(limit: 2))
    first.append(diagnostic("1"))
    for message in ["2", "3", "4"] { second.append(diagnostic(message)) }
    first.append(contentsOf: second)
    expectEqual(first.all.map(\.message), ["1", "2", "3", "1 more is not listed"])
    first.append(contentsOf: second)
    expectEqual(first.all.last?.message, "4 more are not listed")
  }

  @Test("those found later are inserted at the marked place, within the limit")
  func later() {
    var list = DiagnosticList(limit: 3)
    list.append(diagnostic("1"))
    list.insertLater()
    list.append(diagnostic("3"))
    expectEqual(list.all { $0.append(diagnostic("2")) }.map(\.message), ["1", "2", "3"])
    let more = list.all { later in
      for _ in 0..<3 { later.append(diagnostic("2")) }
    }
    expectEqual(more.map(\.message), ["1", "2", "2", "2 more are not listed"])
    expectEqual(list.all.map(\.message), ["1", "3"])
  }
}
