import TestSupport
import Testing

@testable import AnimCore
@testable import Viewer
@testable import X11Viewer

@Suite("The end of the process, independent of its main thread")
struct EndPolicyTests {
  private let start = Timestamp(seconds: 100)

  private func policy(timeout: Seconds? = nil, duration: Seconds? = nil) -> EndPolicy {
    EndPolicy(start: start, timeout: timeout, duration: duration)
  }

  /// A policy whose loop is running.
  private var running: EndPolicy {
    var policy = policy()
    policy.beginLoop(until: nil)
    return policy
  }

  /// Expects that it ends in this way `span` seconds after the start, and not before.
  private func expect(_ ending: EndPolicy.Ending, after span: Seconds, by policy: EndPolicy) {
    expectEqual(policy.deadline, start + span)
    #expect(policy.ending(at: start + (span - 1e-6)) == nil)
    expectEqual(policy.ending(at: start + span), ending)
  }

  @Test("it continues unless the end is requested")
  func nothing() {
    var policy = policy()
    #expect(policy.deadline == nil)
    policy.beginLoop(until: nil)
    #expect(policy.takeRequest(at: start) == nil)
    policy.endLoop()
    #expect(policy.ending(at: start + 1e6) == nil)
  }

  @Test("a signal ends it at once if the loop isn't running yet")
  func beforeTheLoop() {
    var policy = policy()
    policy.receive(15, at: start + 3)
    expect(.signal(15), after: 3, by: policy)
  }

  @Test("the loop has one second to answer a signal, counted from the first signal")
  func unanswered() {
    var policy = running
    policy.receive(1, at: start + 3)
    policy.receive(15, at: start + 3.5)
    expect(.signal(1), after: 4, by: policy)
  }

  @Test("the loop receives a signal once, and then has ten seconds for its reports")
  func answered() {
    var policy = running
    policy.receive(2, at: start + 3)
    expectEqual(policy.takeRequest(at: start + 3.5), 2)
    #expect(policy.takeRequest(at: start + 3.5) == nil)
    policy.endLoop()
    expect(.signal(2), after: 13.5, by: policy)
  }

  @Test("a second signal shortens the time for reports to a second")
  func impatience() {
    var policy = running
    policy.receive(2, at: start + 3)
    expectEqual(policy.takeRequest(at: start + 3), 2)
    policy.endLoop()
    policy.receive(2, at: start + 5)
    expect(.signal(2), after: 6, by: policy)
    // Another signal never gives it more time.
    policy.receive(2, at: start + 5.9)
    expect(.signal(2), after: 6, by: policy)
  }

  @Test("a signal after the end of the run leaves a second for its reports")
  func whileLeaving() {
    var policy = running
    policy.endLoop()
    policy.receive(15, at: start + 3)
    expect(.signal(15), after: 4, by: policy)
  }

  @Test("--timeout ends it in every phase")
  func timeout() {
    var policy = policy(timeout: 5)
    expect(.timeout, after: 5, by: policy)
    policy.beginLoop(until: nil)
    expect(.timeout, after: 5, by: policy)
    policy.endLoop()
    expect(.timeout, after: 5, by: policy)
  }

  @Test("--duration that passes before the server has answered is a failure")
  func durationWithoutAnswer() {
    expect(.noAnswer, after: 3, by: policy(duration: 2))
  }

  @Test("--duration counts from the start of the loop, and ends a loop that is stuck")
  func durationOfLoop() {
    var policy = policy(duration: 2)
    policy.beginLoop(until: start + 7)
    expect(.duration, after: 8, by: policy)
  }

  @Test("--duration doesn't shorten the time for reports")
  func durationWhileLeaving() {
    var policy = policy(duration: 2)
    policy.beginLoop(until: start + 2)
    policy.endLoop()
    #expect(policy.deadline == nil)
    #expect(policy.ending(at: start + 100) == nil)
  }
}
