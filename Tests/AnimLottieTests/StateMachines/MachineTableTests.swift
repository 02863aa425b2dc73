import AnimCore
import TestSupport
import Testing

@testable import AnimLottie

@Suite("Reading state machines")
struct MachineTableTests {
  /// Returns a machine with one state of each kind, and inputs of each type named after it.
  private static func machine(
    inputs: [String] = [], state: String = "", transitions: [String] = [], action: String = "",
    interaction: String = ""
  ) throws(LottieError) -> LottieStateMachine {
    let standard = [
      #"{"type":"Numeric","name":"n","value":2.5}"#,
      #"{"type":"Boolean","name":"b","value":false}"#,
      #"{"type":"String","name":"s","value":"x"}"#, #"{"type":"Event","name":"e"}"#,
    ]
    return try LottieStateMachine(
      json: Array(
        #"""
        {"initial":"a","inputs":[\#((standard + inputs).joined(separator: ","))],"states":[
        {"type":"PlaybackState","name":"a","transitions":[\#(transitions.joined(separator: ","))],
        "entryActions":[\#(action)]\#(state)},{"type":"GlobalState","name":"g"}],
        "interactions":[\#(interaction)]}
        """#.utf8))
  }

  /// Returns the reason for which a machine is rejected, or `nil` if it is accepted.
  private static func refusal(_ make: () throws(LottieError) -> LottieStateMachine) -> String? {
    do throws(LottieError) {
      _ = try make()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("a field of a state has a type, and a value within limits")
  func fields() throws {
    let values = ["3", "true", #""x""#, "[]", "{}"]
    for (key, type) in [
      ("animation", "text"), ("loop", "true or false"), ("loopCount", "a number"),
      ("autoplay", "true or false"), ("final", "true or false"), ("mode", "text"),
      ("speed", "a number"), ("segment", "text"), ("backgroundColor", "a number"),
      ("exitActions", "a list"), ("entryActions2", ""),
    ] {
      let none = Self.refusal { () throws(LottieError) in
        try Self.machine(state: #","\#(key)":null"#)
      }
      #expect(none == nil)
      for (value, own) in zip(values, ["a number", "true or false", "text", "a list", "an object"])
      {
        let refusal = Self.refusal { () throws(LottieError) in
          try Self.machine(state: #","\#(key)":\#(value)"#)
        }
        let wanted =
          type.isEmpty || own == type && key != "mode"
          ? nil
          : key == "mode" && own == type
            ? "state machine.states[0]: unknown mode \"x\"; the state machine is not run"
            : "state machine.states[0].\(key): expected \(type); the state machine is not run"
        expectEqual(refusal, wanted, "\(key) \(value)")
      }
    }
  }

  @Test("a state plays according to its fields")
  func playback() throws {
    func playback(_ fields: String) throws -> StatePlayback {
      try #require(try Self.machine(state: fields.isEmpty ? "" : ",\(fields)").states[0].playback)
    }
    let plain = StatePlayback()
    func check(_ fields: String, _ change: (inout StatePlayback) -> Void) throws {
      var wanted = plain
      change(&wanted)
      try expectEqual(playback(fields), wanted, "\(fields)")
    }
    try check("") { _ in }
    try check(#""animation":"x","loop":true,"autoplay":true,"final":true,"segment":"y""#) {
      ($0.animation, $0.segment) = ("x", "y")
      ($0.loops, $0.autoplay, $0.isFinal) = (true, true, true)
    }
    try check(#""animation":"","segment":"","loop":false"#) { _ in }
    for (count, wanted) in [("3", 3), ("-1", 0), ("1e300", 1_000_000_000), ("2.9", 2)] {
      try check(#""loopCount":\#(count)"#) { $0.loopCount = wanted }
    }
    for (speed, wanted) in [("3", 3), ("0", 1), ("-1", 1), ("1000", 1000), ("5000", 1000)]
      as [(String, Double)]
    {
      try check(#""speed":\#(speed)"#) { $0.speed = wanted }
    }
    for (mode, wanted) in [
      ("Forward", .forward), ("Reverse", .reverse), ("Bounce", .bounce),
      ("ReverseBounce", .reverseBounce),
    ] as [(String, PlaybackMode)] {
      try check(#""mode":"\#(mode)""#) { $0.mode = wanted }
    }
    // Red, green, blue and alpha in a 32-bit number. Anything else isn't a colour, and is reported.
    for (number, color) in [
      ("0", 0), ("4294967295", 0xFFFF_FFFF), ("305419896", 0x7812_3456), ("-1", nil),
      ("4294967296", nil), ("1.5", nil),
    ] as [(String, UInt32?)] {
      try check(#""backgroundColor":\#(number)"#) {
        $0.background = color.map { Color(argb: $0) }
      }
    }
  }

  @Test("an input has a name and a value of its type, and the last of two with one name is used")
  func inputs() throws {
    for (type, value, wrong, kind) in [
      ("Numeric", "1.5", #""1""#, "a number"), ("String", #""t""#, "1", "text"),
      ("Boolean", "true", "1", "true or false"),
    ] {
      func machine(_ value: String) throws(LottieError) -> LottieStateMachine {
        try Self.machine(inputs: [#"{"type":"\#(type)","name":"m","value":\#(value)}"#])
      }
      try expectEqual(machine(value).inputs.last?.name, "m")
      for value in [wrong, "null"] {
        let refusal = Self.refusal { () throws(LottieError) in try machine(value) }
        let wanted = "inputs[4]: value must be \(kind); the state machine is not run"
        expectEqual(refusal, "state machine.\(wanted)")
      }
    }
    for (input, refusal) in [
      (#"{"type":"Other","name":"m"}"#, "an input is Numeric, String, Boolean or Event"),
      (#"{"type":"Event"}"#, "name must be text"),
      (#"{"type":"Event","name":5}"#, "name must be text"),
    ] {
      let found = Self.refusal { () throws(LottieError) in try Self.machine(inputs: [input]) }
      expectEqual(found, "state machine.inputs[4]: \(refusal); the state machine is not run")
    }
    let double = try Self.machine(inputs: [#"{"type":"String","name":"n","value":"t"}"#])
    expectEqual(double.inputs.map(\.name), ["n", "b", "s", "e"])
    expectEqual(double.inputs.map(\.value), [.string("t"), .boolean(false), .string("x"), .event])
    #expect(
      double.diagnostics.map(\.description)
        == ["state machine.inputs[4]: there are two inputs \"n\"; the last one is used"])
    // Names with @ are the player's.
    let own = #"{"type":"Numeric","name":"@elapsedTime","value":1}"#
    try expectEqual(Self.machine(inputs: [own]).inputs.count, 4)
    let large = try Self.machine(inputs: [#"{"type":"Numeric","name":"m","value":1e300}"#])
    expectEqual(large.inputs.last?.value, .number(Double(Float.greatestFiniteMagnitude)))
  }

  @Test("an action without required fields is rejected, and one without its input is ignored")
  func actions() throws {
    let values: [String: String] = [
      "number": "3", "number input": #""$n""#, "name of number": #""n""#,
      "boolean": "true", "boolean input": #""$b""#, "name of boolean": #""b""#,
      "text input": #""$s""#, "text": #""text""#,
    ]
    let texts: Set = [
      "number input", "name of number", "boolean input", "name of boolean", "text input", "text",
    ]
    let numbers = texts.union(["number"])
    let optional = numbers.union([""])
    let any = Set(values.keys).union([""])
    /// The message about each action that has no effect.
    let missing = [
      "gone": "there is no such input", "": "SetBoolean has no value that it can use",
    ]
    for (type, input, wanted) in [
      ("Increment", "n", optional), ("Decrement", "n", optional), ("SetNumeric", "n", numbers),
      ("Multiply", "n", numbers), ("Floor", "n", any), ("Clamp", "n", any), ("SetRandom", "n", any),
      ("Toggle", "b", any), ("SetBoolean", "b", texts.union(["boolean"])),
      ("SetString", "s", texts), ("Fire", "e", any), ("Reset", "nbse", any),
      ("SetFrame", "", numbers), ("SetProgress", "", numbers), ("SetTheme", "", texts),
      ("FireCustomEvent", "", texts), ("OpenUrl", "", []), ("SetSlot", "", []),
      ("SetExpression", "", []), ("Dance", "", []),
    ] as [(String, String, Set<String>)] {
      for name in ["n", "b", "s", "e", "gone"] {
        for value in any {
          let field = values[value].map { #","value":\#($0)"# } ?? ""
          var machine: LottieStateMachine?
          let refusal = Self.refusal { () throws(LottieError) in
            let read = try Self.machine(
              action: #"{"type":"\#(type)","inputName":"\#(name)"\#(field)}"#)
            machine = read
            return read
          }
          #expect((refusal == nil) == wanted.contains(value), "\(type) \(name) \(value)")
          guard let machine else { continue }
          let names = ["boolean", "boolean input", "name of boolean"]
          let isUsable = type != "SetBoolean" || names.contains(value)
          let isFor = input.isEmpty || input.contains(name)
          expectEqual(
            machine.states[0].entryActions.count, isFor && isUsable ? 1 : 0,
            "\(type) \(name) \(value)")
          let said = isFor ? (isUsable ? nil : missing[""]) : missing["gone"]
          #expect(machine.diagnostics.count == (said == nil ? 0 : 1))
          if let said { #expect(machine.diagnostics[0].description.contains(said)) }
        }
      }
    }
    for (action, reason) in [
      (#""Dance""#, #"unknown type of action "Dance""#),
      (#""SetSlot""#, #"unknown type of action "SetSlot""#), ("3", "type must be text"),
      (#""SetString","inputName":"s""#, "value must be text"),
      (#""SetNumeric","inputName":"n""#, "value must be a number"),
      (#""SetBoolean","inputName":"b""#, "value must be true, false or the name of an input"),
      (#""Toggle""#, "inputName must be text"), (#""SetTheme""#, "value must be text"),
      (#""OpenUrl","url":"$s""#, "target must be text"), (#""OpenUrl""#, "url must be text"),
    ] {
      let found = Self.refusal { () throws(LottieError) in
        try Self.machine(action: #"{"type":\#(action)}"#)
      }
      let place = "state machine.states[0].entryActions[0]"
      expectEqual(found, "\(place): \(reason); the state machine is not run")
    }
    for (field, reason) in [
      (#""min":true"#, "min: expected a number"), (#""max":[]"#, "max: expected a number"),
      (#""integer":1"#, "integer: expected true or false"),
    ] {
      let found = Self.refusal { () throws(LottieError) in
        try Self.machine(action: #"{"type":"SetRandom","inputName":"n",\#(field)}"#)
      }
      let place = "state machine.states[0].entryActions[0]"
      expectEqual(found, "\(place).\(reason); the state machine is not run")
    }
    let whole = #"{"type":"SetTheme","themeId":"t"},{"type":"OpenUrl","url":"$s","target":""}"#
    try expectEqual(Self.machine(action: whole).states[0].entryActions.count, 2)
  }

  @Test("a transition has a target state, and is immediate or has a curve of four numbers")
  func transitions() throws {
    let go = #""type":"Transition","toState":"a""#
    let tween = #"{"type":"Tweened","toState":"a","duration""#
    let twice = ": more than one transition of a state has no guards"
    for (transitions, refusal) in [
      (["{\(go)}", "{\(go)}"], twice), (["{\(go)}", #"{\#(go),"guards":null}"#], twice),
      (["{\(go)}", #"{\#(go),"guards":[]}"#], nil),
      ([#"{"type":"Tweened","toState":"a"}"#], "[0]: duration must be a number"),
      ([tween + ":1}"], "[0]: easing must be four numbers"),
      ([tween + #":1,"easing":[0,0,1]}"#], "[0]: easing must be four numbers"),
      ([tween + #":1,"easing":[0,0,"x",1]}"#], "[0]: easing must be four numbers"),
      ([#"{"type":"Jump","toState":"a"}"#], "[0]: unknown type of transition \"Jump\""),
      ([#"{"type":"Transition"}"#], "[0]: toState must be text"),
    ] as [([String], String?)] {
      let found = Self.refusal { () throws(LottieError) in
        try Self.machine(transitions: transitions)
      }
      let place = "state machine.states[0].transitions"
      expectEqual(found, refusal.map { "\(place)\($0); the state machine is not run" })
    }
    // An invalid tween, without duration or with a curve that goes back, happens at once.
    for (fields, isValid) in [
      (#":1,"easing":[0,0,1,1e9]}"#, true), (#":-1,"easing":[0,0,1,1]}"#, false),
      (#":1,"easing":[0,0,2,1]}"#, false),
    ] {
      let transition = try #require(
        try Self.machine(transitions: [tween + fields]).states[0].transitions.first)
      #expect(transition.tween?.isValid == isValid && transition.target == 0)
      #expect(abs(transition.tween?.easing.w ?? 1e9) <= 1e6)
    }
    let away = try Self.machine(transitions: [#"{"type":"Transition","toState":"z"}"#])
    #expect(away.states[0].transitions.first?.target == nil)
    #expect(
      away.diagnostics.map(\.description)
        == ["state machine.states[0].transitions[0]: there is no state \"z\""])
  }

  @Test("an invalid guard is rejected, and a guard for a missing input is never true")
  func guards() throws {
    /// Returns the result of reading a guard with these parts.
    func outcome(_ type: String, _ name: String, _ condition: String, _ value: String?) -> String {
      if type == "Event" { return name == "e" ? "" : "there is no event \"\(name)\"" }
      if condition == "Like" { return "unknown condition" }
      guard let value else { return "there is nothing to compare to (compareTo)" }
      let kinds = ["Numeric": "n", "String": "s", "Boolean": "b"]
      guard let own = kinds[type] else { return "unknown type of guard \"\(type)\"" }
      if value.hasPrefix(#""$"#), value != "\"$\(own)\"" {
        return "there is no \(type) input \"\(value.dropFirst(2).dropLast())\""
      }
      if type == "Numeric", value == "true" { return "expected a number" }
      if type == "Numeric", name == "@elapsedTime" { return "" }
      if name != own { return "there is no such input \"\(name)\"; the guard is never true" }
      let isEquality = condition == "Equal"
      if type == "String", !value.hasPrefix("\"") || !isEquality {
        return "text cannot be compared like this; the guard is never true"
      }
      if type == "Boolean", !isEquality {
        return "true and false cannot be compared like this; the guard is never true"
      }
      if type == "Boolean", value == "1" || value == #""t""# {
        return "expected true or false; the guard is never true"
      }
      return ""
    }
    for type in ["Numeric", "String", "Boolean", "Event", "Other"] {
      for name in ["n", "b", "s", "e", "gone", "@elapsedTime"] {
        for condition in ["Equal", "LessThan", "Like"] {
          for value in ["1", "true", #""t""#, #""$n""#, #""$s""#, #""$b""#, nil] as [String?] {
            let field = value.map { #","compareTo":\#($0)"# } ?? ""
            let guards =
              #"{"type":"\#(type)","inputName":"\#(name)","conditionType":"\#(condition)"\#(field)}"#
            let go = #"{"type":"Transition","toState":"a","guards":[\#(guards)]}"#
            var found: String
            do throws(LottieError) {
              found = try Self.machine(transitions: [go]).diagnostics.first?.description ?? ""
            } catch {
              found = "\(error)".replacing("; the state machine is not run", with: "")
            }
            found = found.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
            expectEqual(found, outcome(type, name, condition, value), "\(guards)")
          }
        }
      }
    }
  }

  @Test("an interaction is with the image or a layer, or with the end of a state")
  func interactions() throws {
    for (type, trigger) in [
      ("PointerDown", .pointer(.down, layer: "L")), ("PointerUp", .pointer(.up, layer: "L")),
      ("PointerEnter", .pointer(.enter, layer: "L")), ("PointerExit", .pointer(.exit, layer: "L")),
      // As in the original player, pointer moves are reported everywhere.
      ("PointerMove", .pointer(.move, layer: nil)), ("Click", .pointer(.click, layer: "L")),
      ("OnComplete", .complete(state: "z")), ("OnLoopComplete", .loopComplete(state: "z")),
    ] as [(String, MachineInteraction.Trigger)] {
      let fields = #""layerName":"L","stateName":"z""#
      let machine = try Self.machine(interaction: #"{"type":"\#(type)",\#(fields),"actions":[]}"#)
      expectEqual(machine.interactions.map(\.trigger), [trigger])
    }
    let whole = try Self.machine(interaction: #"{"type":"Click","layerName":"","actions":[]}"#)
    expectEqual(whole.interactions.map(\.trigger), [.pointer(.click, layer: nil)])
    for (interaction, reason) in [
      (#""Shake","actions":[]"#, "unknown type of interaction \"Shake\""),
      (#""Click""#, "there is no list of actions"),
      (#""OnComplete","actions":[]"#, "stateName must be text"),
    ] {
      let found = Self.refusal { () throws(LottieError) in
        try Self.machine(interaction: #"{"type":\#(interaction)}"#)
      }
      expectEqual(found, "state machine.interactions[0]: \(reason); the state machine is not run")
    }
  }
}
