// Which of two numbers, or of their components, is the lesser or the greater. Open to other modules,
// whose loops call them for millions of squares.
extension SIMD2<Double> {
  @inlinable @inline(__always)
  package func lesser(_ other: Self) -> Self {
    replacing(with: other, where: other .< self)
  }

  @inlinable @inline(__always)
  package func greater(_ other: Self) -> Self {
    replacing(with: other, where: other .> self)
  }
}
