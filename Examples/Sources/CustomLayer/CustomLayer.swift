import AnimCore

/// A hand of a clock. Setting its angle animates it, always clockwise.
final class HandLayer: Layer {
  @Animatable(action: .curve(.easeIn), turning: .clockwise) var angle = Angle.zero
}

@main
enum CustomLayer {
  static func main() {
    let hand = HandLayer()
    let tree = LayerTree(root: hand)
    func show(at time: Seconds) {
      tree.update(to: time)
      let degrees = hand.$angle.presentation.degrees
      print("\(time) s: set to \(hand.angle.degrees)°, on the screen at \(degrees)°")
    }

    print("A tick takes a quarter of a second.")
    hand.angle = .degrees(6)
    for quarter in 0...4 { show(at: Double(quarter) / 16) }

    print("Set again on its way, the hand continues from its position, at its speed.")
    tree.animate(duration: 1, curve: .linear) { hand.angle = .degrees(90) }
    show(at: 0.75)
    tree.run(Transaction(duration: 1, retargeting: .keepVelocity)) {
      hand.angle = .degrees(180)
    }
    for quarter in 3...7 { show(at: Double(quarter) / 4) }

    print("Nothing moves any more: \(!tree.hasRunningAnimations)")
  }
}
