/// The styles of elements, each kept from one image to the next until a value that it depends on changes.
///
/// An element has one kept style, which is computed again if a `use` shows the element in another place.
struct StyleCache {
  private struct Entry {
    var style: Style
    /// The versions of the parent's style that the style was computed from.
    var parent: Style.Versions?
    /// Whether a property was animated.
    var isAnimated = false
    /// Whether an inherited property was animated.
    var inheritsAnimation = false

    /// Returns whether the values of the parent are those that the style was computed from.
    func isCurrent(below parent: Style) -> Bool {
      guard let old = self.parent, let new = parent.versions else { return false }
      return style.copiesParent ? old == new : old.inherited == new.inherited
    }
  }

  private var entries: [Entry?]
  /// The latest version of a style.
  private var version = 0

  /// - Parameter nodeCount: The number of nodes in the document, or 0 to keep nothing.
  init(nodeCount: Int) {
    entries = Array(repeating: nil, count: nodeCount)
  }

  /// Forgets all values, but keeps the memory.
  mutating func invalidate() {
    for index in entries.indices { entries[index]?.parent = nil }
  }

  /// Returns the style of an element.
  ///
  /// - Parameters:
  ///   - animated: The animated values of the image. Any others that the style depends on are those of the previous call,
  ///     unless ``invalidate()`` was called since.
  ///   - apply: Applies the values of the element to the style of a child without any.
  mutating func style(
    of element: Int, parent: Style, _ animated: AnimatedValues?, apply: (inout Style) -> Void
  ) -> Style {
    func newStyle() -> Style {
      var style = Style.inheriting(from: parent)
      apply(&style)
      return style
    }
    guard !entries.isEmpty else { return newStyle() }
    let (isAnimated, inheritsAnimation) = animated?.animation(of: element) ?? (false, false)
    if let entry = entries[element], !isAnimated, !entry.isAnimated,
      entry.isCurrent(below: parent)
    {
      return entry.style
    }
    version += 1
    // Taken out of the array, so that its style has no other owner.
    guard var entry = entries[element].take() else {
      var entry = Entry(style: newStyle(), parent: parent.versions)
      entry.style.versions = Style.Versions(inherited: version, all: version)
      (entry.isAnimated, entry.inheritsAnimation) = (isAnimated, inheritsAnimation)
      entries[element] = entry
      return entry.style
    }
    let (before, lines) = (entry.style.versions, entry.style.ownLines)
    let keepsInherited =
      !inheritsAnimation && !entry.inheritsAnimation && entry.isCurrent(below: parent)
    // An element whose style was computed twice probably changes often, so it gets its nonInherited memory.
    entry.style.inherit(from: parent)
    apply(&entry.style)
    entry.style.versions = Style.Versions(
      // Children inherit the lines of text, unlike the property.
      inherited: keepsInherited && entry.style.ownLines == lines
        ? before?.inherited ?? version : version,
      all: version)
    entry.parent = parent.versions
    (entry.isAnimated, entry.inheritsAnimation) = (isAnimated, inheritsAnimation)
    entries[element] = entry
    return entry.style
  }
}
