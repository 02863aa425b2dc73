/// The code of a function. Plain data, so that the interpreter reads it without counting
/// references. A ``CompiledProgram`` owns the memory that it points to.
struct FunctionCode {
  var code: UnsafeMutablePointer<UInt32>
  var codeCount: Int32 = 0
  var numbers: UnsafeMutablePointer<Double>
  var strings: UnsafeMutablePointer<StringID>
  var functions: UnsafeMutablePointer<UnsafeMutablePointer<FunctionCode>>
  /// Pairs of a code offset and the corresponding offset in the text, in order.
  var positions: UnsafeMutablePointer<SIMD2<Int32>>
  var positionCount: Int32 = 0
  /// The number of leading arguments that have a local variable.
  var parameterCount: Int32 = 0
  var localCount: Int32 = 0
  /// Values on the stack at a time, above the local variables.
  var stackSize: Int32 = 0
  /// The property `length`.
  var length: Int32 = 0
  var name: StringID = Name.empty
  var isStrict = false
  var isArrow = false
  var isConstructor = false
  /// Whether the function uses arguments beyond its parameters.
  var keepsArguments = false
  var program: Unmanaged<CompiledProgram>
}

/// A program as code. Nothing changes after it is made.
final class CompiledProgram {
  /// The names of globals, which instructions refer to by number.
  @exclusivity(unchecked) var globalNames: [StringID] = []
  @exclusivity(unchecked) var usesEval = false
  /// The scopes of `eval` calls, by the second word of the call.
  @exclusivity(unchecked) var evalSites: [EvalSite] = []
  /// The cooked and the raw strings of tagged templates. A cooked string may be missing.
  @exclusivity(unchecked) var templates: [[(cooked: StringID?, raw: StringID)]] = []
  @exclusivity(unchecked) private(set) var functions: [UnsafeMutablePointer<FunctionCode>] = []
  private let units: [UInt16]

  init(units: [UInt16]) { self.units = units }

  /// The program itself.
  var main: UnsafeMutablePointer<FunctionCode> { functions[0] }

  deinit {
    for function in functions {
      function.pointee.code.deallocate()
      function.pointee.numbers.deallocate()
      function.pointee.strings.deallocate()
      function.pointee.functions.deallocate()
      function.pointee.positions.deallocate()
      function.deallocate()
    }
  }

  func add(_ function: FunctionCode) -> UnsafeMutablePointer<FunctionCode> {
    let copy = UnsafeMutablePointer<FunctionCode>.allocate(capacity: 1)
    copy.initialize(to: function)
    functions.append(copy)
    return copy
  }

  func makeMain(_ function: UnsafeMutablePointer<FunctionCode>) {
    if let index = functions.firstIndex(of: function) { functions.swapAt(0, index) }
  }

  /// Returns the line and the column of an offset in the text.
  func lineAndColumn(of offset: Int) -> (line: Int, column: Int) {
    units.withUnsafeBufferPointer { units in
      Lexer(units, interner: EmptyInterner()).lineAndColumn(of: offset)
    }
  }
}

private final class EmptyInterner: Interner {
  func intern(_ units: UnsafeBufferPointer<UInt16>) throws(ScriptError) -> StringID { Name.empty }
}

/// The variables around a call of `eval`.
struct EvalSite {
  struct Binding {
    var hops: Int
    var slot: Int
    var isConstant: Bool
    var isChecked: Bool
    var isSilent: Bool
  }

  var names: [StringID: Binding] = [:]
  var isStrict = false
  var mayUseNewTarget = false
}

enum CodeForm { case program, expression, eval }

extension NameTable {
  func text(_ id: StringID) -> String {
    let record = record(id)
    return String(
      decoding: UnsafeBufferPointer(start: record.units, count: record.count), as: UTF16.self)
  }
}

extension NameTable: Interner {}

/// Compiles a program's text.
func compile(
  _ units: [UInt16], form: CodeForm, result: StringID?, names: some Interner,
  site: EvalSite? = nil, limits: ScriptLimits
) throws(ScriptError) -> CompiledProgram {
  let program = CompiledProgram(units: units)
  var outcome: Result<Void, ScriptError> = .success(())
  units.withUnsafeBufferPointer { buffer in
    do throws(ScriptError) {
      let parser = Parser(buffer, interner: names, limits: limits)
      let tree = try parser.parseProgram(
        form: form == .expression ? .expression : .program, isStrict: site?.isStrict ?? false)
      let builder = ProgramBuilder(tree, program, form: form, site: site)
      try builder.build(result: result)
    } catch {
      outcome = .failure(error)
    }
  }
  try outcome.get()
  return program
}
