import AnimCore
import TestSupport
import Testing

@testable import AnimLottie

@Suite("Fields of the whole animation")
struct DocumentTests {
  @Test("size, rate and frames are those of the file")
  func fields() throws {
    let animation = try load(
      #"{"v":"5.5.1","nm":"Test","fr":29.97,"ip":5,"op":65.5,"w":320,"h":240.5,"layers":[]}"#)
    expectEqual(animation.document.version, "5.5.1")
    expectEqual(animation.document.name, "Test")
    #expect(animation.size.width == 320 && animation.size.height == 240.5)
    expectEqual(animation.frameRate, 29.97)
    expectEqual(animation.frameCount, 60.5)
    expectEqual(animation.document.frames, 5..<65.5)
    #expect(animation.diagnostics.isEmpty)
  }

  @Test("frame numbers that exporters convert inexactly are rounded to integers")
  func exportedFrames() throws {
    let animation = try load(
      #"{"fr":30,"ip":0.9999,"op":46.0000018736184,"w":9,"h":9,"layers":[],"#
        + #""markers":[{"cm":"a","tm":2.9999999,"dr":5.00002}]}"#)
    #expect(animation.document.frames == 1..<46 && animation.frameCount == 45)
    #expect(animation.markers.map(\.frame) == [2] && animation.markers.map(\.duration) == [5])
    let half = try load(#"{"fr":30,"ip":0,"op":46.01,"w":9,"h":9,"layers":[]}"#)
    expectEqual(half.frameCount, 46.01)
    let short = try load(#"{"fr":30,"ip":0,"op":0.0005,"w":9,"h":9,"layers":[]}"#)
    expectEqual(short.frameCount, 0.0005)
  }

  @Test(
    "a file that can't be drawn is an error that names the field",
    arguments: [
      (#""w":0"#, "w: must be at least 1"), (#""w":-5"#, "w: must be at least 1"),
      (#""h":1e9"#, "h: must be at most 65536"), (#""h":"x""#, "h: must be a number"),
      (#""fr":-1"#, "fr: must be above 0 and at most 1000"),
      (#""fr":1e308"#, "fr: must be above 0 and at most 1000"),
      (#""op":-1"#, "op: must be greater than ip"), (#""op":null"#, "op: must be a number"),
      (#""op":1e300"#, "op: there are too many frames"),
      (#""layers":{}"#, "not a Lottie animation: there is no list of layers"),
    ])
  func errors(_ field: String, message: String) {
    do {
      _ = try load(file(layers: "", field))
      Issue.record("it was accepted")
    } catch {
      expectEqual("\(error)", message)
    }
  }

  @Test("a missing frame rate is replaced by 60 and reported")
  func missingRate() throws {
    let animation = try load(#"{"ip":0,"op":10,"w":10,"h":10,"layers":[]}"#)
    expectEqual(animation.frameRate, 60)
    expectEqual(
      animation.diagnostics.map(\.message), ["the frame rate (fr) is missing; 60 is used"])
  }

  @Test(
    "numbers in quotation marks are accepted, a rate of zero becomes 60, and a missing range becomes one frame, each with a report"
  )
  func lenient() throws {
    let quoted = try load(
      #"{"ip":"2","op":"12","w":"200","h":"1e2","fr":"30","layers":[{"ty":3,"ip":"4","bm":"1"}]}"#)
    #expect(quoted.size == Size(width: 200, height: 100) && quoted.frameRate == 30)
    #expect(quoted.frameCount == 10 && quoted.document.layers[0].visible.lowerBound == 4)
    #expect(quoted.document.layers[0].blendMode == .multiply)
    expectEqual(Set(quoted.diagnostics.map(\.message)), ["the number is written as text"])
    let words = try load(file(layers: #"{"ty":3,"ip":"3 apples"}"#))
    expectEqual(words.diagnostics.map(\.message), ["expected a number"])
    let still = try load(#"{"ip":5,"op":5,"w":9,"h":9,"fr":0,"layers":[]}"#)
    #expect(still.frameRate == 60 && still.frameCount == 1)
    expectEqual(
      still.diagnostics.map(\.message),
      [
        "the frame rate (fr) is not a number above 0; 60 is used",
        "there are no frames (op is ip); one is drawn",
      ])
  }

  @Test("markers have the names in their comments, as text or as JSON")
  func markers() throws {
    let animation = try load(
      #"""
      {"fr":10,"ip":5,"op":15,"w":10,"h":10,"layers":[],"markers":[
        {"tm":7,"cm":"one","dr":2},{"tm":9,"cm":"{\"name\": \"two\", \"x\": 1}"},
        {"tm":9,"cm":""},{"tm":10,"cm":"{broken","dr":-1},{}]}
      """#)
    expectEqual(
      animation.markers,
      [
        LottieMarker(name: "one", frame: 2, duration: 2),
        LottieMarker(name: "two", frame: 4, duration: 0),
        LottieMarker(name: "{broken", frame: 5, duration: 0),
      ])
  }

  @Test("versions are compared number by number, and malformed ones are treated as new")
  func versions() {
    #expect(FileVersion("4.1.8").hasByteColors)
    #expect(!FileVersion("4.1.9").hasByteColors)
    #expect(!FileVersion("4.10.0").hasByteColors)
    #expect(FileVersion("3.9.9").hasStaticText)
    for odd in [nil, "", "4", "4.1", "4.x.1", "a.b.c"] {
      #expect(!FileVersion(odd).hasByteColors, "\(odd ?? "nil")")
    }
  }

  @Test("at most 250 diagnostics are listed, followed by the number of omitted ones")
  func manyDiagnostics() throws {
    let layers = Array(repeating: #"{"ty":77,"ks":{}}"#, count: 300).joined(separator: ",")
    let diagnostics = try load(file(layers: layers)).diagnostics
    expectEqual(diagnostics.count, 251)
    expectEqual(diagnostics.last?.message, "50 more are not listed")
  }
}
