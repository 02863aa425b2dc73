import AnimCore

/// Squares that move at the same time, each with its own velocity, acceleration and time limit,
/// after which it is recycled at another position with another motion.
///
/// The centre of a square with age t, in seconds, is at p₀ + v₀t + ½at². A life is a function of
/// the seed, the square and the life's number (``SquareLife``), so any instant can be drawn without
/// the preceding ones.
package final class SquaresScene: LinkedScene {
  package let configuration: SquaresConfiguration
  private var size = Size.zero
  private var time: Seconds = 0
  /// The lives drawn last, four squares per entry. Lives that have ended or not started are
  /// replaced when the scene is drawn.
  private var lives: [SquareLifeGroup]
  private let scheduler = SquareScheduler()
  package var link: DisplayLink?

  package init(configuration: SquaresConfiguration = SquaresConfiguration()) {
    self.configuration = configuration
    lives = Array(repeating: SquareLifeGroup(), count: (max(0, configuration.count) + 3) / 4)
  }

  package func layout(in size: Size) {
    self.size = size
  }

  package func update(to time: Seconds) {
    self.time = time
  }

  /// Whether there are any squares. Otherwise, nothing is animated.
  package var isAnimated: Bool { !lives.isEmpty }

  package func draw(into list: inout DisplayList) {
    lives.withUnsafeMutableBufferPointer { lives in
      list.fillSquares(
        count: configuration.count, side: configuration.side(in: size),
        isAligned: !configuration.isAntialiased
      ) { scheduler.write(SquareFrame(at: time, configuration, in: size, lives, $0)) }
    }
  }

  /// Returns the centre of square `index` at the current time, in points.
  package func center(of index: Int) -> Point {
    SquareField(size, configuration).center(of: life(of: index), at: time)
  }

  /// Returns the velocity of square `index` at the current time, in points per second, ignoring the
  /// edges.
  package func velocity(of index: Int) -> Vector {
    let life = life(of: index)
    return life.velocity + life.acceleration * (time - life.birth)
  }

  private func life(of index: Int) -> SquareLife {
    let life = lives[index / 4][index % 4]
    return life.contains(time)
      ? life : SquareLife(at: time, of: index, configuration: configuration)
  }
}

/// The appearance and motion of the squares.
package struct SquaresConfiguration: Hashable, Sendable {
  /// The number of squares, from 0 to ``maximumCount``.
  package var count = 60
  /// The side of a square in points, which must be positive, or `nil` for 20, or less in a small
  /// view.
  package var side: Double?
  /// The colours of the squares. An empty array means ``defaultPalette``.
  package var palette: [Color] = []
  /// The velocity at birth, in points per second.
  package var velocity = Vectors.anyDirection(40...160)
  /// The acceleration, in points per second squared.
  package var acceleration = Vectors.anyDirection(0...40)
  /// The lifetimes of squares before they are recycled, in seconds, which must be positive.
  package var lifetime: ClosedRange<Seconds> = 2...6
  /// The start position of every square in points, or `nil` to choose random positions inside the
  /// view.
  package var position: Point?
  package var seed: UInt64 = 1
  package var edges = Edges.bounce
  /// The duration of a square's fade-in after its birth and fade-out before its end, in seconds.
  package var fade: Seconds = 0.25
  /// Whether edges are anti-aliased. If not, squares are aligned to integral pixels.
  package var isAntialiased = true

  package init() {}

  package static let maximumCount = 10_000_000

  package static let defaultPalette = [0x0000FF, 0x2E7DD7, 0x00A3A3, 0xF5A623, 0xE4572E].map(
    Color.init(rgb:))

  /// A velocity or an acceleration.
  package enum Vectors: Hashable, Sendable {
    /// A vector that is the same for all squares.
    case exactly(Vector)
    /// A magnitude within the range, in any direction.
    case anyDirection(ClosedRange<Double>)
  }

  /// The behaviour of squares at the edges of the view.
  package enum Edges: String, CaseIterable, Hashable, Sendable {
    /// Squares leave the view.
    case none
    /// Squares are reflected, along with their acceleration: the path is that of a free square,
    /// folded like paper at the edges.
    case bounce
    /// Squares reappear at the opposite side.
    case wrap
  }
}

extension SquaresConfiguration {
  /// Returns the side of a square, in points, in a view of `size` points.
  package func side(in size: Size) -> Double {
    side ?? min(Self.usualSide, Self.fittingPart * min(size.width, size.height))
  }

  private static let usualSide = 20.0
  /// The maximum side as a fraction of the shorter side of the view, so that squares have room to
  /// move.
  private static let fittingPart = 1.0 / 12
}

extension SquaresConfiguration.Vectors {
  /// An upper bound of the magnitude along each axis.
  var largest: Vector {
    switch self {
    case .exactly(let vector):
      return Vector(dx: abs(vector.dx), dy: abs(vector.dy))
    case .anyDirection(let range):
      let length = max(abs(range.lowerBound), abs(range.upperBound))
      return Vector(dx: length, dy: length)
    }
  }
}
