import AnimCore
import AnimGraphics

/// An image of layers that shows the effect of one of their properties.
struct LayerCase: Sendable {
  let name: String
  /// The tree's time.
  let time: Seconds
  /// Builds the layers below a tree's root, and starts their animations.
  let build: @Sendable (LayerTree) -> Void

  static let size = Size(width: 96, height: 64)

  /// The image, on a light background.
  var rendering: PixelImage {
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
  static let all: [LayerCase] =
    boxes + images + compositing + copies + particles + space + transitions + moving

  /// Returns a box in the middle, added before the tree's next update and so shown as it is set.
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
    LayerCase("a blur on its way, with a tint, of two layers as one image", at: 0.25) { tree in
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

  private static func emitter(_ change: (inout EmitterCell) -> Void) -> EmitterLayer {
    var cell = EmitterCell(
      path: Path(ellipseIn: Rect(center: .zero, side: 6)), colors: [.red, .orange, .clear])
    cell.birthRate = 40
    cell.lifetime = 0.5...1.5
    cell.velocity = 30...60
    cell.spread = .degrees(60)
    cell.acceleration = Vector(dx: 0, dy: 60)
    cell.scaleOverLife = [1, 0.4]
    change(&cell)
    let layer = EmitterLayer([cell])
    layer.position = Point(x: 48, y: 40)
    return layer
  }

  private static let shapes: [EmitterShape] = [
    .line(length: 80), .rectangle(Size(width: 60, height: 30)),
    .rectangle(Size(width: 60, height: 30), isFilled: false), .circle(radius: 25),
    .circle(radius: 25, isFilled: false),
  ]

  private static let particles =
    [
      LayerCase("particles that rise and fall, and fade", at: 2) {
        $0.root.addSublayer(emitter { _ in })
      },
      LayerCase("particles that go on after the last is born", at: 1.75) { tree in
        let layer = emitter { _ in }
        layer.emissionDuration = 1
        layer.seed = 7
        layer.order = .oldestOnTop
        tree.root.addSublayer(layer)
      },
      LayerCase("images that spin in all directions, translucent, and added to each other", at: 1.5)
      {
        tree in
        let layer = emitter { cell in
          cell.content = .image(image)
          cell.spread = .fullTurn
          cell.acceleration = .zero
          cell.spin = .turns(-1) ... .turns(1)
          cell.rotation = .zero ... .fullTurn
          cell.colors = [.white, .clear]
          cell.blendMode = .add
        }
        tree.root.addSublayer(layer)
      },
    ]
    + shapes.map { shape in
      LayerCase("particles born in \(shape)", at: 3) { tree in
        let layer = emitter { cell in
          (cell.velocity, cell.acceleration, cell.colors) = (0...0, .zero, [.blue])
          (cell.birthRate, cell.lifetime, cell.scaleOverLife) = (100, 2...2, [0.5])
        }
        layer.shape = shape
        layer.position = Point(x: 48, y: 32)
        tree.root.addSublayer(layer)
      }
    }

  private static func face(_ color: Color, _ side: Double = 32) -> BoxLayer {
    let box = BoxLayer(
      Rect(x: -side / 2, y: -side / 2, width: side, height: side), cornerRadius: 4, fillColor: color
    )
    box.borderWidth = 2
    return box
  }

  private static func cube(_ change: (TransformLayer) -> Void) -> TransformLayer {
    let cube = TransformLayer()
    cube.position = Point(x: 48, y: 32)
    cube.perspective = 120
    let sides: [(Angle, Angle, Color)] = [
      (.zero, .zero, .red), (.zero, .turns(0.25), .green), (.zero, .turns(0.5), .blue),
      (.zero, .turns(0.75), .yellow), (.turns(0.25), .zero, .cyan), (.turns(0.75), .zero, .purple),
    ]
    for (x, y, color) in sides {
      // Turned about the middle of the cube, which is behind it: its own depth would be added afterwards.
      let holder = TransformLayer()
      (holder.rotationX, holder.rotationY) = (x, y)
      let side = TransformLayer()
      side.depth = 16
      side.addSublayer(face(color))
      holder.addSublayer(side)
      cube.addSublayer(holder)
    }
    change(cube)
    return cube
  }

  private static let space = [
    LayerCase("a card that turns, in perspective, with a disc and an image on it", at: 0.5) {
      tree in
      let card = TransformLayer()
      card.position = Point(x: 48, y: 32)
      card.perspective = 100
      tree.root.addSublayer(card)
      card.addSublayer(face(.orange, 50))
      card.addSublayer(disc(12, .purple, at: Point(x: 8, y: 8)))
      let rendering = ImageLayer(image)
      rendering.rect = Rect(x: -20, y: -20, width: 24, height: 12)
      card.addSublayer(rendering)
      tree.update(to: 0)
      tree.animate(duration: 1, curve: .linear) {
        card.rotationY = .degrees(100)
        card.rotationX = .degrees(-40)
      }
    },
    LayerCase("a cube of six planes, from back to front") { tree in
      tree.root.addSublayer(
        cube { ($0.rotationX, $0.rotationY) = (.degrees(25), .degrees(-30)) })
    },
    LayerCase("a cube of which only the far sides are seen, since they have one side") { tree in
      let cube = cube { ($0.rotationX, $0.rotationY) = (.degrees(25), .degrees(-30)) }
      for holder in cube.sublayers {
        for case let side as TransformLayer in holder.sublayers {
          side.isDoubleSided = false
          side.rotationY = .turns(0.5)
        }
      }
      tree.root.addSublayer(cube)
    },
    LayerCase("a shadow, a clip and an opacity in perspective, and what is behind the eye cut off")
    { tree in
      let card = TransformLayer()
      card.position = Point(x: 48, y: 40)
      card.perspective = 40
      card.rotationX = .degrees(70)
      let box = face(.green, 60)
      box.opacity = 0.7
      box.shadow = Shadow(color: .black, offset: Vector(dx: 4, dy: 4), radius: 2)
      box.clip = Path(ellipseIn: Rect(center: .zero, side: 70))
      card.addSublayer(box)
      let ground = BoxLayer(
        Rect(x: -4, y: -400, width: 8, height: 800), fillColor: .blue)
      card.addSublayer(ground)
      tree.root.addSublayer(card)
    },
  ]

  private static let transitions: [LayerCase] = {
    let left = Vector(dx: -96, dy: 0)
    let kinds: [(String, LayerTransition)] = [
      ("fade", .fade), ("a push to the left", .push(by: left)),
      ("a move in from below", .moveIn(from: Vector(dx: 0, dy: 64))),
      ("a reveal to the left", .reveal(by: left)),
      ("a pair", .asymmetric(insertion: .scale(0.2), removal: .fade.combined(with: .scale(2)))),
      (
        "a blur and a turn",
        LayerTransition(.init(opacity: 0.5, rotation: .degrees(45), blurRadius: 4))
      ),
    ]
    return kinds.map { kind in
      LayerCase("\(kind.0), a third of the way", at: 1.0 / 3) { tree in
        let old = face(.orange, 40)
        let new = face(.cyan, 40)
        for layer in [old, new] { layer.position = Point(x: 48, y: 32) }
        tree.root.addSublayer(old)
        tree.update(to: 0)
        tree.animate(duration: 1, curve: .linear) {
          _ = tree.root.replaceSublayer(old, with: new, transition: kind.1)
        }
      }
    }
  }()

  private struct Wheel: AnimatedImage {
    let size = Size(width: 40, height: 20)

    func draw(at time: Seconds, into list: inout DisplayList, transform: Transform) {
      list.fill(Path(Rect(origin: .zero, size: size)), .yellow, transform: transform)
      let hub = Transform(rotation: .turns(time)).followed(
        by: Transform(translation: Vector(dx: 20, dy: 10)))
      let spoke = Path(Rect(x: -2, y: -2, width: 20, height: 4))
      list.fill(spoke, .blue, transform: hub.followed(by: transform))
    }
  }

  private static let moving =
    [ImageLayer.Gravity.resize, .resizeAspect, .resizeAspectFill, .center].map { gravity in
      LayerCase("an image that moves, \(gravity)", at: 0.2) { tree in
        let layer = ImageLayer(Wheel())
        layer.rect = Rect(x: 8, y: 4, width: 32, height: 56)
        layer.gravity = gravity
        layer.rotation = .degrees(-4)
        let frames = ImageSequence(
          [image], playback: Playback(FrameTimes(rate: RefreshRate(hertz: 60), count: 1)))
        let still = ImageLayer()
        still.animatedImage = frames
        still.rect = Rect(x: 52, y: 20, width: 40, height: 10)
        still.gravity = gravity
        for layer in [layer, still] { tree.root.addSublayer(layer) }
      }
    }
}
