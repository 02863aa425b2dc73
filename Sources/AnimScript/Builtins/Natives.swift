/// The functions of an object of the language, in the order of their numbers. The raw value is the
/// name in scripts.
protocol NativeTable: RawRepresentable<String>, CaseIterable {
  /// The property `length`.
  var length: Int { get }
}

extension NativeTable {
  /// Creates the function with a number, which must be less than the number of functions. A case
  /// without an associated value is stored as its position in the list.
  @inline(__always)
  init(index: UInt8) { self = unsafeBitCast(index, to: Self.self) }

  /// The number of the function.
  var index: UInt8 { unsafeBitCast(self, to: UInt8.self) }

  fileprivate static var functions: [(name: String, length: Int)] {
    allCases.map { ($0.rawValue, $0.length) }
  }
}

/// The functions of the language, by the object that has them.
enum NativeGroup: UInt8, CaseIterable {
  case constructor, object, objectPrototype, functionPrototype, array, arrayPrototype
  case string, stringPrototype, number, numberPrototype, booleanPrototype, math, json
  case errorPrototype, global, regularExpressionPrototype, iteratorPrototype

  /// The names and the properties `length`, by number.
  var functions: [(name: String, length: Int)] {
    switch self {
    case .constructor: ConstructorFunction.functions
    case .object: ObjectFunction.functions
    case .objectPrototype: ObjectPrototypeFunction.functions
    case .functionPrototype: FunctionPrototypeFunction.functions
    case .array: ArrayFunction.functions
    case .arrayPrototype: ArrayPrototypeFunction.functions
    case .string: StringFunction.functions
    case .stringPrototype: StringPrototypeFunction.functions
    case .number: NumberFunction.functions
    case .numberPrototype: NumberPrototypeFunction.functions
    case .booleanPrototype: BooleanPrototypeFunction.functions
    case .math: MathFunction.functions
    case .json: JSONFunction.functions
    case .errorPrototype: [("toString", 0)]
    case .global: GlobalFunction.functions
    case .regularExpressionPrototype: RegularExpressionFunction.functions
    case .iteratorPrototype: [("next", 0)]
    }
  }
}

/// A function of the language: its group and its number there.
struct NativeFunction {
  private let group: NativeGroup
  private let index: UInt8

  init(_ group: NativeGroup, _ index: Int) {
    self.group = group
    self.index = UInt8(truncatingIfNeeded: index)
  }

  /// - Parameter number: The ``number`` of a function.
  @inline(__always)
  init(number: UInt32) {
    group = unsafeBitCast(UInt8(truncatingIfNeeded: number >> 8), to: NativeGroup.self)
    index = UInt8(truncatingIfNeeded: number)
  }

  /// Different for all functions.
  var number: UInt32 { UInt32(group.rawValue) << 8 | UInt32(index) }

  var name: StringID { Self.all[Int(group.rawValue)][Int(index)].name }
  /// The property `length`.
  var length: Int { Self.all[Int(group.rawValue)][Int(index)].length }

  private static let all: [[(name: StringID, length: Int)]] = NativeGroup.allCases.map { group in
    group.functions.map { (NameTable.language.intern(utf16Units(of: $0.name)), $0.length) }
  }

  /// Calls the function or, with `new`, creates an object with it.
  func call(
    _ this: Value, _ arguments: Arguments, isNew: Bool, in context: NativeContext
  ) throws(Exception) -> Value {
    switch group {
    case .math: return try MathFunctions(context).call(.init(index: index), arguments)
    case .constructor:
      return try ConstructorFunctions(context).call(.init(index: index), arguments, isNew: isNew)
    case .object:
      return try ObjectFunctions(context).call(ObjectFunction(index: index), arguments)
    case .objectPrototype:
      return try ObjectFunctions(context).call(
        ObjectPrototypeFunction(index: index), this, arguments)
    case .functionPrototype:
      return try ObjectFunctions(context).call(
        FunctionPrototypeFunction(index: index), this, arguments)
    case .array:
      return try ArrayFunctions(context).call(ArrayFunction(index: index), this, arguments)
    case .arrayPrototype:
      return try ArrayFunctions(context).call(
        ArrayPrototypeFunction(index: index), this, arguments)
    case .string:
      return try StringFunctions(context).call(StringFunction(index: index), arguments)
    case .stringPrototype:
      return try StringFunctions(context).call(
        StringPrototypeFunction(index: index), this, arguments)
    case .number:
      return try GlobalFunctions(context).call(NumberFunction(index: index), arguments)
    case .numberPrototype:
      return try GlobalFunctions(context).call(
        NumberPrototypeFunction(index: index), this, arguments)
    case .booleanPrototype:
      return try GlobalFunctions(context).call(BooleanPrototypeFunction(index: index), this)
    case .json: return try JSONFunctions(context).call(.init(index: index), arguments)
    case .errorPrototype: return try ConstructorFunctions(context).errorToString(this)
    case .global:
      return try GlobalFunctions(context).call(GlobalFunction(index: index), arguments)
    case .regularExpressionPrototype:
      return try RegularExpressionFunctions(context).call(.init(index: index), this, arguments)
    case .iteratorPrototype: return try ArrayFunctions(context).next(this)
    }
  }
}
