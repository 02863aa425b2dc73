import AnimScript
import Testing

@Suite("Programs")
struct ProgramTests {
  @Test("about lists yield what the language says", arguments: Programs.arrays)
  func arrays(program: Programs.Program) {
    #expect(evaluate(program.source) == program.result)
  }

  @Test("about texts yield what the language says", arguments: Programs.texts)
  func texts(program: Programs.Program) {
    #expect(evaluate(program.source) == program.result)
  }

  @Test("about objects yield what the language says", arguments: Programs.objects)
  func objects(program: Programs.Program) {
    #expect(evaluate(program.source) == program.result)
  }

  @Test("about functions yield what the language says", arguments: Programs.functions)
  func functions(program: Programs.Program) {
    #expect(evaluate(program.source) == program.result)
  }

  @Test("about statements yield what the language says", arguments: Programs.statements)
  func statements(program: Programs.Program) {
    #expect(evaluate(program.source) == program.result)
  }

  @Test("about operators and numbers yield what the language says", arguments: Programs.operators)
  func operators(program: Programs.Program) {
    #expect(evaluate(program.source) == program.result)
  }

  @Test("about mathematics yield what the language says", arguments: Programs.mathematics)
  func mathematics(program: Programs.Program) {
    #expect(evaluate(program.source) == program.result)
  }

  @Test("about JSON yield what the language says", arguments: Programs.json)
  func json(program: Programs.Program) {
    #expect(evaluate(program.source) == program.result)
  }

  @Test(
    "about regular expressions yield what the language says", arguments: Programs.regularExpressions
  )
  func regularExpressions(program: Programs.Program) {
    #expect(evaluate(program.source) == program.result)
  }

  @Test("about everything that is there yield what the language says", arguments: Programs.globals)
  func globals(program: Programs.Program) {
    #expect(evaluate(program.source) == program.result)
  }
}
