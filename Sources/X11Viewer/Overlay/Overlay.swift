import AnimCore

/// What the viewer draws over the scenes: all of it data, drawn after them into the same list.
struct Overlay {
  /// Whether the panel with all keys is shown.
  var showsHelp = false
  /// Whether the badge of a stopped animation is shown.
  var isPaused = false
  /// What a key just did, where nothing else shows it.
  var toast: Toast?
  /// The statistics to show, if any.
  var statistics: StatisticsPanel?

  func draw(into list: inout DisplayList) {
    statistics?.draw(into: &list)
    if isPaused { PausedBadge.draw(into: &list) }
    toast?.draw(into: &list)
    if showsHelp { HelpPanel.draw(into: &list) }
  }
}
