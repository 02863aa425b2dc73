import AnimCore

/// Draws the frames of a document. Keeps shared data and working memory. An image depends only on the frame.
final class DocumentPainter {
  private let size: SIMD2<Double>
  private let frameRate: Double
  private let frames: Range<Double>
  /// The document's nested compositions, followed by the main one.
  private let compositions: [LayerList]
  private let expressions: ExpressionEvaluator?
  // None of these is accessed twice at the same time, so the exclusivity checks, which would slow down every shape, are
  // disabled.
  @exclusivity(unchecked) private var shapes = ShapeTree()
  private var scratch = Path()
  /// The transforms of the layers of all compositions being drawn, or `nil` for those not yet evaluated.
  @exclusivity(unchecked) private var transforms: [Transform?] = []
  /// The corresponding 3D transforms, for compositions with layers in 3D space.
  @exclusivity(unchecked) private var spaces: [Space?] = []
  @exclusivity(unchecked) private var ancestors: [Int] = []
  /// The layers of these compositions, from bottom to top.
  @exclusivity(unchecked) private var order: [OrderedLayer] = []
  /// Reusable lists for drawing planes.
  @exclusivity(unchecked) private var planes: [DisplayList] = []
  private let texts = LetterLayouts()
  /// The work for the frame.
  private let budget = WorkBudget()
  private var depth = 0
  private var firstWork = 0
  /// The first omission of the frame.
  private var omission: FrameOmission?
  /// The omissions of the list so far.
  private var listOmissions: Omissions = []

  init(_ document: AnimationModel) {
    size = document.size
    frameRate = document.frameRate
    frames = document.frames
    expressions = document.expressions.map { ExpressionEvaluator($0.makeModel(), document) }
    let lists = document.compositions.map { $0.layers } + [document.layers]
    compositions = lists.enumerated().map {
      LayerList($0.element, index: $0.offset, in: document)
    }
  }

  /// The layers of all compositions, with the indices of their compositions.
  var layers: [(composition: Int, node: LayerNode)] {
    compositions.flatMap { list in list.layers.map { (list.index, $0) } }
  }

  /// The compiled expressions, or `nil` if there are none.
  var scripts: ScriptTable? { expressions?.scripts }

  /// Appends the image of a frame: see ``LottieRenderer/draw(frame:into:transform:)``.
  func draw(
    frame: Double, into list: inout DisplayList, transform: Transform
  ) -> LottieDrawingReport {
    depth = 0
    omission = nil
    listOmissions = list.omissions
    firstWork = list.work
    shapes.beginFrame()
    texts.beginFrame()
    let outlineLimit = list.outlineLimit
    list.outlineLimit = min(outlineLimit, FrameLimits.outlinePoints)
    defer { list.outlineLimit = outlineLimit }
    transforms.removeAll(keepingCapacity: true)
    spaces.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    let time = time(of: frame)
    expressions?.begin(frame: time.frame)
    let composition = compositions[compositions.count - 1]
    let rect = Rect(x: 0, y: 0, width: size.x, height: size.y)
    budget.reset(size: list.size)
    list.withBudget(budget) { list in
      draw(composition, at: time, into: &list, transform, clip: rect)
      if let expressions { budget.spend(expressions.stepsTaken, on: .expressionStep) }
    }
    omission?.frame = max(frame, 0)
    return LottieDrawingReport(omission, expressions?.takeFailures() ?? [])
  }

  /// Returns the time of a frame of the animation, counted from 0 and clamped to it.
  private func time(of frame: Double) -> EvaluationTime {
    let time = max(frames.lowerBound + max(frame, 0), frames.lowerBound)
    return EvaluationTime(min(time, frames.upperBound.nextDown), expressions)
  }

  /// Records that something was omitted.
  private func omit(_ reason: FrameOmission.Reason) {
    if omission == nil { omission = FrameOmission(frame: 0, layer: "", reason: reason) }
  }

  /// Records the results of drawing a layer of a composition.
  private func didDraw(_ layer: LayerNode, _ list: DisplayList) {
    nameOmission(in: layer, list)
    layer.record?.finish(list.commands)
  }

  /// Records the layer of an omission that occurred since the previous layer was drawn.
  private func nameOmission(in layer: LayerNode, _ list: DisplayList) {
    if list.omissions != listOmissions {
      omit(.list(list.omissions.subtracting(listOmissions)))
      listOmissions = list.omissions
    }
    if omission?.layer.isEmpty == true { omission?.layer = layer.model.jsonPath }
  }

  /// Appends the layers of a composition at a time, clipped to a rectangle.
  private func draw(
    _ composition: LayerList, at time: EvaluationTime, into list: inout DisplayList,
    _ transform: Transform, clip: Rect
  ) {
    guard depth < FrameLimits.depth else { return omit(.depth) }
    let isIsolated = composition.mixes(at: time.frame)
    func drawContent(_ list: inout DisplayList) {
      draw(composition, at: time, into: &list, transform, frame: clip)
    }
    if depth == 0 {
      list.withCanvas(clip, transform: transform, isIsolated: isIsolated, drawContent)
    } else {
      list.withClip(clip, transform: transform, isIsolated: isIsolated, drawContent)
    }
  }

  private func draw(
    _ composition: LayerList, at time: EvaluationTime, into list: inout DisplayList,
    _ transform: Transform, frame: Rect
  ) {
    depth += 1
    expressions?.enter(composition.index, at: time.frame)
    let context = enter(
      composition, at: time, transform, frame: frame, firstCommand: list.commands.count)
    if composition.isSpatial {
      let first = order.count
      appendOrder(context)
      for position in first..<order.count where !budget.isPaintingExhausted {
        let index = order[position].index
        draw(composition.layers[index], index, context, into: &list)
        didDraw(composition.layers[index], list)
      }
      order.removeLast(order.count - first)
    } else {
      for index in composition.layers.indices.reversed() where !budget.isPaintingExhausted {
        let layer = composition.layers[index]
        if layer.isShown(at: time.frame) {
          draw(layer, index, context, into: &list)
          didDraw(layer, list)
        }
      }
    }
    leave(context)
    expressions?.leave()
    depth -= 1
  }

  /// Reserves space for the transforms of a composition's layers.
  private func enter(
    _ composition: LayerList, at time: EvaluationTime, _ transform: Transform, frame: Rect,
    firstCommand: Int
  ) -> CompositionContext {
    var context = CompositionContext(
      composition: composition, base: transforms.count, spaceBase: spaces.count, time: time,
      transform: transform, firstCommand: firstCommand)
    transforms.append(contentsOf: repeatElement(nil, count: composition.layers.count))
    if composition.isSpatial {
      spaces.append(contentsOf: repeatElement(nil, count: composition.layers.count))
      context.view = view(of: frame, context)
    }
    return context
  }

  private func leave(_ context: CompositionContext) {
    transforms.removeLast(transforms.count - context.base)
    spaces.removeLast(spaces.count - context.spaceBase)
  }

  /// A composition being drawn.
  private struct CompositionContext {
    let composition: LayerList
    /// The index of its first layer in ``transforms``.
    let base: Int
    /// The corresponding index in ``spaces``.
    let spaceBase: Int
    let time: EvaluationTime
    /// The transform from the composition to points of the view.
    let transform: Transform
    /// The index of the composition's first command in the display list.
    let firstCommand: Int
    /// The projection from the composition's space to the image, or `nil` if all layers are in its plane.
    var view: Space?
  }

  private func draw(
    _ layer: LayerNode, _ index: Int, _ context: CompositionContext, into list: inout DisplayList
  ) {
    guard budget.spend(on: .layer) else { return omit(.work) }
    guard list.work - firstWork < FrameLimits.points else { return omit(.points) }
    layer.record?.begin(list.commands.count)
    let opacity = layer.transform.opacity(at: context.time)
    let position = position(of: index, context)
    guard opacity > 0, let position else { return }
    let placement = position.transform.followed(by: context.transform)
    guard placement.isFinite else { return }
    let renderings = preparedImages(of: layer, at: context.time)
    layer.record?.add(hasContent: renderings > 0 && !layer.isFlat && placement.inverse != nil)
    // The Stroke effect also draws on a layer without content.
    if renderings == 0, layer.effects?.strokesMasks(at: context.time) != true { return }
    // The bottommost layer has nothing to blend with.
    let blendMode = list.commands.count == context.firstCommand ? .normal : layer.model.blendMode
    let isPlain =
      layer.masks.isEmpty && layer.model.matte == nil && layer.effects == nil
      && blendMode == .normal
    if isPlain && (opacity >= 1 || renderings == 1) {
      return draw(position, context, into: &list) {
        drawContent(of: layer, at: context.time, into: &$0, $1, opacity: opacity)
      }
    }
    let effects =
      layer.effects?.result(at: context.time, placement)
      ?? LayerEffects.Result(transform: placement)
    let (filters, transform) = (effects.filters, effects.transform)
    guard transform.isFinite else { return }
    let style = GroupStyle(
      opacity: opacity * effects.opacity, blendMode: blendMode, filters: filters)
    list.withGroup(style) { list in
      draw(position, context, into: &list) { list, placement in
        let transform =
          position.projection == nil
          ? transform : layer.effects?.result(at: context.time, placement).transform ?? placement
        if let extent = layer.extent, filters.contains(where: { $0.repeatsEdges }) {
          // The edges are those of the layer, regardless of its content.
          list.fill(extent, .color(.clear), transform: transform)
        }
        if layer.masks.isEmpty || filters.isEmpty && position.projection == nil {
          drawMasked(layer, at: context.time, into: &list, transform)
        } else {
          // Effects apply to the masked layer, but a group's own masks would apply after its filters. A separate list,
          // such as that of a plane, isn't a group.
          list.withGroup { drawMasked(layer, at: context.time, into: &$0, transform) }
        }
      }
      if let matte = layer.model.matte { append(matte, context, to: &list) }
    }
  }

  /// Appends a layer's content, with its clipping masks or the strokes along them.
  private func drawMasked(
    _ layer: LayerNode, at time: EvaluationTime, into list: inout DisplayList,
    _ transform: Transform
  ) {
    if let effects = layer.effects, effects.strokesMasks(at: time) {
      // Effects apply to the masked layer.
      if effects.showsContent(at: time) {
        list.withGroup { list in
          drawContent(of: layer, at: time, into: &list, transform, opacity: 1)
          cut(layer, at: time, in: &list, transform)
        }
      }
      return effects.drawMaskStrokes(at: time, into: &list, transform)
    }
    drawContent(of: layer, at: time, into: &list, transform, opacity: 1)
    layer.effects?.drawMaskStrokes(at: time, into: &list, transform)
    cut(layer, at: time, in: &list, transform)
  }

  /// Clips the innermost group to a layer's masks.
  private func cut(
    _ layer: LayerNode, at time: EvaluationTime, in list: inout DisplayList, _ transform: Transform
  ) {
    if layer.masks.contains(where: { $0.blur(at: time, transform) != nil }) {
      list.withMatte { drawShown(layer.masks[...], at: time, into: &$0, transform) }
    } else {
      for mask in layer.masks {
        list.mask(
          path(of: mask, at: time), mask.mask, opacity: mask.opacity(at: time),
          transform: transform)
      }
    }
  }

  private func path(of mask: MaskNode, at time: EvaluationTime) -> Path {
    let path = mask.path(at: time)
    guard path.error == .tooComplex else { return path }
    omit(.areas)
    return mask.originalPath(at: time)
  }

  /// Fills the area that masks show with white, if the last masks add to the previous ones.
  private func drawShown(
    _ masks: ArraySlice<MaskNode>, at time: EvaluationTime, into list: inout DisplayList,
    _ transform: Transform
  ) {
    let first = masks.lastIndex { !$0.mask.mode.adds }.map { $0 + 1 } ?? masks.startIndex
    if first > masks.startIndex {
      drawCut(masks[..<first], at: time, into: &list, transform)
    }
    for mask in masks[first...] { drawInside(of: mask, at: time, into: &list, transform) }
  }

  /// Fills the area that masks show with white, if the last masks clip the area of the previous
  /// ones.
  private func drawCut(
    _ masks: ArraySlice<MaskNode>, at time: EvaluationTime, into list: inout DisplayList,
    _ transform: Transform
  ) {
    let first = masks.lastIndex { $0.mask.mode.adds }.map { $0 + 1 } ?? masks.startIndex
    list.withGroup { list in
      if first > masks.startIndex {
        drawShown(masks[..<first], at: time, into: &list, transform)
      } else {
        list.fillAll()
      }
      for mask in masks[first...] {
        list.withMatte(Matte(isInverted: mask.mask.mode == .subtract)) {
          drawInside(of: mask, at: time, into: &$0, transform)
        }
      }
    }
  }

  private func drawInside(
    of mask: MaskNode, at time: EvaluationTime, into list: inout DisplayList, _ transform: Transform
  ) {
    let path = path(of: mask, at: time)
    let blur = mask.blur(at: time, transform).map { [$0] } ?? []
    list.withGroup(GroupStyle(opacity: mask.opacity(at: time))) { list in
      func drawPath(_ list: inout DisplayList) {
        list.withGroup(GroupStyle(filters: blur)) {
          $0.fill(path, .color(.white), transform: transform)
        }
      }
      if mask.mask.isInverted {
        list.fillAll()
        list.withMatte(Matte(isInverted: true), drawPath)
      } else {
        drawPath(&list)
      }
    }
  }

  /// Masks the innermost group with another layer's image.
  private func append(
    _ matte: TrackMatte, _ context: CompositionContext, to list: inout DisplayList
  ) {
    let layer = context.composition.layers[matte.source]
    list.withMatte(matte.style) { list in
      guard layer.model.visible.contains(context.time.frame) else { return }
      guard depth < FrameLimits.depth else { return omit(.depth) }
      depth += 1
      draw(layer, matte.source, context, into: &list)
      depth -= 1
    }
  }

  /// Returns the transform from a layer's coordinate system to that of its composition.
  private func transform(of index: Int, _ context: CompositionContext) -> Transform {
    let first = ancestors.count
    var transform = climb(from: index, context) { transforms[context.base + $0] } ?? .identity
    while ancestors.count > first {
      let layer = ancestors.removeLast()
      let local = context.composition.layers[layer].transform.transform(at: context.time)
      transform = local.followed(by: transform)
      transforms[context.base + layer] = transform
    }
    return transform
  }

  /// Appends a layer and its parents to ``ancestors``, up to the first one with a cached placement.
  ///
  /// - Returns: That placement, or `nil` if none is cached.
  @inline(__always) private func climb<Ancestor>(
    from index: Int, _ context: CompositionContext, to cached: (Int) -> Ancestor?
  ) -> Ancestor? {
    var next: Int? = index
    while let layer = next {
      if let position = cached(layer) { return position }
      ancestors.append(layer)
      next = context.composition.layers[layer].model.parent
    }
    return nil
  }
}

/// A layer of a composition with 3D layers.
private struct OrderedLayer {
  let index: Int
  /// The position towards the eye.
  var depth = 0.0
}

// 3D layers.
extension DocumentPainter {
  /// The placement of a layer in the image.
  private struct LayerPlacement {
    /// The transform from the layer's plane to its composition, which approximates the projection near the anchor.
    let transform: Transform
    /// The projection, or `nil` if the plane is parallel to the image.
    var projection: Projection?
    var anchor = Point.zero
  }

  /// Returns the placement of a layer, or `nil` for a layer behind the eye.
  private func position(of index: Int, _ context: CompositionContext) -> LayerPlacement? {
    guard let view = context.view else {
      return LayerPlacement(transform: transform(of: index, context))
    }
    let layer = context.composition.layers[index]
    let space = space(of: index, context)
    guard layer.model.isSpatial else { return LayerPlacement(transform: space.flat) }
    let projection = space.followed(by: view).plane
    if let transform = projection.affine { return LayerPlacement(transform: transform) }
    let anchor = layer.model.transform.anchor.value(at: context.time)
    let point = Point(x: anchor.x, y: anchor.y)
    return projection.tangent(at: point).map {
      LayerPlacement(transform: $0, projection: projection, anchor: point)
    }
  }

  /// Appends the drawing of `body`, transformed from the plane of a placement.
  private func draw(
    _ position: LayerPlacement, _ context: CompositionContext, into list: inout DisplayList,
    _ body: (inout DisplayList, Transform) -> Void
  ) {
    guard let projection = position.projection else {
      return body(&list, position.transform.followed(by: context.transform))
    }
    var plane = planes.popLast() ?? DisplayList(size: PixelSize(width: 1, height: 1))
    let (first, outlineLimit) = (firstWork, list.outlineLimit)
    let done = list.work - first
    list.appendPlane(projection, at: position.anchor, context.transform, using: &plane) {
      $0.outlineLimit = outlineLimit
      firstWork = $0.work - done
      body(&$0, $1)
    }
    firstWork = first
    planes.append(plane)
  }

  /// Returns the transform from the space of a layer to that of its composition.
  private func space(of index: Int, _ context: CompositionContext) -> Space {
    let first = ancestors.count
    var space = climb(from: index, context) { spaces[context.spaceBase + $0] } ?? Space()
    while ancestors.count > first {
      let layer = ancestors.removeLast()
      let local = context.composition.layers[layer].transform.space(at: context.time)
      space = local.followed(by: space)
      spaces[context.spaceBase + layer] = space
    }
    return space
  }

  /// Returns the projection from the space of a composition to a rectangle: by the topmost camera that exists at the
  /// time or, as in lottie-web, from a distance equal to the rectangle's diagonal.
  private func view(of frame: Rect, _ context: CompositionContext) -> Space {
    let layers = context.composition.layers
    let camera = layers.indices.first {
      layers[$0].model.camera != nil && layers[$0].model.visible.contains(context.time.frame)
        && !layers[$0].model.isHidden
    }
    guard let camera, let properties = layers[camera].model.camera else {
      let diagonal = (frame.width * frame.width + frame.height * frame.height).squareRoot()
      return Space.moved(-frame.midX, -frame.midY, 0).followed(by: .seen(from: diagonal))
        .followed(by: .moved(frame.midX, frame.midY, 0))
    }
    // A parent that is flat in a direction doesn't move a camera.
    let parent = layers[camera].model.parent.flatMap { space(of: $0, context).inverse } ?? Space()
    return parent.followed(
      by: properties.view(at: context.time, layers[camera].model.transform)
    ).followed(by: properties.image(at: context.time, in: frame))
  }

  /// Appends the visible layers, from bottom to top. Adjacent 3D layers are sorted from back to front by their anchors,
  /// and those at the same depth from bottom to top.
  private func appendOrder(_ context: CompositionContext) {
    let layers = context.composition.layers
    var first = order.count
    for index in layers.indices.reversed() where layers[index].isShown(at: context.time.frame) {
      let layer = layers[index]
      if case .none = layer.content, layer.effects?.strokesMasks(at: context.time) != true {
        continue
      }
      guard layer.model.isSpatial, let view = context.view else {
        sortByDepth(from: first)
        order.append(OrderedLayer(index: index))
        first = order.count
        continue
      }
      let anchor = layer.model.transform.anchor.value(at: context.time)
      let depth = space(of: index, context).followed(by: view)
        .depth(of: Point(x: anchor.x, y: anchor.y))
      order.append(OrderedLayer(index: index, depth: depth))
    }
    sortByDepth(from: first)
  }

  private func sortByDepth(from first: Int) {
    guard order.count - first > 1 else { return }
    order.withUnsafeMutableBufferPointer {
      $0[first...].sort { ($0.depth, $1.index) < ($1.depth, $0.index) }
    }
  }
}

// Contents of layers.
extension DocumentPainter {
  /// Evaluates what is necessary to draw a layer's content.
  /// - Returns: The number of images that are painted over each other. Only a single image can be painted with an
  ///   opacity without a group.
  private func preparedImages(of layer: LayerNode, at time: EvaluationTime) -> Int {
    switch layer.content {
    case .none: return 0
    case .solid: return 1
    // Images count as two, because they can't be painted with an opacity.
    case .image: return 2
    case .shapes(let items):
      evaluate(items, at: time)
      if let reason = shapes.omission { omit(reason) }
      return shapes.painted
    case .composition: return 2
    case .text(let text):
      let count = text.images(at: time, texts)
      if let current = texts.current {
        budget.spend(current.text.utf8.count, on: .parsedByte)
        budget.spend(current.layout.work.letters, on: .letter)
        budget.spend(current.layout.work.glyphSteps, on: .glyphStep)
      }
      if let reason = texts.current?.layout.omission { omit(reason) }
      return count
    }
  }

  private func evaluate(_ items: [ShapeNode], at time: EvaluationTime) {
    let before = shapes.work
    shapes.evaluate(items, at: time)
    budget.spend(shapes.work - before, on: .shape)
  }

  /// - Parameter opacity: The opacity of the content's only image; 1 if there are several.
  private func drawContent(
    of layer: LayerNode, at time: EvaluationTime, into list: inout DisplayList,
    _ transform: Transform,
    opacity: Double
  ) {
    switch layer.content {
    case .none: break
    case .solid(let path, let color):
      list.fill(path, .color(color.withOpacity(opacity)), transform: transform)
    case .image(let path, let paint):
      if let bounds = path.bounds { layer.record?.add(paint.image, in: bounds, transform) }
      list.fill(path, .image(paint), transform: transform)
    case .shapes:
      list.withGroup(GroupStyle(isIsolated: shapes.mixes)) { list in
        drawEntries(
          0..<shapes.entries.count, above: list.commands.count, at: time, into: &list, transform,
          opacity: opacity)
      }
    case .composition(let content):
      let time = layer.time(in: content, at: time, frameRate: frameRate)
      draw(compositions[content.index], at: time, into: &list, transform, clip: content.frame)
    case .text(let text):
      let isWhole = text.draw(
        at: time, into: &list, transform, opacity: opacity, texts,
        limit: firstWork + FrameLimits.points)
      if !isWhole { omit(.points) }
    }
  }

  /// - Parameter first: The index in the display list of the first command of the innermost image.
  private func drawEntries(
    _ range: Range<Int>, above first: Int, at time: EvaluationTime, into list: inout DisplayList,
    _ transform: Transform, opacity: Double
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      switch shapes.entries[index] {
      case .style(let style, let group, let outlines, let styleOpacity):
        let blendMode = list.commands.count == first ? .normal : style.blendMode
        drawStyle(
          style, group, outlines, at: time, into: &list, transform, opacity: styleOpacity * opacity,
          blendMode)
        index += 1
      case .group(let groupOpacity, let blendMode, let end, let painted):
        let inner = index + 1..<end
        index = end
        if groupOpacity <= 0 || painted == 0 { continue }
        let blendMode = list.commands.count == first ? .normal : blendMode
        if blendMode == .normal && (groupOpacity >= 1 || painted == 1) {
          drawEntries(
            inner, above: first, at: time, into: &list, transform, opacity: opacity * groupOpacity)
        } else {
          list.withGroup(GroupStyle(opacity: opacity * groupOpacity, blendMode: blendMode)) {
            list in
            drawEntries(
              inner, above: list.commands.count, at: time, into: &list, transform, opacity: 1)
          }
        }
      }
    }
  }

  private func drawStyle(
    _ style: StyleNode, _ group: Int, _ outlines: Range<Int>, at time: EvaluationTime,
    into list: inout DisplayList, _ transform: Transform, opacity: Double, _ blendMode: BlendMode
  ) {
    guard opacity > 0, !outlines.isEmpty else { return }
    guard list.work - firstWork < FrameLimits.points else { return omit(.points) }
    guard blendMode == .normal else {
      list.withGroup(GroupStyle(blendMode: blendMode)) { list in
        paint(style, group, outlines, at: time, into: &list, transform, opacity: opacity)
      }
      return
    }
    paint(style, group, outlines, at: time, into: &list, transform, opacity: opacity)
  }

  private func paint(
    _ style: StyleNode, _ group: Int, _ outlines: Range<Int>, at time: EvaluationTime,
    into list: inout DisplayList, _ transform: Transform, opacity: Double
  ) {
    let paint = style.paint(at: time, opacity: opacity)
    let transform = shapes.groups[group].toLayer.followed(by: transform)
    let first = shapes.outlines[outlines.lowerBound]
    let factor = style.isDashed ? FrameLimits.dashedPoints : 1
    if outlines.count == 1 && first.group == group {
      let points = style.isDashed ? factor * shapes.path(of: first).pointCount : 0
      guard budget.spend(points, on: .joinedPoint) else { return omit(.work) }
      draw(shapes.path(of: first), style, at: time, paint, into: &list, transform)
      return
    }
    // Flattening would stop at this number.
    let limit = 3 * FrameLimits.outlinePoints / factor
    scratch.removeAll()
    for index in outlines {
      let outline = shapes.outlines[index]
      let path = shapes.path(of: outline)
      guard budget.spend(factor * path.pointCount + FrameLimits.pointsPerPath, on: .joinedPoint)
      else {
        omit(.work)
        break
      }
      guard scratch.pointCount + path.pointCount <= limit else {
        omit(.list(.points))
        break
      }
      scratch.append(path, shapes.transform(from: outline.group, to: group))
    }
    draw(scratch, style, at: time, paint, into: &list, transform)
  }

  private func draw(
    _ path: Path, _ style: StyleNode, at time: EvaluationTime, _ paint: Paint,
    into list: inout DisplayList, _ transform: Transform
  ) {
    switch style.kind {
    case .fill(let rule): list.fill(path, paint, rule: rule, transform: transform)
    case .stroke(let stroke):
      list.stroke(path, stroke.style(at: time), paint, transform: transform)
    }
  }
}

// Positions of layers.
extension DocumentPainter {
  /// Returns whether a point of the composition is inside the box of a layer with this name: see
  /// ``LottieRenderer/hits(_:at:frame:)``.
  func hits(_ name: String, frame: Double, at point: Point) -> Bool {
    depth = 0
    omission = nil
    budget.resetBuilding()
    shapes.beginFrame()
    texts.beginFrame()
    transforms.removeAll(keepingCapacity: true)
    spaces.removeAll(keepingCapacity: true)
    let time = time(of: frame)
    expressions?.begin(frame: time.frame)
    return hits(
      name, in: compositions[compositions.count - 1], at: time, point,
      frame: Rect(x: 0, y: 0, width: size.x, height: size.y))
  }

  private func hits(
    _ name: String, in composition: LayerList, at time: EvaluationTime, _ point: Point, frame: Rect
  ) -> Bool {
    guard depth < FrameLimits.depth else { return false }
    depth += 1
    expressions?.enter(composition.index, at: time.frame)
    let context = enter(composition, at: time, .identity, frame: frame, firstCommand: 0)
    defer {
      leave(context)
      expressions?.leave()
      depth -= 1
    }
    for (index, layer) in composition.layers.enumerated() {
      guard layer.model.visible.contains(time.frame), !layer.model.isHidden else { continue }
      var inner: PrecompositionContent?
      if case .composition(let content) = layer.content { inner = content }
      guard layer.model.name == name || inner != nil else { continue }
      guard budget.spend(on: .layer) else { return false }
      guard let position = position(of: index, context),
        let local = position.projection.map({ $0.inverse?.apply(to: point) })
          ?? position.transform.inverse?.apply(to: point)
      else { continue }
      if layer.model.name == name, let box = box(of: layer, at: time), box.touches(local) {
        return true
      }
      if let inner, inner.frame.touches(local),
        hits(
          name, in: compositions[inner.index],
          at: layer.time(in: inner, at: time, frameRate: frameRate), local, frame: inner.frame)
      {
        return true
      }
    }
    return false
  }

  /// Returns the bounding box of a layer's content in its own coordinate system, or `nil` for no content.
  private func box(of layer: LayerNode, at time: EvaluationTime) -> Rect? {
    switch layer.content {
    case .none: return nil
    case .solid(let path, _), .image(let path, _): return path.bounds
    case .composition(let content): return content.frame
    case .shapes(let items):
      evaluate(items, at: time)
      return shapes.box(at: time)
    case .text(let text): return text.box(at: time, texts)
    }
  }
}

extension Mask.Mode {
  /// Whether the mask adds to the area that others show, instead of clipping it. With soft edges, the modes that
  /// compare coverage are drawn as if they combined it.
  fileprivate var adds: Bool {
    switch self {
    case .add, .lighten, .difference: true
    case .subtract, .intersect, .darken: false
    }
  }
}

extension DisplayList {
  /// Fills everything that an image and its filters can reach.
  fileprivate mutating func fillAll() {
    let side = 131_072 / scale
    fill(Rect(x: -side, y: -side, width: 2 * side, height: 2 * side), .white)
  }
}

extension Filter {
  fileprivate var repeatsEdges: Bool {
    if case .gaussianBlur(_, _, .repeated) = self { true } else { false }
  }
}
