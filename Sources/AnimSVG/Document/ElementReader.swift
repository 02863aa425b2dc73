import AnimCore

/// Attributes of elements as numbers, lengths and paths: animated where they move, and parsed once where
/// they do not.
final class ElementReader {
  let document: SVGDocument
  /// The cascade; that of the file unless attributes that selectors ask for are animated.
  private(set) var cascade: Cascade
  /// What moves, at the instant that is drawn; nil where nothing does.
  private(set) var animated: AnimatedValues?
  private(set) var lengthContext: LengthContext
  private let fileCascade: Cascade
  private let work: PictureWork
  /// Lengths and numbers by the index of their attribute: outer nil while not yet parsed.
  private var lengths: [Length??]
  private var numbers: [[Double]?]
  private var paths: [Int: Path] = [:]
  private var shapes: [Int: KnownShape] = [:]
  private var viewBoxes: [Int: Rect?] = [:]
  private var aspectRatios: [Int: AspectRatio] = [:]
  private var dashes: [DashKey: [Double]] = [:]
  /// The custom properties of this picture, by the place of elements in the document.
  private var scopes: VariableScopes
  /// The limits that values exceed once custom properties are known, with the first element of each.
  private(set) var excesses: [ParsingLimit: Int] = [:]

  /// Which side of the view 100 % of a length are.
  enum Axis {
    case x, y, diagonal
  }

  /// The outline of a basic shape, with what its lengths may refer to.
  private struct KnownShape {
    let path: Path?
    let fontSize: Double
    let view: Size
    let custom: [String: String]
  }

  /// What the dashes of a line depend on.
  private struct DashKey: Hashable {
    let dashes: [Length]
    let scale: Double
    let fontSize: Double
    let view: Size
  }

  init(
    _ document: SVGDocument, _ cascade: Cascade, _ context: LengthContext, _ work: PictureWork
  ) {
    self.work = work
    self.document = document
    self.cascade = cascade
    fileCascade = cascade
    lengthContext = context
    scopes = VariableScopes(document, cascade)
    lengths = Array(repeating: nil, count: document.attributes.count)
    numbers = Array(repeating: nil, count: document.attributes.count)
  }

  /// Goes to an instant.
  func setValues(_ values: AnimatedValues?) {
    let values = values.flatMap { $0.isEmpty ? nil : $0 }
    let changesStyle = values?.changesStyle == true
    if changesStyle || animated?.changesStyle == true, values != animated {
      cascade =
        values.flatMap { changesStyle ? fileCascade.matched(in: document, $0) : nil } ?? fileCascade
      // Outlines may be properties of style sheets.
      paths.removeAll()
      shapes.removeAll()
      scopes = VariableScopes(document, cascade)
    }
    animated = values
    // A picture costs the same whatever was drawn before.
    scopes.removeAll()
    setRootFontSize()
  }

  private func scope(of element: Int) -> VariableScope {
    let before = scopes.steps
    defer { work.spend(scopes.steps - before, on: .parsedByte) }
    return scopes.scope(of: element)
  }

  /// Finds what `rem` is of.
  private func setRootFontSize() {
    let root = SVGDocument.root
    let isSized = cascade.specified(.fontSize, of: root) != nil || animated?[root, .fontSize] != nil
    let size = isSized ? style(of: root, parent: .initial).fontSize : LengthContext.mediumFontSize
    guard size != lengthContext.rootFontSize else { return }
    lengthContext.rootFontSize = size
    shapes.removeAll()
    dashes.removeAll()
  }

  /// Forgets the values of a picture, so that those of the next can be stored in the same memory.
  func endPicture() {
    if animated?.changesStyle != true { animated = nil }
  }

  /// Whether nothing of an element moves, and nothing that it can inherit.
  func isStill(_ element: Int) -> Bool {
    guard let animated else { return true }
    if animated.changesStyle { return false }
    var next: Int? = element
    while let ancestor = next {
      if animated.has(ancestor) { return false }
      next = document[ancestor].parent
    }
    return true
  }

  func style(of element: Int, parent: Style) -> Style {
    let style: Style
    if element == SVGDocument.root {
      // For the root itself, `rem` doesn't refer to its own font (CSS Values 4, 6.1.1).
      var context = lengthContext
      context.rootFontSize = LengthContext.mediumFontSize
      style = Style.style(of: element, parent: parent, cascade, animated, context)
    } else {
      style = Style.style(of: element, parent: parent, cascade, animated, lengthContext)
    }
    work.spend(1 + document[element].attributes.count + style.steps, on: .attribute)
    if let limit = style.exceededLimit { note(limit, element) }
    return style
  }

  private func note(_ limit: ParsingLimit, _ element: Int) {
    if excesses[limit] == nil { excesses[limit] = element }
  }

  /// Forgets the limits that were exceeded.
  func removeExcesses() {
    if !excesses.isEmpty { excesses.removeAll() }
  }

  // MARK: Values

  /// What stands for an attribute at the instant that is drawn.
  private func animatedValue(_ name: AttributeName, of element: Int) -> AnimatedValue? {
    guard let animated, animated.has(element) else { return nil }
    let value = animated[element, name]
    if case .text(let text)? = value { work.spend(text.utf8.count, on: .parsedByte) }
    return value
  }

  /// The index of an attribute whose value is that of the file at the instant that is drawn.
  func stillAttribute(_ name: AttributeName, of element: Int) -> Int? {
    if let animated, animated.has(element), animated[element, name] != nil { return nil }
    return document.attributeIndex(name, of: element)
  }

  /// An attribute as a text; nil if there is none.
  func text(_ name: AttributeName, of element: Int) -> String? {
    if case .text(let text)? = animatedValue(name, of: element) { return text }
    return document.attribute(name, of: element)
  }

  /// A length as it is written; nil if there is none or it is invalid.
  ///
  /// - Parameter style: that of the element where it is drawn, for custom properties, which a `use` may have; nil
  ///   for those where it stands in the document.
  func length(_ name: AttributeName, of element: Int, _ style: Style? = nil) -> Length? {
    let specified = cascade.specified(name, of: element)
    switch specified?.isImportant == true ? nil : animatedValue(name, of: element) {
    case .number(let number)?: return Length(number)
    case .percentage(let number)?: return Length(number, .percent)
    case .numbers(let numbers)?:
      if let first = numbers.first { return Length(first) }
    case .text(let text)?:
      if let length = try? Length(text) { return length }
    default: break
    }
    if let specified, !specified.isAttribute {
      work.spend(specified.text.utf8.count, on: .parsedByte)
      guard VariableReference.isMentioned(in: specified.text) else {
        return try? Length(specified.text)
      }
      do throws(ParsingLimit) {
        var text: String?
        if let style {
          var steps = 0
          defer { work.spend(steps, on: .parsedByte) }
          text = try style.resolvingVariables(specified.text, &steps)
        } else {
          text = scope(of: element).resolve(specified.text)
        }
        guard let text else { return nil }
        return try Length(text)
      } catch {
        note(error, element)
        return nil
      }
    }
    guard let index = document.attributeIndex(name, of: element) else { return nil }
    if let known = lengths[index] { return known }
    let length = try? Length(document.attributes[index].value)
    lengths[index] = .some(length)
    return length
  }

  /// A length in user units; nil if there is none or it is invalid.
  func length(
    _ name: AttributeName, of element: Int, _ axis: Axis, _ style: Style, _ view: Size
  ) -> Double? {
    length(name, of: element, style).map { resolve($0, axis, style, view) }
  }

  func resolve(_ length: Length, _ axis: Axis, _ style: Style, _ view: Size) -> Double {
    let reference: Double
    switch axis {
    case .x: reference = view.width
    case .y: reference = view.height
    case .diagonal:
      reference = ((view.width * view.width + view.height * view.height) / 2).squareRoot()
    }
    return lengthContext.resolve(
      length, reference: reference, size: style.fontSize, style.text)
  }

  /// A length of a paint server, a mask or a clip: a part of a box, or in user units.
  ///
  /// - Parameter fallback: what counts where there is none.
  func length(
    _ name: AttributeName, of element: Int, _ axis: Axis, isFraction: Bool, _ style: Style,
    _ view: Size, default fallback: Length
  ) -> Double {
    let length = length(name, of: element, style) ?? fallback
    if isFraction, length.calculation == nil {
      return length.unit == .percent ? length.value / 100 : length.value
    }
    let view = isFraction ? Size(width: 1, height: 1) : view
    return resolve(length, axis, style, view)
  }

  /// The lengths of a list, in user units; none if there is a mistake in it.
  func lengths(
    _ name: AttributeName, of element: Int, _ axis: Axis, _ style: Style, _ view: Size
  ) -> [Double] {
    switch animatedValue(name, of: element) {
    case .number(let number)?: return [number]
    case .numbers(let numbers)?: return numbers
    default: break
    }
    guard let text = text(name, of: element) else { return [] }
    var scanner = TextScanner(text)
    return ((try? scanner.lengths()) ?? []).map { resolve($0, axis, style, view) }
  }

  func has(_ name: AttributeName, of element: Int) -> Bool {
    animatedValue(name, of: element) != nil || document.attributeIndex(name, of: element) != nil
  }

  /// A number; nil if there is none or it is invalid.
  func number(_ name: AttributeName, of element: Int) -> Double? {
    length(name, of: element).flatMap { length in
      switch length.unit {
      case .percent: length.value / 100
      case .user: length.value
      default: nil
      }
    }
  }

  /// A number that is no percentage; nil if there is none or it is invalid.
  func plainNumber(_ name: AttributeName, of element: Int) -> Double? {
    length(name, of: element).flatMap { $0.unit == .user && $0.value.isFinite ? $0.value : nil }
  }

  /// The numbers of a list.
  func numbers(_ name: AttributeName, of element: Int) -> [Double] {
    switch animatedValue(name, of: element) {
    case .numbers(let numbers)?: return numbers
    case .text(let text)?:
      var scanner = TextScanner(text)
      return scanner.numbers()
    default: break
    }
    guard let index = document.attributeIndex(name, of: element) else { return [] }
    if let known = numbers[index] { return known }
    var scanner = TextScanner(document.attributes[index].value)
    let list = scanner.numbers()
    numbers[index] = list
    return list
  }

  /// The box of `viewBox`; nil if there is none or it is invalid.
  func viewBox(of element: Int) -> Rect? {
    switch animatedValue(.viewBox, of: element) {
    case .numbers(let numbers)?: return Rect(viewBox: numbers)
    case .text(let text)?: return Rect(viewBox: text)
    default: break
    }
    if let known = viewBoxes[element] { return known }
    let box = document.attribute(.viewBox, of: element).flatMap { Rect(viewBox: $0) }
    viewBoxes[element] = .some(box)
    return box
  }

  func aspectRatio(of element: Int) -> AspectRatio {
    if case .text(let text)? = animatedValue(.preserveAspectRatio, of: element) {
      return AspectRatio(text)
    }
    if let known = aspectRatios[element] { return known }
    let ratio =
      document.attribute(.preserveAspectRatio, of: element).map { AspectRatio($0) } ?? AspectRatio()
    aspectRatios[element] = ratio
    return ratio
  }

  /// The dashes of a line in user units.
  ///
  /// - Parameter scale: user units for one of the author's along the line.
  func dashes(_ style: Style, _ view: Size, scale: Double) -> [Double] {
    if style.dashes.isEmpty { return [] }
    let key = DashKey(dashes: style.dashes, scale: scale, fontSize: style.fontSize, view: view)
    if let known = dashes[key] { return known }
    // Dashes that move would be kept for ever.
    if dashes.count >= 64 { dashes.removeAll() }
    let list = style.dashes.map { resolve($0, .diagonal, style, view) * scale }
    dashes[key] = list
    return list
  }

  /// The transform that style sheets and keyframes give to an element; nil if they give none.
  func styledTransform(of element: Int) -> TransformList? {
    let specified = cascade.specified(.transform, of: element)
    switch specified?.isImportant == true ? nil : animatedValue(.transform, of: element) {
    case .transform(let matrix)?: return TransformList(functions: [.matrix(matrix)])
    case .transforms(let list)?: return list
    default: break
    }
    guard let specified, !specified.isAttribute else { return nil }
    work.spend(specified.text.utf8.count, on: .parsedByte)
    return scope(of: element).resolve(specified.text).flatMap { try? TransformList(property: $0) }
  }

  /// A transform of a paint server; nil if it is invalid or has no inverse.
  func transform(_ name: AttributeName, of element: Int, _ style: Style, _ view: Size) -> Transform?
  {
    if case .transform(let matrix)? = animatedValue(name, of: element) { return matrix }
    guard let text = text(name, of: element) else { return .identity }
    work.spend(text.utf8.count, on: .parsedByte)
    return (try? TransformList(attribute: text))?.transform {
      self.resolve($0, $1 ? .y : .x, style, view)
    }
  }

  /// The element that `href` leads to.
  func target(ofHrefOf element: Int) -> Int? {
    guard let text = text(.href, of: element) else { return nil }
    work.spend(text.utf8.count, on: .hashedByte)
    return document.target(of: text)
  }

  // MARK: Shapes

  /// The outline of a basic shape or a path, in its own space; nil for other elements and for shapes that
  /// are not drawn.
  func path(of element: Int, _ style: Style, _ view: Size) -> Path? {
    if document[element].name == .path { return pathData(of: element) }
    if animated?.movesOutline(of: element) == true { return outline(of: element, style, view) }
    if let known = shapes[element], known.fontSize == style.fontSize, known.view == view,
      known.custom == style.custom
    {
      return known.path
    }
    let path = outline(of: element, style, view)
    shapes[element] = KnownShape(
      path: path, fontSize: style.fontSize, view: view, custom: style.custom)
    return path
  }

  private func outline(of element: Int, _ style: Style, _ view: Size) -> Path? {
    func x(_ name: AttributeName) -> Double? { length(name, of: element, .x, style, view) }
    func y(_ name: AttributeName) -> Double? { length(name, of: element, .y, style, view) }
    switch document[element].name {
    case .rect:
      guard let width = x(.width), let height = y(.height), width > 0, height > 0 else {
        return nil
      }
      let rect = Rect(x: x(.x) ?? 0, y: y(.y) ?? 0, width: width, height: height)
      let radii = self.radii(x(.rx), y(.ry))
      return Path(rect: rect, rx: radii.width, ry: radii.height)
    case .circle:
      guard let radius = length(.r, of: element, .diagonal, style, view), radius > 0 else {
        return nil
      }
      var path = Path()
      path.addCircle(center: Point(x: x(.cx) ?? 0, y: y(.cy) ?? 0), radius: radius)
      return path
    case .ellipse:
      let radii = self.radii(x(.rx), y(.ry))
      guard radii.width > 0, radii.height > 0 else { return nil }
      var path = Path()
      path.addEllipse(
        in: Rect(center: Point(x: x(.cx) ?? 0, y: y(.cy) ?? 0), size: radii * 2))
      return path
    case .line:
      var path = Path()
      path.move(to: Point(x: x(.x1) ?? 0, y: y(.y1) ?? 0))
      path.addLine(to: Point(x: x(.x2) ?? 0, y: y(.y2) ?? 0))
      return path
    case .polyline, .polygon:
      let points = numbers(.points, of: element)
      guard points.count >= 4 else { return nil }
      return Path(points: points, isClosed: document[element].name == .polygon)
    default: return nil
    }
  }

  /// Radii of which one that is missing or negative is the other one.
  private func radii(_ rx: Double?, _ ry: Double?) -> Size {
    let rx = rx.flatMap { $0 >= 0 ? $0 : nil }
    let ry = ry.flatMap { $0 >= 0 ? $0 : nil }
    return Size(width: rx ?? ry ?? 0, height: ry ?? rx ?? 0)
  }

  private func pathData(of element: Int) -> Path? {
    switch animatedValue(.d, of: element) {
    case .path(let path)?: return path.isEmpty ? nil : path
    case .text(let text)?: return Self.path(text)
    default: break
    }
    if let known = paths[element] { return known.isEmpty ? nil : known }
    var text = document.attribute(.d, of: element) ?? ""
    if let specified = cascade.specified(.d, of: element), !specified.isAttribute {
      text =
        specified.text.lowercased() == "none"
        ? "" : PathCommands.data(ofFunction: specified.text) ?? text
    }
    let path = Path(pathData: text)
    paths[element] = path
    return path.isEmpty ? nil : path
  }

  private static func path(_ text: String) -> Path? {
    let path = Path(pathData: text)
    return path.isEmpty ? nil : path
  }
}

extension Path {
  /// A rectangle with rounded corners, from the upper left corner on to the right: where its dashes
  /// begin.
  init(rect: Rect, rx: Double, ry: Double) {
    self.init()
    let rx = min(rx, rect.width / 2)
    let ry = min(ry, rect.height / 2)
    let isRound = rx > 0 && ry > 0
    let radii = Size(width: rx, height: ry)
    func corner(_ x: Double, _ y: Double) {
      guard isRound else { return }
      addArc(
        to: Point(x: x, y: y), radii: radii, rotation: 0, isLarge: false, isClockwise: true)
    }
    let (dx, dy) = isRound ? (rx, ry) : (0, 0)
    move(to: Point(x: rect.minX + dx, y: rect.minY))
    addLine(to: Point(x: rect.maxX - dx, y: rect.minY))
    corner(rect.maxX, rect.minY + dy)
    addLine(to: Point(x: rect.maxX, y: rect.maxY - dy))
    corner(rect.maxX - dx, rect.maxY)
    addLine(to: Point(x: rect.minX + dx, y: rect.maxY))
    corner(rect.minX, rect.maxY - dy)
    if isRound {
      addLine(to: Point(x: rect.minX, y: rect.minY + dy))
      corner(rect.minX + dx, rect.minY)
    }
    close()
  }
}
