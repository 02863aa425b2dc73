import AnimCore
import AnimGraphics

/// A picture of layers that shows what one of their properties does.
struct LayerCase: Sendable {
  let name: String
  /// The tree's time.
  let time: Seconds
  /// Builds the layers below a tree's root, and starts what moves.
  let build: @Sendable (LayerTree) -> Void

  static let size = Size(width: 96, height: 64)

  /// The picture, on a light background.
  var picture: PixelImage {
    let tree = LayerTree(root: GraphicLayer())
    build(tree)
    tree.update(to: time)
    return tree.image(size: Self.size, background: Color(rgb: 0xE8E8F0))
  }

  private init(
    _ name: String, at time: Seconds = 0, _ build: @escaping @Sendable (LayerTree) -> Void
  ) {
    (self.name, self.time, self.build) = (name, time, build)
  }
}

extension LayerCase {
  static let all: [LayerCase] = boxes + images + compositing + copies

  /// A box in the middle, added before the tree's next update and so shown as it is set.
  private static func box(_ tree: LayerTree, _ change: (BoxLayer) -> Void = { _ in }) -> BoxLayer {
    let box = BoxLayer(
      Rect(x: 20, y: 12, width: 56, height: 40), cornerRadius: 10, fillColor: .orange)
    tree.root.addSublayer(box)
    tree.update(to: 0)
    change(box)
    return box
  }

  private static func disc(_ radius: Double, _ color: Color, at point: Point) -> ShapeLayer {
    let disc = ShapeLayer()
    disc.path = Path(ellipseIn: Rect(center: .zero, side: 2 * radius))
    disc.fillColor = color
    disc.position = point
    return disc
  }

  /// Blue from the left, red from the top, with a clear corner.
  private static let image: Image = {
    let size = PixelSize(width: 8, height: 4)
    let words = (0..<32).map { index -> UInt32 in
      let (x, y) = (UInt32(index % 8), UInt32(index / 8))
      return x > 5 && y > 1 ? 0 : 0xFF00_4000 | (7 - x) * 36 | (3 - y) * 80 << 16
    }
    guard let image = Image(size: size, straight: words) else { fatalError("32 words") }
    return image
  }()

  private static let boxes = [
    LayerCase("a box with round corners and a border above what is in it") { tree in
      let box = box(tree)
      box.addSublayer(disc(16, .purple, at: Point(x: 72, y: 32)))
      box.$borderWidth.jump(to: 4)
      box.$borderColor.jump(to: .blue)
    },
    LayerCase("a box that clips, whose corners are on their way", at: 0.5) { tree in
      let box = box(tree)
      box.addSublayer(disc(16, .purple, at: Point(x: 72, y: 32)))
      box.clipsSublayers = true
      tree.animate(duration: 1, curve: .linear) { box.cornerRadius = 30 }
    },
    LayerCase("a border wider than its box fills it, and a box without a size is nothing") { tree in
      let box = box(tree)
      box.$borderWidth.jump(to: 100)
      tree.root.addSublayer(BoxLayer(.zero, cornerRadius: 9))
    },
  ]

  private static let images = [
    ImageLayer.Gravity.resize, .resizeAspect, .resizeAspectFill, .center,
  ].map { gravity in
    LayerCase("an image, \(gravity)") { tree in
      let layer = ImageLayer(image)
      layer.rect = Rect(x: 8, y: 4, width: 40, height: 56)
      layer.gravity = gravity
      let pixels = ImageLayer(image)
      pixels.rect = Rect(x: 52, y: 20, width: 40, height: 10)
      pixels.gravity = gravity
      pixels.sampling = .nearest
      for layer in [layer, pixels] { tree.root.addSublayer(layer) }
    }
  }

  private static let compositing = [
    LayerCase("a shadow, which is scaled and turned with its layer") { tree in
      let box = box(tree)
      box.pivot = Point(x: 48, y: 32)
      box.position = Point(x: 48, y: 32)
      box.scale = Size(width: 0.7, height: 0.7)
      box.rotation = .degrees(20)
      box.shadow = Shadow(color: .black, offset: Vector(dx: 6, dy: 6), radius: 4)
      tree.update(to: 5)
    },
    LayerCase("a shadow on its way", at: 0.5) { tree in
      let box = box(tree)
      tree.animate(duration: 1, curve: .linear) {
        box.shadow = Shadow(color: .black, offset: Vector(dx: 12, dy: 12), radius: 2)
      }
    },
    LayerCase("a blur on its way, with a tint, of two layers as one picture", at: 0.25) { tree in
      let box = box(tree)
      box.addSublayer(disc(16, .white, at: Point(x: 72, y: 32)))
      box.filters = [.tint(dark: .blue, light: .white, amount: 1)]
      tree.animate(duration: 1, curve: .linear) { box.blurRadius = 8 }
    },
    LayerCase("a mask on its way, which cuts the shadow too", at: 0.5) { tree in
      let box = box(tree)
      box.shadow = Shadow(color: .black, offset: Vector(dx: 8, dy: 8), radius: 0)
      let mask = disc(20, .white, at: Point(x: 20, y: 32))
      box.mask = mask
      tree.update(to: 0)
      tree.animate(duration: 1, curve: .linear) { mask.position.x = 76 }
    },
    LayerCase("opacity and a blend mode of a group") { tree in
      let box = box(tree)
      let group = GraphicLayer()
      group.addSublayer(disc(16, .cyan, at: Point(x: 30, y: 32)))
      group.addSublayer(disc(16, .yellow, at: Point(x: 44, y: 32)))
      group.opacity = 0.75
      group.blendMode = .multiply
      box.addSublayer(group)
    },
  ]

  private static let copies = [
    LayerCase("copies that are moved, turned, scaled and faded") { tree in
      let copies = ReplicatorLayer()
      copies.instanceCount = 6
      copies.instanceOffset = Vector(dx: 14, dy: 2)
      copies.instanceRotation = .degrees(8)
      copies.instanceScale = Size(width: 0.9, height: 0.9)
      copies.instanceOpacity = 0.8
      copies.position = Point(x: 12, y: 16)
      copies.addSublayer(disc(10, .blue, at: .zero))
      tree.root.addSublayer(copies)
    },
    LayerCase("copies, each later than the one before", at: 0.9) { tree in
      let copies = ReplicatorLayer()
      copies.instanceCount = 5
      copies.instanceOffset = Vector(dx: 18, dy: 0)
      copies.instanceDelay = 0.2
      let dot = disc(6, .red, at: Point(x: 12, y: 8))
      copies.addSublayer(dot)
      tree.root.addSublayer(copies)
      tree.update(to: 0)
      tree.animate(duration: 1, curve: .linear) { dot.position.y = 56 }
      let forever = MediaTiming(duration: 1, repeatCount: .infinity, autoreverses: true)
      try? dot.$scale.add(
        BasicAnimation(to: Size(width: 0.4, height: 0.4), timing: forever))
    },
  ]
}
