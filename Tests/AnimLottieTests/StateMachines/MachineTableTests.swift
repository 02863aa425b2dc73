import TestSupport
import Testing

@testable import AnimLottie

@Suite("What machines of every kind are read as")
struct MachineTableTests {
  private static func line(_ name: String, _ json: String) -> String {
    do throws(LottieError) {
      let machine = try LottieStateMachine(json: Array(json.utf8))
      let notes = machine.diagnostics.map { "\n  \($0)" }.joined()
      let inputs = machine.inputs.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
      let read = "\(machine.states) \(machine.interactions) \(inputs)"
        .replacing("AnimLottie.", with: "")
      return "\(name): \(String(Kept.hash(read), radix: 16))\(notes)\n"
    } catch {
      return "\(name): \(error)\n"
    }
  }

  private static func machine(
    _ name: String, inputs: [String] = [], state: String = "", transitions: [String] = [],
    action: String? = nil, interactions: [String] = []
  ) -> String {
    let standard = [
      #"{"type":"Numeric","name":"n","value":2.5}"#,
      #"{"type":"Boolean","name":"b","value":false}"#,
      #"{"type":"String","name":"s","value":"x"}"#, #"{"type":"Event","name":"e"}"#,
    ]
    return line(
      name,
      #"""
      {"initial":"a","inputs":[\#((standard + inputs).joined(separator: ","))],"states":[
      {"type":"PlaybackState","name":"a","transitions":[\#(transitions.joined(separator: ","))],
      "entryActions":[\#(action ?? "")]\#(state)},{"type":"GlobalState","name":"g"}],
      "interactions":[\#(interactions.joined(separator: ","))]}
      """#)
  }

  @Test("are read as they were, or refused with the same reason")
  func reading() throws {
    var text = ""
    let odd = [
      "3", "-1", "1e300", "5000", "0", "true", "null", #""x""#, #""""#, "[]", "[1,2]", "{}",
    ]
    for (key, values) in [
      ("animation", odd), ("loop", odd), ("loopCount", odd), ("autoplay", odd), ("final", odd),
      ("mode", odd + [#""Bounce""#, #""reverse""#]), ("speed", odd), ("segment", odd),
      ("backgroundColor", odd + ["4294967295", "4294967296", "1.5"]), ("exitActions", odd),
      ("transitions2", ["1"]),
    ] {
      for value in values {
        text += Self.machine("\(key) \(value)", state: #","\#(key)":\#(value)"#)
      }
    }
    for name in [#""m""#, #""n""#, #""@x""#, #""@elapsedTime""#, #""""#, "5", "null"] {
      for (type, value) in [
        ("Numeric", "1e300"), ("Numeric", #""1""#), ("String", #""t""#), ("String", "1"),
        ("Boolean", "true"), ("Boolean", "1"), ("Event", "null"), ("Other", "1"),
      ] {
        let input = #"{"type":"\#(type)","name":\#(name),"value":\#(value)}"#
        text += Self.machine("input \(input)", inputs: [input])
      }
    }
    let types = [
      "Increment", "Decrement", "SetNumeric", "Multiply", "Floor", "Clamp", "SetRandom", "Toggle",
      "SetBoolean", "SetString", "Fire", "Reset", "SetFrame", "SetProgress", "SetTheme",
      "FireCustomEvent", "OpenUrl",
    ]
    for type in types {
      for fields in [
        #""inputName":"n""#, #""inputName":"n","value":3"#, #""inputName":"n","value":"$n""#,
        #""inputName":"n","value":"n""#, #""inputName":"n","value":"@elapsedTime""#,
        #""inputName":"b","value":true"#, #""inputName":"b","value":"$b""#,
        #""inputName":"b","value":"b""#, #""inputName":"s","value":"$s""#,
        #""inputName":"s","value":"s""#, #""inputName":"s","value":"text""#, #""inputName":"e""#,
        #""inputName":"gone""#, #""themeId":"t""#, #""value":"","themeId":"t""#,
        #""url":"https://e.org","target":"_top""#, #""url":"$s""#,
        #""inputName":"n","min":1,"max":"$n","integer":true"#, #""inputName":"n","max":"x""#,
      ] {
        let action = #"{"type":"\#(type)",\#(fields)}"#
        text += Self.machine(action, action: action)
      }
    }
    let go = #""type":"Transition","toState":"a""#
    for transitions in [
      ["{\(go)}", "{\(go)}"], ["{\(go)}", #"{\#(go),"guards":null}"#],
      ["{\(go)}", #"{\#(go),"guards":[]}"#], [#"{"type":"Transition","toState":"z"}"#],
      [#"{"type":"Tweened","toState":"a"}"#], [#"{"type":"Tweened","toState":"a","duration":1}"#],
      [#"{"type":"Tweened","toState":"a","duration":1,"easing":[0,0,1]}"#],
      [#"{"type":"Tweened","toState":"a","duration":-1,"easing":[0,0,1,1e9]}"#],
      [#"{"type":"Tweened","toState":"a","duration":1,"easing":[0,0,2,1]}"#],
    ] { text += Self.machine("\(transitions)", transitions: transitions) }
    for type in ["Numeric", "String", "Boolean", "Event", "Other"] {
      for name in ["n", "b", "s", "e", "gone", "@elapsedTime"] {
        for rest in [
          #""conditionType":"Equal","compareTo":1"#,
          #""conditionType":"LessThan","compareTo":"$n""#,
          #""conditionType":"NotEqual","compareTo":"$s""#,
          #""conditionType":"Equal","compareTo":true"#,
          #""conditionType":"Equal","compareTo":"$b""#, #""conditionType":"Like","compareTo":1"#,
          #""conditionType":"Equal","compareTo":null"#, #""conditionType":"Equal""#,
        ] {
          let guards = #"{"type":"\#(type)","inputName":"\#(name)",\#(rest)}"#
          text += Self.machine(guards, transitions: ["{\(go),\"guards\":[\(guards)]}"])
        }
      }
    }
    for type in ["PointerDown", "Click", "PointerMove", "OnComplete", "OnLoopComplete", "Shake"] {
      for rest in [
        #""actions":[]"#, #""layerName":"L","actions":[]"#, #""layerName":"","actions":[]"#,
        #""stateName":"a","actions":[]"#, #""stateName":"z","actions":[{"type":"X"}]"#, #""a":1"#,
      ] {
        let interaction = #"{"type":"\#(type)",\#(rest)}"#
        text += Self.machine(interaction, interactions: [interaction])
      }
    }
    try Kept.compare(text, with: "machine-reading.txt")
  }
}
