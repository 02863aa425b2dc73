import AnimCore

/// An item in a list of shapes, ready to be evaluated.
enum ShapeNode {
  case path(PathNode)
  case style(StyleNode)
  case group(GroupNode)
  case repeater(RepeaterNode)
  case modifier(PathModifier)

  init(_ item: ShapeItem) {
    self =
      switch item {
      case .group(let group): .group(GroupNode(group))
      case .path(let shape, let isReversed):
        .path(PathNode(.contour(PathProperty(shape)), isReversed: isReversed))
      case .rectangle(let shape): .path(PathNode(shape))
      case .ellipse(let shape): .path(PathNode(shape))
      case .star(let shape): .path(PathNode(.star(StarSource(shape)), isReversed: shape.isReversed))
      case .fill(let item): .style(StyleNode(item))
      case .stroke(let item): .style(StyleNode(item))
      case .repeater(let item): .repeater(RepeaterNode(item))
      case .trim(let item): .modifier(.trim(TrimNode(item)))
      case .roundCorners(let radius): .modifier(.change(.init(.roundCorners(Property(radius)))))
      case .puckerBloat(let amount): .modifier(.change(.init(.puckerBloat(Property(amount)))))
      case .offset(let item): .modifier(.change(PathChangeNode(item)))
      case .zigZag(let item): .modifier(.change(PathChangeNode(item)))
      case .twist(let item): .modifier(.change(PathChangeNode(item)))
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
