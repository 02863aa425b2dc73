/// The operation of an instruction on the stack of values. An instruction is a word with the opcode
/// in its lowest 8 bits and an operand in the others. Some instructions have a second word.
///
/// Rare operations share an opcode for each group, so that the interpreter's loop stays small. The
/// lowest 6 bits of the operand are the operation, and the others are the operand of the operation.
///
/// Comments show the top of the stack before and after.
enum Opcode: UInt8 {
  /// Operand: an operation of the group.
  case name, literal, arithmetic, iteration

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
  case getGlobal
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
  /// o k → v
  case getIndex
  /// o k → o k v, with k as a key
  case getIndexKeeping
  /// o k → f o
  case getIndexMethod
  /// o k v → v
  case setIndex
  /// Operand: number of elements on the stack.
  case newArray

  // MARK: Operators

  case add, subtract, multiply, divide
  case equal, notEqual, strictEqual, strictNotEqual
  case less, greater, lessEqual, greaterEqual
  case minus, not
  /// Operand: the local variable. Nothing is left on the stack.
  case incrementLocal, decrementLocal

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

  // MARK: Exceptions

  /// Operand: the position at which to continue, with the thrown value on the stack.
  case pushHandler
  case popHandler
}

/// Accesses to variables by name, except the reading of a global variable. The operand is an index
/// into the names of globals or, after the first three, into the strings.
enum NameOperation: UInt8 {
  case typeofGlobal, setGlobal, softGlobal
  case getNamed, typeofNamed, setNamed, deleteNamed, declareVariable, throwConstant
}

/// Operations that create an object or text, add to an object, or remove something from it.
enum LiteralOperation: UInt8 {
  /// Operand: index into the strings. o → v
  case deleteMember
  /// o k → v
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
  /// Operand: expected number of properties, at most ``maximumProperties``.
  case newObject
  /// a v → a
  case append, appendSpread
  case appendHole
  /// Operand: index into the program's templates.
  case templateObject
  /// Operand: the index of the pattern in the strings, which is followed by the index of its flags.
  case regularExpression
  /// Operand: n. o k… → object without these keys
  case copyRest
  /// Operand: number of values. They become strings, joined.
  case concatenate

  /// The largest number of properties for which a new object reserves memory.
  static let maximumProperties = 8
}

/// Operators that are rare in expressions.
enum ArithmeticOperation: UInt8 {
  case remainder, power
  case shiftLeft, shiftRight, shiftRightUnsigned, and, or, xor
  case instanceof, `in`
  case plus, complement, typeof
  case increment, decrement
  case toNumeric
}

/// Operations of loops over values or names, and of patterns.
enum IterationOperation: UInt8 {
  /// o → iterator
  case enumerate, iterate
  /// Operand: the local variable with the iterator. The second word is the position at which to
  /// continue at the end.
  case nextKey, nextValue
  /// Operand: likewise. Pushes the next value, `undefined` at the end.
  case iteratorStep
  /// Operand: likewise. Pushes an array of the rest.
  case iteratorRest
  case requireObject
}
