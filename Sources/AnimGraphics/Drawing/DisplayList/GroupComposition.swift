/// A ``GroupStyle`` as the commands of a list store it, with the filters kept elsewhere.
package struct GroupComposition: Hashable, Sendable {
  /// 0 ... 255, where 255 is opaque.
  package var opacity: UInt8
  package var blendMode: BlendMode
  /// Whether the content is composed into a separate picture.
  package var isIsolated: Bool
  /// Whether this group, or a group inside it, has filters.
  package var holdsFilters = false
  /// The index of the first filter in ``DisplayList/filters``.
  package var firstFilter: Int32 = 0
  package var filterCount: Int32 = 0

  init(_ style: GroupStyle) {
    opacity = style.opacity
    blendMode = style.blendMode
    isIsolated = style.isIsolated
  }

  /// The indices of the filters in ``DisplayList/filters``.
  package var filters: Range<Int> { Int(firstFilter)..<Int(firstFilter + filterCount) }

  /// Whether both compose alike, apart from the filters themselves.
  func isAlike(_ other: GroupComposition) -> Bool {
    opacity == other.opacity && blendMode == other.blendMode && isIsolated == other.isIsolated
      && holdsFilters == other.holdsFilters && filterCount == other.filterCount
  }
}
