import AnimCore

/// Squares that move at the same time, each with its own velocity, acceleration and time limit,
/// after which it is recycled at another place with another motion.
///
/// In seconds since a square's birth, its centre is at p₀ + v₀t + ½at². A life is a function of the
/// seed, the square and the life's number (``SquareLife``), so any instant can be drawn without
/// those before it.
package final class SquaresScene: LinkedScene {
  package let configuration: SquaresConfiguration
  private var size = Size.zero
  private var time: Seconds = 0
  /// The lives drawn last, four squares per entry. Those that have ended since or not begun are
  /// replaced by those of the present time when it is drawn.
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

  /// Without squares nothing ever moves.
  package var moves: Bool { !lives.isEmpty }

  package func draw(into list: inout DisplayList) {
    lives.withUnsafeMutableBufferPointer { lives in
      list.fillSquares(
        count: configuration.count, side: configuration.side(in: size),
        isAligned: !configuration.isAntialiased
      ) { scheduler.write(SquareFrame(at: time, configuration, in: size, lives, $0)) }
    }
  }

  /// The centre of square `index` now, in points.
  package func center(of index: Int) -> Point {
    SquareField(size, configuration).center(of: life(of: index), at: time)
  }

  /// The velocity of square `index` now, in points per second, as if there were no edges.
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
