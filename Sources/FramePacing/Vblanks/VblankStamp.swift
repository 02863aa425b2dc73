import AnimCore

/// A display's report of one vblank, such as the Present extension's CompleteNotify.
package struct VblankStamp: Hashable, Sendable {
  /// Media stream counter: the number of the vblank.
  package var msc: Int64
  /// Unadjusted system time: the time of the vblank by the monotonic clock.
  package var ust: Timestamp

  package init(msc: Int64, ust: Timestamp) {
    self.msc = msc
    self.ust = ust
  }
}
