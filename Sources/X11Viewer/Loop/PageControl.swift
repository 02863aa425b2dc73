import AnimCore
import AnimationFormats
import FramePacing
import OfflineRendering
import XWindow

/// The current page and the user's actions on it: the position and background of its image, its
/// playback, and the events for its state machine.
///
/// It is a value that doesn't depend on other pages. It returns effects for the loop, and messages.
struct PageControl {
  typealias Effect = ViewerController.Effect
  typealias Situation = ViewerController.Situation

  /// The result of an action.
  struct Reply: Hashable {
    var effects: [Effect] = []
    /// Whether the timeline appears, disappears or was touched. This decides whether the pointer is shown.
    var concernsPointer = false
    /// The message to show, or `nil`.
    var message: String?
  }

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
  /// Whether each movement of the pointer has an effect.
  var followsPointer: Bool { item.hasTimeline || item.opened.machine != nil || showsInspector }

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
  /// - Returns: `nil` for other actions.
  mutating func perform(
    _ action: ViewerAction, in situation: Situation, at pointer: WindowPosition?
  ) -> Reply? {
    let content = content(in: situation)
    if image.perform(action, about: situation.point(pointer), content) {
      return Reply(message: "\(viewport.percentage(of: content))%")
    }
    switch action {
    case .orient(let step):
      image.orient(step)
      return Reply(effects: [.growWindow, .redraw], message: orientation.meaning)
    case .toggleSmoothing: return toggleSmoothing()
    case .turnBackdrop:
      backdrops.turn()
      return Reply(effects: [.showBackdrop, .redraw])
    case .machine(let action): return perform(action)
    case .time(let change): return Reply(effects: [.changeTime(change)])
    case .seek(let steps):
      return Reply(effects: [.changeTime(.seek(by: Double(steps) * playback.seekStep))])
    case .toggleTimeline:
      playback.timeline.togglePin()
      return Reply(concernsPointer: true)
    case .setRepeatedPart:
      guard item.hasTimeline else { return Reply() }
      let frame = frame(in: situation)
      let (message, isOther) = playback.setRepeatedPart(at: frame)
      return Reply(effects: isOther ? goOn(at: frame) : [], message: message)
    case .turnRepetition:
      guard item.hasTimeline else { return Reply() }
      let frame = frame(in: situation)
      let message = playback.turnRepetition()
      return Reply(effects: goOn(at: frame), message: message)
    case .adjustClock(let span):
      // The hands start at their visible position, not at that of a frame drawn ahead.
      return Reply(effects: [.changeTime(nil)] + adjustClocks(by: span))
    default: return nil
    }
  }

  private mutating func toggleSmoothing() -> Reply {
    guard item.scene is any PixelScene else {
      return Reply(message: "vector graphics have no pixels to smooth")
    }
    smoothsPixels.toggle()
    return Reply(
      effects: [.smoothPixels(smoothsPixels), .redraw],
      message: smoothsPixels ? "smooth pixels" : "sharp pixels")
  }

  private mutating func perform(_ action: ViewerAction.MachineAction) -> Reply? {
    // The file is opened again for a switch.
    if action == .toggle { return nil }
    guard let scene = item.opened.machine else {
      if action == .copyLink { return Reply(message: "no link to copy") }
      return Reply(
        message: item.helpContext.contains(.machines)
          ? "interaction is off; \(FileVariant.machineOffer)"
          : PlaylistRefusal.noMachine.message)
    }
    switch action {
    case .toggle: break
    case .togglePanel: machine.togglePanel()
    case .selectNextInput: machine.selectNext(of: scene)
    case .change(let step):
      return Reply(effects: [.tellMachine(machine.change(by: step)), .redraw])
    case .save:
      let stem = ImageExport.scriptStem(item)
      return Reply(effects: [.share(.saveScript(scene.conversation, stem: stem))])
    case .copyLink:
      guard let link = machine.link else { return Reply(message: "no link to copy") }
      return Reply(effects: [.share(.copyText(link.printable))])
    }
    return Reply(effects: [.redraw])
  }

  /// Applies the chosen playback, and continues at a frame.
  private func goOn(at frame: Double) -> [Effect] {
    [.runScene] + (chosenPlayback.map { [.changeTime(.move(to: $0.time(of: frame)))] } ?? [])
  }

  /// Starts or stops describing the pixel under the pointer.
  mutating func toggleInspector(at pointer: WindowPosition?) {
    image.toggleInspector(at: pointer)
  }

  /// Advances the clocks by this many seconds, or moves them back if negative.
  mutating func adjustClocks(by span: Seconds) -> [Effect] {
    clockAdjustment += span
    return [.adjustClocks(span)]
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
  /// - Returns: `nil` for other events.
  mutating func tellMachine(of event: Event, in situation: Situation) -> Reply? {
    guard let scene = item.opened.machine else { return nil }
    let commands: [Interaction]?
    if case .key(let stroke) = event {
      commands = machine.take(stroke, for: scene)
    } else {
      let (image, content) = (image, content(in: situation))
      commands = machine.take(event) { x, y in
        image.unit(at: WindowPosition(x: x, y: y), in: situation, content)
      }
    }
    return commands.map { Reply(effects: [.tellMachine($0), .redraw]) }
  }

  /// Holds the image if the left button is pressed.
  mutating func hold(_ click: ButtonClick) {
    if click.button == 1 { image.hold(at: WindowPosition(x: click.x, y: click.y)) }
  }

  /// - Returns: `nil` if the press isn't on the timeline.
  mutating func pressTimeline(_ click: ButtonClick, in situation: Situation) -> Reply? {
    guard item.hasTimeline,
      let press = playback.timeline.press(
        click, isPaused: situation.isPaused, layout(in: situation))
    else { return nil }
    image.letGo()
    switch press {
    case .togglePause: return Reply(effects: [.changeTime(.togglePause)], concernsPointer: true)
    case .seek(let progress): return Reply(effects: [scrub(to: progress)], concernsPointer: true)
    case .step(let count): return perform(.seek(count), in: situation, at: nil)
    }
  }

  /// Handles the release of the left button.
  mutating func release() -> Reply {
    image.letGo()
    return isScrubbing ? Reply(effects: releaseTimeline(), concernsPointer: true) : Reply()
  }

  mutating func movePointer(to position: WindowPosition, in situation: Situation) -> Reply {
    var reply = Reply(effects: showsInspector ? [.redraw] : [])
    if !isScrubbing, image.drag(to: position, in: situation, content(in: situation)) {
      reply.effects = [.redraw]
    }
    guard item.hasTimeline, !image.isHeld else { return reply }
    let (wasShown, hovered) = (showsTimeline, playback.timeline.hovered)
    if let progress = playback.timeline.move(to: position, layout(in: situation)) {
      reply.effects.append(scrub(to: progress))
    }
    if showsTimeline != wasShown {
      reply.concernsPointer = true
    } else if playback.timeline.hovered != hovered, reply.effects.isEmpty {
      reply.effects = [.redraw]
    }
    return reply
  }

  /// Handles the pointer leaving the window.
  mutating func pointerLeft() -> Reply {
    let (wasShown, hovered) = (showsTimeline, playback.timeline.hovered)
    playback.timeline.leave()
    if showsTimeline != wasShown { return Reply(concernsPointer: true) }
    let isOther = showsInspector || playback.timeline.hovered != hovered
    return Reply(effects: isOther ? [.redraw] : [])
  }

  /// Ends dragging because another part takes the pointer.
  mutating func letGo() -> [Effect] {
    image.letGo()
    return releaseTimeline()
  }

  /// Ends dragging because the overview is shown, and forgets the position of the pointer.
  mutating func cover() -> [Effect] {
    let released = letGo()
    playback.timeline.reset()
    return released
  }

  /// Releases the timeline if it is dragged. Time continues as before.
  private mutating func releaseTimeline() -> [Effect] {
    guard isScrubbing else { return [] }
    playback.timeline.release()
    return [.changeTime(playback.timeline.resumes ? .resume : nil)]
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
  ///
  /// - Parameter hintsAtHelp: Whether to name the help key after the first frame.
  mutating func begin(hintsAtHelp: Bool) -> [Effect] {
    notices = ItemNotices(first: item.notice.map { .message($0) } ?? (hintsAtHelp ? .hint : nil))
    return item.opened.waits ? [.changeTime(.pauseAtStart)] : []
  }

  /// Shows another item. Endless scenes continue at the current time; others start from the beginning, and so do
  /// endless ones after them.
  mutating func show(_ next: PlaylistItem) -> [Effect] {
    let restarts = next.isFinite || item.isFinite || next.opened.machine != nil
    let resuming: [Effect] =
      item.opened.waits && !next.opened.waits ? [.changeTime(.resume)] : []
    image.showAnother()
    playback.repeatAll()
    return releaseTimeline() + replaceItem(with: next)
      + (restarts ? [.changeTime(.move(to: .zero))] : []) + resuming
      + (next.opened.waits ? [.changeTime(.pause(at: .zero))] : [])
  }

  /// Shows the current version of a changed item, at the same frame. If it couldn't be drawn before, it starts from
  /// its beginning.
  ///
  /// - Parameter sceneTime: The scene time that is shown.
  mutating func reload(_ next: PlaylistItem, sceneTime: Timestamp) -> [Effect] {
    let shown = chosenPlayback
    let effects = (next.hasTimeline ? [] : releaseTimeline()) + replaceItem(with: next)
    guard let shown, let chosenPlayback else {
      return effects + (next.isFinite ? [.changeTime(.move(to: .zero))] : [])
    }
    let frame = shown.frame(at: sceneTime)
    return frame == chosenPlayback.frame(at: sceneTime)
      ? effects : effects + [.changeTime(.move(to: chosenPlayback.time(of: frame)))]
  }

  private mutating func replaceItem(with next: PlaylistItem) -> [Effect] {
    let hasOtherBackground = next.opened.background != item.opened.background
    if hasOtherBackground { backdrops.begin(with: next.opened.background) }
    machine = next.opened.machine == nil ? MachineControl() : machine.forAnotherMachine
    item = next
    playback.show(next.scene)
    if !item.hasTimeline { playback.timeline.reset() }
    notices.begin()
    return [.adjustClocks(clockAdjustment), .runScene] + (hasOtherBackground ? [.showBackdrop] : [])
  }

  /// Updates the position of the item among the others, because some of them were skipped.
  mutating func setPosition(_ position: String?) { item.position = position }

  /// Handles a drawn frame. Reports once for each item that frames are incomplete, and that expressions fail.
  ///
  /// - Parameters:
  ///   - messages: The messages of the state machine since the last frame.
  ///   - isSilent: Whether to show no message.
  mutating func didDraw(telling messages: [SceneMessage], isSilent: Bool) -> ItemNotices.Notice? {
    notices.next(about: item, told: machine.take(messages), isSilent: isSilent)
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
