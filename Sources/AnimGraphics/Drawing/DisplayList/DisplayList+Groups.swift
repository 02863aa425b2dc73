extension DisplayList {
  /// Composes what `body` appends into a picture of its own, masked by the masks and mattes
  /// appended there, and then paints that.
  ///
  /// A group without effect (opaque, of normal blend mode, neither isolated nor masked) is the same
  /// as its contents.
  public mutating func withGroup(
    _ style: GroupStyle = GroupStyle(), _ body: (inout DisplayList) -> Void
  ) {
    withGroup(style, role: .content, body)
  }

  /// Masks the innermost group by the picture of what `body` appends, which is not painted. Without
  /// a group nothing is appended.
  public mutating func withMatte(
    _ matte: Matte = Matte(), _ body: (inout DisplayList) -> Void
  ) {
    guard depth > 0 else { return }
    withGroup(GroupStyle(isIsolated: true), role: .matte(matte), body)
  }

  /// Masks the innermost group, including content appended earlier or later, by the inside of a
  /// path. Without a group nothing is appended.
  ///
  /// - Parameter opacity: a factor for the mask's coverage, in 0...1.
  public mutating func mask(
    _ path: Path, _ mask: Mask = Mask(), opacity: Double = 1, rule: FillRule = .nonzero,
    transform: Transform = .identity
  ) {
    guard depth > 0 else { return }
    let toPixels = beginOutline(transform)
    path.flatten(toPixels, into: &tools.lines)
    appendOutline(
      rule, role: .mask(mask),
      color: Color(red: 255, green: 255, blue: 255, alpha: UInt8(clampingUnit: opacity)))
  }

  /// Clips the innermost group to the inside of a path.
  public mutating func clip(
    to path: Path, rule: FillRule = .nonzero, transform: Transform = .identity
  ) {
    mask(path, Mask(.intersect), rule: rule, transform: transform)
  }

  private mutating func withGroup(
    _ style: GroupStyle, role: Command.Role, _ body: (inout DisplayList) -> Void
  ) {
    guard depth < Self.maximumDepth, commands.count < Self.maximumCommands else {
      omissions.insert(depth < Self.maximumDepth ? .commands : .depth)
      return
    }
    let index = commands.count
    let outer = (clip: view.clip, reach: filterReach)
    var composition = GroupComposition(style)
    if !style.filters.isEmpty { place(style.filters, of: &composition) }
    commands.append(
      Command(shape: .group(composition, count: 0), role: role, color: .clear, bounds: .empty))
    depth += 1
    body(&self)
    depth -= 1
    view.clip = outer.clip
    filterReach = outer.reach
    closeGroup(index, composition)
  }

  /// Appends a group's filters, and extends the clip of its content by as much as they reach.
  private mutating func place(_ filters: [Filter], of composition: inout GroupComposition) {
    composition.firstFilter = Int32(truncatingIfNeeded: self.filters.count)
    let before = filterReach
    for filter in filters {
      guard composition.filterCount < Self.maximumFilters else {
        omissions.insert(.filters)
        break
      }
      let rest = Self.maximumFilterReach - max(filterReach.x, filterReach.y)
      guard let placed = PixelFilter(filter, scale: view.scale, limit: rest) else { continue }
      self.filters.append(placed)
      composition.filterCount += 1
      filterReach = filterReach &+ placed.reach
    }
    view.clip = view.clip.grown(by: filterReach &- before)
  }

  private mutating func closeGroup(_ index: Int, _ composition: GroupComposition) {
    var composition = composition
    var digest = Digest(
      seed: UInt64(composition.opacity) << 16 | UInt64(composition.blendMode.rawValue))
    var content = PixelRect.empty
    composition.holdsFilters = composition.filterCount > 0
    var isCut = composition.filterCount > 0
    // The pixels where masks and mattes may show anything.
    var shown = view.clip
    var isFirstMask = true
    var next = index + 1
    while next < commands.count {
      let command = commands[next]
      digest.append(command.summary)
      if case .group(let inner, _) = command.shape, inner.holdsFilters {
        composition.holdsFilters = true
      }
      switch command.role {
      case .content: content = content.union(command.bounds)
      case .matte(let matte):
        isCut = true
        if !matte.isInverted { shown = shown.intersection(command.bounds) }
      case .mask(let mask):
        isCut = true
        if isFirstMask, mask.mode.beginsEmpty { shown = .empty }
        isFirstMask = false
        let reach = mask.isInverted ? view.clip : command.bounds
        switch mask.mode {
        case .add, .difference, .lighten: shown = shown.union(reach)
        case .intersect, .darken: shown = shown.intersection(reach)
        case .subtract: break
        }
      }
      next += command.extent
    }
    if composition.filterCount > 0 {
      applyFilters(of: &composition, to: &content)
      for filter in filters[composition.filters] { filter.append(to: &digest) }
    }
    composition.isIsolated =
      composition.isIsolated || isCut || composition.opacity < 255
      || composition.blendMode != .normal
    commands[index].shape = .group(composition, count: Int32(commands.count - index - 1))
    commands[index].bounds =
      composition.opacity == 0
      ? .empty : content.intersection(shown).intersection(view.clip)
    commands[index].digest = digest.value
  }

  /// Extends a group's content to what its filters make of it, or drops the filters if there would
  /// be too many pixels to filter.
  private mutating func applyFilters(
    of composition: inout GroupComposition, to content: inout PixelRect
  ) {
    // No pixel farther away can be seen.
    let reach = view.clip.grown(by: SIMD2(repeating: Self.maximumFilterReach))
    var extent = content
    var work = 0
    for filter in filters[composition.filters] {
      extent = filter.extent(of: extent)
      let part = extent.intersection(reach)
      work += part.width * part.height
    }
    if work <= Self.maximumFilteredPixels - filteredPixels {
      filteredPixels += work
      content = extent
    } else {
      composition.filterCount = 0
      omissions.insert(.filters)
    }
  }
}
