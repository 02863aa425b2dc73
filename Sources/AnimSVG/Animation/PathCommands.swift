import AnimGraphics

/// The commands of path data with absolute coordinates. They can be drawn, and interpolated with
/// other data that has the same commands.
struct PathCommands: Hashable, Sendable {
  /// The letters of the commands in upper case, and the numbers of all commands in order.
  private(set) var commands: [UInt8] = []
  private(set) var numbers: [Double] = []

  /// Returns the number of arguments of a command, or `nil` if it is invalid.
  private static func count(_ command: UInt8) -> Int? {
    switch command {
    case UInt8(ascii: "M"), UInt8(ascii: "L"), UInt8(ascii: "T"): 2
    case UInt8(ascii: "H"), UInt8(ascii: "V"): 1
    case UInt8(ascii: "S"), UInt8(ascii: "Q"): 4
    case UInt8(ascii: "C"): 6
    case UInt8(ascii: "A"): 7
    case UInt8(ascii: "Z"): 0
    default: nil
    }
  }

  /// Returns the data in the CSS function `path()`, or `nil` for anything else.
  static func data(ofFunction text: String) -> String? {
    var scanner = TextScanner(text)
    scanner.skipSpace()
    guard scanner.skips("path(") else { return nil }
    scanner.skipSpace()
    return scanner.quoted()
  }

  /// Reads path data up to the first error.
  ///
  /// - Returns: The commands before the error, whether there is no error, and the limit that the
  ///   data exceeds, or `nil`.
  static func read(
    _ text: some StringProtocol
  ) -> (data: PathCommands, isWhole: Bool, limit: ParsingLimit?) {
    var reader = Reader(scanner: TextScanner(text))
    let isWhole = reader.read()
    return (reader.data, isWhole, reader.limit)
  }

  private struct Reader {
    var scanner: TextScanner
    var data = PathCommands()
    private(set) var limit: ParsingLimit?
    private var current = SIMD2<Double>.zero
    private var start = SIMD2<Double>.zero

    init(scanner: TextScanner) { self.scanner = scanner }

    mutating func read() -> Bool {
      scanner.skipSpace()
      while let letter = scanner.next {
        let command = letter & ~0x20
        guard let count = PathCommands.count(command),
          !data.commands.isEmpty || command == UInt8(ascii: "M")
        else { return false }
        scanner.index += 1
        scanner.skipSpace()
        let isRelative = letter & 0x20 != 0
        guard count > 0 else {
          data.commands.append(command)
          current = start
          continue
        }
        var next = command
        repeat {
          guard data.commands.count < ParsingLimit.pathCommands.maximum else {
            limit = .pathCommands
            return false
          }
          guard append(next, count: count, isRelative: isRelative) else { return false }
          if next == UInt8(ascii: "M") { next = UInt8(ascii: "L") }
          scanner.skipCommaSpace()
        } while beginsNumber
      }
      return true
    }

    private var beginsNumber: Bool {
      guard let byte = scanner.next else { return false }
      return byte &- 0x30 < 10 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "+")
    }

    private mutating func append(_ command: UInt8, count: Int, isRelative: Bool) -> Bool {
      let first = data.numbers.count
      for index in 0..<count {
        if index > 0 { scanner.skipCommaSpace() }
        let number =
          command == UInt8(ascii: "A") && (index == 3 || index == 4) ? flag() : scanner.number()
        guard let number, number.isFinite else {
          data.numbers.removeSubrange(first...)
          return false
        }
        data.numbers.append(number)
      }
      if isRelative { makeAbsolute(command, from: first) }
      data.commands.append(command)
      switch command {
      case UInt8(ascii: "H"): current.x = data.numbers[first]
      case UInt8(ascii: "V"): current.y = data.numbers[first]
      default: current = SIMD2(data.numbers[first + count - 2], data.numbers[first + count - 1])
      }
      if command == UInt8(ascii: "M") { start = current }
      return true
    }

    /// Parses a flag, which is a single digit that needs no separator.
    private mutating func flag() -> Double? {
      if scanner.skips(UInt8(ascii: "0")) { return 0 }
      return scanner.skips(UInt8(ascii: "1")) ? 1 : nil
    }

    private mutating func makeAbsolute(_ command: UInt8, from first: Int) {
      switch command {
      case UInt8(ascii: "H"): data.numbers[first] += current.x
      case UInt8(ascii: "V"): data.numbers[first] += current.y
      case UInt8(ascii: "A"):
        data.numbers[first + 5] += current.x
        data.numbers[first + 6] += current.y
      default:
        for index in stride(from: first, to: data.numbers.count, by: 2) {
          data.numbers[index] += current.x
          data.numbers[index + 1] += current.y
        }
      }
    }
  }
}

// MARK: - Computing

extension PathCommands {
  /// Returns the path whose numbers are combined with those of another path one by one, or `nil` if
  /// the commands differ.
  func combined(_ other: PathCommands, _ combine: (Double, Double) -> Double) -> PathCommands? {
    guard commands == other.commands else { return nil }
    var result = self
    for index in numbers.indices {
      result.numbers[index] = combine(numbers[index], other.numbers[index])
    }
    return result
  }

  /// The same commands, with zeros.
  var zero: PathCommands {
    var result = self
    for index in numbers.indices { result.numbers[index] = 0 }
    return result
  }
}

// MARK: - Drawing

extension PathCommands {
  /// The path.
  var path: Path {
    var path = Path()
    append(to: &path) { _, _, _ in }
    return path
  }

  /// Calls `body` with the end point and the length of each command.
  func forEachVertex(_ body: (_ vertex: Point, _ length: Double) -> Void) {
    var piece = Path()
    var last = Point(x: 0, y: 0)
    append(to: &piece) { command, point, piece in
      // The piece doesn't contain the start of the contour, where a closing line ends.
      let line = SIMD2(point.x - last.x, point.y - last.y)
      body(point, command == UInt8(ascii: "Z") ? (line * line).sum().squareRoot() : piece.length)
      piece.removeAll()
      piece.move(to: point)
      last = point
    }
  }

  /// Appends the outline to a path, and calls `vertex` with each command, its end point and the
  /// path so far.
  private func append(to path: inout Path, vertex: (UInt8, Point, inout Path) -> Void) {
    var first = 0
    var current = SIMD2<Double>.zero
    var start = current
    // The control points that a smooth curve reflects, if a curve of its kind came before it.
    var cubicControl: SIMD2<Double>?
    var quadraticControl: SIMD2<Double>?
    func pair(_ index: Int) -> SIMD2<Double> {
      SIMD2(numbers[first + index], numbers[first + index + 1])
    }
    for command in commands {
      var (cubic, quadratic): (SIMD2<Double>?, SIMD2<Double>?) = (nil, nil)
      switch command {
      case UInt8(ascii: "M"):
        current = pair(0)
        start = current
        path.move(to: Point(current))
      case UInt8(ascii: "L"):
        current = pair(0)
        path.addLine(to: Point(current))
      case UInt8(ascii: "H"):
        current.x = numbers[first]
        path.addLine(to: Point(current))
      case UInt8(ascii: "V"):
        current.y = numbers[first]
        path.addLine(to: Point(current))
      case UInt8(ascii: "C"):
        cubic = pair(2)
        path.addCurve(to: Point(pair(4)), control1: Point(pair(0)), control2: Point(pair(2)))
        current = pair(4)
      case UInt8(ascii: "S"):
        let control = 2 * current - (cubicControl ?? current)
        cubic = pair(0)
        path.addCurve(to: Point(pair(2)), control1: Point(control), control2: Point(pair(0)))
        current = pair(2)
      case UInt8(ascii: "Q"):
        quadratic = pair(0)
        path.addQuadCurve(to: Point(pair(2)), control: Point(pair(0)))
        current = pair(2)
      case UInt8(ascii: "T"):
        let control = 2 * current - (quadraticControl ?? current)
        quadratic = control
        path.addQuadCurve(to: Point(pair(0)), control: Point(control))
        current = pair(0)
      case UInt8(ascii: "A"):
        if path.currentPoint != Point(current) { path.move(to: Point(current)) }
        path.addArc(
          to: Point(pair(5)), radii: Size(width: numbers[first], height: numbers[first + 1]),
          rotation: numbers[first + 2], isLarge: numbers[first + 3] != 0,
          isClockwise: numbers[first + 4] != 0)
        current = pair(5)
      default:
        path.close()
        current = start
      }
      (cubicControl, quadraticControl) = (cubic, quadratic)
      first += Self.count(command) ?? 0
      vertex(command, Point(current), &path)
    }
  }
}

extension Point {
  fileprivate init(_ vector: SIMD2<Double>) { self.init(x: vector.x, y: vector.y) }
}
