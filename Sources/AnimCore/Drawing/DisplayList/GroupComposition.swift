/// What a ``GroupStyle`` is to the commands of a list: its filters are elsewhere.
package struct GroupComposition: Hashable, Sendable {
  /// In 1/255.
  package var opacity: UInt8
  package var blendMode: BlendMode
  /// Whether the content becomes a picture of its own.
  package var isIsolated: Bool
  /// Whether this group, or one that it holds, has filters.
  package var holdsFilters = false
  /// The place of the first filter among ``DisplayList/filters``.
  package var firstFilter: Int32 = 0
  package var filterCount: Int32 = 0

  init(_ style: GroupStyle) {
    opacity = style.opacity
    blendMode = style.blendMode
    isIsolated = style.isIsolated
  }

  /// The places of the filters among ``DisplayList/filters``.
  package var filters: Range<Int> { Int(firstFilter)..<Int(firstFilter + filterCount) }

  /// Whether both compose alike, as far as can be told without looking at the filters.
  func isAlike(_ other: GroupComposition) -> Bool {
    opacity == other.opacity && blendMode == other.blendMode && isIsolated == other.isIsolated
      && holdsFilters == other.holdsFilters && filterCount == other.filterCount
  }
}
