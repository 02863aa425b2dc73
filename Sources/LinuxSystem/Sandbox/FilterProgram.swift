import CLinux

/// A program for the kernel's packet filter. It is built from its end, because a step can only jump
/// to later steps, which exist by then.
///
/// Identical ends are shared: the kernel needs 1,400 instructions to translate a step in each
/// process that installs the program.
struct FilterProgram {
  /// A step that others can jump to, by the number of steps after it.
  struct Step: Equatable {
    fileprivate let following: Int
  }

  /// The outcome for a call.
  enum Action {
    case allow
    case fail(Int32)
  }

  /// A field of a call that a program sees (`struct seccomp_data`).
  enum Field {
    case number
    case processor
    /// The lower half of an argument, which comes first on the supported processors.
    case argument(Int)
  }

  enum Comparison: UInt16 {
    /// BPF_JMP | BPF_JEQ | BPF_K.
    case equals = 0x15
    /// BPF_JMP | BPF_JGE | BPF_K.
    case isAtLeast = 0x35
    /// BPF_JMP | BPF_JSET | BPF_K.
    case hasAny = 0x45
  }

  /// Numbers from the first one up to the next range, and the step to which they lead.
  struct Range {
    let first: UInt32
    let next: Step
  }

  /// The last step first.
  private var steps: [sock_filter] = []

  init() { steps.reserveCapacity(256) }

  var code: [sock_filter] { steps.reversed() }

  /// Adds a step that ends the program (BPF_RET | BPF_K).
  mutating func end(_ action: Action) -> Step {
    let value: UInt32 =
      switch action {
      case .allow: 0x7FFF_0000
      case .fail(let code): 0x0005_0000 | UInt32(code)
      }
    return add(0x06, value)
  }

  /// Adds a step that loads a field and continues with the previously added step (BPF_LD | BPF_W |
  /// BPF_ABS).
  mutating func load(_ field: Field) -> Step {
    let offset =
      switch field {
      case .number: 0
      case .processor: 4
      case .argument(let index): 16 + 8 * index
      }
    return add(0x20, UInt32(offset))
  }

  /// Adds a step that masks the loaded value and continues with the previously added step (BPF_ALU
  /// | BPF_AND | BPF_K).
  mutating func mask(_ bits: UInt32) -> Step { add(0x54, bits) }

  /// Adds a step that branches on the loaded value.
  mutating func test(
    _ comparison: Comparison, _ value: UInt32, then: Step, else other: Step
  ) -> Step {
    add(comparison.rawValue, value, distance(to: then), distance(to: other))
  }

  /// Adds steps that find the range of the loaded value, and continue with its step.
  ///
  /// The kernel runs the program once for every number, to find calls that need no check. A binary
  /// search skips half of the ranges at a time.
  mutating func find(in ranges: ArraySlice<Range>) -> Step {
    guard ranges.count > 1 else { return ranges[ranges.startIndex].next }
    let middle = ranges.startIndex + ranges.count / 2
    let upper = find(in: ranges[middle...])
    let lower = find(in: ranges[..<middle])
    return test(.isAtLeast, ranges[middle].first, then: upper, else: lower)
  }

  private mutating func add(
    _ code: UInt16, _ value: UInt32, _ then: UInt8 = 0, _ other: UInt8 = 0
  ) -> Step {
    steps.append(sock_filter(code: code, jt: then, jf: other, k: value))
    return Step(following: steps.count - 1)
  }

  /// Returns the number of steps to skip. It fits into the kernel's 8 bits for every table of calls.
  private func distance(to step: Step) -> UInt8 { UInt8(steps.count - 1 - step.following) }
}
