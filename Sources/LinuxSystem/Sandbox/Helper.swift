import CLinux
import Glibc
import Synchronization

/// A process that was made before this one gave up its rights, and does for it the one thing that it was made for.
///
/// It answers one question after the other, and ends when nobody can ask any more.
package final class Helper: Sendable {
  /// Questions are asked, and answers read, with the lock.
  private let ends: Mutex<(questions: Int32, answers: Int32)>

  /// The most bytes of a question or an answer: neither side believes the other any number.
  private static let limit = 1 << 28

  /// Makes the process. To be called while there is only one thread.
  ///
  /// - Parameters:
  ///   - prepare: called by the new process at once: gives up what it does not need.
  ///   - answer: called by the new process with each question.
  package init(
    prepare: () -> Void = {}, answer: ([UInt8]) -> [UInt8]
  ) throws(SystemError) {
    var (questions, answers): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard clinux_pipe(&questions) == 0, clinux_pipe(&answers) == 0 else {
      throw SystemError(call: "pipe")
    }
    let pid = clinux_fork()
    if pid == 0 {
      close(questions[1])
      close(answers[0])
      // An interrupt from the terminal reaches only the other process, which may still ask while it ends.
      setpgid(0, 0)
      prepare()
      while let question = Self.read(from: questions[0]) {
        guard Self.write(answer(question), to: answers[1]) else { break }
      }
      _exit(0)
    }
    close(questions[0])
    close(answers[1])
    ends = Mutex((questions: questions[1], answers: answers[0]))
    if pid < 0 { throw SystemError(call: "fork") }
  }

  /// The process ends by itself, which may not be waited for here any more.
  deinit {
    ends.withLock { ends in
      close(ends.questions)
      close(ends.answers)
    }
  }

  /// The answer to a question; nil if the process has ended.
  package func ask(_ question: [UInt8]) -> [UInt8]? {
    ends.withLock { ends in
      Self.write(question, to: ends.questions) ? Self.read(from: ends.answers) : nil
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    guard bytes.count <= limit else { return false }
    let count = [UInt32(bytes.count)]
    do throws(FileDescriptor.Failure) {
      try FileDescriptor.write(count.span.bytes, to: descriptor)
      try FileDescriptor.write(bytes.span.bytes, to: descriptor)
    } catch {
      return false
    }
    return true
  }

  /// Reads a question or an answer; nil at the end.
  private static func read(from descriptor: Int32) -> [UInt8]? {
    var count: UInt32 = 0
    let hasCount = withUnsafeMutableBytes(of: &count) { fill($0, from: descriptor) }
    guard hasCount, count <= limit else { return nil }
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      isWhole = fill(UnsafeMutableRawBufferPointer(buffer), from: descriptor)
      filled = isWhole ? Int(count) : 0
    }
    return isWhole ? bytes : nil
  }

  private static func fill(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Bool
  {
    var count = 0
    while count < buffer.count, let base = buffer.baseAddress {
      let result = Glibc.read(descriptor, base + count, buffer.count - count)
      if result < 0, errno == EINTR { continue }
      guard result > 0 else { return false }
      count += result
    }
    return true
  }
}
