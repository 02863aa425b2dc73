// Conversions between the layers' seconds and a display's timestamps.

extension LayerTree {
  /// Sets the time to an instant of a display, such as a frame's target; see ``update(to:)-(Seconds)``.
  public func update(to instant: Timestamp) { update(to: instant.seconds) }

  /// The instant of the next event; see ``nextEventTime``. Rounded up, so that a frame for that
  /// instant or a later one shows the event.
  public var nextEvent: Timestamp? {
    nextEventTime.map { time in
      let instant = Timestamp(seconds: time)
      return instant.seconds < time ? instant.advanced(byNanoseconds: 1) : instant
    }
  }
}

extension Layer {
  /// Converts an instant of a display to the time of this layer.
  public final func localTime(at instant: Timestamp) -> Seconds {
    localTime(atTreeTime: instant.seconds)
  }

  /// Converts a time of this layer to an instant of a display, to the nearest nanosecond; nil if
  /// the layer or one above it is stopped.
  public final func instant(at time: Seconds) -> Timestamp? {
    convert(time, to: nil).map(Timestamp.init(seconds:))
  }
}

extension Transaction {
  /// This transaction, beginning at an instant of a display.
  public func beginning(at instant: Timestamp) -> Transaction {
    var transaction = self
    transaction.beginTime = instant.seconds
    return transaction
  }
}
