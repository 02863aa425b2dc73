import AnimCore

#if os(Linux)
  import Synchronization
#endif

/// Canvases that are kept so that a jump does not have to draw all frames before the one it leads to: evenly
/// spaced, as close as a budget of memory allows. Any thread may add some.
final class Checkpoints: Sendable {
  private struct State {
    /// How many frames lie between two of them: more, where they do not fit into the budget.
    var spacing = Checkpoints.closestSpacing
    /// By frame.
    var canvases: [Int: PackedCanvas] = [:]
    var byteCount = 0
  }

  /// The most bytes that they take together.
  let budget: Int
  private let chains: FrameChains
  private let state = Mutex(State())

  /// Checkpoints that are closer would save less time than it takes to make them.
  static let closestSpacing = 4

  init(_ chains: FrameChains, budget: Int) {
    self.chains = chains
    self.budget = budget
  }

  /// The bytes of all.
  var byteCount: Int { state.withLock { $0.byteCount } }

  func hold(_ frame: Int) -> Bool { state.withLock { $0.canvases[frame] != nil } }

  func canvas(at frame: Int) -> PackedCanvas? { state.withLock { $0.canvases[frame] } }

  /// Whether a canvas with the picture of a frame should be kept.
  func wants(_ frame: Int) -> Bool {
    guard budget > 0, chains.frames[frame].disposal != .restore else { return false }
    return state.withLock { state in
      chains.isOnGrid(frame, spacing: state.spacing) && state.canvases[frame] == nil
    }
  }

  func keep(_ canvas: PackedCanvas, at frame: Int) {
    state.withLock { state in
      guard state.canvases[frame] == nil else { return }
      state.canvases[frame] = canvas
      state.byteCount += canvas.byteCount
      while state.byteCount > budget {
        state.spacing *= 2
        let spacing = state.spacing
        state.canvases = state.canvases.filter { chains.isOnGrid($0.key, spacing: spacing) }
        state.byteCount = state.canvases.values.reduce(0) { $0 + $1.byteCount }
      }
    }
  }
}
