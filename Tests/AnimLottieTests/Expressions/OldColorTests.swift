import TestSupport
import Testing

@testable import AnimLottie

@Suite("Colours of files before version 4.1.9, which are 0 to 255")
struct OldColorTests {
  private func color(_ stored: String, _ expression: String, version: String) throws -> [Double]? {
    try ExpressionProbe(
      """
      {"v":"\(version)","fr":10,"ip":0,"op":30,"w":200,"h":100,"layers":[
        {"ty":4,"ind":1,"nm":"Own","ip":0,"op":30,"ks":{},"shapes":[
          {"ty":"fl","nm":"Fill","c":\(property(expression, stored: stored)),"o":{"k":100}}],
         "ef":[{"ty":5,"nm":"Tint","ef":[{"ty":2,"nm":"Color","v":{"k":[51,0,0,255]}}]}]}]}
      """
    ).numbers(at: 5)
  }

  @Test("expressions see them as those of later files")
  func stored() throws {
    try expectEqual(color("[255,51,0,255]", "$bm_rt = value;", version: "4.1.8"), [1, 0.2, 0, 1])
    try expectEqual(color("[1,0.2,0,1]", "$bm_rt = value;", version: "4.1.9"), [1, 0.2, 0, 1])
    let keys = #"[{"t":0,"s":[255,0,0,255],"e":[0,0,255,255]},{"t":10}]"#
    try expectEqual(color(keys, "$bm_rt = value;", version: "4.1.8"), [0.5, 0, 0.5, 1])
  }

  @Test(
    "results of expressions are as in later files, and a missing channel is the stored one")
  func result() throws {
    try expectEqual(
      color("[255,51,0,255]", "$bm_rt = [0.1, 0.2];", version: "4.1.8"), [0.1, 0.2, 0, 1])
  }

  @Test("colours of effects are unchanged")
  func effects() throws {
    #expect(
      try color("[0,0,0,255]", "$bm_rt = effect('Tint')('Color');", version: "4.1.8")
        == [51, 0, 0, 255])
  }
}
