import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

/// A field that is left out counts as its default in the format. If another value shows, then a
/// default that changed would show as well.
@Suite("An omitted field")
struct FieldDefaultTests {
  private func lists(_ json: String) throws -> [DisplayList] {
    let renderer = LottieRenderer(try load(json))
    return [0.0, 4].map { frame in
      var list = DisplayList(size: PixelSize(width: 64, height: 48), background: .clear)
      renderer.draw(frame: frame, into: &list)
      return list
    }
  }

  @Test(
    "draws what its default draws, and another value draws something else",
    arguments: FieldDefaults.all)
  func defaults(table: FieldDefaults.Table) throws {
    for row in table.rows {
      let absent = try lists(row.json(nil))
      // Lists are long: a failure shouldn't print them.
      let isDefault = try lists(row.json(row.standard)) == absent
      #expect(isDefault, "\(row.key) is not \(row.standard) in \(row.json(nil))")
      let isOther = try lists(row.json(row.other)) == absent
      #expect(!isOther, "\(row.key) \(row.other) shows nothing in \(row.json(row.other))")
    }
  }

  @Test("is like a property of the wrong type, which is reported", arguments: FieldDefaults.all)
  func wrongTypes(table: FieldDefaults.Table) throws {
    for row in table.rows where row.standard.hasPrefix(#"{"k":"#) {
      // An animator leaves the colours of the text as they are, unless it has its own.
      if row.key == "fc" || row.key == "sc" { continue }
      let json = row.json(#"{"k":"wrong"}"#)
      let isDefault = try lists(json) == lists(row.json(nil))
      #expect(isDefault, "\(row.key) in \(json)")
      let reports = try diagnostics(json).filter { $0.contains("wrong type") }
      #expect(!reports.isEmpty, "\(row.key) in \(json)")
    }
  }

  @Test("has the defaults of the header: 60 frames per second from frame 0")
  func header() throws {
    let json = file().replacing(#""fr":10,"#, with: "").replacing(#""ip":0,"#, with: "")
    let animation = try load(json)
    #expect(animation.document.frameRate == 60 && animation.document.frames == 0..<10)
    #expect(animation.document.name == "" && animation.markers.isEmpty)
    let markers = try load(
      file(layers: "", #""markers":[{"cm":"a"},{"cm":"b","tm":3,"dr":-2},{"tm":1},{"cm":""}]"#)
    ).markers
    expectEqual(markers.map(\.name), ["a", "b"])
    #expect(markers.map(\.frame) == [0, 3] && markers.map(\.duration) == [0, 0])
  }
}
