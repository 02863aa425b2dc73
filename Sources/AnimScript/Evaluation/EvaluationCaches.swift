/// Compiled code that an evaluation reuses: texts of `eval`, regular expressions, and the arrays of
/// tagged templates. Except for some texts, it is discarded after the evaluation.
struct EvaluationCaches {
  /// Programs of `eval`, whose functions may be called until the evaluation ends.
  private var programs: [CompiledProgram] = []
  private var texts = TextCache()
  private var templates: [TemplateKey: ObjectID] = [:]
  private var patterns: [RegularExpressionProgram] = []
  /// The indices of patterns, by the names of their texts and flags.
  private var patternIndices: [UInt64: Int] = [:]
  /// The objects that are being converted to text, so that an object that contains itself doesn't
  /// recurse forever.
  private var joining: [ObjectID] = []

  fileprivate struct TemplateKey: Hashable {
    var program: ObjectIdentifier
    var index: Int
  }

  // MARK: - Evaluations

  /// The state of the evaluation around.
  struct Mark {
    fileprivate var programCount: Int
    fileprivate var patternCount: Int
    fileprivate var joiningCount: Int
    /// The tables, or `nil` while they are empty, which is nearly always the case.
    fileprivate var tables: Tables?
  }

  fileprivate struct Tables {
    var templates: [TemplateKey: ObjectID]
    var patternIndices: [UInt64: Int]
  }

  /// Begins an evaluation.
  mutating func begin() -> Mark {
    var mark = Mark(
      programCount: programs.count, patternCount: patterns.count, joiningCount: joining.count,
      tables: nil)
    if !templates.isEmpty || !patternIndices.isEmpty {
      mark.tables = Tables(templates: templates, patternIndices: patternIndices)
      templates = [:]
      patternIndices = [:]
    }
    return mark
  }

  /// Ends an evaluation.
  mutating func end(_ mark: Mark) {
    if programs.count > mark.programCount {
      programs.removeLast(programs.count - mark.programCount)
    }
    if patterns.count > mark.patternCount {
      patterns.removeLast(patterns.count - mark.patternCount)
    }
    if let tables = mark.tables {
      templates = tables.templates
      patternIndices = tables.patternIndices
    } else if !templates.isEmpty || !patternIndices.isEmpty {
      templates = [:]
      patternIndices = [:]
    }
    if joining.count > mark.joiningCount {
      joining.removeLast(joining.count - mark.joiningCount)
    }
  }

  // MARK: - Texts

  /// Returns the program of a text that was evaluated at this place before.
  func text(_ units: UnsafeBufferPointer<UInt16>, _ site: TextSite) -> TextCache.Entry? {
    texts.find(units, site)
  }

  /// Keeps the program of a text for later evaluations.
  ///
  /// - Returns: `false` if there is no room for it.
  mutating func addText(
    _ units: [UInt16], _ site: TextSite, _ program: CompiledProgram, heapUnits: Int
  ) -> Bool {
    texts.add(units, site, program, heapUnits: heapUnits)
  }

  /// Keeps the program of a text until the evaluation ends.
  mutating func keep(_ program: CompiledProgram) { programs.append(program) }

  // MARK: - Templates

  /// Returns the array of a tagged template, or `nil` if it hasn't been created.
  func template(_ program: CompiledProgram, _ index: Int) -> ObjectID? {
    templates[TemplateKey(program: ObjectIdentifier(program), index: index)]
  }

  mutating func addTemplate(_ array: ObjectID, _ program: CompiledProgram, _ index: Int) {
    templates[TemplateKey(program: ObjectIdentifier(program), index: index)] = array
  }

  // MARK: - Regular expressions

  func pattern(_ index: Int) -> RegularExpressionProgram { patterns[index] }

  /// Returns the index of a regular expression by the names of its text and its flags.
  func patternIndex(_ text: StringID, _ flags: StringID) -> Int? {
    patternIndices[UInt64(text) << 32 | UInt64(flags)]
  }

  /// - Returns: The index of the new pattern.
  mutating func addPattern(
    _ pattern: RegularExpressionProgram, _ text: StringID, _ flags: StringID
  ) -> Int {
    patterns.append(pattern)
    patternIndices[UInt64(text) << 32 | UInt64(flags)] = patterns.count - 1
    return patterns.count - 1
  }

  // MARK: - Joining

  /// Begins the conversion of an object to text.
  ///
  /// - Returns: `false` if it is being made already.
  mutating func beginJoining(_ object: ObjectID) -> Bool {
    if joining.contains(object) { return false }
    joining.append(object)
    return true
  }

  /// Ends the conversion that was started last.
  mutating func endJoining() { joining.removeLast() }
}
