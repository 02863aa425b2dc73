import CLinux
import Glibc

/// A process that is created before this one gives up its rights, and keeps the rights to answer one kind of question.
///
/// It ends when this process ends: at once, or two seconds later if it is busy.
package final class Helper: Sendable {
  /// An answer, which may come with an open file.
  package struct Answer {
    package var bytes: [UInt8]
    /// The descriptor to send, or -1. The helper keeps its own.
    package var descriptor: Int32
    /// Whether the helper closes its own descriptor after sending it.
    package var closesDescriptor: Bool

    package init(_ bytes: [UInt8], descriptor: Int32 = -1, closesDescriptor: Bool = true) {
      (self.bytes, self.descriptor) = (bytes, descriptor)
      self.closesDescriptor = closesDescriptor
    }
  }

  /// The sockets that no thread is using. A thread takes one for a question and its answer.
  private let free: Monitor<[Int32]>
  private let sockets: [Int32]

  /// The maximum number of bytes in a question or an answer. Neither side trusts a length that the other sends.
  private static let limit = 1 << 28

  /// Creates the process. Call this while there is only one thread.
  ///
  /// - Parameters:
  ///   - channels: The number of questions that are answered at the same time.
  ///   - prepare: A closure that the new process calls first, which gives up the rights that it doesn't need.
  ///   - answer: A closure that the new process calls with each question, on one thread per channel. The threads start
  ///     with the first question.
  package init(
    channels: Int = 1, prepare: () -> Void = {},
    answer: @escaping @Sendable ([UInt8]) -> Answer
  ) throws(SystemError) {
    var (local, remote): ([Int32], [Int32]) = ([], [])
    for _ in 0..<channels {
      var ends: [Int32] = [-1, -1]
      guard clinux_socket_pair(&ends) == 0 else { throw SystemError(call: "socketpair") }
      local.append(ends[0])
      remote.append(ends[1])
    }
    sockets = local
    free = Monitor(local.reversed())
    defer { for socket in remote { close(socket) } }
    _ = try ForkedProcess.fork {
      for socket in local { close(socket) }
      // An interrupt from the terminal reaches only the other process, which may still send
      // requests while it ends.
      setpgid(0, 0)
      prepare()
      // Before the first question, threads would only slow down the start of the other process.
      let first = remote[0]
      Self.wait(for: Int16(POLLIN), on: first)
      try? startThread { Self.end(after: first) }
      for socket in remote.dropFirst() {
        do throws(SystemError) {
          try startThread {
            Self.serve(socket, answer)
            // The next question fails instead of waiting.
            close(socket)
          }
        } catch {
          // A question there fails instead of waiting.
          close(socket)
        }
      }
      Self.serve(first, answer)
      _exit(0)
    }
  }

  /// The process ends without a request. A sandboxed process may not wait for it.
  deinit { for socket in sockets { close(socket) } }

  /// Ends this process two seconds after the other end of a socket is closed, even if it is busy: opening a file of a
  /// disk that has stopped waits forever. The kernel can't send a signal instead (PR_SET_PDEATHSIG), as the locks of
  /// the other process refuse its signals.
  private static func end(after socket: Int32) -> Never {
    wait(for: 0, on: socket)
    sleep(2)
    _exit(0)
  }

  /// Waits for events of a socket, or for the end of its connection.
  private static func wait(for events: Int16, on socket: Int32) {
    var request = pollfd(fd: socket, events: events, revents: 0)
    while poll(&request, 1, -1) < 0, errno == EINTR {}
  }

  private static func serve(_ socket: Int32, _ answer: ([UInt8]) -> Answer) {
    while let question = read(from: socket)?.bytes {
      let answer = answer(question)
      let isSent = send(answer, to: socket)
      if answer.descriptor >= 0, answer.closesDescriptor { close(answer.descriptor) }
      guard isSent else { break }
    }
  }

  /// Returns the answer to a question, or `nil` if the process has ended.
  package func ask(_ question: [UInt8]) -> [UInt8]? {
    guard let (bytes, descriptor) = askForFile(question) else { return nil }
    if descriptor >= 0 { close(descriptor) }
    return bytes
  }

  /// Returns the answer to a question with the descriptor that came with it, or -1, or returns `nil` if the process has
  /// ended. The caller owns the descriptor.
  package func askForFile(_ question: [UInt8]) -> (bytes: [UInt8], descriptor: Int32)? {
    let socket = free.wait { $0.popLast() }
    defer { free.change { $0.append(socket) } }
    return Self.write(question, to: socket) ? Self.read(from: socket) : nil
  }

  private static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
    guard bytes.count <= limit else { return false }
    // Use one write for most questions, because each write wakes the other process.
    let count = UInt32(bytes.count)
    let message = withUnsafeBytes(of: count) { Array($0) } + bytes
    do throws(FileDescriptor.Failure) {
      try FileDescriptor.write(message.span.bytes, to: socket)
    } catch {
      return false
    }
    return true
  }

  private static func send(_ answer: Answer, to socket: Int32) -> Bool {
    guard answer.descriptor >= 0 else { return write(answer.bytes, to: socket) }
    guard answer.bytes.count <= limit else { return false }
    var count = UInt32(answer.bytes.count)
    // The descriptor belongs to the first byte, and the kernel takes four bytes at once.
    return clinux_send(socket, &count, 4, answer.descriptor) == 4
      && (try? FileDescriptor.write(answer.bytes.span.bytes, to: socket)) != nil
  }

  /// Reads a question or an answer, and the descriptor that was sent with it, or returns `nil` at the end.
  private static func read(from socket: Int32) -> (bytes: [UInt8], descriptor: Int32)? {
    var (count, descriptor): (UInt32, Int32) = (0, -1)
    let hasCount = withUnsafeMutableBytes(of: &count) { buffer in
      var received: Int
      repeat {
        received = clinux_receive(socket, buffer.baseAddress, buffer.count, &descriptor)
      } while received < 0 && errno == EINTR
      return received > 0
        && fill(UnsafeMutableRawBufferPointer(rebasing: buffer[received...]), from: socket)
    }
    var isComplete = hasCount && count <= limit
    var bytes: [UInt8] = []
    if isComplete, count > 0 {
      bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
        isComplete = fill(UnsafeMutableRawBufferPointer(buffer), from: socket)
        filled = isComplete ? Int(count) : 0
      }
    }
    if isComplete { return (bytes, descriptor) }
    if descriptor >= 0 { close(descriptor) }
    return nil
  }

  private static func fill(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Bool
  {
    var count = 0
    while count < buffer.count, let base = buffer.baseAddress {
      let result = Glibc.read(descriptor, base + count, min(buffer.count, limit) - count)
      if result < 0, errno == EINTR { continue }
      guard result > 0 else { return false }
      count += result
    }
    return true
  }
}
