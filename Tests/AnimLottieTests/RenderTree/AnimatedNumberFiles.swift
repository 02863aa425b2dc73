import Testing

/// Files with every property that can be animated, each in a state in which it shows. Numbers are
/// sums of powers of two, so that the middle between two is exact.
enum AnimatedNumberFiles {
  struct File: CustomTestStringConvertible, Sendable {
    let name: String
    /// The minimum count of numbers.
    let count: Int
    let json: String

    var testDescription: String { name }
  }

  static let all = [
    file("transforms", 20, layers: transforms),
    file("primitives", 25, layers: primitives),
    file("paths and trims", 25, layers: paths),
    file("colours, strokes and gradients", 40, layers: styles),
    file("modifiers", 15, layers: modifiers),
    file("repeaters", 10, layers: repeaters),
    file("masks", 30, layers: masks),
    file("mattes and compositions", 20, layers: compositions, assets),
    file("effects", 29, layers: effects),
    file("strokes along masks", 10, layers: maskStrokes),
    file("text", 58, layers: text, font),
    file("text along a path", 15, layers: textPath, font),
  ]

  private static func file(
    _ name: String, _ count: Int, layers: [String], _ fields: String = ""
  ) -> File {
    let fields = fields.isEmpty ? "" : ",\(fields)"
    return File(
      name: name, count: count,
      json: """
        {"v":"5.7.0","fr":8,"ip":0,"op":10,"w":64,"h":64,\
        "layers":[\(layers.joined(separator: ","))]\(fields)}
        """)
  }

  private static let wholeTransform = """
    "a":{"k":[4,2]},"p":{"k":[32,24]},"s":{"k":[75,125]},"r":{"k":16},"o":{"k":50},\
    "sk":{"k":8},"sa":{"k":16}
    """
  private static let fill = #"{"ty":"fl","c":{"k":[1,0,0.5],"still":1},"o":{"k":100,"still":1}}"#

  private static func layer(_ items: String..., fields: String = #""ks":{}"#) -> String {
    #"{"ty":4,"ip":0,"op":10,"st":0,\#(fields),"shapes":[\#(items.joined(separator: ","))]}"#
  }

  private static func group(_ items: String..., transform: String = "") -> String {
    let transform = #"{"ty":"tr"\#(transform.isEmpty ? "" : ",\(transform)")}"#
    return #"{"ty":"gr","it":[\#((items + [transform]).joined(separator: ","))]}"#
  }

  private static func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    """
    {"ty":"rc","p":{"k":[\(x),\(y)],"still":1},"s":{"k":[\(width),\(height)],"still":1},\
    "r":{"k":0,"still":1}}
    """
  }

  /// Returns a triangle with a curved side.
  private static func curve(_ isStill: Bool = true, isClosed: Bool = true) -> String {
    """
    {"ty":"sh","ks":{"k":{"c":\(isClosed),"v":[[8,8],[40,8],[24,40]],\
    "i":[[4,8],[-8,-4],[0,2]],"o":[[4,-4],[0,8],[-8,0]]}\(isStill ? ",\"still\":1" : "")}}
    """
  }

  private static let transforms = [
    layer(
      group(rectangle(0, 0, 16, 8), fill, transform: wholeTransform), fill,
      fields: #""ks":{\#(wholeTransform)}"#),
    layer(
      group(rectangle(0, 0, 16, 8), fill),
      fields: #""ks":{"p":{"s":true,"x":{"k":16},"y":{"k":40}}}"#),
  ]

  private static let primitives = [
    layer(
      group(
        #"{"ty":"rc","p":{"k":[16,16]},"s":{"k":[16,24]},"r":{"k":1,"step":2}}"#, fill),
      group(#"{"ty":"el","p":{"k":[48,16]},"s":{"k":[16,24]}}"#, fill),
      group(
        """
        {"ty":"sr","sy":1,"p":{"k":[16,48]},"pt":{"k":5,"step":2},"r":{"k":8},"or":{"k":16},\
        "os":{"k":32},"ir":{"k":8,"step":2},"is":{"k":16}}
        """, fill),
      group(
        """
        {"ty":"sr","sy":2,"p":{"k":[48,48]},"pt":{"k":5,"step":2},"r":{"k":8},"or":{"k":16},\
        "os":{"k":32}}
        """, fill),
      group(
        #"{"ty":"el","p":{"s":true,"x":{"k":32},"y":{"k":32}},"s":{"k":[4,4],"still":1}}"#, fill)
    )
  ]

  private static let trim = #"{"ty":"tm","s":{"k":8},"e":{"k":64},"o":{"k":-64},"m":1}"#
  private static let line = #"{"ty":"st","w":{"k":4,"still":1},"o":{"k":100,"still":1}}"#

  private static let paths = [
    layer(group(curve(false), fill)),
    layer(group(curve(false, isClosed: false), line)),
    layer(group(curve(), trim, line), group(curve(isClosed: false), trim, line)),
    layer(
      group(
        curve(isClosed: false), rectangle(32, 32, 16, 16),
        trim.replacing(#""m":1"#, with: #""m":2"#), line)),
  ]

  private static func gradient(_ type: Int) -> String {
    """
    "t":\(type),"s":{"k":[8,8]},"e":{"k":[40,24]},"h":{"k":32},"a":{"k":16},\
    "g":{"p":2,"k":{"step":0.25,"k":[0.25,0.5,0,0.25, 0.5,0,0.5,0.75, 0,0.25, 0.75,0.5]}}
    """
  }

  private static let styles = [
    layer(
      group(
        rectangle(16, 16, 16, 16),
        #"{"ty":"fl","c":{"k":[0.5,0.25,0],"step":0.5},"o":{"k":50}}"#)),
    layer(
      group(
        curve(isClosed: false),
        """
        {"ty":"st","c":{"k":[0.5,0.25,0],"step":0.5},"o":{"k":50},"w":{"k":4},"lj":1,\
        "ml2":{"k":1,"step":4},"d":[{"n":"d","v":{"k":8}},{"n":"g","v":{"k":6}},\
        {"n":"d","v":{"k":2}},{"n":"o","v":{"k":4}}]}
        """)),
    layer(group(curve(), #"{"ty":"gf","o":{"k":50},\#(gradient(2))}"#)),
    layer(
      group(
        curve(),
        #"{"ty":"gs","o":{"k":50},"w":{"k":4},"lj":1,"ml2":{"k":1,"step":4},\#(gradient(2))}"#)),
    layer(
      group(
        curve(),
        #"{"ty":"gf","o":{"k":50},\#(gradient(1))}"#
          .replacing(#""h":{"k":32},"a":{"k":16},"#, with: ""))),
  ]

  private static let modifiers =
    [
      #"{"ty":"pb","a":{"k":16}}"#,
      #"{"ty":"op","a":{"k":2},"lj":1,"ml":{"k":1,"step":8}}"#,
      #"{"ty":"zz","s":{"k":2},"r":{"k":2,"step":2},"pt":{"k":1,"step":1}}"#,
      #"{"ty":"tw","a":{"k":32},"c":{"k":[16,16]}}"#,
    ].map { layer(group(curve(), $0, fill)) } + [
      layer(group(rectangle(16, 16, 16, 16), #"{"ty":"rd","r":{"k":2}}"#, fill)),
      layer(
        group(
          rectangle(16, 16, 16, 16), #"{"ty":"el","p":{"k":[24,16]},"s":{"k":[16,24]}}"#,
          #"{"ty":"mm","mm":3}"#, fill)),
      // Modifiers of a path that moves.
      layer(
        group(
          #"{"ty":"el","p":{"k":[24,16]},"s":{"k":[16,24]}}"#,
          #"{"ty":"zz","s":{"k":2},"r":{"k":2}}"#,
          fill)),
    ]

  private static func repeater(_ copies: String, _ mode: Int) -> String {
    """
    {"ty":"rp","c":{"k":\(copies),"step":2},"o":{"k":-0.5,"step":4},"m":\(mode),"tr":{\
    "a":{"k":[4,2]},"p":{"k":[8,6]},"s":{"k":[75,125]},"r":{"k":16},"so":{"k":80},"eo":{"k":40}}}
    """
  }

  private static let repeaters = [
    layer(rectangle(16, 16, 8, 4), fill, repeater("3", 1)),
    layer(rectangle(16, 16, 8, 4), fill, repeater("2.5", 2)),
  ]

  private static func mask(_ mode: String, _ fields: String = "") -> String {
    """
    {"mode":"\(mode)","o":{"k":50}\(fields),"pt":{"k":{"c":true,\
    "v":[[8,8],[40,8],[24,40]],"i":[[4,8],[-8,-4],[0,2]],"o":[[4,-4],[0,8],[-8,0]]}}}
    """
  }

  private static let masks = [
    layer(
      rectangle(32, 32, 48, 48), fill,
      fields: #""ks":{},"masksProperties":[\#(mask("a", #","x":{"k":2}"#))]"#),
    layer(
      rectangle(32, 32, 48, 48), fill, fields: #""ks":{},"masksProperties":[\#(mask("s"))]"#),
  ]

  private static let compositions = [
    layer(
      rectangle(16, 16, 16, 16), fill,
      fields: #""ind":1,"td":1,"parent":9,"ks":{\#(wholeTransform)}"#),
    layer(
      rectangle(24, 24, 24, 24), fill,
      fields: #""ind":2,"tt":1,"tp":1,"ks":{\#(wholeTransform)}"#),
    """
    {"ty":0,"refId":"a","w":48,"h":48,"ip":0,"op":10,"st":0,"ks":{\(wholeTransform)},\
    "tm":{"k":0.25,"step":0.5}}
    """,
    #"{"ty":3,"ind":9,"ip":0,"op":10,"ks":{"p":{"k":[4,4]},"r":{"k":8}}}"#,
  ]

  private static let assets = """
    "assets":[{"id":"a","layers":[{"ty":4,"ip":0,"op":10,"st":0,"ks":{"r":{"still":1,"k":[\
    {"t":0,"s":[0],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},{"t":10,"s":[64]}]}},\
    "shapes":[\(rectangle(16, 16, 16, 16)),\(fill)]}]}]
    """

  private static func effect(_ type: Int, _ values: String...) -> String {
    let values = values.map { #"{"ty":0,"v":{"k":\#($0)}}"# }.joined(separator: ",")
    return #"{"ty":\#(type),"ef":[\#(values)]}"#
  }

  private static func solid(_ effects: String, _ fields: String = "") -> String {
    ##"{"ty":1,"sw":24,"sh":16,"sc":"#f08000","ip":0,"op":10,"st":0,"ks":{"p":{"k":[16,8]}},"##
      + #""ef":[\#(effects)]\#(fields)}"#
  }

  private static let still = #"0,"still":1"#
  private static let color = #"[0.5,0.25,0],"step":0.5"#

  private static let effects = [
    solid(effect(21, still, still, color, still, still, still, #"0.5,"step":0.25"#)),
    solid(effect(20, color, #"[0.25,0.5,0.25],"step":0.5"#, "64")),
    solid(effect(25, color, "64", "32", "8", "4")),
    solid(effect(29, "8", #"1,"step":1"#, #"0,"step":1"#)),
  ]

  private static let maskStrokes = [
    (color: color, style: #"1,"step":1"#), (#"[0,0,0],"still":1"#, #"3,"still":1"#),
  ].map { look in
    solid(
      effect(
        22, #"1,"step":1"#, #"0,"step":1"#, still, look.color, "2", still, #"0.5,"step":0.25"#, "8",
        "64", #"64,"step":64"#, look.style),
      #","masksProperties":[\#(strokedMask(8)),\#(strokedMask(20))]"#)
  }

  private static func strokedMask(_ x: Int) -> String {
    """
    {"mode":"a","o":{"k":100,"still":1},"pt":{"still":1,"k":{"c":true,\
    "v":[[\(x),4],[16,12],[\(x),14]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}}
    """
  }

  private static let font = """
    "fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R","ascent":75}]},\
    "chars":[{"ch":"x","size":100,"style":"R","fFamily":"F","w":100,"data":{"shapes":[{"ty":"gr",\
    "it":[{"ty":"sh","ks":{"still":1,"k":{"c":true,"v":[[0,0],[50,0],[75,-100],[0,-100]],\
    "i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}]}]}},\
    {"ch":" ","size":100,"style":"R","fFamily":"F","w":100,"data":{}}]
    """

  private static func textLayer(
    _ text: String, _ document: String, animator: String, selector: String, path: String = "",
    fields: String = ""
  ) -> String {
    """
    {"ty":5,"ip":0,"op":10,"st":0,"ks":{"p":{"k":[32,32],"still":1}},"t":{"d":{"k":[{"t":0,"s":{\
    "f":"F","s":8,"t":"\(text)","fc":[1,0,0],"sc":[0,0,1],"sw":1,"lh":12,\(document)}}]},\
    "p":{\(path)},"m":{"g":2,"a":{"k":[8,-16]}},"a":[{"a":{\(animator)},"s":{"t":0,\(selector)}}]}\
    \(fields)}
    """
  }

  private static let animator = """
    \(wholeTransform.replacing(#""p":{"k":[32,24]}"#, with: #""p":{"k":[8,4]}"#)),\
    "fc":{"k":[0.5,0.25,0],"step":0.5},"sc":{"k":[0.5,0.25,0],"step":0.5},"sw":{"k":1},\
    "t":{"k":4},"fo":{"k":64},"so":{"k":32}
    """

  private static func selector(_ shape: Int, _ basis: Int, _ unit: Int) -> String {
    let (start, end) = unit == 1 ? ("8", "96") : (#"1.5,"step":0.5"#, #"3.25,"step":1"#)
    let offset = unit == 1 ? "4" : #"0.25,"step":0.5"#
    return """
      "b":\(basis),"rn":0,"sh":\(shape),"r":\(unit),"a":{"k":64},"s":{"k":\(start)},\
      "e":{"k":\(end)},"o":{"k":\(offset)},"xe":{"k":16},"ne":{"k":-16},"sm":{"k":64}
      """
  }

  private static let text = [
    textLayer(#"xxxx xx\rx"#, #""j":0"#, animator: animator, selector: selector(4, 1, 1)),
    textLayer("xx xx", #""j":2,"of":true"#, animator: animator, selector: selector(2, 1, 2)),
  ]

  private static let textPath = [
    textLayer(
      "xx x", #""j":0"#, animator: animator, selector: selector(6, 2, 1),
      path: #"""
        "m":0,"f":{"k":4},"a":{"k":0,"step":1},"p":{"k":0,"step":1},"r":{"k":0,"step":1}
        """#,
      fields: """
        ,"masksProperties":[{"mode":"n","pt":{"k":{"c":false,"v":[[-24,8],[-8,-8],[-4,16]],\
        "i":[[0,0],[-8,0],[4,-8]],"o":[[8,0],[8,0],[0,0]]}}}]
        """)
  ]
}
