import AnimCore
import AnimLottie

@main
enum Program {
  /// Plays an animation once, in the terminal: swift run PlayLottie < animation.json
  static func main() throws {
    var text = ""
    while let line = readLine(strippingNewline: false) { text += line }
    let animation = try LottieAnimation(Array(text.utf8))
    for diagnostic in animation.diagnostics { print(diagnostic) }
    let source = TimerFrameSource(refreshRate: 30)
    let screen = Screen(TextPlayer(animation, columns: 60, rows: 20))
    DisplayLink(for: screen) { screen, frame in
      if !screen.show(frame.targetTimestamp.seconds) { source.canceller.cancel() }
    }.add(to: source)
    source.run()
  }
}

/// Prints each image in place of the previous one.
private final class Screen {
  private var player: TextPlayer
  private var start: Seconds?

  init(_ player: TextPlayer) { self.player = player }

  /// - Returns: Whether more frames follow.
  func show(_ now: Seconds) -> Bool {
    let begin = start ?? now
    start = begin
    // Move the cursor to the top left corner, then print the image.
    print("\u{1B}[H\(player.text(at: now - begin))")
    return now - begin < player.duration
  }
}
