/// What a display says of one vblank, as the Present extension's CompleteNotify does.
package struct VblankStamp: Hashable, Sendable {
  /// Media stream counter: the number of the vblank.
  package var msc: Int64
  /// Unadjusted system time: when the vblank was, by the monotonic clock.
  package var ust: Timestamp

  package init(msc: Int64, ust: Timestamp) {
    self.msc = msc
    self.ust = ust
  }
}
