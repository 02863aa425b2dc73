import AnimCore
import AnimationFormats
import LinuxSystem
import XWindow

// Actions of keys, buttons and menus.
extension Viewer {
  /// - Parameter pointer: The position of the pointer, in pixels of the window, or `nil` for the
  ///   window's centre.
  mutating func perform(
    _ action: ViewerAction, in situation: Situation, at pointer: WindowPosition?,
    into effects: inout [Effect]
  ) {
    playlist.userActs()
    if page.perform(action, in: situation, at: pointer, into: &effects) { return }
    switch action {
    case .ignore: break
    case .quit: effects.append(.end)
    case .leave:
      if panels.closeTexts() {
        effects.append(.redraw)
      } else {
        effects.append(situation.isFullscreen ? .setFullscreen(false) : .end)
      }
    case .toggleFullscreen: effects.append(.setFullscreen(!situation.isFullscreen))
    case .toggleInspector:
      page.toggleInspector(at: pointer)
      effects.append(.redraw)
    case .saveImage, .copyImage: share(action, in: situation, into: &effects)
    case .copyPath:
      withFile(into: &effects) { .share(.copyFile($0)) }
    case .run(let command):
      withFile(into: &effects) { .run(command, path: $0) }
    case .paste: effects.append(.paste)
    case .askForPath, .moveToTrash, .showMenu:
      openDialog(for: action, in: situation, at: pointer, into: &effects)
    case .toggleHelp:
      panels.toggleHelp()
      updateHelp()
      effects.append(.redraw)
    case .toggleStatistics:
      panels.toggleStatistics()
      effects.append(.redraw)
    case .toggleSkippedFiles:
      panels.toggleSkippedFiles()
      effects.append(.redraw)
    case .openSequence: openSequence(into: &effects)
    case .overview(let action): perform(action, in: situation, into: &effects)
    case .toggleSlideshow, .reload, .showScene, .turn, .turnToEnd, .cycleTheme, .machine:
      let decision = playlist.perform(action, into: &effects)
      follow(decision, in: situation, into: &effects)
    case .zoom, .fit, .fill, .showActualSize, .orient, .toggleSmoothing, .turnBackdrop, .time,
      .seek, .toggleTimeline, .setRepeatedPart, .turnRepetition, .adjustClock:
      // Actions of the page.
      break
    }
  }

  /// Saves or copies the image in front.
  private mutating func share(
    _ action: ViewerAction, in situation: Situation, into effects: inout [Effect]
  ) {
    let front = front
    guard front.error == nil else {
      effects.append(.say("\(item.name.printable) cannot be read, so it has no image"))
      return
    }
    let stem = SavedName.image(front.imageName, frame: page.frame(in: situation))
    effects.append(.share(action == .copyImage ? .copyImage : .saveImage(stem)))
  }

  /// Adds an effect that concerns the file in front, or a message if there is no file.
  private func withFile(into effects: inout [Effect], _ effect: (String) -> Effect) {
    let front = front
    if let file = front.file { return effects.append(effect(file)) }
    let message =
      switch front.path {
      case nil: "this scene has no file"
      case InputPath.standardInput?: "standard input is not a file"
      case let path?: "\(FilePath.name(of: path).printable) is not a single file"
      }
    effects.append(.say(message))
  }

  /// Opens the image sequence that the current image belongs to.
  private func openSequence(into effects: inout [Effect]) {
    guard let pattern = item.path.flatMap(FilePlaylist.sequencePattern) else {
      effects.append(.say("\(item.name.printable) is not part of an image sequence"))
      return
    }
    effects.append(.openPath(pattern))
  }
}

// Dialogs.
extension Viewer {
  private mutating func openDialog(
    for action: ViewerAction, in situation: Situation, at pointer: WindowPosition?,
    into effects: inout [Effect]
  ) {
    page.letGo(into: &effects)
    switch action {
    case .askForPath: panels.askForPath(beside: item.path)
    case .moveToTrash:
      guard let file = front.file else {
        return withFile(into: &effects) { .moveToTrash($0) }
      }
      panels.open(.trash(TrashQuestion(path: file)))
    default:
      let front = front
      let middle = WindowPosition(x: situation.size.width / 2, y: situation.size.height / 2)
      panels.open(
        .menu(
          Menu(
            keys.rows(in: front.keys), in: front.help, at: pointer ?? middle,
            active: activeActions(in: situation), isPaused: situation.isPaused)))
    }
    effects.append(.redraw)
  }

  /// Returns the actions that have switched something on.
  private func activeActions(in situation: Situation) -> Set<ViewerAction> {
    let states: [(ViewerAction, Bool)] = [
      (.toggleFullscreen, situation.isFullscreen), (.toggleHelp, overlay.showsHelp),
      (.toggleSkippedFiles, overlay.showsSkippedFiles),
      (.toggleStatistics, panels.showsStatistics), (.toggleSlideshow, playlist.hasSlideshow),
    ]
    return Set(states.filter(\.1).map(\.0)).union(page.activeActions)
  }

  /// Handles content that another program copied.
  mutating func paste(_ answer: Paste.Answer, into effects: inout [Effect]) {
    if case .image(let bytes) = answer { return effects.append(.openData(bytes)) }
    guard let path = answer.path else {
      return effects.append(.say("the clipboard contains no path or image"))
    }
    effects.append(panels.insert(path) ? .redraw : .openPath(FilePath.expandingTilde(path)))
  }

  /// Handles the result of moving a file to the trash. The next file takes its place.
  mutating func take(
    _ path: String, movedToTrash failure: Failure?, into effects: inout [Effect]
  ) {
    if let failure { return effects.append(.say(failure.message)) }
    effects.append(.log(.notice, "moved \(path) to the trash"))
    let notice = "moved \(FilePath.name(of: path).printable) to the trash"
    guard overview == nil, item.path == path else { return effects.append(.say(notice)) }
    playlist.remove(path, saying: notice, into: &effects)
  }
}

// Events.
extension Viewer {
  /// Handles an event of a key, a button or the pointer, and ignores any other.
  mutating func handle(
    _ event: Event, in situation: Situation, into effects: inout [Effect]
  ) {
    page.track(event)
    if handleInDialog(event, in: situation, into: &effects) { return }
    if overview == nil, page.tellMachine(of: event, in: situation, into: &effects) { return }
    switch event {
    case .key(let stroke):
      guard let action = keys.action(for: stroke, in: front.keys) else { return }
      perform(action, in: situation, at: stroke.pointer, into: &effects)
    case .button(let click):
      if overview == nil, !overlay.showsHelp,
        page.pressTimeline(click, in: situation, into: &effects)
      {
        return
      }
      if let action = keys.action(for: click, in: front.keys) {
        let pointer = WindowPosition(x: click.x, y: click.y)
        return perform(action, in: situation, at: pointer, into: &effects)
      }
      press(click, in: situation, into: &effects)
    case .buttonReleased(1):
      overview?.release()
      page.release(into: &effects)
    case .pointer(let x, let y):
      let position = WindowPosition(x: x, y: y)
      if overview == nil {
        page.movePointer(to: position, in: situation, into: &effects)
      } else {
        overview?.point(at: position, into: &effects)
      }
    case .pointerLeft:
      page.pointerLeft(into: &effects)
    default: break
    }
  }

  private mutating func press(
    _ click: ButtonClick, in situation: Situation, into effects: inout [Effect]
  ) {
    if overview != nil {
      if overview?.press(click, into: &effects) == true {
        perform(.openSelected, in: situation, into: &effects)
      }
      return
    }
    page.hold(click)
    if doubleClick.completes(with: click) {
      perform(.toggleFullscreen, in: situation, at: nil, into: &effects)
    }
  }

  /// - Returns: `false` if no dialog is open, or if it doesn't handle the event.
  private mutating func handleInDialog(
    _ event: Event, in situation: Situation, into effects: inout [Effect]
  ) -> Bool {
    guard let outcome = panels.handle(event, in: situation, into: &effects) else { return false }
    if page.showsInspector { effects.append(.redraw) }
    if case .performs(let action, let position) = outcome {
      perform(action, in: situation, at: position, into: &effects)
    }
    return true
  }
}
