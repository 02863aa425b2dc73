extension Animatable {
  /// Sets the model and starts from where the value is on the screen, which is what makes a change
  /// in mid-flight smooth.
  func animate(
    to value: Value, _ transaction: Transaction, _ layer: Layer, _ tree: LayerTree
  ) {
    let begin = transaction.beginTime ?? tree.time
    guard begin.isFinite else {
      model = value
      return
    }
    let pacing = transaction.pacing ?? .standard
    var timing = MediaTiming(duration: pacing.ownDuration ?? transaction.duration ?? 0.25)
    // Until a beginning that is still to come, the value stays where it is now.
    timing.fillMode = .backwards
    timing.beginTime = layer.localTime(atTreeTime: begin)
    let seen = layer.localTime(atTreeTime: min(begin, tree.time))
    let start = presentation(at: seen)
    let keeps = transaction.retargeting.map { $0 == .keepVelocity } ?? pacing.isSpring
    let path = BasicPath(
      start: start, end: nil, way: nil, pacing: pacing, turning: turning,
      velocity: keeps ? velocity(at: seen) : nil)
    model = value
    let motion = Motion(
      path: .basic(path), isAdditive: false, isCumulative: false, ownDuration: nil)
    let instance = PropertyInstance(
      motion: motion, property: self, timing: timing, key: .property, isRemovedOnCompletion: true,
      group: nil)
    tree.add(instance, replacing: layer.animations(under: .property, of: self), on: layer)
  }
}
