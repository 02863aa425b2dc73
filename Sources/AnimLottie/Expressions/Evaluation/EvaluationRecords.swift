import AnimScript

/// The last results of expressions, with everything that the evaluations read of the frame.
///
/// An evaluation with the same inputs has the same result. If all values that it read are
/// unchanged, its result is known. If an expression read nothing that changes, its result is known
/// for all frames. Using a record doesn't change the result: steps and memory are counted as if the
/// expression were evaluated, and its inputs are read again in the same order.
///
/// Expressions that read the time, random numbers or texts aren't recorded, and neither are
/// failures.
final class EvaluationRecords {
  struct Record {
    fileprivate var reads: UnsafeMutablePointer<EvaluationRead>?
    fileprivate var capacity = 0
    fileprivate(set) var readCount = 0
    /// The result, which is unknown until the expression is evaluated.
    fileprivate(set) var result = ExpressionResult.unknown
    fileprivate(set) var usage = ScriptUsage()
    /// The number of nested repetitions of reads, during which the reads must not change.
    fileprivate(set) var repetitions = 0

    subscript(index: Int) -> UnsafePointer<EvaluationRead> {
      UnsafePointer(reads.unsafelyUnwrapped + index)
    }
  }

  private let records: UnsafeMutablePointer<Record>
  private let count: Int
  /// The reads of the current evaluations, innermost last.
  @exclusivity(unchecked) private var reads: UnsafeMutablePointer<EvaluationRead>
  @exclusivity(unchecked) private(set) var readCount = 0

  /// The maximum number of reads of a record. Comparing more could take longer than evaluating the
  /// expression.
  private static let maximumReads = 64
  private static let capacity = 4096

  init(count: Int) {
    self.count = count
    records = .allocate(capacity: max(count, 1))
    records.initialize(repeating: Record(), count: count)
    reads = .allocate(capacity: Self.capacity)
  }

  deinit {
    for index in 0..<count { records[index].reads?.deallocate() }
    records.deinitialize(count: count)
    records.deallocate()
    reads.deallocate()
  }

  /// Returns the record of an expression, or `nil` if it wasn't evaluated yet or can't be repeated.
  @inline(__always)
  func record(of id: ExpressionID) -> UnsafePointer<Record>? {
    if case .unknown = records[id].result { return nil }
    return UnsafePointer(records + id)
  }

  func beginRepetition(of id: ExpressionID) { records[id].repetitions += 1 }
  func endRepetition(of id: ExpressionID) { records[id].repetitions -= 1 }

  // MARK: - Recording

  /// Records the reads of an evaluation, starting at index `first`.
  ///
  /// - Returns: `false` if there isn't enough room.
  @inline(__always)
  func add(_ read: EvaluationRead, first: Int) -> Bool {
    // The components of a vector are often read consecutively.
    if readCount > first, reads[readCount - 1].source == read.source { return true }
    guard readCount < Self.capacity else { return false }
    (reads + readCount).initialize(to: read)
    readCount += 1
    return true
  }

  /// Removes the reads starting at `first`, and stores them with the result if there is one.
  func end(_ id: ExpressionID, first: Int, keeping kept: (ExpressionResult, ScriptUsage)?) {
    let count = readCount - first
    readCount = first
    guard let (result, usage) = kept, count <= Self.maximumReads else { return }
    let record = records + id
    guard record.pointee.repetitions == 0 else { return }
    if count > record.pointee.capacity {
      record.pointee.reads?.deallocate()
      var capacity = 4
      while capacity < count { capacity *= 2 }
      record.pointee.reads = .allocate(capacity: capacity)
      record.pointee.capacity = capacity
    }
    record.pointee.reads?.update(from: reads + first, count: count)
    record.pointee.readCount = count
    record.pointee.result = result
    record.pointee.usage = usage
  }
}

/// A value that an evaluation has read during a frame.
struct EvaluationRead {
  let source: Source
  let value: Components
  /// The usage of the evaluation before it requested the result of another expression.
  let usage: ScriptUsage

  enum Source {
    /// The current value of a property without its expression. The evaluator retains the property.
    case property(Unmanaged<StoredProperty>)
    /// The current result of an expression.
    case expression(ExpressionID)
    /// Whether a layer is currently visible, as 0 or 1, by its index in ``ExpressionModel/layers``.
    case activity(layer: Int)

    static func == (a: Source, b: Source) -> Bool {
      switch (a, b) {
      case (.property(let a), .property(let b)): a.toOpaque() == b.toOpaque()
      case (.expression(let a), .expression(let b)): a == b
      case (.activity(let a), .activity(let b)): a == b
      default: false
      }
    }
  }

  init(_ value: Components, of source: Source, after usage: ScriptUsage = ScriptUsage()) {
    self.source = source
    self.value = value
    self.usage = usage
  }
}

extension Components {
  /// Returns whether two values have the same bits, so that an evaluation can't distinguish them.
  @inline(__always)
  func isSame(as other: Components) -> Bool {
    let bits = unsafeBitCast(values, to: SIMD4<UInt64>.self)
    return bits == unsafeBitCast(other.values, to: SIMD4<UInt64>.self) && count == other.count
      && isNumber == other.isNumber
  }
}
