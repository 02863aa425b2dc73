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
    commands.append(
      Command(shape: .group(style, count: 0), role: role, color: .clear, bounds: .empty))
    depth += 1
    body(&self)
    depth -= 1
    closeGroup(index, style)
  }

  private mutating func closeGroup(_ index: Int, _ style: GroupStyle) {
    var digest = Digest(seed: UInt64(style.opacity) << 16 | UInt64(style.blendMode.rawValue))
    var content = PixelRect.empty
    var isCut = false
    // The pixels where masks and mattes may show anything.
    var shown = view.clip
    var isFirstMask = true
    var next = index + 1
    while next < commands.count {
      let command = commands[next]
      digest.append(command.summary)
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
    var style = style
    style.isIsolated =
      style.isIsolated || isCut || style.opacity < 255 || style.blendMode != .normal
    commands[index].shape = .group(style, count: Int32(commands.count - index - 1))
    commands[index].bounds = style.opacity == 0 ? .empty : content.intersection(shown)
    commands[index].digest = digest.value
  }
}
