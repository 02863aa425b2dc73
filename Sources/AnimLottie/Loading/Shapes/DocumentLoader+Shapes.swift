import AnimCore

extension DocumentLoader {
  /// Loads a list of shapes, except for hidden ones.
  func shapeItems(_ list: JSONValue) throws(LottieError) -> [ShapeItem] {
    try budget.takeItems(list.count, at: list)
    var items: [ShapeItem] = []
    items.reserveCapacity(list.count)
    for json in list.elements where !flag(json, "hd") {
      if let item = try shapeItem(json) { items.append(item) }
    }
    return items
  }

  private func shapeItem(_ json: JSONValue) throws(LottieError) -> ShapeItem? {
    guard let type = json["ty"]?.string else {
      report(json, .invalid, "the type of the shape (ty) is missing")
      return nil
    }
    switch type {
    case "gr": return .group(try group(json))
    case "sh": return .path(try path(json), isReversed: isReversed(json))
    case "rc": return .rectangle(try rectangle(json))
    case "el": return .ellipse(try ellipse(json))
    case "sr": return .star(try star(json))
    case "fl", "gf": return .fill(try fill(json, isGradient: type == "gf"))
    case "st", "gs": return .stroke(try stroke(json, isGradient: type == "gs"))
    case "tm": return .trim(try trim(json))
    case "rp": return .repeater(try repeater(json))
    case "rd": return .roundCorners(try property(json, "r", default: 0))
    case "pb": return .puckerBloat(try property(json, "a", default: 0))
    case "op": return .offset(try offset(json))
    case "zz": return .zigZag(try zigZag(json))
    case "tw": return .twist(try twist(json))
    case "mm": return .merge(mergeMode(json))
    // A group's transform, which ``group(_:)`` loads, and a style that draws nothing.
    case "tr", "no": return nil
    default:
      report(json, .notDrawn, "shapes of type \"\(type.shortened)\" are not drawn")
      return nil
    }
  }

  private func group(_ json: JSONValue) throws(LottieError) -> ShapeGroup {
    var group = ShapeGroup(items: [])
    group.blendMode = blendMode(json)
    guard let list = json["it"], list.isArray else {
      report(json, .invalid, "the list of shapes is missing")
      return group
    }
    group.items = try shapeItems(list)
    var last: JSONValue?
    for item in list.elements where item["ty"]?.string == "tr" && !flag(item, "hd") { last = item }
    group.transform = try transform(last)
    return group
  }

  private func path(_ json: JSONValue) throws(LottieError) -> Animated<BezierShape> {
    guard json["ks"] != nil else {
      report(json, .invalid, "the path (ks) is missing")
      return .constant(BezierShape())
    }
    let path = try property(json, "ks", default: BezierShape())
    return version.hasClosedFlagAtShape ? path.closed(flag(json, "closed")) : path
  }

  private func isReversed(_ json: JSONValue) -> Bool { json["d"]?.number == 3 }

  private func rectangle(_ json: JSONValue) throws(LottieError) -> RectangleShape {
    RectangleShape(
      position: try position(json, "p"), size: try property(json, "s", default: .zero),
      radius: try property(json, "r", default: 0), isReversed: isReversed(json))
  }

  private func ellipse(_ json: JSONValue) throws(LottieError) -> EllipseShape {
    EllipseShape(
      position: try position(json, "p"), size: try property(json, "s", default: .zero),
      isReversed: isReversed(json))
  }

  private func star(_ json: JSONValue) throws(LottieError) -> StarShape {
    StarShape(
      isPolygon: json["sy"]?.number == 2, position: try position(json, "p"),
      points: try property(json, "pt", default: 5), rotation: try property(json, "r", default: 0),
      outerRadius: try property(json, "or", default: 0),
      outerRoundness: try property(json, "os", default: 0),
      innerRadius: try property(json, "ir", default: 0),
      innerRoundness: try property(json, "is", default: 0), isReversed: isReversed(json))
  }
}
