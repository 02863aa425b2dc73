import Mutation

/// The mutator. libFuzzer calls it to create a new file from an existing one.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  mutate(bytes, count, limit, seed) { text, random in
    mutatingJSON(text, members: members, &random)
  }
}

/// The crossover. libFuzzer calls it to create a new file from two existing ones.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func crossOver(
  _ first: UnsafePointer<UInt8>, _ firstCount: Int, _ second: UnsafePointer<UInt8>,
  _ secondCount: Int, _ result: UnsafeMutablePointer<UInt8>, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  crossOver(first, firstCount, second, secondCount, result, limit, seed) { text, other, random in
    mutatingJSON(text, from: other, members: members, &random)
  }
}

private let transform = """
  {"a":{"k":[0,0]},"p":{"k":[9,9]},"s":{"k":[50,100]},"r":{"k":30},"o":{"k":50},"sk":{"k":10},"sa":{"k":20}}
  """

private let members = [
  ##""ty":0"##, ##""ty":1"##, ##""ty":2"##, ##""ty":3"##, ##""ty":4"##, ##""ty":5"##, ##""ty":13"##,
  ##""ty":15"##,
  ##""ip":0"##, ##""op":60"##, ##""st":10"##, ##""sr":0.5"##, ##""ind":1"##, ##""parent":1"##,
  ##""refId":"a""##,
  ##""id":"a""##, ##""fr":30"##, ##""w":100"##, ##""h":100"##, ##""bm":3"##, ##""tt":1"##,
  ##""td":1"##, ##""tp":1"##,
  ##""ddd":1"##, ##""ao":1"##, ##""hd":true"##, ##""sw":50,"sh":50,"sc":"#ff0000""##,
  ##""ks":\##(transform)"##,
  ##""k":[{"t":0,"s":[1,2],"o":{"x":0.2,"y":0.1},"i":{"x":0.5,"y":1}},{"t":30,"s":[9,9]}],"a":1"##,
  ##""k":[{"t":0,"s":[1],"h":1},{"t":30,"s":[90]}],"a":1"##,
  ##""x":"$bm_rt = wiggle(2, 30) + time;""##,
  ##""x":"loopOut('pingpong') + thisComp.layer(1).transform.rotation""##, ##""tm":{"k":1}"##,
  ##""masksProperties":[{"mode":"s","pt":{"k":{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}},"o":{"k":50},"x":{"k":3}}]"##,
  ##""ef":[{"ty":29,"ef":[{"v":{"k":10}},{"v":{"k":1}},{"v":{"k":0}}]}]"##,
  ##""ef":[{"ty":25,"ef":[{"v":{"k":[1,0,0,1]}},{"v":{"k":128}},{"v":{"k":90}},{"v":{"k":9}},{"v":{"k":3}}]}]"##,
  ##""sy":[{"ty":1,"c":{"k":[1,0,0]},"s":{"k":5},"o":{"k":75},"a":{"k":120},"d":{"k":10}}]"##,
  ##""shapes":[{"ty":"gr","it":[{"ty":"rc","p":{"k":[5,5]},"s":{"k":[9,9]},"r":{"k":2}},{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}},{"ty":"tr"}]}]"##,
  ##""it":[{"ty":"el","p":{"k":[5,5]},"s":{"k":[9,9]}},{"ty":"st","c":{"k":[0,0,1]},"o":{"k":100},"w":{"k":2},"lc":2,"lj":1,"d":[{"n":"d","v":{"k":3}},{"n":"o","v":{"k":1}}]}]"##,
  ##""it":[{"ty":"sr","sy":1,"p":{"k":[5,5]},"pt":{"k":5},"or":{"k":9},"ir":{"k":4},"os":{"k":10},"is":{"k":10},"r":{"k":0}},{"ty":"gf","t":2,"s":{"k":[0,0]},"e":{"k":[9,9]},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}},"o":{"k":100}}]"##,
  ##""ty":"tm","s":{"k":10},"e":{"k":60},"o":{"k":30},"m":2"##,
  ##""ty":"rp","c":{"k":3},"o":{"k":1},"tr":\##(transform)"##,
  ##""ty":"mm","mm":4"##, ##""ty":"rd","r":{"k":3}"##, ##""ty":"pb","a":{"k":50}"##,
  ##""ty":"zz","s":{"k":2},"r":{"k":3},"pt":{"k":1}"##,
  ##""ty":"op","a":{"k":3},"lj":2,"ml":{"k":4}"##, ##""ty":"tw","a":{"k":90},"c":{"k":[1,1]}"##,
  ##""t":{"d":{"k":[{"t":0,"s":{"s":9,"f":"a","t":"abc","j":1,"tr":50,"lh":10,"fc":[1,0,0],"sz":[50,50],"ps":[0,0]}}]},"p":{},"m":{"g":1,"a":{"k":[0,0]}},"a":[{"s":{"t":0,"s":{"k":0},"e":{"k":50},"b":1,"sh":2},"a":{"p":{"k":[1,2]},"o":{"k":10}}}]}"##,
  ##""assets":[{"id":"a","layers":[{"ty":1,"ip":0,"op":60,"sw":9,"sh":9,"sc":"#00ff00","ks":{}}]}]"##,
  ##""slots":{"a":{"p":{"a":0,"k":[1,0,0]}}}"##, ##""sid":"a""##,
  ##""markers":[{"tm":1,"cm":"a","dr":9}]"##,
  ##""fonts":{"list":[{"fName":"a","fFamily":"b","ascent":75}]}"##,
  ##""chars":[{"ch":"a","size":9,"w":50,"style":"","fFamily":"b","data":{"shapes":[{"ty":"gr","it":[{"ty":"rc","p":{"k":[5,5]},"s":{"k":[9,9]},"r":{"k":0}}]}]}}]"##,
]
