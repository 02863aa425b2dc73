/// Does work beside the loop that shows frames.
package protocol BackgroundWork: Sendable {
  /// Does some work, after all that it was given before. It need not be done at all.
  func run(_ work: @escaping @Sendable () -> Void)
}
