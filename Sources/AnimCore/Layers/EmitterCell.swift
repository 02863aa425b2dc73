/// A kind of particle of an ``EmitterLayer``: its birth rate, appearance and motion.
///
/// ```swift
/// var spark = EmitterCell(path: star, colors: [.yellow, .orange, .clear])
/// spark.birthRate = 80
/// spark.lifetime = 0.5...1.2
/// spark.velocity = 60...120
/// spark.spread = .degrees(40)
/// spark.acceleration = Vector(dx: 0, dy: 200)
/// ```
///
/// Core Animation specifies a mean and a range. A cell specifies the range, and each particle has
/// its own value in it. Values that change during the life of a particle are lists, which divide
/// the life into equal parts with linear interpolation.
public struct EmitterCell: Hashable, Sendable {
  /// The content of a particle.
  public enum Content: Hashable, Sendable {
    /// A path about the origin, filled by the nonzero rule with the particle's colour.
    case path(Path)
    /// An image that is centred on the particle, with one point per pixel. Only the alpha of the
    /// particle's colour applies.
    case image(Image)
  }

  /// The content of the particles.
  public var content: Content
  /// Particles that are born per second. Initially 10.
  public var birthRate = 10.0
  /// Seconds that particles live: above 0, and at most ``maximumLifetime``. Initially 1.
  public var lifetime: ClosedRange<Seconds> = 1...1
  /// The speed at birth, in points per second. Initially 100.
  public var velocity: ClosedRange<Double> = 100...100
  /// The middle of the directions in which particles set out. Initially up.
  public var direction = Angle(degrees: -90)
  /// The angle over which they spread, half of it to each side of ``direction``. A full turn covers
  /// all directions. Initially zero.
  public var spread = Angle.zero
  /// The change of the velocity, in points per second, per second: gravity, or wind. Initially none.
  public var acceleration = Vector.zero
  /// The rotation at birth. Initially zero.
  public var rotation: ClosedRange<Angle> = .zero ... .zero
  /// The rotation per second. Initially zero.
  public var spin: ClosedRange<Angle> = .zero ... .zero
  /// The size of particles, as a factor. Initially 1.
  public var scale: ClosedRange<Double> = 1...1
  /// The factors of the size over life. Initially unchanged.
  public var scaleOverLife: [Double] = [1]
  /// The colours over life; with `.clear` as the last one, particles fade out. Initially white.
  public var colors: [Color] = [.white]
  /// The blend mode of each particle. Every mode except the default, `normal`, requires a group of
  /// the display list per particle.
  public var blendMode = BlendMode.normal

  /// The longest life of a particle, in seconds.
  public static var maximumLifetime: Seconds { 1e5 }

  /// Creates particles with this content; see the properties.
  public init(_ content: Content) { self.content = content }

  /// Creates particles that fill a path with these colours, one after the other.
  public init(path: Path, colors: [Color] = [.white]) {
    self.init(.path(path))
    self.colors = colors
  }

  /// Creates particles that show an image.
  public init(image: Image) { self.init(.image(image)) }
}

/// The area in which the particles of an ``EmitterLayer`` are born.
public enum EmitterShape: Hashable, Sendable {
  /// The layer's origin.
  case point
  /// A line of this length along the x axis, centred on the origin.
  case line(length: Double)
  /// A rectangle that is centred on the origin, or its edges.
  case rectangle(Size, isFilled: Bool = true)
  /// A circle around the origin, with an even distribution over its area, or its circumference.
  case circle(radius: Double, isFilled: Bool = true)
}

/// A particle at one time.
struct Particle: Hashable {
  var position: Point
  var rotation: Angle
  var scale: Double
  var color: Color

  var transform: Transform {
    Transform(scale: scale).followed(by: Transform(rotation: rotation))
      .followed(by: Transform(translation: position - .zero))
  }
}

extension EmitterCell {
  /// The longest life of the particles, or 0 if there are no particles.
  var longestLife: Seconds {
    let life = lifetime.upperBound
    return birthRate > 0 && life > 0 ? min(life, Self.maximumLifetime) : 0
  }

  /// The average number of particles that are alive at the same time, or 0 for invalid numbers.
  var population: Double {
    let count = min(birthRate, 1e12) * longestLife
    return count > 0 ? count : 0
  }

  /// Returns a particle that was born `age` seconds ago, or `nil` if its life is over.
  func particle(_ numbers: ParticleNumbers, age: Seconds, from shape: EmitterShape) -> Particle? {
    // Each takes its numbers in the same order, whatever they are for.
    var numbers = numbers
    let life = min(numbers.number(in: lifetime), Self.maximumLifetime)
    let origin = numbers.point(in: shape)
    let speed = numbers.number(in: velocity)
    let heading = direction.radians + (numbers.unit() - 0.5) * spread.radians
    let rotation = numbers.number(in: rotation.lowerBound.radians...rotation.upperBound.radians)
    let spin = numbers.number(in: spin.lowerBound.radians...spin.upperBound.radians)
    let size = numbers.number(in: scale)
    guard age < life else { return nil }
    let part = age / life
    let velocity = Vector(length: speed, direction: Angle(radians: heading))
    return Particle(
      position: origin + velocity * age + acceleration * (age * age / 2),
      rotation: Angle(radians: rotation + spin * age),
      scale: size * Self.value(scaleOverLife, at: part, otherwise: 1),
      color: Self.value(colors, at: part, otherwise: .white))
  }

  /// Returns the value of a list at a fraction of the life, 0 ..< 1.
  private static func value<Value: Interpolatable>(
    _ list: [Value], at part: Double, otherwise: Value
  ) -> Value {
    guard list.count > 1 else { return list.first ?? otherwise }
    let position = part * Double(list.count - 1)
    let index = min(Int(position), list.count - 2)
    return Value.interpolated(
      from: list[index], to: list[index + 1], progress: position - Double(index))
  }
}

/// The random numbers of one particle, which depend only on its emitter's seed, its cell and its
/// own number.
///
/// A finaliser of SplitMix64 (Steele, Lea and Flood 2014) spreads them.
struct ParticleNumbers {
  private var state: UInt64

  init(seed: UInt64, cell: Int, number: Int) {
    let first = Self.mixed(seed &+ UInt64(truncatingIfNeeded: cell) &* 0xD1B5_4A32_D192_ED03)
    state = Self.mixed(first ^ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = (word ^ word &>> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word &>> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word &>> 31
  }

  /// 0 ..< 1.
  mutating func unit() -> Double {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    return Double(Self.mixed(state) &>> 11) * 0x1p-53
  }

  mutating func number(in range: ClosedRange<Double>) -> Double {
    let unit = unit()
    return range.lowerBound + (range.upperBound - range.lowerBound) * unit
  }

  mutating func point(in shape: EmitterShape) -> Point {
    let (first, second) = (unit(), unit())
    switch shape {
    case .point: return .zero
    case .line(let length): return Point(x: (first - 0.5) * length, y: 0)
    case .rectangle(let size, isFilled: true):
      return Point(x: (first - 0.5) * size.width, y: (second - 0.5) * size.height)
    case .rectangle(let size, isFilled: false):
      let (x, y) = (size.width / 2, size.height / 2)
      // Along the upper and the lower edge, and then along the other two.
      let position = first * 2 * (size.width + size.height)
      if position < 2 * size.width {
        return position < size.width
          ? Point(x: position - x, y: -y) : Point(x: position - size.width - x, y: y)
      }
      let rest = position - 2 * size.width
      return rest < size.height
        ? Point(x: -x, y: rest - y) : Point(x: x, y: rest - size.height - y)
    case .circle(let radius, let isFilled):
      let distance = isFilled ? radius * first.squareRoot() : radius
      return .zero + Vector(length: distance, direction: .turns(second))
    }
  }
}
