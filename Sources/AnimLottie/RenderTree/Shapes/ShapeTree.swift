import AnimCore

/// The shapes of one layer at one time: outlines and the styles that paint them, in painting order.
///
/// Its memory is reused for the next layer.
struct ShapeTree {
  /// A path in the coordinate system of its group.
  struct Outline {
    let node: PathNode
    var group: Int
    /// The index in ``modified`` of the modified path, or `nil` for the node's own path.
    var modified: Int?
    /// Whether a merge has combined the path with that of another outline. Later modifiers ignore
    /// this outline.
    var isAbsorbed = false
  }

  /// A coordinate space.
  struct Group {
    let parent: Int
    /// The transform to the parent's coordinate system.
    let transform: Transform
    /// The transform to the layer's coordinate system.
    let toLayer: Transform
  }

  /// A style or a group of them.
  enum Entry {
    /// Groups the following entries, up to the index `end`, into one image.
    case group(opacity: Double, BlendMode, end: Int, painted: Int)
    /// Paints the outlines in a range, in the coordinate system of a group.
    case style(StyleNode, group: Int, outlines: Range<Int>, opacity: Double)
  }

  private(set) var entries: [Entry] = []
  private(set) var outlines: [Outline] = []
  private(set) var groups: [Group] = []
  /// The modified paths. The first ``modifiedCount`` are in use.
  private var modified: [Path] = []
  private var modifiedCount = 0
  /// The number of styles that paint anything.
  private(set) var painted = 0
  /// Whether anything is blended with earlier paint.
  private(set) var mixes = false
  private var copies = 0
  /// The number of repeaters of the current copy: one for each repeater after it in its list.
  private var repeaters = 0
  /// The first omission in the layer.
  private(set) var omission: FrameOmission.Reason?
  /// The work in this frame so far: visited shapes, plus points added by modifiers.
  private(set) var work = 0
  /// The number of points of the paths visited in this frame.
  private var pathPoints = 0
  /// Modifiers of the lists being evaluated, each with the first outline that it applies to.
  private var modifiers: [(PathModifier, Int)] = []
  /// Styles of the lists being evaluated, as indices of their entries.
  private var styles: [Int] = []

  /// Whether the frame has reached its limit. Everything after that is omitted.
  var isExhausted: Bool { work > FrameLimits.shapes || pathPoints > FrameLimits.pathPoints }

  private var exhaustion: FrameOmission.Reason {
    work > FrameLimits.shapes ? .shapes : .pathPoints
  }

  /// Evaluates a layer's shapes at `time`, and replaces those of the previous layer.
  mutating func evaluate(_ items: [ShapeNode], at time: EvaluationTime) {
    entries.removeAll(keepingCapacity: true)
    outlines.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    modifiedCount = 0
    copies = 0
    omission = nil
    groups.append(Group(parent: 0, transform: .identity, toLayer: .identity))
    painted = evaluate(items, items.count, group: 0, at: time)
    mixes = findMixture()
  }

  /// Starts counting the work of another frame.
  mutating func beginFrame() {
    work = 0
    pathPoints = 0
  }

  /// Records that something was omitted.
  mutating func omit(_ reason: FrameOmission.Reason) { omission = omission ?? reason }

  /// Evaluates the first items of a list, from last to first, which is painting order.
  /// - Returns: The number of styles that paint something.
  private mutating func evaluate(
    _ items: [ShapeNode], _ count: Int, group: Int, at time: EvaluationTime
  ) -> Int {
    let firstModifier = modifiers.count
    let firstStyle = styles.count
    var painted = 0
    var index = count - 1
    while index >= 0, !isExhausted {
      work += 1
      switch items[index] {
      case .path(let node):
        node.update(to: time)
        pathPoints += node.path.pointCount
        if !node.path.isEmpty { outlines.append(Outline(node: node, group: group)) }
      case .style(let style):
        // A style paints the outlines after it.
        styles.append(entries.count)
        let opacity = style.opacity(at: time)
        entries.append(
          .style(
            style, group: group, outlines: outlines.count..<outlines.count, opacity: opacity))
      case .group(let node):
        painted += append(
          node.items, node.items.count, node.transform.transform(at: time),
          opacity: node.transform.opacity(at: time), node.blendMode, in: group, at: time)
      case .modifier(let modifier):
        modifiers.append((modifier, outlines.count))
      case .repeater(let repeater):
        painted += append(repeater, items, index, in: group, at: time)
        index = 0
      }
      index -= 1
    }
    if index >= 0 { omit(exhaustion) }
    while modifiers.count > firstModifier {
      let (modifier, first) = modifiers.removeLast()
      apply(modifier, to: first..<outlines.count, in: group, at: time)
    }
    while styles.count > firstStyle {
      painted += endStyle(styles.removeLast())
    }
    return painted
  }

  /// Ends the list of a style, which paints all outlines up to here.
  /// - Returns: The number of styles that paint something.
  private mutating func endStyle(_ index: Int) -> Int {
    guard case .style(let style, let group, let range, let opacity) = entries[index] else {
      return 0
    }
    let outlines = range.lowerBound..<outlines.count
    entries[index] = .style(style, group: group, outlines: outlines, opacity: opacity)
    return outlines.isEmpty || opacity <= 0 ? 0 : 1
  }

  /// Appends the first items of a list as a group.
  /// - Returns: The number of styles that paint something.
  private mutating func append(
    _ items: [ShapeNode], _ count: Int, _ transform: Transform, opacity: Double,
    _ blendMode: BlendMode, in parent: Int, at time: EvaluationTime
  ) -> Int {
    let isPlain = transform == .identity
    let group = isPlain ? parent : groups.count
    if !isPlain {
      groups.append(
        Group(
          parent: parent, transform: transform,
          toLayer: transform.followed(by: groups[parent].toLayer)))
    }
    if opacity >= 1 && blendMode == .normal {
      return evaluate(items, count, group: group, at: time)
    }
    let index = entries.count
    entries.append(.group(opacity: opacity, blendMode, end: 0, painted: 0))
    let painted = evaluate(items, count, group: group, at: time)
    entries[index] = .group(opacity: opacity, blendMode, end: entries.count, painted: painted)
    return opacity > 0 ? painted : 0
  }

  /// Appends the first items of a list, once for each copy of a repeater.
  private mutating func append(
    _ repeater: RepeaterModifier, _ items: [ShapeNode], _ count: Int, in group: Int,
    at time: EvaluationTime
  ) -> Int {
    guard repeaters < FrameLimits.depth else {
      omit(.depth)
      return 0
    }
    repeaters += 1
    defer { repeaters -= 1 }
    let wanted = repeater.count(at: time)
    let copyCount = min(wanted, FrameLimits.copies)
    if wanted > copyCount { omit(.copies) }
    let series = repeater.series(at: time)
    var painted = 0
    for index in 0..<copyCount {
      guard copies < FrameLimits.copies, !isExhausted else {
        omit(isExhausted ? exhaustion : .copies)
        break
      }
      copies += 1
      let copy = repeater.isAbove ? index : copyCount - 1 - index
      painted += append(
        items, count, series.transform(of: copy),
        opacity: series.opacity(of: copy, among: copyCount), .normal, in: group, at: time)
    }
    return painted
  }
}

extension ShapeTree {
  private func findMixture() -> Bool {
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

  /// Returns the path of an outline.
  func path(of outline: Outline) -> Path {
    outline.modified.map { modified[$0] } ?? outline.node.path
  }

  /// Returns the transform from one group's coordinate system to that of another group that
  /// contains it or is contained in it.
  func transform(from first: Int, to second: Int) -> Transform {
    // A group comes after its containers.
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
    _ modifier: PathModifier, to range: Range<Int>, in group: Int, at time: EvaluationTime
  ) {
    if isExhausted { return omit(exhaustion) }
    switch modifier {
    case .trim(let trim): apply(trim.trim(at: time), isSequential: trim.isSequential, to: range)
    case .change(let node):
      for index in range where !outlines[index].isAbsorbed {
        var error: ModifierError?
        modify(index) { ($1, error) = node.apply(to: $0, index - range.lowerBound, at: time) }
        if error != nil { omit(.modifiedPath) }
      }
    case .merge(let node):
      // A style paints its outlines as one path anyway. Only a later modifier sees the difference.
      if node.mode != .normal || !modifiers.isEmpty { merge(range, node, in: group) }
    }
  }

  /// Replaces the path of an outline. `body` receives the path and an empty path, to which it adds
  /// the new one.
  private mutating func modify(_ index: Int, _ body: (Path, inout Path) -> Void) {
    if isExhausted { return omit(exhaustion) }
    if modifiedCount == modified.count { modified.append(Path()) }
    modified[modifiedCount].removeAll()
    body(path(of: outlines[index]), &modified[modifiedCount])
    work += 1 + modified[modifiedCount].pointCount
    outlines[index].modified = modifiedCount
    modifiedCount += 1
  }

  private mutating func apply(_ trim: Trim, isSequential: Bool, to range: Range<Int>) {
    if trim.isWhole { return }
    if isSequential && hasSeveralPaths(range) { return apply(sequential: trim, to: range) }
    for index in range where !outlines[index].isAbsorbed {
      let outline = outlines[index]
      modify(index) { path, result in
        if trim.isEmpty { return }
        trim.append(outline.modified == nil ? outline.node.measure : PathMeasure(path), to: &result)
      }
    }
  }

  /// Trims outlines as one, joined end to end in list order.
  private mutating func apply(sequential trim: Trim, to range: Range<Int>) {
    let measures = range.map { index in
      outlines[index].modified.map { PathMeasure(modified[$0]) } ?? outlines[index].node.measure
    }
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

  /// Merges several outlines into the topmost one, in the coordinate system of a group. The others
  /// become empty.
  private mutating func merge(_ range: Range<Int>, _ node: MergeNode, in group: Int) {
    guard hasSeveralPaths(range) else { return }
    var topmost = range.lowerBound
    var paths: [Path] = []
    for index in range.reversed() where !outlines[index].isAbsorbed {
      if paths.isEmpty { topmost = index }
      paths.append(
        path(of: outlines[index]).transformed(
          by: transform(from: outlines[index].group, to: group)))
    }
    let merged = node.merged(paths)
    if merged.error == .tooComplex { omit(.areas) }
    for index in range where !outlines[index].isAbsorbed {
      modify(index) { $1 = index == topmost ? merged : Path() }
      outlines[index].isAbsorbed = index != topmost
    }
    outlines[topmost].group = group
  }

  /// Returns whether a modifier of the outlines in `range` receives more than one path.
  private func hasSeveralPaths(_ range: Range<Int>) -> Bool {
    range.lazy.filter { !outlines[$0].isAbsorbed }.prefix(2).count > 1
  }
}

/// An item in a list of shapes, with the memory for its evaluation.
enum ShapeNode {
  case path(PathNode)
  case style(StyleNode)
  case group(GroupNode)
  indirect case repeater(RepeaterModifier)
  case modifier(PathModifier)

  init(_ item: ShapeItem) {
    self =
      switch item {
      case .group(let group): .group(GroupNode(group))
      case .path(let shape, let isReversed): .path(PathNode(shape, isReversed: isReversed))
      case .fill(let item): .style(StyleNode(item))
      case .stroke(let item): .style(StyleNode(item))
      case .repeater(let repeater): .repeater(repeater)
      case .trim(let trim): .modifier(.trim(trim))
      case .change(let change): .modifier(.change(PathChangeNode(change)))
      case .merge(let mode): .modifier(.merge(MergeNode(mode)))
      }
  }
}

final class GroupNode {
  let items: [ShapeNode]
  let transform: TransformNode
  let blendMode: BlendMode

  init(_ group: ShapeGroup) {
    items = group.items.map { ShapeNode($0) }
    transform = TransformNode(group.transform)
    blendMode = group.blendMode
  }
}
