import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

/// A font whose letters are blocks of half an em by a whole one, as wide as an em, except for those
/// that it lacks.
private final class BlockFont: LottieFont, @unchecked Sendable {
  let family: String
  let style = "Regular"
  let path: String?
  let sha256 = "00ff"
  private let missing: Set<Character>
  private let shapesLines: Bool
  /// The layers of `c`, which has no outline.
  var layers: [LottieGlyphLayer] = []

  init(
    family: String = "Blocks", path: String? = "/fonts/blocks.ttf", missing: Set<Character> = [],
    shapesLines: Bool = false
  ) {
    self.family = family
    self.path = path
    self.missing = missing
    self.shapesLines = shapesLines
  }

  /// Returns the letters from right to left. A bet joins the letter before it.
  func letters(ofLine line: String, steps: inout Int) -> [LottieShapedLetter]? {
    guard shapesLines else { return nil }
    var position = Double(line.count { $0 != "\u{5D1}" })
    return line.map { character in
      guard character != "\u{5D1}" else {
        return LottieShapedLetter(outline: Path(), position: position, advance: 0)
      }
      position -= 1
      return LottieShapedLetter(
        outline: glyph(of: character)?.outline ?? Path(), position: position, advance: 1)
    }
  }

  func glyph(of character: Character) -> LottieGlyph? {
    if missing.contains(character) { return nil }
    if character == "c" { return LottieGlyph(outline: Path(), layers: layers, advance: 1) }
    var block = Path()
    if character != " " { block.addRect(Rect(x: 0, y: -1, width: 0.5, height: 1)) }
    return LottieGlyph(outline: block, advance: 1)
  }
}

/// Provides fonts by family, and reads fonts in files that begin with their name. Each test uses
/// its own, on one thread.
private final class Fonts: LottieFontSource, @unchecked Sendable {
  var byFamily: [String: (BlockFont, isSubstitute: Bool)] = [:]
  private(set) var requests: [LottieFontRequest] = []
  private(set) var files: [[UInt8]] = []
  var problem: String?

  func font(in bytes: [UInt8]) -> (any LottieFont)? {
    files.append(bytes)
    return bytes.starts(with: "font".utf8) ? BlockFont(family: "Embedded", path: nil) : nil
  }

  func font(for request: LottieFontRequest) -> (font: any LottieFont, isSubstitute: Bool)? {
    requests.append(request)
    return byFamily[request.family].map { ($0.0, $0.isSubstitute) }
  }
}

@Suite("Text in fonts without shapes in the file")
struct TextFontTests {
  private let fonts = Fonts()

  private func json(_ text: String, font: String = #""fFamily":"Blocks""#, chars: String = "")
    -> String
  {
    file(
      layers: """
        {"ty":5,"ip":0,"op":10,"ks":{"p":{"k":[0,20]}},"t":{"d":{"k":[{"t":0,"s":{"f":"F","s":10,\
        "t":"\(text)","fc":[1,0,0],"lh":20,"j":0}}]},"m":{"g":1,"a":{"k":[0,0]}},"a":[]}}
        """,
      """
      "fonts":{"list":[{"fName":"F","fStyle":"Bold",\(font)}]},"chars":[\(chars)]
      """)
  }

  private func load(
    _ json: String, resource: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) throws -> LottieAnimation {
    try LottieAnimation(
      Array(json.utf8), options: .init(fonts: { [fonts] in fonts }, resource: resource))
  }

  /// Returns the columns of tens in which letters begin.
  private func letters(_ animation: LottieAnimation, y: Int = 15) -> [Int] {
    let image = rendering(animation)
    return (0..<10).filter { image[$0 * 10 + 2, y] == red && image[$0 * 10 + 7, y] == 0 }
  }

  @Test("is drawn with the glyphs of the font that is found, at the size of the text")
  func drawn() throws {
    fonts.byFamily["Blocks"] = (BlockFont(), false)
    let animation = try load(json(#"x xx\rx"#))
    expectEqual(animation.diagnostics, [])
    #expect(letters(animation) == [0, 2, 3] && letters(animation, y: 35) == [0])
    expectEqual(fonts.requests, [LottieFontRequest(name: "F", family: "Blocks", style: "Bold")])
    let used = animation.contents.fontFiles
    #expect(used.map(\.family) == ["Blocks"] && used.map(\.path) == ["/fonts/blocks.ttf"])
    expectEqual(used.map(\.sha256), ["00ff"])
  }

  @Test("is not drawn without a font, and reported")
  func withoutFont() throws {
    let message = "layers[0]: characters without outlines in the file are not drawn"
    try expectEqual(load(json("x")).diagnostics.map(\.description), [message])
    try expectEqual(diagnostics(json("x")), [message])
    let animation = try load(json("x"))
    #expect(letters(animation) == [] && animation.contents.fontFiles == [])
    fonts.problem = "a library is missing"
    try expectEqual(
      load(json("x")).diagnostics.map(\.description), [message + ": a library is missing"])
  }

  @Test("has glyphs with their own colours, which use only the position and opacity of the text")
  func layers() throws {
    let green = try #require(
      Image(size: PixelSize(width: 1, height: 1), straight: [0xFF00_FF00]))
    let font = BlockFont()
    font.layers = [
      .image(green, Rect(x: 0, y: -1, width: 0.5, height: 1)),
      .outline(Path(Rect(x: 0, y: 0, width: 0.5, height: 0.5)), Color(argb: 0xFF00_00FF)),
    ]
    fonts.byFamily["Blocks"] = (font, false)
    func pixels(_ animator: String = "", fill: String = "[1,0,0]") throws -> [UInt32] {
      let text = json("xc").replacing("[1,0,0]", with: fill)
        .replacing(#""a":[]"#, with: #""a":[\#(animator)]"#)
      let image = rendering(try load(text))
      return [(2, 15), (12, 15), (12, 23), (17, 15), (17, 5)].map { image[$0.0, $0.1] }
    }
    let (green8, blue8) = (UInt32(0xFF00_FF00), UInt32(0xFF00_00FF))
    try expectEqual(pixels(), [red, green8, blue8, 0, 0])
    let all = #""s":{"t":0,"b":1,"rn":0,"sh":1,"s":{"k":0},"e":{"k":100}}"#
    try expectEqual(pixels(#"{\#(all),"a":{"fc":{"k":[0,0,1]}}}"#), [blue8, green8, blue8, 0, 0])
    try expectEqual(pixels(#"{\#(all),"a":{"p":{"k":[5,-10]}}}"#), [0, 0, 0, 0, green8])
    try expectEqual(pixels(#"{\#(all),"a":{"o":{"k":0}}}"#), [0, 0, 0, 0, 0])
    let half = try pixels(#"{\#(all),"a":{"fo":{"k":50}}}"#)
    #expect([0x7F, 0x80].contains(half[1] >> 24) && half[1] & 0xFF00FF == 0)
    // Text that isn't filled.
    try expectEqual(pixels(fill: "[]"), [0, 0, 0, 0, 0])
  }

  @Test("is drawn with the shapes in the file if they exist")
  func shapes() throws {
    fonts.byFamily["Blocks"] = (BlockFont(), false)
    let wide = """
      {"ch":"w","size":100,"style":"Bold","fFamily":"Blocks","w":200,"data":{}}
      """
    let animation = try load(json("wx", chars: wide))
    #expect(letters(animation) == [2] && animation.contents.fontFiles.count == 1)
    try expectEqual(load(json("w", chars: wide)).contents.fontFiles, [])
  }

  @Test("reports the font that is used as a substitute")
  func substitute() throws {
    fonts.byFamily["Blocks"] = (BlockFont(family: "Other"), true)
    try expectEqual(
      load(json("x")).diagnostics.map(\.description),
      [
        #"fonts.list[0]: the font "Blocks Bold" is replaced by "Other Regular""#
      ])
  }

  @Test("reports characters that the font lacks, and those that belong together")
  func characters() throws {
    fonts.byFamily["Blocks"] = (BlockFont(missing: ["y"]), false)
    try expectEqual(
      load(json("xy")).diagnostics.map(\.description),
      [
        "layers[0]: no font has the character y (U+0079)"
      ])
    expectEqual(letters(try load(json("yx"))), [0])
    try expectEqual(
      load(json("שלום")).diagnostics.map(\.description),
      [
        "layers[0]: joined and right-to-left letters are drawn separately"
      ])
  }

  /// Returns the columns of the letters in two lines of Hebrew, where "a" represents alef and "b"
  /// represents bet.
  private func hebrew(
    _ text: String, animator: String = "", style: String = #""j":0"#
  ) throws -> (first: [Int], second: [Int]) {
    fonts.byFamily["Blocks"] = (BlockFont(shapesLines: true), false)
    let text = text.replacing("a", with: "\u{5D0}").replacing("b", with: "\u{5D1}")
    let animation = try load(
      json(text).replacing(#""j":0"#, with: style).replacing(
        #""a":[]"#, with: #""a":[\#(animator)]"#))
    expectEqual(animation.diagnostics, [])
    return (letters(animation), letters(animation, y: 35))
  }

  @Test("runs from right to left if its font shapes lines, with one outline for a ligature")
  func rightToLeft() throws {
    let (first, second) = try hebrew(#"a aa\ra  a"#)
    #expect(first == [0, 1, 3] && second == [0, 3])
    try expectEqual(hebrew("aba b").first, [1, 2])
    // In a box of three letters.
    let (upper, lower) = try hebrew("aaa aa", style: #""j":0,"sz":[30,40],"ps":[0,-8]"#)
    #expect(upper == [0, 1, 2] && lower == [0, 1])
  }

  @Test("has animators that count its letters in the order of the text, whatever their direction")
  func animatedHebrew() throws {
    let animator = """
      {"s":{"t":0,"b":1,"rn":0,"sh":1,"r":2,"s":{"k":0},"e":{"k":1}},"a":{"p":{"k":[0,-100]}}}
      """
    try expectEqual(hebrew("a aa", animator: animator).first, [0, 1])
    // The space that an animator adds grows from left to right.
    let tracking =
      #"{"s":{"t":0,"b":1,"rn":0,"sh":1,"s":{"k":0},"e":{"k":100}},"a":{"t":{"k":10}}}"#
    try expectEqual(hebrew("a aa", animator: tracking).first, [0, 2, 6])
  }

  @Test("is drawn with a font in the file: as data, in an archive or next to it")
  func embedded() throws {
    // "font"
    let data = try load(json("x", font: #""fPath":"data:font/ttf;base64,Zm9udA==""#))
    #expect(letters(data) == [0] && data.contents.fontFiles.map(\.family) == ["Embedded"])
    #expect(data.contents.fontFiles.map(\.path) == [nil] && fonts.requests.isEmpty)
    let path = json("x", font: #""fPath":"/f/a.ttf""#)
    let archive = Archives.zip([
      ("manifest.json", #"{"animations":[{"id":"a"}]}"#), ("a/a.json", path), ("f/a.ttf", "font"),
    ])
    let options = LottieLoadingOptions(fonts: { [fonts] in fonts })
    expectEqual(letters(try LottieAnimation(archive, options: options)), [0])
    let beside = try load(json("x", font: #""fPath":"fonts/a.ttf""#)) {
      $0 == "fonts/a.ttf" ? Array("font".utf8) : nil
    }
    expectEqual(letters(beside), [0])
  }

  @Test("never uses a file above the folder, or elsewhere")
  func confined() throws {
    for path in ["../secret", "/../secret", "https://example.org/font.ttf", "a/../../b"] {
      let animation = try load(json("x", font: #""fPath":"\#(path)""#)) { path in
        Issue.record("\(path)")
        return nil
      }
      expectEqual(letters(animation), [])
    }
    #expect(fonts.files.isEmpty)
  }

  @Test(
    "is drawn with an external font if the one in the file is unreadable, which is reported")
  func damaged() throws {
    fonts.byFamily["Blocks"] = (BlockFont(), false)
    for data in ["data:font/ttf;base64,AAAA", "data:font/ttf,fon", "data:", "data:;base64,?"] {
      let animation = try load(json("x", font: #""fFamily":"Blocks","fPath":"\#(data)""#))
      expectEqual(letters(animation), [0])
      expectEqual(
        animation.diagnostics.map(\.description),
        [
          "fonts.list[0]: the font in the file cannot be read"
        ])
    }
  }
}
