import TestSupport
import Testing

@testable import AnimLottie

@Suite("Names and functions of expressions")
struct ExpressionTableTests {
  @Test("an expression has the expected value", arguments: expressionTable)
  func value(expression: String, wanted: String) throws {
    let script =
      """
      function L(key) { return thisComp.layer(key); }
      function r(value) {
        if (typeof value === 'number') { return Math.round(value * 1000) / 1000; }
        if (value.length === undefined) { return Math.round(value * 1000) / 1000; }
        var list = [];
        for (var i = 0; i < value.length; i += 1) {
          list.push(Math.round(value[i] * 1000) / 1000);
        }
        return list;
      }
      function attempt(action) {
        try { action(); return 'nothing'; } catch (error) { return error.message; }
      }
      $bm_rt = \(expression);
      """
    let probe = try ExpressionProbe(expressionWorld(script))
    // The nested composition's expression comes first.
    expectEqual(probe.text(1, at: 10), wanted, "\(probe.reasons)")
  }
}

/// Returns a file with one layer of each kind, whose text has an expression.
func expressionWorld(_ expression: String) -> String {
  let own = #"""
    {"ty":5,"ind":1,"nm":"Own","ip":2,"op":25,"st":1,"ks":{},"t":{"d":{
     "k":[{"t":0,"s":{"t":"Hello","s":9}}],"x":\#(quoted(expression))}}}
    """#
  let words = #"""
    {"ty":5,"ind":14,"nm":"Words","ip":0,"op":30,"st":0,"ks":{},"t":{"d":{"k":[{"t":0,"s":{
     "t":"Words","s":9,"fc":[1,0.5,0],"sc":[0,0.5,1],"sw":2,"tr":30}}]}}}
    """#
  let lead = #"""
    "a":{"k":[1,2,0],"ix":1},"s":{"k":[50,60,100],"ix":6},"r":{"k":90,"ix":10},
    "o":{"k":80,"ix":11},"p":{"ix":2,"k":[{"t":0,"s":[0,0,0]},{"t":10,"s":[10,40,0]},
     {"t":20,"s":[10,0,0]}]}
    """#
  let short = #"""
    {"ty":3,"ind":4,"nm":"Short","ip":1,"op":30,"st":0,"ks":{
     "r":{"k":[{"t":0,"s":[0]},{"t":2,"s":[2]},{"t":4,"s":[8]}]},
     "o":{"k":[{"t":0,"s":[20]},{"t":6,"s":[80]}]}}}
    """#
  let late = #"""
    {"ty":3,"ind":5,"nm":"Late","ip":0,"op":25,"st":0,"ks":{
     "r":{"k":[{"t":14,"s":[0]},{"t":16,"s":[2]},{"t":20,"s":[10]}]}}}
    """#
  let masked = #"""
    "masksProperties":[{"nm":"M","mode":"a","o":{"k":55},"x":{"k":6},"pt":{"k":{
     "i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"v":[[0,0],[9,9]],"c":true}}}]
    """#
  let controls = #"""
    "ef":[
     {"ty":5,"nm":"Shift","mn":"ADBE Slider Control","ix":1,"np":3,"en":1,"ef":[
      {"ty":0,"nm":"Slider","mn":"ADBE Slider Control-0001","ix":1,"v":{"k":42}}]},
     {"ty":5,"nm":"Idle","ix":2,"np":3,"en":0,"ef":[{"ty":0,"nm":"Slider","ix":1,"v":{"k":1}}]},
     {"ty":5,"nm":"Tint","mn":"ADBE Color Control","ix":3,"np":3,"en":1,"ef":[
      {"ty":2,"nm":"Farbe","ix":1,"v":{"k":[1,0,0,1]}}]},
     {"ty":5,"nm":"Target","ix":4,"ef":[{"ty":10,"nm":"Layer","ix":1,"v":{"k":2}}]}]
    """#
  let solid = #"""
    {"ty":1,"ind":10,"nm":"Solid","parent":2,"sw":70,"sh":80,"sc":"#ffffff","ip":0,"op":30,"st":0,
     "ks":{"p":{"k":[3,7,0]}}}
    """#
  let nested = #"""
    {"ty":0,"ind":15,"nm":"Nested","refId":"c","w":10,"h":12,"ip":0,"op":30,"st":3,"ks":{},
     "tm":{"k":0.5}}
    """#
  let inner = [
    #"{"ty":3,"ind":1,"nm":"Inner","ip":0,"op":15,"st":0,"ks":{"r":\#(property("$bm_rt = time;", stored: "0"))}}"#,
    #"{"ty":3,"ind":2,"nm":"Second","ip":0,"op":9,"st":0,"ks":{}}"#,
  ]
  let layers = [
    own, layer(2, "Lead", lead),
    layer(
      3, "Key", #""r":{"k":[{"t":0,"s":[0]},{"t":10,"s":[10]},{"t":20,"s":[40]}]},"o":{"k":9}"#),
    short, late, worldShapes, layer(7, "Masked", "", masked),
    layer(8, "Split", #""p":{"s":true,"x":{"k":11},"y":{"k":21},"z":{"k":31}}"#),
    layer(9, "Skewed", #""sk":{"k":45},"sa":{"k":0}"#), solid,
    layer(11, "Controls", "", controls), layer(12, "Hidden", "", #""hd":true"#),
    #"{"ty":3,"ind":13,"nm":"Early","ip":0,"op":10,"st":0,"ks":{}}"#, words, nested,
    layer(
      16, "Deep",
      #""rx":{"k":3},"ry":{"k":4},"rz":{"k":5},"or":{"k":[6,7,8]},"p":{"s":1,"x":{"k":41},"y":{"k":42}}"#,
      #""ddd":1"#),
  ]
  return file(
    expressions: layers,
    #"""
    "assets":[{"id":"c","nm":"Comp","layers":[\#(inner.joined(separator: ","))]}],
    "markers":[{"tm":10,"cm":"b","dr":4},{"tm":5,"cm":"a"},{"tm":20,"cm":"c"}]
    """#)
}

private let worldShapes = #"""
  {"ty":4,"ind":6,"nm":"Shapes","ip":0,"op":30,"st":0,"ks":{},"shapes":[
   {"ty":"gr","nm":"G","mn":"ADBE Vector Group","ix":1,"cix":2,"np":3,"it":[
    {"ty":"rc","nm":"Box","s":{"k":[30,40],"ix":2},"p":{"k":[1,2],"ix":3},"r":{"k":4,"ix":4}},
    {"ty":"el","nm":"Oval","s":{"k":[31,41]},"p":{"k":[3,4]}},
    {"ty":"sr","nm":"Star","sy":1,"p":{"k":[5,6]},"r":{"k":12},"pt":{"k":7},"or":{"k":50},
     "os":{"k":51},"ir":{"k":20},"is":{"k":21}},
    {"ty":"sh","nm":"Line","ks":{"k":{"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]],
     "v":[[0,0],[30,0],[30,10]],"c":false}}},
    {"ty":"fl","nm":"Fill","c":{"k":[1,0,0.5,1]},"o":{"k":61}},
    {"ty":"st","nm":"Stroke","c":{"k":[0,1,0.5,1]},"o":{"k":62},"w":{"k":9},"d":[
     {"n":"d","nm":"dash","v":{"k":13}},{"n":"g","nm":"gap","v":{"k":14}},
     {"n":"o","nm":"offset","v":{"k":15}}]},
    {"ty":"gf","nm":"Shade","s":{"k":[1,1]},"e":{"k":[2,2]},"o":{"k":63},"t":1,
     "g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}},
    {"ty":"gs","nm":"Edge","s":{"k":[3,3]},"e":{"k":[4,4]},"o":{"k":64},"w":{"k":8},"t":1,
     "g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}},
    {"ty":"tm","nm":"Trim","s":{"k":10},"e":{"k":90},"o":{"k":33}},
    {"ty":"rp","nm":"Repeat","c":{"k":6},"o":{"k":0.5},"tr":{}},
    {"ty":"rd","nm":"Round","r":{"k":16}}, {"ty":"op","nm":"Outset","a":{"k":17}},
    {"ty":"pb","nm":"Pucker","a":{"k":18}}, {"ty":"zz","nm":"Zigzag","s":{"k":19},"r":{"k":22}},
    {"ty":"tw","nm":"Twist","a":{"k":23},"c":{"k":[0,0]}},
    {"ty":"tr","nm":"Transform","p":{"k":[71,72]},"a":{"k":[73,74]},"s":{"k":[75,76]},
     "r":{"k":77},"o":{"k":78},"sk":{"k":5},"sa":{"k":6}}]},
   {"ty":"gr","nm":"Off","ix":2,"hd":true,"it":[]}]}
  """#
