import PacingStatistics
import TestSupport

@testable import AnimCore
@testable import AnimationFormats
@testable import Viewer
@testable import XWindow

// Messages to a viewer, and the effects that its window carries out.
extension Viewer {
  /// Returns the effects of a message. Messages to the user are shown at once, as in a window.
  mutating func effects(of message: Message, in situation: Situation) -> [Effect] {
    effects(in: situation) { viewer, effects in
      viewer.update(message, in: situation, into: &effects)
    }
  }

  private mutating func effects(
    in situation: Situation, _ body: (inout Viewer, inout [Effect]) -> Void
  ) -> [Effect] {
    var effects: [Effect] = []
    body(&self, &effects)
    return effects.flatMap { said($0, in: situation) }
  }

  private mutating func said(_ effect: Effect, in situation: Situation) -> [Effect] {
    guard case .say(let text) = effect else { return [effect] }
    var effects: [Effect] = []
    update(.say(text), in: situation, into: &effects)
    return effects
  }

  mutating func perform(
    _ action: ViewerAction, in situation: Situation, at pointer: WindowPosition? = nil
  ) -> [Effect] {
    effects(of: .action(action, at: pointer), in: situation)
  }

  mutating func handle(_ event: Event, in situation: Situation) -> [Effect] {
    effects(of: .event(event), in: situation)
  }

  /// Shows an item that the playlist has decided to show.
  mutating func show(_ item: PlaylistItem, at now: Timestamp) -> [Effect] {
    follow(.show(item), sceneTime: .zero, at: now)
  }

  /// Shows a new version of the current item.
  mutating func reload(
    _ item: PlaylistItem, sceneTime: Timestamp, at now: Timestamp
  ) -> [Effect] {
    follow(.reload(item), sceneTime: sceneTime, at: now)
  }

  private mutating func follow(
    _ decision: PlaylistDecision, sceneTime: Timestamp, at now: Timestamp
  ) -> [Effect] {
    let situation = Situation(
      size: PixelSize(width: 240, height: 200), sceneTime: sceneTime, now: now)
    return effects(in: situation) { viewer, effects in
      viewer.follow(decision, in: situation, into: &effects)
      viewer.updateSurroundings(into: &effects, at: 0)
    }
  }

  /// Handles a drawn frame.
  mutating func draw(telling messages: [SceneMessage] = [], at now: Timestamp) -> [Effect] {
    effects(
      of: .drawn(messages), in: Situation(size: PixelSize(width: 240, height: 200), now: now))
  }

  /// Prepares the overlay of a frame.
  mutating func prepareOverlay(
    in situation: Situation, color: (WindowPosition) -> Color = { _ in .clear },
    statistics: RecentFrames = RecentFrames(lines: [], frameTimes: [], slot: nil)
  ) -> [Effect] {
    var effects: [Effect] = []
    prepareOverlay(in: situation, color: color, statistics: statistics, into: &effects)
    return effects
  }
}
