import AnimCore
import LinuxSystem
import OfflineRendering
import XWindow

// Paging, and files dropped on the window.
extension Viewer {
  /// Carries out a decision of the playlist.
  mutating func follow(
    _ decision: PlaylistDecision?, in situation: Situation, into effects: inout [Effect]
  ) {
    switch decision {
    case .show(let item):
      show(item, into: &effects)
      if playlist.takeDrop() { effects.append(.finishDrop(isTaken: true)) }
    case .reload(let item): reload(item, in: situation, into: &effects)
    case .isAtEnd(.first): effects.append(.changeTime(.seekToStart))
    case .isAtEnd(.last):
      if let playback = chosenPlayback {
        effects.append(.changeTime(.pause(at: playback.time(of: playback.lastFrame))))
      }
    case .stay(let refusal):
      if let message = playlist.message(for: refusal) { effects.append(.say(message)) }
    case .fail(let failure): refuseDrop(failure, into: &effects)
    case nil: break
    }
  }

  /// Handles a drop without a file that can be drawn: the current contents stay.
  mutating func refuseDrop(_ failure: Failure, into effects: inout [Effect]) {
    effects.append(.finishDrop(isTaken: false))
    if playlist.refuseDrop(), let path = item.path {
      effects.append(.watch(FilePath.folder(of: path)))
    }
    effects.append(.say(failure.message))
  }

  /// Shows the next file of a slide show when it is due.
  mutating func turnSlide(in situation: Situation, into effects: inout [Effect]) {
    guard playlist.hasSlideshow else { return }
    guard overview == nil, !panels.hasDialog, !situation.isPaused else {
      return playlist.pauseSlideshow()
    }
    playlist.turnSlide(chosenPlayback, speed: page.speed, in: situation, into: &effects)
  }
}

// The overview.
extension Viewer {
  mutating func perform(
    _ action: ViewerAction.OverviewAction, in situation: Situation, into effects: inout [Effect]
  ) {
    guard let overview else {
      if action == .show { requestOverview(into: &effects) }
      return
    }
    switch action {
    case .close:
      if !panels.closeTexts() {
        self.overview = nil
        effects.append(.runScene)
        present()
      }
      effects.append(.redraw)
    case .openSelected:
      if let page = overview.page { playlist.open(page, into: &effects) }
    default: self.overview?.perform(action, into: &effects)
    }
  }

  /// Requests the pages of an overview, which is shown once they are being read.
  mutating func requestOverview(into effects: inout [Effect]) {
    guard let content = playlist.overview else {
      return effects.append(.say(PlaylistRefusal.noOverview.message))
    }
    guard content.pages.count > 1 else {
      return effects.append(.say(PlaylistRefusal.noOther.message))
    }
    // The height of a name decides where cells are.
    guard panels.hasFont else { return panels.lookForFont(forOverview: true, into: &effects) }
    effects.append(.readCells(content.configuration))
  }

  /// Shows the pages while they are read.
  mutating func showOverview(in situation: Situation, into effects: inout [Effect]) {
    guard let content = playlist.overview else { return }
    playlist.cancelPendingRequest(into: &effects)
    page.cover(into: &effects)
    overview = OverviewControl(
      content.pages, selected: content.selected, in: gridFrame(in: situation))
    present()
    effects += [.runScene, .growWindow, .redraw]
  }

  func gridFrame(in situation: Situation) -> OverviewGrid.Frame {
    var frame = OverviewGrid.Frame(size: situation.size, scale: situation.scale, labelHeight: 0)
    frame.labelHeight = CellLayout.labelHeight(overlay.text, unit: frame.unit)
    return frame
  }
}
