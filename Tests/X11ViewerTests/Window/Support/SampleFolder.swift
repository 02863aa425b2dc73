import Foundation
import TestSupport

/// A folder with files of all kinds, which tests use, break, mend, remove and write again at random.
struct SampleFolder {
  private let scratch: ScratchDirectory

  /// The files in the viewer's order.
  static let names = ["1.json", "2.lottie", "3.lottie", "4.json", "5.json", "10.json"]

  init() throws {
    scratch = try ScratchDirectory()
    for name in Self.names { try write(name) }
    try FileManager.default.createDirectory(
      atPath: scratch / "more", withIntermediateDirectories: true)
    try write("more/1.json")
  }

  var path: String { scratch.path }

  static func / (folder: SampleFolder, name: String) -> String { folder.scratch / name }

  /// Writes the file as it was, or in another colour.
  func write(_ name: String, isGreen: Bool = false) throws {
    let url = URL(fileURLWithPath: scratch / name)
    try Data(Self.contents(name, color: isGreen ? "[0,1,0]" : nil)).write(to: url)
  }

  /// Makes a file unreadable.
  func damage(_ name: String) throws { try scratch.write("{", to: name) }

  func remove(_ name: String) { try? scratch.remove(name) }

  func restore() throws {
    for name in Self.names { try write(name) }
  }

  /// Removes the path of the folder, which is different in each run.
  func relative(_ text: String) -> String { text.replacingOccurrences(of: path, with: "…") }

  private static func contents(_ name: String, color: String?) -> [UInt8] {
    switch name {
    case "2.lottie": animations(color ?? "[0,0,1]")
    case "3.lottie": machine(color ?? "[1,1,0]")
    case "4.json": Array("{".utf8)
    case "5.json": Array(failing.utf8)
    case "10.json":
      Array(TestAnimation(rate: 50, height: 100, color: color ?? "[1,0,1]").json.utf8)
    default:
      Array(
        TestAnimation(
          height: 200, color: color ?? "[1,0,0]",
          more: #","markers":[{"cm":"part","tm":20,"dr":20},{"cm":"x","tm":40}]"#
        ).json.utf8)
    }
  }

  /// Three animations, each with its own settings, and four themes. The second theme is invalid.
  private static func animations(_ color: String) -> [UInt8] {
    let slotted = TestAnimation(
      frames: 30, height: 120, color: color + #","sid":"tint""#,
      more: #","slots":{"tint":{"p":{"a":0,"k":\#(color)}}}"#)
    func rules(_ color: String) -> String {
      #"{"rules":[{"id":"tint","type":"Color","value":\#(color)}]}"#
    }
    return Archives.zip([
      (
        "manifest.json",
        """
        {"version":"2","animations":[
          {"id":"x","background":"#20406080","autoplay":false,"loop":3},
          {"id":"y","initialTheme":"w","speed":2,"playMode":"bounce"},
          {"id":"z","background":"#ff8000","loop":false,"autoplay":true}],
         "themes":[{"id":"t"},{"id":"u"},{"id":"v"},{"id":"w"}]}
        """
      ), ("a/x.json", slotted.json), ("a/y.json", slotted.json),
      ("a/z.json", TestAnimation(frames: 20, height: 90, color: color).json),
      ("t/t.json", rules("[1,1,1]")), ("t/u.json", "{"), ("t/v.json", rules("[0,0,0]")),
      ("t/w.json", rules("[0,1,1]")),
    ])
  }

  /// Two state machines. The second is the initial one, and advances when it is pressed.
  private static func machine(_ color: String) -> [UInt8] {
    func machine(_ frame: Int, _ first: String) -> String {
      """
      {"initial":"\(first)","inputs":[{"type":"Numeric","name":"rating","value":2},
        {"type":"Boolean","name":"on","value":false},{"type":"Event","name":"open"}],
       "states":[{"name":"\(first)","type":"PlaybackState","animation":"x","entryActions":[
         {"type":"SetFrame","value":\(frame)}],"transitions":[
         {"type":"Transition","toState":"b","guards":[{"type":"Event","inputName":"open"}]}]},
        {"name":"b","type":"PlaybackState","animation":"x","autoplay":true,"transitions":[
         {"type":"Transition","toState":"\(first)","guards":[{"type":"Event","inputName":"open"}]}],
         "entryActions":[{"type":"OpenUrl","url":"https://example.org/x","target":""}]}],
       "interactions":[{"type":"PointerDown","actions":[{"type":"Fire","inputName":"open"}]},
         {"type":"PointerExit","actions":[{"type":"Toggle","inputName":"on"}]},
         {"type":"PointerEnter","actions":[{"type":"Increment","inputName":"rating"}]},
         {"type":"Click","actions":[{"type":"Increment","inputName":"rating","value":10}]}]}
      """
    }
    return Archives.zip([
      (
        "manifest.json",
        """
        {"version":"2","animations":[{"id":"x"}],"stateMachines":[{"id":"first"},{"id":"initial"}],
         "initial":{"stateMachine":"initial"},"themes":[{"id":"t"}]}
        """
      ), ("a/x.json", TestAnimation(frames: 40, height: 150, color: color).json),
      ("s/first.json", machine(5, "one")), ("s/initial.json", machine(15, "two")),
      ("t/t.json", #"{"rules":[]}"#),
    ])
  }

  /// An animation with an expression that fails, and with a part that isn't drawn.
  private static let failing = #"""
    {"fr":25,"ip":0,"op":25,"w":100,"h":100,"assets":[{"id":"x","p":"x.png"}],"layers":[
     {"ty":4,"ip":0,"op":25,"ks":{"o":{"k":100,"x":"$bm_rt = missing;"}},"shapes":[
      {"ty":"rc","p":{"k":[50,50]},"s":{"k":[40,40]},"r":{"k":0}},
      {"ty":"fl","c":{"k":[0.5,0,0.5]},"o":{"k":100}}]}]}
    """#
}
