#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A probable programming error. Debug builds print a warning to standard error, once per tree.
enum LikelyMistake: String {
  /// A tree with animations was attached to a source whose time is ahead of theirs.
  case animatedBeforeAttaching =
    "layer tree: its animations end at once because the time of the source is far ahead; attach the tree before animating"
  /// The model value of an animated property was read while layers were drawn, instead of the value
  /// on the screen.
  case drewModelValue =
    "layer: an animated property is drawn with its model value, so it does not move; read $name.presentation"

  /// The minimum time by which an animation must be shortened to be noticed, in seconds.
  static var visibleGap: Seconds { 0.1 }
}

extension LayerTree {
  /// Records a likely mistake, and reports it.
  func note(_ mistake: LikelyMistake) {
    guard mistakes.insert(mistake).inserted else { return }
    #if DEBUG
      let line = Array("AnimCore: \(mistake.rawValue)\n".utf8)
      _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    #endif
  }
}

extension Animatable {
  /// Notes that a layer's model value was read, when the value on the screen may have been
  /// intended.
  @usableFromInline
  func noteReading(in layer: Layer) {
    guard !instances.isEmpty, let tree = layer.tree, tree.isDrawing, presentation != model else {
      return
    }
    tree.note(.drewModelValue)
  }
}
