extension Double: VectorSpace {
  public var length: Double { magnitude }
}

extension Double: Interpolatable {
  public static func displacement(from start: Double, to end: Double, turning: Turning) -> Double {
    end - start
  }

  public func moved(by displacement: Double) -> Double { self + displacement }
}

extension Float: Interpolatable {
  /// The difference as a Double, so that velocities and long distances keep their precision.
  public static func displacement(from start: Float, to end: Float, turning: Turning) -> Double {
    Double(end) - Double(start)
  }

  public func moved(by displacement: Double) -> Float { Float(Double(self) + displacement) }
}

extension Vector: VectorSpace {}

extension Vector: Interpolatable {
  public static func displacement(from start: Vector, to end: Vector, turning: Turning) -> Vector {
    end - start
  }

  public func moved(by displacement: Vector) -> Vector { self + displacement }
}

extension Point: Interpolatable {
  public static func displacement(from start: Point, to end: Point, turning: Turning) -> Vector {
    end - start
  }

  public func moved(by displacement: Vector) -> Point { self + displacement }
}

extension Size: Interpolatable {
  /// The differences of width and height, as dx and dy.
  public static func displacement(from start: Size, to end: Size, turning: Turning) -> Vector {
    Vector(dx: end.width - start.width, dy: end.height - start.height)
  }

  public func moved(by displacement: Vector) -> Size {
    Size(width: width + displacement.dx, height: height + displacement.dy)
  }
}

extension SIMD4: VectorSpace where Scalar == Double {
  public var length: Double { (self * self).sum().squareRoot() }
}

extension Rect: Interpolatable {
  /// The differences of x, y, width and height.
  public static func displacement(
    from start: Rect, to end: Rect, turning: Turning
  ) -> SIMD4<Double> {
    end.components - start.components
  }

  public func moved(by displacement: SIMD4<Double>) -> Rect {
    let moved = components + displacement
    return Rect(x: moved.x, y: moved.y, width: moved.z, height: moved.w)
  }

  private var components: SIMD4<Double> {
    SIMD4(origin.x, origin.y, size.width, size.height)
  }
}
