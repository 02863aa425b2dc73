import AnimScript
import TestSupport
import Testing

@Suite("Programs")
struct ProgramTests {
  @Test("have the results that the language defines", arguments: Programs.all)
  func results(program: Programs.Program) {
    expectEqual(evaluate(program.source), program.result)
  }
}
