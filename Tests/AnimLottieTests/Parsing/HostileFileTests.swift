import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Untrusted files")
struct HostileFileTests {
  private let rich = file(
    layers: #"""
      {"ty":4,"ind":1,"parent":2,"ks":{"p":{"s":true,"x":{"k":1},"y":{"k":[{"t":0,"s":[1],"e":[2],
        "i":{"x":[0.5],"y":[1]},"o":{"x":[0.5],"y":[0]}},{"t":5}]}}},"shapes":[{"ty":"gr","it":[
        {"ty":"sh","ks":{"k":{"i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"v":[[0,0],[9,9]],"c":true}}},
        {"ty":"gf","t":1,"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}},"s":{"k":[0,0]},"e":{"k":[9,0]}},
        {"ty":"st","c":{"k":[1,0,0]},"w":{"k":2},"d":[{"n":"d","v":{"k":3}}]},{"ty":"tr"}]}]},
      {"ty":0,"ind":2,"refId":"a","tt":1,"tm":{"k":0},"masksProperties":[{"mode":"a","pt":{"k":
        {"i":[],"o":[],"v":[],"c":true}},"o":{"k":100}}],"ef":[{"ty":21,"ef":[{"v":{"k":1}}]}]},
      {"ty":5,"t":{"d":{"k":[{"t":0,"s":{"t":"a","f":"F","s":9,"fc":[0,0,0]}}]},"a":[{"s":{},"a":
        {"p":{"k":[1,2]}}}],"m":{"g":1,"a":{"k":[0,0]}}}},
      {"ty":1,"sw":9,"sh":9,"sc":"#ff0000","ks":{"o":{"sid":"s"}}}
      """#,
    #"""
    "assets":[{"id":"a","layers":[{"ty":3}]},{"id":"b","p":"data:image/png;base64,AAAA","w":1,"h":1}],
    "fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"B"}]},"slots":{"s":{"p":{"k":50}}},
    "chars":[{"ch":"a","fFamily":"F","style":"B","w":5,"data":{"shapes":[]}}],
    "markers":[{"tm":1,"cm":"m","dr":2}]
    """#)

  @Test("the file that the following tests change is valid")
  func sound() throws {
    let animation = try load(rich)
    #expect(animation.diagnostics.map(\.severity).filter { $0 == .invalid }.isEmpty)
  }

  @Test("a file with any of its values replaced is drawn or rejected, and never crashes")
  func replacedValues() {
    let bytes = Array(rich.utf8)
    let replacements = ["null", "[]", "1e308", "\"x\"", "[{}]"]
    for range in ValueRanges.all(in: bytes) {
      for replacement in replacements {
        let changed =
          bytes[..<range.lowerBound] + Array(replacement.utf8) + bytes[range.upperBound...]
        _ = try? LottieAnimation(Array(changed))
      }
    }
  }

  @Test("very long names, versions and colours, and very many compositions, take little time")
  func longTexts() throws {
    let long = String(repeating: ".", count: 1_000_000)
    let assets = (0..<20_000).map { #"{"id":"\#($0)","layers":[]}"# }.joined(separator: ",")
    let layers = ##"{"ty":1,"sc":"#\##(long)"},{"ty":0,"refId":"\##(long)"}"##
    let animation = try load(
      #"""
      {"v":"\#(long)","nm":"\#(long)","fr":10,"ip":0,"op":10,"w":100,"h":50,
      "layers":[\#(layers)],"assets":[\#(assets)]}
      """#)
    expectEqual(animation.document.compositions.count, 20_000)
    #expect(animation.diagnostics.allSatisfy { $0.description.count < 200 })
  }

  @Test("thousands of repeaters in one list don't exhaust the stack")
  func manyRepeaters() throws {
    let repeaters = Array(repeating: #"{"ty":"rp","tr":{}}"#, count: 20_000)
    let animation = try load(file(layers: shapeLayer(repeaters.joined(separator: ","))))
    var list = DisplayList(size: PixelSize(width: 8, height: 8))
    LottieRenderer(animation).draw(frame: 0, into: &list)
    #expect(list.omissions.isEmpty)
  }

  @Test("hundreds of modifiers of hundreds of shapes finish")
  func manyModifiers() throws {
    let items =
      Array(repeating: #"{"ty":"rc","s":{"k":[30,30]}}"#, count: 600)
      + Array(repeating: #"{"ty":"rd","r":{"k":3}}"#, count: 600)
      + [#"{"ty":"fl","c":{"k":[1,0,0]}}"#]
    let animation = try load(file(layers: shapeLayer(items.joined(separator: ","))))
    var list = DisplayList(size: PixelSize(width: 8, height: 8))
    LottieRenderer(animation).draw(frame: 0, into: &list)
    #expect(list.work > 0)
  }

  @Test("a file that is truncated anywhere is rejected")
  func cut() {
    let bytes = Array(rich.utf8)
    for count in bytes.indices {
      #expect(throws: LottieError.self) { try LottieAnimation(Array(bytes[..<count])) }
    }
  }
}

/// The ranges of the values in a JSON text, found without the parser.
private enum ValueRanges {
  static func all(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var open: [Int] = []
    var offset = 0
    var isValue = true
    while offset < bytes.count {
      let start = offset
      switch bytes[offset] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(offset)
        isValue = bytes[offset] == UInt8(ascii: "[")
        offset += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        offset += 1
        if let first = open.popLast() { ranges.append(first..<offset) }
      case UInt8(ascii: "\""):
        offset += 1
        while bytes[offset] != UInt8(ascii: "\"") { offset += 1 }
        offset += 1
        if isValue { ranges.append(start..<offset) }
      case UInt8(ascii: ":"):
        isValue = true
        offset += 1
      case UInt8(ascii: ","):
        isValue = open.last.map { bytes[$0] == UInt8(ascii: "[") } ?? true
        offset += 1
      case UInt8(ascii: " "), UInt8(ascii: "\n"): offset += 1
      default:
        while !",]} \n".utf8.contains(bytes[offset]) { offset += 1 }
        ranges.append(start..<offset)
      }
    }
    return ranges
  }
}
