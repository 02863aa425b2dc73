import AnimCore

/// The times of numbered frames.
package struct Film: Sendable {
  private let start: Fraction
  package let rate: RefreshRate
  /// Seconds of scene time per second of film.
  private let speed: Fraction

  /// - Parameter speed: seconds of scene time per second of film, above zero.
  package init(start: Timestamp, rate: RefreshRate, speed: Double = 1.0) {
    self.start = Fraction(start)
    self.rate = rate
    self.speed = Fraction(decimal: speed)
  }

  /// The time of a frame in seconds. Frame i is at start + speed·i·den/num, computed from i alone,
  /// so that errors do not accumulate, and a part of a film is the same as in the whole film.
  private func seconds(of number: Int) -> Fraction {
    start + speed * (Fraction(number) / Fraction(rate))
  }

  /// The time of a frame, rounded to nearest.
  func time(of number: Int) -> Timestamp { seconds(of: number).timestamp }

  /// Sets the state of a scene for a frame. If the scene has frames of its own, they are counted
  /// without going through a time, which would be rounded.
  func show(_ number: Int, in scene: any Scene) {
    if let own = scene.frameRate {
      let played = seconds(of: number) * Fraction(own)
      scene.show(frame: scene.frame(afterPlaying: played.double))
    } else {
      scene.update(to: time(of: number).seconds)
    }
  }

  /// The number of frames of a film whose last one begins before scene time `end`, at least one.
  func count(until end: Fraction) -> Int {
    min(max(((end - start) / speed * Fraction(rate)).ceiling, 1), FramePosition.largest)
  }

  /// The number of frames until a scene with an end has been played; nil if it is endless.
  ///
  /// - Parameter repetitions: how many times it is played.
  package func count(of scene: any Scene, repetitions: Int) -> Int? {
    guard let frames = scene.frameRange else { return nil }
    let played =
      (Fraction(decimal: frames.upperBound) - Fraction(decimal: frames.lowerBound))
      * Fraction(repetitions)
    return count(until: played / Fraction(scene.frameRate ?? .assumed))
  }

  /// The number of frames in `duration` seconds of film, rounded to nearest; at least one.
  package func count(lasting duration: Seconds) -> Int {
    max(1, (Fraction(decimal: duration) * Fraction(rate)).rounded)
  }
}
