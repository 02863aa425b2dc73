import AnimCore

/// Everything that the viewer draws over the scenes, as values. It is drawn after them, into the
/// same list.
struct Overlay {
  /// Whether the panel with all keys is shown.
  var showsHelp = false
  /// Whether the badge for a paused animation is shown.
  var isPaused = false
  /// A message about what a key just did.
  var toast: Toast?
  /// Why the picture is not what it should be; nil if it is.
  var trouble: TroubleBanner?
  /// The timeline of an animation, while it is shown.
  var timeline: TimelineBar?
  /// The statistics; nil if they are not shown.
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
