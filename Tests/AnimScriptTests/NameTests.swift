import TestSupport
import Testing

@testable import AnimScript

@Suite("The names of the language")
struct NameTests {
  @Test("have the numbers of their texts")
  func names() {
    for name in Name.allCases {
      expectEqual(NameTable.language.text(name.id), name.rawValue)
      expectEqual(Name(id: name.id), name)
    }
    #expect(Name(id: Name.empty) == nil)
    #expect(Name(id: Name.meta.id + 1) == nil)
    expectEqual(Name.strictReserved.lowerBound, Name.reserved.upperBound + 1)
  }

  @Test("are those of functions, which have the number of parameters that scripts see")
  func functions() throws {
    for group in NativeGroup.allCases {
      for (place, function) in group.functions.enumerated() {
        let native = NativeFunction(group, place)
        expectEqual(NameTable.language.text(native.name), function.name)
        expectEqual(native.length, function.length)
        expectEqual(NativeFunction(number: native.number).number, native.number)
      }
    }
    expectEqual(MathFunction(index: MathFunction.hypot.index), .hypot)
  }
}
