import AnimCore

/// Knows by how much a clock in a scene is slow because frames were stopped: while nobody could see
/// the window, the time of the animation stood still, but that of the day went on.
struct ClockKeeper {
  /// An instant at which the clock was as the user wants it.
  private var display: Timestamp
  /// The scene time then.
  private var scene: Timestamp

  init(display: Timestamp, scene: Timestamp) {
    self.display = display
    self.scene = scene
  }

  /// By how many whole seconds a clock at normal speed is to be set on, which it then counts as.
  mutating func correction(display: Timestamp, scene: Timestamp) -> Seconds {
    let slow = ((display - self.display) - (scene - self.scene)).rounded()
    self.scene = self.scene - slow
    return slow
  }
}
