import AnimCore
import AnimationFormats
import FramePacing
import OfflineRendering
import XWindow

/// The current page and the user's actions on it: the position and background of its image, its
/// playback, and the events for its state machine.
///
/// It is a value that doesn't depend on other pages.
struct PageControl {
  /// The item, or its last version that could be drawn.
  private(set) var item: PlaylistItem
  private var image: ImageControl
  /// The timeline, and how the item is repeated.
  private var playback: PlaybackControl
  /// The interaction with the item's state machine, if it has one.
  private var machine = MachineControl()
  private var backdrops: Backdrops
  private var notices = ItemNotices()
  /// Whether enlarged pixels are smooth.
  private(set) var smoothsPixels: Bool
  /// The total number of seconds by which the clocks were adjusted. Clocks of later items are
  /// adjusted by the same amount.
  private var clockAdjustment: Seconds = 0
  /// The text style of the timeline, which determines its position.
  private let text: OverlayText

  /// - Parameters:
  ///   - backdrop: The requested background.
  ///   - speed: Seconds of scene time per second.
  ///   - zoom: Points per unit of the image, or `nil` to fit the window.
  init(
    _ item: PlaylistItem, _ files: FileConfiguration, backdrop: Backdrop, speed: Double,
    zoom: Double?, text: OverlayText
  ) {
    self.item = item
    self.text = text
    image = ImageControl(pointsPerUnit: zoom)
    playback = PlaybackControl(of: item.scene, loops: files.loops ?? true, speed: speed)
    backdrops = Backdrops(backdrop, for: item.opened.background)
    smoothsPixels = files.smoothsPixels
  }

  /// Whether the timeline is shown: while the pointer is near, while it is dragged, and if the user has pinned it.
  var showsTimeline: Bool { item.hasTimeline && playback.timeline.isShown }
  /// Whether the timeline is being dragged.
  var isScrubbing: Bool { playback.timeline.isScrubbing }
  /// The playback that the user has chosen, or `nil` for an endless scene.
  var chosenPlayback: Playback? { playback.chosen }
  /// Seconds of scene time per second.
  var speed: Double { playback.speed }
  /// The backdrop of the image.
  var backdrop: Backdrop { backdrops.present }
  /// The backdrop of other pages.
  var backdropOfOthers: Backdrop { backdrops.ofOthers }
  /// The zoom and position of the image.
  var viewport: Viewport { image.viewport }
  /// The orientation of the image.
  var orientation: Orientation { image.orientation }
  /// Whether the pixel under the pointer is described.
  var showsInspector: Bool { image.showsInspector }

  /// The properties of the page when it is in front.
  var front: Front {
    let help = item.helpContext
    return Front(
      title: item.title, path: item.path, imageName: item.imageName, error: item.error,
      help: help, keys: help.contains(.clock) ? [.clock, .page] : [.page],
      followsPointer: item.hasTimeline || item.opened.machine != nil || showsInspector,
      showsPointer: showsTimeline)
  }

  /// The actions that have switched something on.
  var activeActions: Set<ViewerAction> {
    let states: [(ViewerAction, Bool)] = [
      (.toggleTimeline, playback.timeline.isPinned), (.toggleInspector, showsInspector),
      (.toggleSmoothing, smoothsPixels && item.scene is any PixelScene),
      (.setRepeatedPart, playback.repeatsPart), (.machine(.toggle), item.opened.machine != nil),
      (.machine(.togglePanel), machinePanel != nil), (.fill, viewport.isFilling),
      (.showActualSize, viewport.isActualSize),
    ]
    return Set(states.filter(\.1).map(\.0))
  }

  /// Returns the contents of the viewport.
  func content(in situation: Situation) -> ViewportContent {
    ViewportContent(item.scene, item.opened.fit, orientation, in: situation.view)
  }

  /// Returns the number of the current frame. In scenes without frames, the time is counted in
  /// frames.
  func frame(in situation: Situation) -> Double {
    chosenPlayback?.frame(at: situation.sceneTime) ?? item.scene.frame(at: situation.sceneTime)
  }
}

// Keys.
extension PageControl {
  /// - Parameter pointer: The position of the pointer, in pixels of the window, or `nil` for the
  ///   window's centre.
  /// - Returns: `false` for other actions.
  mutating func perform(
    _ action: ViewerAction, in situation: Situation, at pointer: WindowPosition?,
    into effects: inout [Effect]
  ) -> Bool {
    let content = content(in: situation)
    if image.perform(action, about: situation.point(pointer), content) {
      effects.append(.say("\(viewport.percentage(of: content))%"))
      return true
    }
    switch action {
    case .orient(let step):
      image.orient(step)
      effects += [.growWindow, .redraw, .say(orientation.meaning)]
    case .toggleSmoothing: toggleSmoothing(into: &effects)
    case .turnBackdrop:
      backdrops.turn()
      effects.append(.redraw)
    case .machine(let action): return perform(action, into: &effects)
    case .time(let change): effects.append(.changeTime(change))
    case .seek(let steps):
      effects.append(.changeTime(.seek(by: Double(steps) * playback.seekStep)))
    case .toggleTimeline:
      playback.timeline.togglePin()
      effects.append(.redraw)
    case .setRepeatedPart:
      guard item.hasTimeline else { return true }
      let frame = frame(in: situation)
      let (message, isOther) = playback.setRepeatedPart(at: frame)
      if isOther { goOn(at: frame, into: &effects) }
      effects.append(.say(message))
    case .turnRepetition:
      guard item.hasTimeline else { return true }
      let frame = frame(in: situation)
      let message = playback.turnRepetition()
      goOn(at: frame, into: &effects)
      effects.append(.say(message))
    case .adjustClock(let span):
      // The hands start at their visible position, not at that of a frame drawn ahead.
      effects.append(.changeTime(nil))
      adjustClocks(by: span, into: &effects)
    default: return false
    }
    return true
  }

  private mutating func toggleSmoothing(into effects: inout [Effect]) {
    guard item.scene is any PixelScene else {
      return effects.append(.say("vector graphics have no pixels to smooth"))
    }
    smoothsPixels.toggle()
    effects += [
      .smoothPixels(smoothsPixels), .redraw,
      .say(smoothsPixels ? "smooth pixels" : "sharp pixels"),
    ]
  }

  /// - Returns: `false` for a switch, for which the file is opened again.
  private mutating func perform(
    _ action: ViewerAction.MachineAction, into effects: inout [Effect]
  ) -> Bool {
    if action == .toggle { return false }
    guard let scene = item.opened.machine else {
      let message =
        action == .copyLink
        ? Self.noLink
        : item.helpContext.contains(.machines)
          ? "interaction is off; \(FileVariant.machineOffer)" : PlaylistRefusal.noMachine.message
      effects.append(.say(message))
      return true
    }
    switch action {
    case .toggle: break
    case .togglePanel: machine.togglePanel()
    case .selectNextInput: machine.selectNext(of: scene)
    case .change(let step): effects.append(.tellMachine(machine.change(by: step)))
    case .save:
      let stem = SavedName.script(item)
      effects.append(.share(.saveScript(scene.conversation, stem: stem)))
      return true
    case .copyLink:
      effects.append(
        machine.link.map { .share(.copyText($0.printable)) } ?? .say(Self.noLink))
      return true
    }
    effects.append(.redraw)
    return true
  }

  private static let noLink = "no link to copy"

  /// Applies the chosen playback, and continues at a frame.
  private func goOn(at frame: Double, into effects: inout [Effect]) {
    effects.append(.runScene)
    if let chosenPlayback {
      effects.append(.changeTime(.move(to: chosenPlayback.time(of: frame))))
    }
  }

  /// Starts or stops describing the pixel under the pointer.
  mutating func toggleInspector(at pointer: WindowPosition?) {
    image.toggleInspector(at: pointer)
  }

  /// Advances the clocks by this many seconds, or moves them back if negative.
  mutating func adjustClocks(by span: Seconds, into effects: inout [Effect]) {
    clockAdjustment += span
    effects.append(.adjustClocks(span))
  }

  /// Handles a change of speed.
  mutating func setSpeed(_ speed: Double) { playback.setSpeed(speed) }
}

// The pointer.
extension PageControl {
  /// Stores the position of the pointer, no matter which part handles the event.
  mutating func track(_ event: Event) { image.track(event) }

  /// Passes an event on to the state machine.
  ///
  /// - Returns: `false` for other events.
  mutating func tellMachine(
    of event: Event, in situation: Situation, into effects: inout [Effect]
  ) -> Bool {
    guard let scene = item.opened.machine else { return false }
    let commands: [Interaction]?
    if case .key(let stroke) = event {
      commands = machine.take(stroke, for: scene)
    } else {
      let (image, content) = (image, content(in: situation))
      commands = machine.take(event) { x, y in
        image.unit(at: WindowPosition(x: x, y: y), in: situation, content)
      }
    }
    guard let commands else { return false }
    effects += [.tellMachine(commands), .redraw]
    return true
  }

  /// Holds the image if the left button is pressed.
  mutating func hold(_ click: ButtonClick) {
    if click.button == 1 { image.hold(at: WindowPosition(x: click.x, y: click.y)) }
  }

  /// - Returns: `false` if the press isn't on the timeline.
  mutating func pressTimeline(
    _ click: ButtonClick, in situation: Situation, into effects: inout [Effect]
  ) -> Bool {
    guard item.hasTimeline,
      let press = playback.timeline.press(
        click, isPaused: situation.isPaused, layout(in: situation))
    else { return false }
    image.letGo()
    switch press {
    case .togglePause: effects += [.changeTime(.togglePause), .redraw]
    case .seek(let progress): effects += [scrub(to: progress), .redraw]
    case .step(let count):
      _ = perform(.seek(count), in: situation, at: nil, into: &effects)
    }
    return true
  }

  /// Handles the release of the left button.
  mutating func release(into effects: inout [Effect]) {
    image.letGo()
    guard isScrubbing else { return }
    releaseTimeline(into: &effects)
    effects.append(.redraw)
  }

  mutating func movePointer(
    to position: WindowPosition, in situation: Situation, into effects: inout [Effect]
  ) {
    let isDragged =
      !isScrubbing && image.drag(to: position, in: situation, content(in: situation))
    var isOther = showsInspector || isDragged
    if item.hasTimeline, !image.isHeld {
      let (wasShown, hovered) = (showsTimeline, playback.timeline.hovered)
      if let progress = playback.timeline.move(to: position, layout(in: situation)) {
        effects.append(scrub(to: progress))
      }
      isOther =
        isOther || showsTimeline != wasShown
        || playback.timeline.hovered != hovered && !isScrubbing
    }
    if isOther { effects.append(.redraw) }
  }

  /// Handles the pointer leaving the window.
  mutating func pointerLeft(into effects: inout [Effect]) {
    let (wasShown, hovered) = (showsTimeline, playback.timeline.hovered)
    playback.timeline.leave()
    if showsInspector || showsTimeline != wasShown || playback.timeline.hovered != hovered {
      effects.append(.redraw)
    }
  }

  /// Ends dragging because another part takes the pointer.
  mutating func letGo(into effects: inout [Effect]) {
    image.letGo()
    releaseTimeline(into: &effects)
  }

  /// Ends dragging because the overview is shown, and forgets the position of the pointer.
  mutating func cover(into effects: inout [Effect]) {
    letGo(into: &effects)
    playback.timeline.reset()
  }

  /// Releases the timeline if it is dragged. Time continues as before.
  private mutating func releaseTimeline(into effects: inout [Effect]) {
    guard isScrubbing else { return }
    playback.timeline.release()
    effects.append(.changeTime(playback.timeline.resumes ? .resume : nil))
  }

  private func scrub(to progress: Double) -> Effect {
    .changeTime(.pause(at: playback.time(atProgress: progress)))
  }

  private func layout(in situation: Situation) -> TimelineLayout {
    TimelineLayout(situation.size, scale: situation.scale, playback.content, text)
  }
}

// Items.
extension PageControl {
  /// Shows the first item.
  mutating func begin(into effects: inout [Effect]) {
    notices = ItemNotices(first: item.notice)
    if item.opened.waits { effects.append(.changeTime(.pauseAtStart)) }
  }

  /// Shows another item. Endless scenes continue at the current time; others start from the beginning, and so do
  /// endless ones after them.
  mutating func show(_ next: PlaylistItem, into effects: inout [Effect]) {
    let restarts = next.isFinite || item.isFinite || next.opened.machine != nil
    let resumes = item.opened.waits && !next.opened.waits
    image.showAnother()
    playback.repeatAll()
    releaseTimeline(into: &effects)
    replaceItem(with: next, into: &effects)
    if restarts { effects.append(.changeTime(.move(to: .zero))) }
    if resumes { effects.append(.changeTime(.resume)) }
    if next.opened.waits { effects.append(.changeTime(.pause(at: .zero))) }
  }

  /// Shows the current version of a changed item, at the same frame. If it couldn't be drawn before, it starts from
  /// its beginning.
  ///
  /// - Parameter sceneTime: The scene time that is shown.
  mutating func reload(
    _ next: PlaylistItem, sceneTime: Timestamp, into effects: inout [Effect]
  ) {
    let shown = chosenPlayback
    if !next.hasTimeline { releaseTimeline(into: &effects) }
    replaceItem(with: next, into: &effects)
    guard let shown, let chosenPlayback else {
      if next.isFinite { effects.append(.changeTime(.move(to: .zero))) }
      return
    }
    let frame = shown.frame(at: sceneTime)
    if frame != chosenPlayback.frame(at: sceneTime) {
      effects.append(.changeTime(.move(to: chosenPlayback.time(of: frame))))
    }
  }

  private mutating func replaceItem(with next: PlaylistItem, into effects: inout [Effect]) {
    if next.opened.background != item.opened.background {
      backdrops.begin(with: next.opened.background)
    }
    machine = next.opened.machine == nil ? MachineControl() : machine.forAnotherMachine
    item = next
    playback.show(next.scene)
    if !item.hasTimeline { playback.timeline.reset() }
    notices.begin()
    effects += [.adjustClocks(clockAdjustment), .runScene]
  }

  /// Updates the position of the item among the others, because some of them were skipped.
  mutating func setPosition(_ position: String?) { item.position = position }

  /// Handles a drawn frame. Reports once for each item that frames are incomplete, and that expressions fail.
  ///
  /// - Parameters:
  ///   - messages: The messages of the state machine since the last frame.
  ///   - isSilent: Whether no message is shown.
  mutating func takeFrame(
    telling messages: [SceneMessage], isSilent: Bool, into effects: inout [Effect]
  ) {
    notices.takeFrame(
      of: item, told: machine.take(messages), isSilent: isSilent, into: &effects)
  }
}

// The contents over the image.
extension PageControl {
  /// Returns `nil` if the timeline isn't shown.
  func timelineBar(in situation: Situation) -> TimelineBar? {
    guard showsTimeline else { return nil }
    let hasEnded = chosenPlayback?.hasEnded(at: situation.sceneTime) ?? false
    return playback.bar(at: frame(in: situation), isPaused: situation.isPaused || hasEnded)
  }

  /// The panel, or `nil` if it isn't shown or there is no state machine.
  var machinePanel: MachinePanel? { item.opened.machine.flatMap { machine.panel(of: $0) } }

  /// Returns the description of the pixel under the pointer, or `nil`.
  ///
  /// - Parameter color: A closure that returns the colour of the scene at a pixel of the window.
  func inspector(
    in situation: Situation, _ color: (WindowPosition) -> Color
  ) -> InspectorPanel? {
    image.inspector(in: situation, content(in: situation), color)
  }

  /// Returns the area of the image, in points of the window, where the checkerboard doesn't show
  /// its edges.
  func imageArea(in situation: Situation) -> Rect? {
    guard backdrop == .checkerboard, item.error == nil, item.scene.naturalSize != nil else {
      return nil
    }
    return viewport.rect(of: content(in: situation))
  }

  /// Returns the area of the image in the upright image of the window, or `nil` if it fills it.
  func placement(in situation: Situation) -> ScenePlacement? {
    viewport.placement(of: content(in: situation))
  }
}
