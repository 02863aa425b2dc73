import AnimScript
import TestSupport
import Testing

@Suite("Programs")
struct ProgramTests {
  @Test("yield what the language says", arguments: Programs.all)
  func results(program: Programs.Program) {
    expectEqual(evaluate(program.source), program.result)
  }
}
