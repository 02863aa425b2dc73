/// A layer that shows particles, like CAEmitterLayer.
///
/// ```swift
/// var snow = EmitterCell(path: flake)
/// snow.birthRate = 30
/// snow.lifetime = 6...9
/// snow.direction = .degrees(90)
/// let sky = EmitterLayer([snow])
/// sky.shape = .line(length: 400)
/// ```
///
/// Each frame is a function of the layer's ``Layer/time``. The particles of a cell are born at its
/// rate, starting at the layer's time 0. The position of a particle depends only on its age and on
/// its random numbers, which are derived from ``seed``. Any frame can therefore be drawn from its
/// time alone, in any order, with the same result on every machine.
///
/// - Particles belong to the layer's own space. Moving a layer, or setting its ``shape``,
///   ``cells`` or ``seed``, changes all particles.
/// - The layer's timing sets its start, speed and time. With `LayerTiming(timeOffset: 5)`, it
///   starts with the particles of five seconds.
/// - Emission stops at ``emissionDuration``. To stop it now, set that to ``Layer/time``. Existing
///   particles live on.
///
/// Cells can't contain cells, and particles have no animations. `LayerTree.reducesMotion` has no
/// effect.
open class EmitterLayer: GraphicLayer {
  /// The order in which the particles of a cell are drawn.
  public enum Order: Hashable, Sendable {
    /// New particles are above older ones.
    case newestOnTop
    /// New particles are below older ones.
    case oldestOnTop
  }

  /// The kinds of particles, each of which is drawn above the previous ones.
  public final var cells: [EmitterCell] { didSet { emissionChanged(cells != oldValue) } }
  /// The area in which particles are born. The default is a point.
  public final var shape = EmitterShape.point { didSet { changed(shape != oldValue) } }
  /// The seed of all random numbers of the particles. The default is 0.
  public final var seed: UInt64 = 0 { didSet { changed(seed != oldValue) } }
  /// The time of the layer after which no more particles are born. Initially infinite.
  public final var emissionDuration: Seconds = .infinity {
    didSet { emissionChanged(emissionDuration != oldValue) }
  }
  /// The order in which the particles of a cell are drawn. Initially, new ones are on top.
  public final var order = Order.newestOnTop { didSet { changed(order != oldValue) } }

  /// The maximum number of particles of a layer at one time. Beyond it, fewer particles of each
  /// cell are born.
  public static var maximumCount: Int { 10_000 }

  private final let motion = LayerMotion()
  private final var square = Path()

  /// Creates a layer that shows particles of these kinds.
  public init(_ cells: [EmitterCell] = []) {
    self.cells = cells
    super.init()
  }

  open override func drawContent(into list: inout DisplayList, transform: Transform) {
    for (index, cell) in cells.enumerated() {
      forEachParticle(of: index) { particle in
        guard particle.color.alpha > 0 else { return }
        let placed = particle.transform.followed(by: transform)
        if cell.blendMode == .normal {
          return draw(cell.content, particle.color, placed, into: &list)
        }
        list.withGroup(GroupStyle(blendMode: cell.blendMode)) {
          draw(cell.content, particle.color, placed, into: &$0)
        }
      }
    }
  }

  open override func timingDidChange() {
    super.timingDidChange()
    setNeedsDisplay()
    followTime()
  }

  /// The layer's time at which the last particle has disappeared.
  final var endTime: Seconds {
    let life = cells.reduce(0) { max($0, $1.longestLife) }
    return life > 0 && emissionDuration > 0 ? emissionDuration + life : 0
  }

  /// Calls `body` with each particle of a cell at the tree's time, in the order in which they are drawn.
  final func forEachParticle(of index: Int, _ body: (Particle) -> Void) {
    let (now, cell) = (time, cells[index])
    let population = cells.reduce(0) { $0 + $1.population }
    let rate =
      min(cell.birthRate, 1e12) * min(1, Double(Self.maximumCount) / max(population, 1))
    guard cell.population > 0, rate > 0, now >= 0, now < 1e9, emissionDuration > 0 else { return }
    // The particle of the number n is born after n/rate seconds.
    let first = max(((now - cell.longestLife) * rate).rounded(.down), 0)
    let newest = min((now * rate).rounded(.down), (emissionDuration * rate).rounded(.up) - 1)
    guard first <= newest, newest < 0x1p53 else { return }
    let numbers = Int(first)...Int(newest)
    for offset in 0..<numbers.count {
      let number =
        order == .newestOnTop ? numbers.lowerBound + offset : numbers.upperBound - offset
      let age = now - Double(number) / rate
      let random = ParticleNumbers(seed: seed, cell: index, number: number)
      guard age >= 0, let particle = cell.particle(random, age: age, from: shape) else { continue }
      body(particle)
    }
  }

  private final func draw(
    _ content: EmitterCell.Content, _ color: Color, _ transform: Transform,
    into list: inout DisplayList
  ) {
    switch content {
    case .path(let path): list.fill(path, .color(color), transform: transform)
    case .image(let image):
      let (width, height) = (Double(image.size.width), Double(image.size.height))
      square.removeAll()
      square.addRect(Rect(x: 0, y: 0, width: width, height: height))
      let placed = Transform(translation: Vector(dx: -width / 2, dy: -height / 2))
        .followed(by: transform)
      let paint = Paint.image(ImagePaint(image))
      if color.alpha == 255 { return list.fill(square, paint, transform: placed) }
      list.withGroup(GroupStyle(opacity: Double(color.alpha) / 255)) {
        $0.fill(square, paint, transform: placed)
      }
    }
  }

  private final func emissionChanged(_ isDifferent: Bool) {
    changed(isDifferent)
    if isDifferent { followTime() }
  }

  private final func followTime() { motion.follow(self, until: endTime) }
}
