import AnimCore

/// A switch whose knob springs from side to side.
final class Toggle {
  let tree = LayerTree(root: Layer())
  private let track = ShapeLayer()
  private let knob = ShapeLayer()

  var isOn = false {
    didSet {
      tree.animate(curve: .bouncy) {
        knob.position.x = isOn ? 72 : 32
        track.fillColor = isOn ? .green : .gray
      }
    }
  }

  init() {
    track.path = Path(roundedRect: Rect(x: 8, y: 8, width: 88, height: 48), cornerRadius: 24)
    track.fillColor = .gray
    knob.path.addCircle(center: .zero, radius: 20)
    knob.fillColor = .white
    knob.position = Point(x: 32, y: 32)
    for layer in [track, knob] { tree.root.addSublayer(layer) }
    tree.update(to: 0)
  }

  /// Returns the images at these times after the switch was turned on.
  func frames(at times: [Seconds]) -> [(name: String, image: PixelImage)] {
    isOn = true
    return times.map { time in
      tree.update(to: time)
      let rendering = tree.image(size: Size(width: 104, height: 64), background: .white)
      return ("toggle-\(Int((time * 1000).rounded())).png", rendering)
    }
  }
}
