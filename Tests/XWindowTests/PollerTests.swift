import Foundation
import Glibc
import TestSupport
import Testing

@testable import XWindow

@Suite("Waiting for several sources", .serialized)
struct PollerTests {
  @Test("each source is reported alone")
  func sources() throws {
    let pipes = try (0..<7).map { _ in try TestPipe() }
    for index in pipes.indices {
      var poller = Poller(
        timer: pipes[0].output, connection: pipes[1].output, continuations: pipes[6].output)
      #expect(poller.requests == -1 && poller.clockSteps == -1)
      poller.requests = pipes[2].output
      poller.clockSteps = pipes[3].output
      #expect(poller.changes == -1 && poller.background == -1)
      poller.changes = pipes[4].output
      poller.background = pipes[5].output
      let nothing = poller.look()
      #expect(!nothing.requests && !nothing.clockSteps)
      #expect(!nothing.changes && !nothing.background)
      pipes[index].fill()
      let ready = poller.look()
      expectEqual(ready.requests, (index == 2))
      expectEqual(ready.clockSteps, (index == 3))
      expectEqual(ready.changes, (index == 4))
      expectEqual(ready.background, (index == 5))
      expectEqual(ready.continuations, (index == 6))
      // The timer and the others end a sleep. Events do if they are listened to.
      _ = poller.wait(listening: true)
      var byte: UInt8 = 0
      _ = read(pipes[index].output, &byte, 1)
    }
  }

  @Test("without listening, events do not end the sleep, but the end of the connection does")
  func unheard() throws {
    let connection = try TestPipe()
    let other = try TestPipe()
    connection.fill()
    var poller = Poller(timer: other.output, connection: connection.output)
    Thread.detachNewThread { [input = other.input] in
      usleep(50_000)
      _ = write(input, "x", 1)
    }
    _ = poller.wait(listening: false)
    #expect(isReadable(other.output))
    var ends: [Int32] = [0, 0]
    expectEqual(pipe(&ends), 0)
    close(ends[1])
    poller = Poller(timer: -1, connection: ends[0])
    _ = poller.wait(listening: false)
    close(ends[0])
  }
}
