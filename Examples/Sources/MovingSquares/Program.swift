import AnimCore

@main
enum Program {
  static func main() {
    let source = TimerFrameSource(refreshRate: 60)
    let squares = MovingSquares(random: SystemRandomNumberGenerator())
    squares.start(on: source)
    let printer = DisplayLink(for: squares) { squares, frame in
      let center = squares.movers[0].center
      print("the first of 60 is at \(Int(center.x)), \(Int(center.y))")
      if frame.number == 300 { source.canceller.cancel() }
    }
    printer.add(to: source)
    source.run()
  }
}
