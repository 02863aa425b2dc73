final class CompiledProgram { var globalNames: [StringID] = []; var usesEval = false }
enum CodeForm { case program, expression }
func compile(_ s: [UInt16], form: CodeForm, result: StringID?, names: NameTable, limits: ScriptLimits) throws(ScriptError) -> CompiledProgram { CompiledProgram() }
extension NameTable { func text(_ id: StringID) -> String { String(decoding: UnsafeBufferPointer(start: record(id).units, count: record(id).count), as: UTF16.self) } }
