/// A regular expression as code for a machine that backtracks to its last choice when it fails.
struct RegularExpressionProgram {
  enum Instruction {
    case character(UInt32)
    case any
    case inClass(Int)
    case jump(Int)
    /// Continues at the first instruction, and at the second if that fails.
    case split(Int, Int)
    /// Keeps the position as the beginning or the end of a group.
    case save(Int)
    case forget(Range<Int>)
    case reference(Int)
    case start, end, wordBoundary, noWordBoundary
    /// Sets the count of a loop to 0.
    case loopStart(Int)
    /// Begins a repetition, or leaves the loop for the instruction at `exit`.
    case loop(register: Int, minimum: Int, maximum: Int, isGreedy: Bool, exit: Int)
    /// Ends a repetition: goes back to the instruction `loop` at this index.
    case loopEnd(Int)
    /// Starts a lookaround, which `end` follows. Matches on either side of a position.
    case look(register: Int, isNegative: Bool, end: Int)
    case lookEnd(register: Int, isNegative: Bool)
    /// The instructions after it read towards the end of the text, or towards its start.
    case match
  }

  private(set) var code: [Instruction] = []
  /// Whether an instruction reads towards the start, by its index.
  private(set) var isBackward: [Bool] = []
  private(set) var registerCount = 0
  let classes: [CharacterClass]
  let groupCount: Int
  let names: [(name: [UInt16], group: Int)]
  let flags: PatternFlags
  private var direction = false

  init(_ units: [UInt16], flags: PatternFlags, depthLimit: Int) throws(PatternError) {
    var parser = PatternParser(units, flags: flags, depthLimit: depthLimit)
    let pattern = try parser.parse()
    self.flags = flags
    classes = parser.classes
    groupCount = parser.groupCount
    names = parser.names
    emit(pattern)
    add(.match)
  }

  private mutating func add(_ instruction: Instruction) {
    code.append(instruction)
    isBackward.append(direction)
  }

  private mutating func register() -> Int {
    registerCount += 2
    return registerCount - 2
  }

  private mutating func emit(_ pattern: Pattern) {
    switch pattern {
    case .empty: break
    case .character(let value): add(.character(value))
    case .anyCharacter: add(.any)
    case .characterClass(let index): add(.inClass(index))
    case .sequence(let list):
      for part in direction ? list.reversed() : list { emit(part) }
    case .alternatives(let list): emitAlternatives(list)
    case .group(let number, let inner):
      add(.save(2 * number + (direction ? 1 : 0)))
      emit(inner)
      add(.save(2 * number + (direction ? 0 : 1)))
    case .reference(let number): add(.reference(number))
    case .namedReference(let name):
      add(.reference(names.first { $0.name == name }?.group ?? 0))
    case .look(let inner, let isBehind, let isNegative):
      let register = register()
      let start = code.count
      add(.look(register: register, isNegative: isNegative, end: 0))
      let outer = direction
      direction = isBehind
      emit(inner)
      add(.lookEnd(register: register, isNegative: isNegative))
      direction = outer
      code[start] = .look(register: register, isNegative: isNegative, end: code.count)
    case .repetition(let inner, let minimum, let maximum, let isGreedy, let groups):
      let register = register()
      add(.loopStart(register))
      let start = code.count
      add(.loop(register: register, minimum: 0, maximum: 0, isGreedy: true, exit: 0))
      if !groups.isEmpty { add(.forget(groups)) }
      emit(inner)
      add(.loopEnd(start))
      code[start] = .loop(
        register: register, minimum: minimum, maximum: maximum, isGreedy: isGreedy,
        exit: code.count)
    case .start: add(.start)
    case .end: add(.end)
    case .wordBoundary: add(.wordBoundary)
    case .noWordBoundary: add(.noWordBoundary)
    }
  }

  private mutating func emitAlternatives(_ list: [Pattern]) {
    var jumps: [Int] = []
    for (index, alternative) in list.enumerated() {
      guard index < list.count - 1 else {
        emit(alternative)
        break
      }
      let split = code.count
      add(.split(0, 0))
      emit(alternative)
      jumps.append(code.count)
      add(.jump(0))
      code[split] = .split(split + 1, code.count)
    }
    for jump in jumps { code[jump] = .jump(code.count) }
  }
}

/// Searches a text for a regular expression.
struct Matcher {
  private let program: RegularExpressionProgram
  private let text: UnsafeBufferPointer<UInt16>
  /// The starts and ends of groups, or −1 for groups without a match. The first group is the entire
  /// match.
  private(set) var groups: [Int]
  private var registers: [Int]
  private var trail: [Entry] = []

  private struct Entry {
    enum Kind { case choice, group, register, look, negativeLook }
    var kind: Kind
    /// The instruction to continue at, or the group or register to restore.
    var target: Int
    var value: Int
  }

  init(_ program: RegularExpressionProgram, _ text: UnsafeBufferPointer<UInt16>) {
    self.program = program
    self.text = text
    groups = [Int](repeating: -1, count: 2 * (program.groupCount + 1))
    registers = [Int](repeating: 0, count: program.registerCount)
  }

  /// Returns whether the expression matches at a position.
  mutating func matches(at start: Int, _ context: NativeContext) throws(Exception) -> Bool {
    for index in groups.indices { groups[index] = -1 }
    trail.removeAll(keepingCapacity: true)
    var pc = 0
    var position = start
    var turns = 0
    while true {
      turns += 1
      if turns & 63 == 0 {
        try context.count(steps: 32)
        if trail.count > context.limits.heapBytes / 32 {
          throw Exception(reason: .limit(.heapBytes))
        }
      }
      var isMatching = true
      let isBackward = program.isBackward[pc]
      switch program.code[pc] {
      case .character(let wanted):
        if let (value, next) = read(position, isBackward), isSame(value, wanted) {
          position = next
          pc += 1
        } else {
          isMatching = false
        }
      case .any:
        if let (value, next) = read(position, isBackward),
          program.flags.isDotAll || value > 0xFFFF || !isLineEnd(UInt16(value))
        {
          position = next
          pc += 1
        } else {
          isMatching = false
        }
      case .inClass(let index):
        if let (value, next) = read(position, isBackward), isIn(program.classes[index], value) {
          position = next
          pc += 1
        } else {
          isMatching = false
        }
      case .jump(let target): pc = target
      case .split(let first, let second):
        trail.append(Entry(kind: .choice, target: second, value: position))
        pc = first
      case .save(let index):
        setGroup(index, position)
        pc += 1
      case .forget(let numbers):
        for number in numbers {
          setGroup(2 * number, -1)
          setGroup(2 * number + 1, -1)
        }
        pc += 1
      case .reference(let number):
        if let next = skipReference(number, position, isBackward) {
          position = next
          pc += 1
          try context.count(steps: (groups[2 * number + 1] - groups[2 * number]) / 16)
        } else {
          isMatching = false
        }
      case .start:
        isMatching =
          position == 0 || (program.flags.isMultiline && isLineEnd(text[position - 1]))
        pc += 1
      case .end:
        isMatching =
          position == text.count || (program.flags.isMultiline && isLineEnd(text[position]))
        pc += 1
      case .wordBoundary:
        isMatching = isWord(position - 1) != isWord(position)
        pc += 1
      case .noWordBoundary:
        isMatching = isWord(position - 1) == isWord(position)
        pc += 1
      case .loopStart(let register):
        setRegister(register, 0)
        pc += 1
      case .loop(let register, let minimum, let maximum, let isGreedy, let exit):
        let count = registers[register]
        if count < minimum {
          setRegister(register + 1, position)
          pc += 1
        } else if count >= maximum {
          pc = exit
        } else if isGreedy {
          trail.append(Entry(kind: .choice, target: exit, value: position))
          setRegister(register + 1, position)
          pc += 1
        } else {
          // The other choice starts a repetition.
          trail.append(Entry(kind: .choice, target: -pc - 1, value: position))
          pc = exit
        }
      case .loopEnd(let start):
        guard case .loop(let register, let minimum, _, _, _) = program.code[start] else { break }
        // A repetition beyond those required must not be empty.
        if registers[register] >= minimum, registers[register + 1] == position {
          isMatching = false
        } else {
          setRegister(register, registers[register] + 1)
          pc = start
        }
      case .look(let register, let isNegative, let end):
        setRegister(register + 1, position)
        setRegister(register, trail.count + 1)
        trail.append(
          Entry(kind: isNegative ? .negativeLook : .look, target: end, value: position))
        pc += 1
      case .lookEnd(let register, let isNegative):
        position = registers[register + 1]
        endLook(at: registers[register], isNegative)
        if isNegative { isMatching = false } else { pc += 1 }
      case .match:
        groups[0] = start
        groups[1] = position
        try context.count(steps: (turns & 63) / 2 + 1)
        return true
      }
      if !isMatching {
        guard let choice = goBack() else {
          try context.count(steps: (turns & 63) / 2 + 1)
          return false
        }
        (pc, position) = choice
      }
    }
  }

  private mutating func setGroup(_ index: Int, _ value: Int) {
    trail.append(Entry(kind: .group, target: index, value: groups[index]))
    groups[index] = value
  }

  private mutating func setRegister(_ index: Int, _ value: Int) {
    trail.append(Entry(kind: .register, target: index, value: registers[index]))
    registers[index] = value
  }

  /// Undoes everything since the last choice. Returns `nil` if there is no choice left.
  private mutating func goBack() -> (pc: Int, position: Int)? {
    while let entry = trail.popLast() {
      switch entry.kind {
      case .group: groups[entry.target] = entry.value
      case .register: registers[entry.target] = entry.value
      case .look: break
      case .negativeLook: return (entry.target, entry.value)
      case .choice:
        guard entry.target < 0 else { return (entry.target, entry.value) }
        let loop = -entry.target - 1
        if case .loop(let register, _, _, _, _) = program.code[loop] {
          setRegister(register + 1, entry.value)
        }
        return (loop + 1, entry.value)
      }
    }
    return nil
  }

  /// Ends a successful lookaround: its choices are discarded. Captures stay unless it is negative.
  private mutating func endLook(at height: Int, _ isNegative: Bool) {
    if isNegative {
      while trail.count >= height {
        let entry = trail.removeLast()
        if entry.kind == .group { groups[entry.target] = entry.value }
        if entry.kind == .register { registers[entry.target] = entry.value }
      }
    } else {
      var kept = height - 1
      for index in height..<max(trail.count, height) {
        let entry = trail[index]
        if entry.kind == .group || entry.kind == .register {
          trail[kept] = entry
          kept += 1
        }
      }
      trail.removeLast(trail.count - kept)
    }
  }

  // MARK: - Characters

  /// Returns the character before or after a position, and the position on its other side.
  private func read(_ position: Int, _ isBackward: Bool) -> (UInt32, Int)? {
    if isBackward {
      guard position > 0 else { return nil }
      let unit = UInt32(text[position - 1])
      if program.flags.isUnicode, unit & 0xFC00 == 0xDC00, position > 1,
        text[position - 2] & 0xFC00 == 0xD800
      {
        return (0x10000 + (UInt32(text[position - 2]) & 0x3FF) << 10 + unit & 0x3FF, position - 2)
      }
      return (unit, position - 1)
    }
    guard position < text.count else { return nil }
    let unit = UInt32(text[position])
    if program.flags.isUnicode, unit & 0xFC00 == 0xD800, position + 1 < text.count,
      text[position + 1] & 0xFC00 == 0xDC00
    {
      return (0x10000 + (unit & 0x3FF) << 10 + UInt32(text[position + 1]) & 0x3FF, position + 2)
    }
    return (unit, position + 1)
  }

  private func isWord(_ position: Int) -> Bool {
    guard position >= 0, position < text.count else { return false }
    return CharacterClass.words.contains(UInt32(text[position]))
  }

  private func isSame(_ a: UInt32, _ b: UInt32) -> Bool {
    a == b || (program.flags.ignoresCase && canonical(a) == canonical(b))
  }

  private func isIn(_ characters: CharacterClass, _ value: UInt32) -> Bool {
    var found = characters.contains(value)
    if !found, program.flags.ignoresCase {
      found = otherCases(value).contains { characters.contains($0) }
    }
    return found != characters.isNegated
  }

  /// Characters that are the same if case is ignored.
  private func otherCases(_ value: UInt32) -> [UInt32] {
    guard let scalar = Unicode.Scalar(value) else { return [] }
    let folded = canonical(value)
    let mappings = [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping]
    var result = mappings.compactMap { mapping -> UInt32? in
      guard mapping.unicodeScalars.count == 1 else { return nil }
      return mapping.unicodeScalars.first?.value
    }
    result.append(folded)
    return result.filter { canonical($0) == folded }
  }

  private func canonical(_ value: UInt32) -> UInt32 {
    if value < 128 {
      let isLower = value >= 0x61 && value <= 0x7A
      return isLower ? value - 0x20 : value
    }
    guard let scalar = Unicode.Scalar(value) else { return value }
    if program.flags.isUnicode {
      // Convert to lower case via upper case, which unites the same characters as simple folding.
      let upper = single(scalar.properties.uppercaseMapping) ?? value
      guard let scalar = Unicode.Scalar(upper) else { return upper }
      let folded = single(scalar.properties.lowercaseMapping) ?? upper
      return folded < 128 && folded >= 0x61 && folded <= 0x7A ? folded - 0x20 : folded
    }
    guard let upper = single(scalar.properties.uppercaseMapping), upper >= 128, upper <= 0xFFFF
    else { return value }
    return upper
  }

  private func single(_ text: String) -> UInt32? {
    text.unicodeScalars.count == 1 ? text.unicodeScalars.first?.value : nil
  }

  private func skipReference(_ number: Int, _ position: Int, _ isBackward: Bool) -> Int? {
    let (start, end) = (groups[2 * number], groups[2 * number + 1])
    guard start >= 0, end >= 0 else { return position }
    let count = end - start
    let first = isBackward ? position - count : position
    guard first >= 0, first + count <= text.count else { return nil }
    for offset in 0..<count
    where !isSame(UInt32(text[start + offset]), UInt32(text[first + offset])) {
      return nil
    }
    return isBackward ? first : first + count
  }
}
