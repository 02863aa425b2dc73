/// What a display says of one vblank, as the Present extension's CompleteNotify does.
public struct VblankStamp: Hashable, Sendable {
  /// Media stream counter: the number of the vblank.
  public var msc: Int64
  /// Unadjusted system time: when the vblank was, by the monotonic clock.
  public var ust: Timestamp

  public init(msc: Int64, ust: Timestamp) {
    self.msc = msc
    self.ust = ust
  }
}
