extension ListPair {
  /// The pixels in which the pictures of two groups with the same filters may differ: those in
  /// which their contents differ, and as far around them as the filters reach.
  func filteredDamage(_ i: Int, _ j: Int) -> PixelRect {
    let (a, b) = (old.commands[i], new.commands[j])
    let all = a.bounds.union(b.bounds)
    guard case .group(let group, let count) = a.shape, case .group(_, let count2) = b.shape,
      !repeatsEdges(group), var changed = contentDamage(i + 1, Int(count), j + 1, Int(count2))
    else { return all }
    for filter in old.filters[group.filters] { changed = changed.grown(by: filter.reach) }
    return changed.intersection(all)
  }

  /// Whether the picture depends on the extent of the content, and not on its pixels alone.
  private func repeatsEdges(_ group: GroupComposition) -> Bool {
    old.filters[group.filters].contains {
      if case .blur(_, _, repeatsEdges: true) = $0 { return true }
      return false
    }
  }

  /// The pixels in which the contents of two groups may differ, compared command by command; nil if
  /// their masks or mattes differ, or if they do not have the same number of commands.
  private func contentDamage(_ i: Int, _ count: Int, _ j: Int, _ count2: Int) -> PixelRect? {
    var changed = PixelRect.empty
    var (a, b) = (i, j)
    while a < i + count && b < j + count2 {
      if !areSame(a, b) {
        let (first, second) = (old.commands[a], new.commands[b])
        guard first.role.isContent, second.role.isContent else { return nil }
        changed = changed.union(first.bounds).union(second.bounds)
      }
      a += old.commands[a].extent
      b += new.commands[b].extent
    }
    return a == i + count && b == j + count2 ? changed : nil
  }
}
