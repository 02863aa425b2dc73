/// The operation of an instruction on the stack of values. An instruction is a word with the opcode
/// in its lowest 8 bits and an operand in the others. Some instructions have a second word.
///
/// Comments show the top of the stack before and after.
enum Opcode: UInt8 {
  // MARK: Constants and the stack

  case undefined, null, `true`, `false`, empty
  /// Operand: the number itself, with its sign.
  case integer
  /// Operand: index into the numbers.
  case number
  /// Operand: index into the strings.
  case string
  case pop, duplicate
  /// a b → a b a b
  case duplicateTwo
  /// a b → b a
  case swap
  /// a b c → c a b
  case rotateThree
  /// a b c d → d a b c
  case rotateFour

  // MARK: Variables

  /// Operand: the local variable. `set` keeps the value on the stack, and `store` doesn't.
  case getLocal, setLocal, storeLocal, getLocalChecked, setLocalChecked, clearLocal
  /// Operand: 65536 · hops + slot.
  case getOuter, setOuter, storeOuter, getOuterChecked, setOuterChecked
  /// Operand: index into the names of globals.
  case getGlobal, typeofGlobal, setGlobal, softGlobal
  /// Operand: index into the strings.
  case getNamed, typeofNamed, setNamed, deleteNamed, declareVariable, throwConstant
  /// Operand: number of variables.
  case pushEnvironment
  case popEnvironment, copyEnvironment

  // MARK: Properties

  /// Operand: index into the strings. o → v
  case getMember
  /// o → o v
  case getMemberKeeping
  /// o → f o
  case getMethod
  /// o v → v
  case setMember
  case deleteMember
  /// o k → v
  case getIndex
  /// o k → o k v, with k as a key
  case getIndexKeeping
  /// o k → f o
  case getIndexMethod
  /// o k v → v
  case setIndex
  case deleteIndex
  /// Operand: index into the strings. o v → o
  case defineMember
  /// o k v → o
  case defineIndex, defineGetter, defineSetter
  /// o p → o
  case setPrototype
  /// o v → o
  case spreadInto
  /// v → k
  case toKey
  /// Operand: expected number of properties.
  case newObject
  /// Operand: number of elements on the stack.
  case newArray
  /// a v → a
  case append, appendSpread
  case appendHole
  /// Operand: index into the program's templates.
  case templateObject
  /// Operand: the index of the pattern in the strings, which is followed by the index of its flags.
  case regularExpression

  // MARK: Operators

  case add, subtract, multiply, divide, remainder, power
  case shiftLeft, shiftRight, shiftRightUnsigned, and, or, xor
  case equal, notEqual, strictEqual, strictNotEqual
  case less, greater, lessEqual, greaterEqual, instanceof, `in`
  case plus, minus, not, complement, typeof
  case increment, decrement
  /// Operand: the local variable. Nothing is left on the stack.
  case incrementLocal, decrementLocal
  case toNumeric
  /// Operand: number of values. They become strings, joined.
  case concatenate

  // MARK: Jumps; operand: the target

  case jump, jumpIfFalse, jumpIfTrue
  /// Jumps and keeps the value if it is falsy, truthy, not nullish, or not undefined; otherwise
  /// drops it.
  case jumpIfFalseKeeping, jumpIfTrueKeeping, jumpIfPresentKeeping, jumpIfDefinedKeeping
  /// If the value is nullish: v → undefined, and jumps.
  case jumpIfAbsent
  /// Jumps backwards; the second word is the number of instructions of the loop.
  case loop
  /// a b →; jumps unless a < b, and so on.
  case jumpUnlessLess, jumpUnlessGreater, jumpUnlessLessEqual, jumpUnlessGreaterEqual
  case jumpUnlessEqual, jumpUnlessNotEqual, jumpUnlessStrictEqual, jumpUnlessStrictNotEqual

  // MARK: Functions

  /// Operand: index into the functions.
  case closure
  /// Operand: number of arguments. f this a… → v
  case call, new
  /// f this array → v
  case callSpread, newSpread
  /// Operand: number of arguments; the second word is the site. f this a… → v
  case callEval
  case `return`
  case `throw`
  case this
  /// Like the opcode above, but passes an empty value for the global object, which isn't created
  /// for it.
  case passThis
  case callee, newTarget, arguments
  /// Operand: the first argument.
  case restArray

  // MARK: Exceptions and iteration

  /// Operand: the position at which to continue, with the thrown value on the stack.
  case pushHandler
  case popHandler
  /// o → iterator
  case enumerate, iterate
  /// Operand: the local variable with the iterator. The second word is the position at which to
  /// continue at the end.
  case nextKey, nextValue
  /// Operand: likewise. Pushes the next value, `undefined` at the end.
  case iteratorStep
  /// Pushes an array of the rest.
  case iteratorRest
  case requireObject
  /// Operand: n. o k… → object without these keys
  case copyRest
}

extension BinaryOperator {
  /// The instruction that performs the operation.
  var opcode: Opcode {
    switch self {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .remainder: .remainder
    case .power: .power
    case .shiftLeft: .shiftLeft
    case .shiftRight: .shiftRight
    case .shiftRightUnsigned: .shiftRightUnsigned
    case .and: .and
    case .or: .or
    case .xor: .xor
    case .equal: .equal
    case .notEqual: .notEqual
    case .strictEqual: .strictEqual
    case .strictNotEqual: .strictNotEqual
    case .less: .less
    case .greater: .greater
    case .lessEqual: .lessEqual
    case .greaterEqual: .greaterEqual
    case .instanceof: .instanceof
    case .in: .in
    }
  }
}
