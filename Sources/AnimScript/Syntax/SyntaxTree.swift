/// An index into the nodes of a tree. −1 isn't a node.
typealias NodeID = Int32

/// A node of a syntax tree. The meaning of its fields depends on its kind. A list consists of
/// `count` entries of the tree's `lists`, starting at `list`.
struct Node {
  enum Kind: UInt8 {
    // MARK: Expressions

    /// a: index into the tree's numbers.
    case number
    /// name.
    case string
    /// A list of strings and, between them, expressions.
    case template
    /// a: the tag. A list as of `template`, whose strings have their raw text in a and are
    /// undefined if flagged.
    case taggedTemplate
    /// name; a: variable, or −1 if it isn't declared in the text; flagged if the variable may not
    /// be initialised yet.
    case identifier
    /// a: The variable, if functions inside this one use it, otherwise −1.
    case this
    case null, `true`, `false`
    /// A list with holes and `spread`.
    case array
    case hole
    /// A list of `property` and `spread`.
    case object
    /// op: a ``PropertyKind``; a: key, a string, number or any expression if flagged; b: value.
    case property
    /// a: function.
    case function
    /// a: object; name.
    case member
    /// a: object, b: key.
    case index
    /// a: callee; a list of arguments; flagged if written `eval(…)`, then b: `this`.
    case call
    /// a: callee; a list of arguments.
    case new
    /// op: a ``UnaryOperator``; a.
    case unary
    /// op: 1 or −1 as 0; flagged if before its operand; a.
    case update
    /// op: a ``BinaryOperator``; a, b.
    case binary
    /// op: a ``LogicalOperator``; a, b.
    case logical
    /// a: target, b: value; op: 255, or the ``BinaryOperator`` of a compound assignment.
    case assign
    /// a: test, b, c.
    case conditional
    /// A list.
    case sequence
    /// a.
    case spread
    /// name: pattern; a: flags.
    case regularExpression
    case newTarget
    /// a: the chain, which members and calls with the flag `isOptional` can end.
    case optionalChain

    // MARK: Patterns

    /// A list of targets, holes, `defaulted` and `rest`.
    case arrayPattern
    /// A list of `property` with a target as value, and `rest`.
    case objectPattern
    /// a: target, b: value.
    case defaulted
    /// a: target.
    case rest

    // MARK: Statements

    /// A list of `declarator`; op: a ``DeclarationKind``.
    case declaration
    /// a: target; b: value or −1.
    case declarator
    /// a: function; b: variable, or −1 if global; c: variable that gets the value too, in sloppy
    /// mode (−1 none, −2 a global one).
    case functionDeclaration
    /// a: variable; b: class.
    case expression
    /// A list; scope.
    case block
    /// a: test, b, c or −1.
    case `if`
    /// a: initialisation, b: test, c: update, each or −1; d: body; scope.
    case `for`
    /// a: declaration or target, b: object, c: body; scope.
    case forIn
    case forOf
    /// a: test, b: body.
    case `while`
    /// a: test, b: body.
    case doWhile
    /// a or −1.
    case `return`
    /// a.
    case `throw`
    /// a: block, b: parameter or −1, c: block of catch or −1, d: of finally or −1; scope: of catch.
    case `try`
    /// a: value; a list of `switchCase`; scope.
    case `switch`
    /// a: test, or −1 for default; a list of statements.
    case switchCase
    /// name: the label, or the empty name.
    case `break`
    case `continue`
    /// name; a: statement.
    case labeled
    case empty
  }

  var kind: Kind
  var op: UInt8 = 0
  var isFlagged = false
  /// Whether the node is in parentheses.
  var isParenthesized = false
  /// Whether an optional chain may end before it.
  var isOptional = false
  var position: Int32
  var name: StringID = 0
  var a: Int32 = -1
  var b: Int32 = -1
  var c: Int32 = -1
  var d: Int32 = -1
  var list: Int32 = 0
  var count: Int32 = 0
  var scope: Int32 = -1

  init(_ kind: Kind, at position: Int) {
    self.kind = kind
    self.position = Int32(position)
  }
}

enum PropertyKind: UInt8 { case value, getter, setter, shorthand, method }

enum DeclarationKind: UInt8 { case `var`, `let`, const }

enum UnaryOperator: UInt8 { case plus, minus, not, complement, typeof, void, delete }

enum LogicalOperator: UInt8 { case and, or, nullish }

enum BinaryOperator: UInt8 {
  case add, subtract, multiply, divide, remainder, power
  case shiftLeft, shiftRight, shiftRightUnsigned, and, or, xor
  case equal, notEqual, strictEqual, strictNotEqual
  case less, greater, lessEqual, greaterEqual, instanceof, `in`
}

/// A scope in which names are declared.
struct Scope {
  enum Kind: UInt8 { case program, function, block, `switch`, `catch` }

  var kind: Kind
  var parent: Int32
  var function: Int32
  var names = NameMap<Int32>()
  /// The names of `var` declarations in this scope and in inner blocks, which lexical declarations
  /// must not repeat.
  var varNames = NameMap<Void>()
  var variables: [Int32] = []
  /// The start of the scope's references among those of the parser. It includes references of inner
  /// scopes that these don't declare.
  var firstReference: Int
  /// Declarations of functions, which have their values from the beginning.
  var functions: [NodeID] = []
  var usesEval = false
  /// Whether the parameter of `catch` is a plain name, which `var` may repeat.
  var hasSimpleParameter = false
  /// Whether a closure or `eval` uses variables of this scope, so that they are in the heap.
  var hasEnvironment = false
  var environmentSize = 0
}

/// A use of a name, until its declaration is found.
struct Reference {
  var node: NodeID
  var name: StringID
  /// Whether a function lies between the use and the scope that has this reference.
  var isFromInner: Bool
}

struct Variable {
  enum Kind: UInt8 {
    case `var`, `let`, const, parameter, function, catchParameter
    /// The name of a function expression, for itself.
    case selfName
    case arguments, this
  }

  var name: StringID
  var kind: Kind
  var scope: Int32
  var isCaptured = false
  /// Whether some use of it has to see whether it is initialised.
  var isChecked = false
  /// The position in the text at which the name is initialised.
  var position: Int32 = 0
  /// The index of the variable among the local variables or, if it is captured, in the environment.
  var slot: Int32 = -1

  /// Whether the variable has no value before its declaration is executed.
  var isLexical: Bool { kind == .let || kind == .const }
}

/// A function in the text, or the program itself.
struct FunctionSyntax {
  var name: StringID = Name.empty
  var scope: Int32 = -1
  var parameters: [NodeID] = []
  var body: [NodeID] = []
  /// The expression after the arrow.
  var expressionBody: NodeID = -1
  var isArrow = false
  var isStrict = false
  /// Methods, getters and setters: not constructors.
  var isMethod = false
  var isExpression = false
  /// Whether every parameter is a plain name.
  var hasSimpleParameters = true
  var selfVariable: Int32 = -1
  var argumentsVariable: Int32 = -1
  var thisVariable: Int32 = -1
  var position: Int32 = 0
  var end: Int32 = 0
  /// The position at which the parameters end.
  var bodyPosition: Int32 = 0
  /// The number of parameters before the first with a default value.
  var length: Int32 = 0
}

/// A program as nodes, with its names resolved.
struct SyntaxTree {
  var nodes: [Node] = []
  var lists: [NodeID] = []
  var numbers: [Double] = []
  var scopes: [Scope] = []
  var variables: [Variable] = []
  var functions: [FunctionSyntax] = []
  /// Names that the program declares as properties of the global object, in order.
  var globalVariables: [StringID] = []
  /// References that nothing in the text declares.
  var freeReferences: [Reference] = []
}
