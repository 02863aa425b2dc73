import AnimScript
import Testing

@Suite("Programs")
struct ProgramTests {
  @Test("yield what the language says", arguments: Programs.all)
  func results(program: Programs.Program) {
    #expect(evaluate(program.source) == program.result)
  }
}
