import AnimCore

/// What the viewer draws over the scenes: all of it data, drawn after them into the same list.
struct Overlay {
  /// Whether the panel with all keys is shown.
  var showsHelp = false
  /// Whether the badge of a stopped animation is shown.
  var isPaused = false
  /// What a key just did, where nothing else shows it.
  var toast: Toast?
  /// Why the picture is not what it should be, for as long as that is so.
  var trouble: TroubleBanner?
  /// Where in an animation the picture is, while that is asked for.
  var timeline: TimelineBar?
  /// The statistics to show, if any.
  var statistics: StatisticsPanel?

  func draw(into list: inout DisplayList) {
    statistics?.draw(into: &list)
    if isPaused { PausedBadge.draw(into: &list) }
    trouble?.draw(into: &list)
    timeline?.draw(into: &list)
    toast?.draw(
      above: timeline == nil ? 0 : TimelineBar.height(scale: list.scale), into: &list)
    if showsHelp { HelpPanel.draw(into: &list) }
  }
}
