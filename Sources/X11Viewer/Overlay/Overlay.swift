import AnimCore

/// What the viewer draws over the scenes: all of it data, drawn after them into the same list.
struct Overlay {
  /// Whether the panel with all keys is shown.
  var showsHelp = false
  /// Whether the badge of a stopped animation is shown.
  var isPaused = false
  /// The figures to show, if any.
  var statistics: StatisticsPanel?

  func draw(into list: inout DisplayList) {
    statistics?.draw(into: &list)
    if isPaused { PausedBadge.draw(into: &list) }
    if showsHelp { HelpPanel.draw(into: &list) }
  }
}
