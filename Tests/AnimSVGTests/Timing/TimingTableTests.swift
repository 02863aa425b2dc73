import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Times of animation elements") struct TimingTableTests {
  static let rows = AnimationRow.rows(
    """
    x | <x from='10' to='20' begin='1s' dur='4s'/> | 0 -, 0.999 -, 1 10, 2 12.5, 4.999 19.998, 5 -
    x | <x from='10' to='20' dur='4s'/> | 0 10, 3 17.5, 4 -
    x | <x from='10' to='20' begin='-1s' dur='4s'/> | 0 12.5, 2.5 18.75, 3 -
    x | <x from='10' to='20' begin='-4s' dur='4s' fill='freeze'/> | 0 -, 9 -
    x | <x from='10' to='20' begin='7s ;; 1s; 1s' dur='2s'/> | 0 -, 2 15, 3 -, 8 15, 9 -
    x | <x from='10' to='20' begin='indefinite;2s' dur='2s'/> | 1 -, 3 15
    x | <x from='10' to='20' begin='soon' dur='2s'/> | 0 -, 1 -
    x | <x from='10' to='20' begin='wallclock(12:00);1s' dur='2s'/> | 0 -, 2 15
    x | <x from='10' to='20'/> | 0 10, 99 10
    x | <x from='10' to='20' dur='0s'/> | 1 10
    x | <x from='10' to='20' dur='-1s' repeatCount='3'/> | 1 10, 9 10
    x | <x from='10' to='20' dur='8s' end='4s'/> | 3 13.75, 4 -
    x | <x from='10' to='20' dur='8s' end='4s' fill='freeze'/> | 4 15, 99 15
    x | <x from='10' to='20' dur='2s' end='4s'/> | 1 15, 2 -, 3 -
    x | <x from='10' to='20' begin='3s' dur='2s' end='1s'/> | 0 -, 4 -
    x | <x from='10' to='20' begin='0s;5s' dur='9s' end='2s;6s'/> | 1 11.111, 3 -, 5.9 11, 6 -
    x | <x from='10' to='20' begin='1s' end='3s'/> | 1 10, 2.9 10, 3 -
    x | <x from='10' to='20' dur='2s' end='indefinite'/> | 1 15, 2 -
    x | <x from='10' to='20' begin='0s;6s' dur='2s' end='1s'/> | 0.5 12.5, 1 -, 6.5 -
    x | <x from='10' to='20' begin='0s;1s' dur='4s'/> | 0.5 11.25, 1 10, 3 15, 5 -
    x | <x from='10' to='20' begin='0s;1s;5s' dur='4s' restart='whenNotActive'/> | 1 12.5, 3 17.5, 4.5 -, 7 15
    x | <x from='10' to='20' begin='0s;4s' dur='4s' restart='whenNotActive'/> | 4 10, 6 15
    x | <x from='10' to='20' begin='0s;1s;5s' dur='4s' restart='never'/> | 1 12.5, 4 -, 6 -
    x | <x from='10' to='20' begin='-9s;1s' dur='4s' restart='never'/> | 2 -
    x | <x from='10' to='20' begin='0s;5s' dur='2s' fill='freeze'/> | 1 15, 3 20, 5 10, 8 20
    x | <x from='0' to='10' dur='2s' repeatCount='2'/> | 1 5, 2 0, 3.5 7.5, 4 -
    x | <x from='0' to='10' dur='2s' repeatCount='2' fill='freeze'/> | 2 0, 4 10, 9 10
    x | <x from='0' to='10' dur='2s' repeatCount='1.25' fill='freeze'/> | 1.9 9.5, 2.25 1.25, 2.5 2.5, 9 2.5
    x | <x from='0' to='10' dur='2s' repeatCount='indefinite'/> | 1 5, 2 0, 100001.5 7.5
    x | <x from='0' to='10' dur='2s' repeatDur='3s' fill='freeze'/> | 2.5 2.5, 3 5, 9 5
    x | <x from='0' to='10' dur='2s' repeatDur='indefinite' repeatCount='1.5' fill='freeze'/> | 2 0, 9 5
    x | <x from='0' to='10' dur='2s' repeatDur='5s' repeatCount='2'/> | 3 5, 4 -
    x | <x from='0' to='10' dur='2s' repeatDur='indefinite'/> | 1 5, 2 0, 101 5
    x | <x from='0' to='10' dur='2s' repeatDur=' indefinite '/> | 101 5
    x | <x from='0' to='10' repeatDur='5s'/> | 4 0, 5 -
    x | <x from='0' to='10' repeatCount='2'/> | 9 0
    x | <x from='0' to='10' dur='2s' repeatCount='0'/> | 1 5, 2 -
    x | <x from='0' to='10' dur='2s' repeatCount='many'/> | 1 5, 2 -
    x | <x from='0' to='10' dur='2s' repeatCount='indefinite' end='4s' fill='freeze'/> | 3 5, 4 10, 9 10
    x | <x from='0' to='10' dur='3s' repeatCount='0.3333333333333333333' fill='freeze'/> | 1 3.333
    x | <x from='0' to='8' dur='4s' max='1s' fill='freeze'/> | 0.5 1, 1 2, 9 2
    x | <x from='0' to='8' dur='4s' max='9s' min='0s'/> | 3 6, 4 -
    x | <x from='0' to='8' dur='4s' min='3s' max='2s'/> | 3.5 7, 4 -
    x | <x from='0' to='8' dur='4s' max='0s'/> | 3 6
    x | <x from='0' to='8' dur='8s' end='1s' min='3s'/> | 2 2, 3 -
    x | <x from='0' to='8' dur='2s' min='5s'/> | 1 4, 3 -
    x | <x from='0' to='8' dur='2s' min='5s' fill='freeze' begin='0s;3s' restart='whenNotActive'/> | 1 4, 3.5 8, 5 8
    x | <y id='a' to='1' dur='2s' min='5s'/><x from='0' to='8' begin='a.end' dur='2s'/> | 4 -, 6 4
    x | <y id='a' to='1' begin='1s' dur='2s'/><x from='0' to='8' begin='a.begin' dur='4s'/> | 0 -, 1 0, 3 4
    x | <y id='a' to='1' begin='1s' dur='2s'/><x from='0' to='8' begin='a.end' dur='4s'/> | 2 -, 3 0, 5 4
    x | <y id='a' to='1' begin='1s' dur='2s'/><x from='0' to='8' begin='a.end + 0.5s' dur='4s'/> | 3 -, 3.5 0
    x | <y id='a' to='1' begin='1s' dur='2s'/><x from='0' to='8' begin='a.end-1s' dur='4s'/> | 1.5 -, 2 0, 4 4
    x | <y id='a' to='1' begin='3s' dur='2s'/><x from='0' to='8' begin='a.begin-5s' dur='4s'/> | 0 4, 1 6, 2 -
    x | <x from='0' to='8' begin='a.end' dur='4s'/><y id='a' to='1' begin='1s' dur='2s'/> | 2 -, 5 4
    x | <y id='a' to='1' begin='1s;7s' dur='2s'/><x from='0' to='8' begin='a.begin+1s' dur='4s'/> | 2 0, 6.5 -, 9 2
    x | <y id='a' to='1' dur='9s' end='3s'/><x from='0' to='8' begin='a.end' dur='4s'/> | 2 -, 5 4
    x | <y id='a' to='1' dur='2s' repeatCount='3'/><x from='0' to='8' begin='a.end' dur='4s'/> | 4 -, 6 0
    x | <y id='a' to='1'/><x from='0' to='8' begin='a.end' dur='4s'/> | 9 -
    x | <x from='0' to='8' begin='b.end;2s' dur='4s'/> | 1 -, 4 4
    x | <y id='a' to='1' begin='0s;1s' dur='2s'/><x from='0' to='8' begin='a.end' dur='4s'/> | 1 0, 2 2, 3 0, 5 4
    x | <y id='a' to='1' dur='9s'/><x from='0' to='8' begin='0s' end='a.begin+2s' dur='4s'/> | 1 2, 2 -
    x | <y id='a' to='1' dur='3s'/><x from='0' to='8' end='a.end' dur='4s' fill='freeze'/> | 2 4, 3 6, 9 6
    x | <y id='a' to='1' dur='2s' repeatCount='3'/><x from='0' to='8' begin='a.repeat(2)' dur='4s'/> | 3 -, 4 0, 6 4
    x | <y id='a' to='1' dur='2s' repeatCount='2'/><x from='0' to='8' begin='a.repeat(2)' dur='4s'/> | 4 -, 6 -
    x | <y id='a' to='1' begin='1s' dur='2s'/><x from='0' to='8' begin='a.beginEvent' end='a.endEvent' dur='4s'/> | 0 -, 2 2, 3 -
    x | <y id='a' to='1' dur='2s' repeatCount='3'/><x from='0' to='8' begin='a.repeatEvent' dur='1s'/> | 1 -, 2.5 4, 3 -, 4.5 4, 6.5 -
    x | <y id='a' to='1' begin='0s;1.5s' dur='4s'/><x from='0' to='8' begin='a.begin-0.5s' dur='2s' fill='freeze'/> | 1 6, 2 8
    x | <y id='a' to='1' dur='2s' repeatCount='3' end='4s'/><x from='0' to='8' begin='a.repeat(2)' dur='4s'/> | 5 -
    x | <y id='a' to='1' begin='0s;4s' dur='10s'/><y id='b' to='1' begin='a.end' dur='1s'/><x from='0' to='8' dur='8s' end='b.begin-3s'/> | 3 3, 4 -
    x | <y id='a' to='1' begin='0s;4s' dur='10s'/><y id='b' to='1' begin='a.end' dur='1s'/><x from='0' to='8' begin='b.begin-2s' dur='8s'/> | 3 -, 4 2
    x | <y id='a-b' to='1' dur='1s'/><x from='0' to='8' begin='a\\-b.end+1s' dur='4s'/> | 1 -, 4 4
    x | <y id='a.b-c' to='1' dur='1s'/><x from='0' to='8' begin='a\\.b-c.end' dur='4s'/> | 3 4
    x | <x id='a' from='0' to='8' begin='0s;a.end+1s' dur='1s'/> | 0.5 4, 1.5 -, 2.5 4, 101 -, 200.25 2
    x | <x id='a' from='0' to='8' begin='0s;b.end' dur='1s'/><x id='b' from='10' to='20' begin='a.end' dur='2s'/> | 0.5 4, 2 15, 3 0, 302 15
    x | <x id='a' from='0' to='8' begin='a.begin' dur='1s'/> | 0.5 -
    x | <x id='a' from='0' to='8' begin='b.begin' dur='1s'/><x id='b' from='0' to='8' begin='a.begin' dur='1s'/> | 0.5 -
    x | <x id='a' from='0' to='8' begin='2s;b.begin' dur='1s'/><x id='b' from='20' to='30' begin='a.begin+3s' dur='1s'/> | 2.5 4, 4 -, 5.5 4, 8.25 2
    x | <x id='a' from='0' to='8' begin='0s;a.end' end='a.begin' dur='1s'/> | 0.5 -
    x | <x from='0' to='8' begin='click' dur='2s'/><y from='0' to='8' begin='0s;t.focus'/> | 1 -
    x | <y id='a' to='1' begin='2s' dur='2s'/><x from='0' to='8' begin='0s;a.begin' dur='4s' restart='never'/> | 2 4, 3 6, 4 -
    x | <x from='0' to='100' begin='2s' dur='10s'/><x from='200' to='300' begin='1s' dur='10s'/> | 1.5 205, 3 10, 11.9 99, 12 -
    x | <x from='0' to='100' dur='10s'/><x from='200' to='300' dur='10s'/> | 5 250
    x | <x from='0' to='100' begin='0s;6s' dur='10s'/><x from='200' to='300' begin='3s' dur='10s'/> | 4 210, 7 10
    x | <x from='200' to='300' begin='a.begin' dur='10s'/><x id='a' from='0' to='100' begin='1s' dur='10s'/> | 3 220
    x | <x from='200' to='300' begin='a.end' dur='10s'/><y id='a' to='1' end='c.begin'/><x id='c' from='0' to='100' begin='1s' dur='10s'/> | 3 220
    x | <x from='200' to='300' begin='a.end' dur='10s'/><y id='a' to='1' end='b.end'/><y id='b' to='1' end='c.begin'/><x id='c' from='0' to='100' begin='1s' dur='10s'/> | 3 220
    x | <x from='0' to='100' dur='1s' fill='freeze'/><x from='9' to='10' begin='5s' dur='1s'/> | 2 100, 5.5 9.5, 7 100
    discarded | <rect id='t'/><discard href='#t' begin='2s'/> | 1 no, 2 yes, 9 yes
    discarded | <rect id='t'><discard begin='2s;1s'/></rect> | 0 no, 1.5 yes
    """)

  @Test("A value at a time follows the specifications", arguments: rows.indices)
  func values(index: Int) throws {
    let row = Self.rows[index]
    var document = try AnimatedDocument(row.text)
    for (time, value) in row.samples {
      let found = document.value(row.attribute, at: time)
      expectEqual(found, value, "\(row.content) at \(time)")
    }
  }

  @Test("Clock values have the syntax of SMIL, and are exact to a nanosecond") func clockValues() {
    let rows: [(String, Int64?)] = [
      ("2s", 2_000_000_000), (" 2 ", 2_000_000_000), ("5ms", 5_000_000), ("1.5min", 90_000_000_000),
      ("0.5h", 1_800_000_000_000), ("02:30", 150_000_000_000), ("1:00:00.5", 3_600_500_000_000),
      (".5s", 500_000_000), ("0.123456789s", 123_456_789), ("0.0000000001s", 1), ("0", 0),
      ("1e3s", nil), ("-1s", nil), ("+1s", nil), ("00:60", nil), ("60:00", nil), ("1 s", nil),
      ("", nil), (".", nil), ("1.s", nil), ("s", nil), ("1sec", nil), ("2:3", nil), ("NaN", nil),
      ("99999999999999999999999999", 1 << 61),
    ]
    for (text, nanoseconds) in rows {
      expectEqual(ClockValue(text)?.nanoseconds, nanoseconds, "\(text)")
    }
    expectEqual(ClockValue(offset: "- 1s")?.nanoseconds, -1_000_000_000)
    expectEqual(ClockValue(offset: "+2s")?.nanoseconds, 2_000_000_000)
    #expect(ClockValue(offset: "--2s") == nil)
  }

  @Test("The values at a time don't depend on earlier requests")
  func order() throws {
    var generator = SeededGenerator(seed: 7)
    for row in Self.rows {
      var forward = try AnimatedDocument(row.text)
      let times = (0..<40).map { Fraction($0 * 7) / 24 }
      let expected = times.map { forward.all(at: $0) }
      var shuffled = try AnimatedDocument(row.text)
      for index in times.indices.shuffled(using: &generator) {
        expectEqual(shuffled.all(at: times[index]), expected[index], "\(row.content)")
      }
    }
  }

  @Test("Endless dependency loops are stopped and reported") func loops() throws {
    let loops: [(String, Bool)] = [
      (
        "<x id='a' to='1' begin='5s;b.begin-1s' dur='1s'/><x id='b' to='1' begin='a.begin-1s' dur='1s'/>",
        true
      ),
      (
        "<x id='a' to='1' begin='0s;b.end' dur='1us'/><x id='b' to='1' begin='a.end' dur='1s'/>",
        false
      ),
      ("<x id='a' to='1' begin='0s;a.end' dur='0.00001s'/>", true),
      ("<x id='a' to='1' begin='0s;a.begin' dur='1s'/>", false),
      ("<x id='a' to='1' begin='0s;a.end-1s' dur='1s'/>", false),
      (
        "<x id='a' to='1' begin='0s;b.end' end='a.begin'/><x id='b' to='1' begin='a.end' end='b.begin'/>",
        false
      ),
      (
        "<x id='a' to='1' begin='0s;b.end;b.end+1ms' dur='9ms'/><x id='b' to='1' begin='a.end;a.end+1ms' dur='9ms'/>",
        true
      ),
    ]
    for (content, isCut) in loops {
      let row = AnimationRow(attribute: "x", content: content, samples: [])
      var document = try AnimatedDocument(row.text)
      _ = document.all(at: 1000)
      #expect(
        document.timeline.cuts(to: 1000, in: document.document).isEmpty != isCut, "\(content)")
    }
  }

  @Test("Events start and end animations that wait for them") func events() throws {
    let rows = AnimationRow.rows(
      """
      x | <x from='0' to='8' begin='click' dur='4s'/> | 0.5 -, 1 0, 2 2, 3 0, 4 2, 7 -
      x | <x from='0' to='8' begin='click' dur='4s' restart='whenNotActive'/> | 2 2, 4 6, 5 -
      x | <x from='0' to='8' begin='click' dur='4s' restart='never'/> | 4 6, 5 -
      x | <x from='0' to='8' begin='click+1s' dur='4s'/> | 1.5 -, 3 2
      x | <x from='0' to='8' begin='0s' end='click' dur='8s' fill='freeze'/> | 0.5 0.5, 1 1, 9 1
      x | <x from='0' to='8' begin='click' end='click' dur='8s' restart='whenNotActive'/> | 2 1, 3 -, 9 -
      x | <x from='0' to='8' begin='o.click' dur='4s'/> | 2 2
      x | <x from='0' to='8' begin='u.click' dur='4s'/> | 2 -
      x | <x from='0' to='8' begin='mouseover' dur='4s'/> | 2 -
      x | <x from='0' to='8' begin='a:b' dur='4s'/> | 6 -, 7 0, 9 4
      x | <x from='0' to='8' begin='o.a:b' dur='4s'/> | 6 -, 9 4
      x | <x from='0' to='8' begin='accessKey(k)' dur='4s'/> | 5 -, 6 0, 8 4
      x | <x from='0' to='8' begin='accessKey(j)' dur='4s'/> | 8 -
      x | <x from='0' to='8' begin='accessKey(k) + 1s' dur='4s'/> | 6.5 -, 8 2
      """)
    for row in rows {
      let text = "<g id='o'><rect id='t'>\(row.content)</rect></g><g id='u'/>"
      let whole = AnimationRow(attribute: "x", content: text, samples: []).text
      var document = try AnimatedDocument(whole) { document in
        guard let target = document.element(id: "t") else { return [] }
        return [
          AnimationEvent(.key("k"), at: 6), AnimationEvent(.event("click", element: target), at: 3),
          AnimationEvent(.event("click", element: target), at: 1),
          AnimationEvent(.event("a:b", element: target), at: 7),
        ]
      }
      for (time, value) in row.samples {
        expectEqual(document.value("x", at: time), value, "\(row.content) at \(time)")
      }
    }
  }
}
