import AnimCore

/// Three discs that circle each other behind everything else. Where they overlap, they mix like
/// inks.
struct MixingDiscs {
  let layer = GraphicLayer()
  private let configuration: ShapesConfiguration
  private static let colors: [UInt32] = [0x7FD6F2, 0xF7A8C9, 0xFFE27A]

  init(_ configuration: ShapesConfiguration) {
    self.configuration = configuration
    for (index, color) in Self.colors.enumerated() {
      let disc = ShapeLayer()
      disc.path.addCircle(
        center: .zero + Vector(length: 16, direction: .turns(Double(index) / 3 - 0.25)),
        radius: 24)
      disc.fillColor = Color(rgb: color)
      disc.blendMode = .multiply
      layer.addSublayer(disc)
    }
    var clip = Path()
    clip.addRoundedRect(Rect(x: -48, y: -48, width: 96, height: 96), radius: 12)
    layer.clip = clip
  }

  func animate() throws(AnimationError) {
    try layer.$rotation.add(BasicAnimation(to: -.fullTurn, timing: configuration.timing(cycles: 3)))
  }
}
