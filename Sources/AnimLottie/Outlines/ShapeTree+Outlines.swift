import AnimCore

extension ShapeTree {
  /// Whether anything is blended with what was painted before it.
  var mixes: Bool {
    var isFirst = true
    for entry in entries {
      switch entry {
      case .group(let opacity, let blendMode, _, let painted):
        if blendMode != .normal && opacity > 0 && painted > 0 && !isFirst { return true }
      case .style(let style, _, let outlines, let opacity):
        if outlines.isEmpty || opacity <= 0 { continue }
        if style.blendMode != .normal && !isFirst { return true }
        isFirst = false
      }
    }
    return false
  }

  /// The path of an outline.
  func path(of outline: Outline) -> Path {
    outline.modified.map { modified[$0] } ?? outline.node.path
  }

  /// The transform from one group's space to that of another, which contains it or is contained in
  /// it.
  func transform(from first: Int, to second: Int) -> Transform {
    // A group comes after those that contain it.
    if first >= second { return outwards(from: first, to: second) }
    return outwards(from: second, to: first).inverse ?? .identity
  }

  private func outwards(from inner: Int, to outer: Int) -> Transform {
    var transform = Transform.identity
    var group = inner
    while group > outer {
      transform = transform.followed(by: groups[group].transform)
      group = groups[group].parent
    }
    return transform
  }

  /// Applies a modifier in a group to the outlines in `range`.
  mutating func apply(
    _ modifier: PathModifier, to range: Range<Int>, in group: Int, at time: Double
  ) {
    if isExhausted { return omit(.shapes) }
    switch modifier {
    case .trim(let node): apply(node.trim(at: time), isSequential: node.isSequential, to: range)
    case .change(let node):
      for index in range {
        modify(index) { $1 = node.apply(to: $0, index - range.lowerBound, at: time) }
      }
    case .merge(let node):
      // Outlines under one style are painted as one path anyway.
      if node.mode != .normal { merge(range, node, in: group) }
    }
  }

  /// Replaces an outline's path: `body` receives it, and an empty path to which it adds the new
  /// one.
  private mutating func modify(_ index: Int, _ body: (Path, inout Path) -> Void) {
    if isExhausted { return omit(.shapes) }
    if modifiedCount == modified.count { modified.append(Path()) }
    modified[modifiedCount].removeAll()
    body(path(of: outlines[index]), &modified[modifiedCount])
    work += 1 + modified[modifiedCount].pointCount
    outlines[index].modified = modifiedCount
    modifiedCount += 1
  }

  private mutating func apply(_ trim: Trim, isSequential: Bool, to range: Range<Int>) {
    if trim.isWhole { return }
    if isSequential && range.count > 1 { return apply(sequential: trim, to: range) }
    for index in range {
      modify(index) { path, result in
        if !trim.isEmpty { trim.append(PathMeasure(path), to: &result) }
      }
    }
  }

  /// Trims outlines as one, joined end to end in the order of their list.
  private mutating func apply(sequential trim: Trim, to range: Range<Int>) {
    let measures = range.map { PathMeasure(path(of: outlines[$0])) }
    let total = measures.reduce(0) { $0 + $1.length }
    var offset = 0.0
    // Outlines are in painting order.
    for index in range.reversed() {
      let measure = measures[index - range.lowerBound]
      modify(index) { _, result in
        if !trim.isEmpty { trim.append(measure, offset: offset, total: total, to: &result) }
      }
      offset += measure.length
    }
  }

  /// Merges several outlines into one, in the space of a group. The others become empty.
  private mutating func merge(_ range: Range<Int>, _ node: MergeNode, in group: Int) {
    guard range.count > 1, let first = range.last else { return }
    let paths = range.reversed().map { index in
      path(of: outlines[index]).transformed(by: transform(from: outlines[index].group, to: group))
    }
    let merged = node.merged(paths)
    if merged.error == .tooComplex { omit(.areas) }
    for index in range { modify(index) { $1 = index == first ? merged : Path() } }
    outlines[first].group = group
  }
}
