/// The running script, and the known values of names that it doesn't declare: those of its
/// vocabulary, the host's values, and the global object.
struct Globals {
  /// The script and its vocabulary. The caller of the evaluation keeps them alive.
  private(set) unowned(unsafe) var script: Script? = nil
  /// The positions of the vocabulary; see ``Vocabulary/positions``.
  private var positions: UnsafeMutablePointer<Int32>? = nil
  private var identityEnd: StringID = 0
  /// The global object of the evaluation, or 0 until it is first needed.
  var object: ObjectID = 0
  /// The host's values of global names that were requested, by the number of the name. They are on
  /// the stack, unless there are very many.
  private var values: UnsafeMutablePointer<Value>
  private var ownsValues = false

  /// The number of values on the stack. Further values are stored elsewhere.
  static let stackedCount = 256

  /// - Parameter values: The end of an empty list of values.
  init(_ values: UnsafeMutablePointer<Value>) { self.values = values }

  /// The state of the enclosing evaluation.
  struct Mark {
    fileprivate unowned(unsafe) var script: Script?
    fileprivate var object: ObjectID
    fileprivate var values: UnsafeMutablePointer<Value>
    fileprivate var ownsValues: Bool
  }

  /// Starts an evaluation.
  ///
  /// - Parameter values: Memory on the stack for the values of the script's globals, or `nil` if it
  ///   has none.
  mutating func begin(_ script: Script, _ values: UnsafeMutablePointer<Value>?) -> Mark {
    let mark = Mark(
      script: self.script, object: object, values: self.values, ownsValues: ownsValues)
    use(script)
    object = 0
    let count = script.program.globalNames.count
    self.values = values ?? .allocate(capacity: count)
    ownsValues = values == nil
    self.values.initialize(repeating: .empty, count: count)
    return mark
  }

  /// Ends an evaluation.
  mutating func end(_ mark: Mark) {
    if let script = mark.script {
      use(script)
    } else {
      script = nil
      identityEnd = 0
    }
    object = mark.object
    if ownsValues { values.deallocate() }
    values = mark.values
    ownsValues = mark.ownsValues
  }

  private mutating func use(_ script: Script) {
    self.script = script
    positions = script.vocabulary.positions
    identityEnd = script.vocabulary.identityEnd
  }

  // MARK: - The host's values

  /// Returns the value of a global name by its number, which is empty if the host wasn't asked for
  /// it.
  @inline(__always)
  subscript(slot: Int) -> Value {
    get { values[slot] }
    nonmutating set { values[slot] = newValue }
  }

  /// Returns the value of a name, or `nil` if the host hasn't been asked for it.
  func value(of name: StringID) -> Value? {
    guard let script, let index = script.program.globalNames.firstIndex(of: name),
      !values[index].isEmpty
    else { return nil }
    return values[index]
  }

  /// Forgets the host's value of a name that the global object now has.
  func forget(_ name: StringID) {
    guard let script, let index = script.program.globalNames.firstIndex(of: name) else { return }
    values[index] = .empty
  }

  // MARK: - The vocabulary

  /// Returns the position of a name in the vocabulary of the script, or −1 if it isn't in the
  /// vocabulary.
  @inline(__always)
  func vocabularyPosition(of name: StringID) -> Int {
    guard name < identityEnd, let positions else { return -1 }
    return Int(positions[Int(name)])
  }

  /// Returns the string at a position in the vocabulary of the script.
  func string(inVocabulary position: Int) -> Value {
    guard let script else { return .undefined }
    return .string(script.vocabulary.identities[position])
  }
}
