import AnimCore

/// Reads attributes of elements as numbers, lengths and paths. Animated values are read at each instant, and all others
/// are parsed only once.
final class ElementReader {
  let document: SVGDocument
  /// The cascade. It is the cascade of the file unless attributes that selectors match are
  /// animated.
  private(set) var cascade: Cascade
  /// The animated values at the current instant, or `nil` if nothing is animated.
  private(set) var animated: AnimatedValues?
  private(set) var lengthContext: LengthContext
  private var styles: StyleCache
  private let fileCascade: Cascade
  private let work: DrawingWork
  /// The lengths and numbers by attribute index. The outer optional is `nil` for attributes that
  /// haven't been parsed.
  private var lengths: [Length??]
  private var numbers: [[Double]?]
  private var paths: [Int: Path] = [:]
  /// The animated paths at the current instant.
  private var animatedPaths: [Int: Path] = [:]
  private var shapes: [Int: CachedShape] = [:]
  private var viewBoxes: [Int: Rect?] = [:]
  private var fits: [Int: BoxFit] = [:]
  private var dashes: [DashKey: [Double]] = [:]
  /// The custom properties in this image, by the position of elements in the document.
  private var scopes: VariableScopes
  /// The limits that values exceed after custom properties are replaced, with the first element of each.
  private(set) var excesses: [ParsingLimit: Int] = [:]

  /// The side of the view that 100 % of a length refers to.
  enum Axis {
    case x, y, diagonal
  }

  /// The outline of a basic shape, with the values that its lengths may refer to.
  private struct CachedShape {
    let path: Path?
    let fontSize: Double
    let view: Size
    let custom: [String: String]
  }

  /// The values that the dashes of a line depend on.
  private struct DashKey: Hashable {
    let dashes: [Length]
    let scale: Double
    let fontSize: Double
    let view: Size
  }

  /// - Parameter keepsStyles: Whether to keep styles for the next image, whose values may differ.
  init(
    _ document: SVGDocument, _ cascade: Cascade, _ context: LengthContext, _ work: DrawingWork,
    keepsStyles: Bool = false
  ) {
    self.work = work
    self.document = document
    self.cascade = cascade
    fileCascade = cascade
    lengthContext = context
    styles = StyleCache(nodeCount: keepsStyles ? document.nodes.count : 0)
    scopes = VariableScopes(document, cascade)
    lengths = Array(repeating: nil, count: document.attributes.count)
    numbers = Array(repeating: nil, count: document.attributes.count)
  }

  /// Sets the animated values of an instant.
  func setValues(_ values: AnimatedValues?) {
    let values = values.flatMap { $0.isEmpty ? nil : $0 }
    animatedPaths.removeAll(keepingCapacity: true)
    let changesStyle = values?.changesStyle == true
    if changesStyle || animated?.changesStyle == true, values != animated {
      cascade =
        values.flatMap { changesStyle ? fileCascade.matched(in: document, $0) : nil } ?? fileCascade
      styles.invalidate()
      // Outlines may be properties in style sheets.
      paths.removeAll()
      shapes.removeAll()
      scopes = VariableScopes(document, cascade)
    }
    animated = values
    // The cost of an image doesn't depend on earlier ones.
    scopes.removeAll()
    setRootFontSize()
  }

  private func scope(of element: Int) -> VariableScope {
    let before = scopes.steps
    defer { work.spend(scopes.steps - before, on: .parsedByte) }
    return scopes.scope(of: element)
  }

  /// Determines the font size for `rem`.
  private func setRootFontSize() {
    let root = SVGDocument.root
    let isSized = cascade.specified(.fontSize, of: root) != nil || animated?.has(root) == true
    let size = isSized ? style(of: root, parent: .initial).fontSize : LengthContext.mediumFontSize
    guard size != lengthContext.rootFontSize else { return }
    lengthContext.rootFontSize = size
    styles.invalidate()
    shapes.removeAll()
    dashes.removeAll()
  }

  /// Discards the values of an image, so that the next image can reuse their memory.
  func endFrame() {
    if animated?.changesStyle != true { animated = nil }
  }

  /// Returns whether neither an element nor anything that it inherits is animated.
  func isStatic(_ element: Int) -> Bool {
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
    let style = styles.style(of: element, parent: parent, animated) { style in
      var context = lengthContext
      // For the root itself, `rem` doesn't refer to its own font (CSS Values 4, 6.1.1).
      if element == SVGDocument.root { context.rootFontSize = LengthContext.mediumFontSize }
      style.apply(cascade.style(of: element), animated, element, parent, context)
    }
    // A kept style costs as much as a new one, so that an image doesn't depend on earlier ones.
    work.spend(1 + document[element].attributes.count + style.steps, on: .attribute)
    if let limit = style.exceededLimit { note(limit, element) }
    return style
  }

  private func note(_ limit: ParsingLimit, _ element: Int) {
    if excesses[limit] == nil { excesses[limit] = element }
  }

  /// Discards the exceeded limits.
  func removeExcesses() {
    if !excesses.isEmpty { excesses.removeAll() }
  }

  // MARK: Values

  /// Returns the value of an attribute at the current instant, if it is animated.
  private func animatedValue(_ name: AttributeName, of element: Int) -> StyleValue? {
    guard let animated, animated.has(element) else { return nil }
    let value = animated[element, name]
    if case .text(let text)? = value { work.spend(text.utf8.count, on: .parsedByte) }
    return value
  }

  /// Returns the index of an attribute that isn't animated at the current instant.
  func stillAttribute(_ name: AttributeName, of element: Int) -> Int? {
    if let animated, animated.has(element), animated[element, name] != nil { return nil }
    return document.attributeIndex(name, of: element)
  }

  /// Returns an attribute as text, or `nil` if it is missing.
  func text(_ name: AttributeName, of element: Int) -> String? {
    if case .text(let text)? = animatedValue(name, of: element) { return text }
    return document.attribute(name, of: element)
  }

  /// Returns a length as written, or `nil` if it is missing or invalid.
  ///
  /// - Parameter style: The style of the element where it is drawn, such as in a `use`, for custom properties, or `nil`
  ///   for its style in the document.
  func length(_ name: AttributeName, of element: Int, _ style: Style? = nil) -> Length? {
    let specified = cascade.specified(name, of: element)
    switch specified?.isImportant == true ? nil : animatedValue(name, of: element) {
    case .number(let number)?, .integer(let number)?: return Length(number)
    case .length(let length)?: return length
    case .numbers(let numbers)?:
      if let first = numbers.first { return Length(first) }
    case .lengths(let lengths)?:
      if let first = lengths.first { return first }
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
    if let cached = lengths[index] { return cached }
    let length = try? Length(document.attributes[index].value)
    lengths[index] = .some(length)
    return length
  }

  /// Returns a length in user units, or `nil` if it is missing or invalid.
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
    return resolve(length, reference: reference, style)
  }

  /// - Parameter reference: The value of 100 %.
  func resolve(_ length: Length, reference: Double, _ style: Style) -> Double {
    lengthContext.resolve(length, reference: reference, size: style.fontSize, style.text)
  }

  /// Returns a length of a paint server, a mask or a clip: a fraction of a box, or a length in user units.
  ///
  /// - Parameter fallback: The default.
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

  /// Returns the lengths of a list, in user units, or an empty array if the list is invalid.
  func lengths(
    _ name: AttributeName, of element: Int, _ axis: Axis, _ style: Style, _ view: Size
  ) -> [Double] {
    switch animatedValue(name, of: element) {
    case .length(let length)?: return [resolve(length, axis, style, view)]
    case .lengths(let lengths)?: return lengths.map { resolve($0, axis, style, view) }
    default: break
    }
    guard let text = text(name, of: element) else { return [] }
    var scanner = TextScanner(text)
    return ((try? scanner.lengths()) ?? []).map { resolve($0, axis, style, view) }
  }

  func has(_ name: AttributeName, of element: Int) -> Bool {
    animatedValue(name, of: element) != nil || document.attributeIndex(name, of: element) != nil
  }

  /// Returns a number, or `nil` if it is missing or invalid.
  func number(_ name: AttributeName, of element: Int) -> Double? {
    length(name, of: element).flatMap { length in
      switch length.unit {
      case .percent: length.value / 100
      case .user: length.value
      default: nil
      }
    }
  }

  /// Returns a number that isn't a percentage, or `nil` if it is missing or invalid.
  func plainNumber(_ name: AttributeName, of element: Int) -> Double? {
    length(name, of: element).flatMap { $0.unit == .user && $0.value.isFinite ? $0.value : nil }
  }

  /// Returns the numbers of a list.
  func numbers(_ name: AttributeName, of element: Int) -> [Double] {
    switch animatedValue(name, of: element) {
    case .numbers(let numbers)?: return numbers
    case .text(let text)?: return Self.numbers(name, text)
    default: break
    }
    guard let index = document.attributeIndex(name, of: element) else { return [] }
    if let cached = numbers[index] { return cached }
    let list = Self.numbers(name, document.attributes[index].value)
    numbers[index] = list
    return list
  }

  /// Returns the numbers of a list. An error, such as a unit, makes the list invalid, but only
  /// truncates a list of points.
  private static func numbers(_ name: AttributeName, _ text: String) -> [Double] {
    var scanner = TextScanner(text)
    let list = scanner.numbers()
    let isTruncated = list.count == ParsingLimit.numbers.maximum
    return name == .points || isTruncated || scanner.isAtEnd ? list : []
  }

  /// Returns the box of `viewBox`, or `nil` if it is missing or invalid.
  func viewBox(of element: Int) -> Rect? {
    switch animatedValue(.viewBox, of: element) {
    case .box(let box)?: return box.width > 0 && box.height > 0 ? box : nil
    case .text(let text)?: return Rect(viewBox: text)
    default: break
    }
    if let cached = viewBoxes[element] { return cached }
    let box = document.attribute(.viewBox, of: element).flatMap { Rect(viewBox: $0) }
    viewBoxes[element] = .some(box)
    return box
  }

  /// Returns the fit of an element's content (`preserveAspectRatio`).
  func fit(of element: Int) -> BoxFit {
    if case .text(let text)? = animatedValue(.preserveAspectRatio, of: element) {
      return BoxFit(preserveAspectRatio: text)
    }
    if let cached = fits[element] { return cached }
    let text = document.attribute(.preserveAspectRatio, of: element)
    let fit = text.map { BoxFit(preserveAspectRatio: $0) } ?? .contain
    fits[element] = fit
    return fit
  }

  /// Returns the dashes of a line in user units.
  ///
  /// - Parameter scale: The number of user units per author's unit along the line.
  func dashes(_ style: Style, _ view: Size, scale: Double) -> [Double] {
    if style.dashes.isEmpty { return [] }
    let key = DashKey(dashes: style.dashes, scale: scale, fontSize: style.fontSize, view: view)
    if let cached = dashes[key] { return cached }
    // Animated dashes would otherwise grow the cache forever.
    if dashes.count >= 64 { dashes.removeAll() }
    let list = style.dashes.map { resolve($0, .diagonal, style, view) * scale }
    dashes[key] = list
    return list
  }

  /// Returns whether style sheets or keyframes specify the `transform` of an element with a style.
  func stylesTransform(of element: Int, _ style: Style) -> Bool {
    if let specified = cascade.specified(.transform, of: element) { return !specified.isAttribute }
    return !style.transform.isIdentity
  }

  /// Returns a transform of a paint server, or `nil` if it is invalid or not invertible.
  func transform(_ name: AttributeName, of element: Int, _ style: Style, _ view: Size) -> Transform?
  {
    if case .matrix(let matrix)? = animatedValue(name, of: element) { return matrix }
    guard let text = text(name, of: element) else { return .identity }
    work.spend(text.utf8.count, on: .parsedByte)
    return (try? TransformList(attribute: text))?.transform {
      self.resolve($0, $1 ? .y : .x, style, view)
    }
  }

  /// Returns the element that `href` refers to.
  func target(ofHrefOf element: Int) -> Int? {
    guard let text = text(.href, of: element) else { return nil }
    work.spend(text.utf8.count, on: .hashedByte)
    return document.target(of: text)
  }

  // MARK: Shapes

  /// Returns the outline of a basic shape or a path in its own coordinate system, or `nil` for other elements and for
  /// shapes that aren't drawn.
  func path(of element: Int, _ style: Style, _ view: Size) -> Path? {
    if document[element].name == .path { return pathData(of: element) }
    if animated?.movesOutline(of: element) == true { return outline(of: element, style, view) }
    if let cached = shapes[element], cached.fontSize == style.fontSize, cached.view == view,
      cached.custom == style.custom
    {
      return cached.path
    }
    let path = outline(of: element, style, view)
    shapes[element] = CachedShape(
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

  /// Returns the radii. If one of them is missing or negative, it equals the other.
  private func radii(_ rx: Double?, _ ry: Double?) -> Size {
    let rx = rx.flatMap { $0 >= 0 ? $0 : nil }
    let ry = ry.flatMap { $0 >= 0 ? $0 : nil }
    return Size(width: rx ?? ry ?? 0, height: ry ?? rx ?? 0)
  }

  private func pathData(of element: Int) -> Path? {
    switch animatedValue(.d, of: element) {
    case .path(let data)?:
      let path = animatedPaths[element] ?? data.path
      animatedPaths[element] = path
      return path.isEmpty ? nil : path
    default: break
    }
    if let cached = paths[element] { return cached.isEmpty ? nil : cached }
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
}

extension Path {
  /// Creates a rectangle with rounded corners. It starts at the upper left corner and continues to
  /// the right, because dashes start there.
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
