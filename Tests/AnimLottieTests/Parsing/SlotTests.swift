import TestSupport
import Testing

@testable import AnimLottie

@Suite("Slots")
struct SlotTests {
  private let table = #""slots":{"big":{"p":{"a":0,"k":70}},"red":{"p":{"k":[1,0,0]}}}"#
  private let layer =
    #"{"ty":3,"ks":{"o":{"sid":"big","k":10},"r":{"sid":"other","k":20}}}"#

  private func values(_ slots: [String: String] = [:]) throws -> [Double?] {
    let transform = try load(file(layers: layer, table), slots: slots).document.layers[0].transform
    return [transform.opacity.value, transform.rotation.value]
  }

  @Test("a property has the value of its slot, or its own if there is no slot")
  func fromTable() throws {
    try expectEqual(values(), [70, 20])
  }

  @Test("the names of slots are those of the table, followed by those that properties refer to")
  func names() throws {
    try expectEqual(load(file(layers: layer, table)).slots, ["big", "red", "other"])
  }

  @Test("external values replace those in the file")
  func overrides() throws {
    try expectEqual(values(["big": "30", "other": "[40]"]), [30, 40])
    try expectEqual(values(["big": #"{"a":0,"k":50}"#]), [50, 20])
  }

  @Test("an external value can have keyframes")
  func keyframes() throws {
    let slots = ["big": #"{"a":1,"k":[{"t":0,"s":[1]},{"t":5,"s":[2]}]}"#]
    let transform = try load(file(layers: layer, table), slots: slots).document.layers[0].transform
    expectEqual(transform.opacity.frames.map(\.value), [1, 2])
  }

  @Test(
    "an external value for an unknown slot, with invalid JSON, or of the wrong type is an error that names the slot"
  )
  func errors() {
    #expect(throws: LottieError.unknownSlot("small")) { try values(["small": "1"]) }
    #expect(
      throws: LottieError.invalidSlot(
        "big",
        reason: "invalid JSON at byte 0: expected a value; put text in quotation marks")
    ) { try values(["big": "x"]) }
    #expect(
      throws: LottieError.invalidSlot(
        "big", reason: "invalid JSON at byte 0: expected a value")
    ) { try values(["big": "?"]) }
    #expect(throws: LottieError.invalidSlot("big", reason: "it is of the wrong type")) {
      try values(["big": "\"text\""])
    }
  }

  @Test("the text of a layer can be set externally")
  func text() throws {
    let json = file(
      layers: #"{"ty":5,"t":{"d":{"sid":"title","k":[{"s":{"t":"a","s":10},"t":0}]}}}"#)
    let animation = try load(json, slots: ["title": #"{"t":"b","s":20}"#])
    guard case .text(let text) = animation.document.layers[0].content else {
      return #expect(Bool(false))
    }
    expectEqual(text.documents.map(\.document.text), ["b"])
  }
}
