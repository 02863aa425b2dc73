import AnimCore

// Filter primitives, as steps of a graph.
extension FilterBuilder {
  /// Adds the steps of a primitive, and returns its result. As in resvg, an invalid primitive results in a transparent
  /// image, and an invalid attribute is ignored.
  mutating func addPrimitive(
    _ element: Int, of filter: Int, _ subregion: Rect, _ context: inout Context
  ) -> FilterGraph.Input {
    let clear = PixelRect.empty
    let area = (pixels(of: subregion) ?? clear).intersection(context.area)
    let style = painter.tree.documentStyle(of: element)
    let space: FilterColorSpace = style.filtersAreLinear ? .linearRGB : .sRGB
    let input = input(.in, of: element, context)
    switch painter.document[element].name {
    case .feBlend:
      let blend = FilterOperation.blend(
        mode(of: element), input, over: self.input(.in2, of: element, context))
      return append(blend, area, space)
    case .feColorMatrix:
      return append(.colorMatrix(colorMatrix(element), input), area, space)
    case .feComponentTransfer: return append(transfer(element, input), area, space)
    case .feComposite:
      let composite = FilterOperation.composite(
        compositeOperator(element), input, self.input(.in2, of: element, context))
      return append(composite, area, space)
    case .feConvolveMatrix:
      guard let kernel = kernel(element) else { break }
      return append(.convolve(kernel, input), area, space)
    case .feDiffuseLighting, .feSpecularLighting:
      guard let lighting = lighting(element, style) else { break }
      return append(.light(lighting, input), area, space)
    case .feDisplacementMap:
      let size = number(.scale, of: element) ?? 0
      let factor = size * (context.unit.width + context.unit.height) / 2
      let displace = FilterOperation.displace(
        input, by: self.input(.in2, of: element, context),
        xChannel: channel(.xChannelSelector, of: element),
        yChannel: channel(.yChannelSelector, of: element), scaleX: factor * scale.width,
        scaleY: factor * scale.height)
      return append(displace, area, space)
    case .feDropShadow:
      let deviation = deviation(of: element, default: 2, context)
      let shadow = DropShadow(
        dx: (number(.dx, of: element) ?? 2) * context.unit.width,
        dy: (number(.dy, of: element) ?? 2) * context.unit.height,
        deviationX: deviation.width, deviationY: deviation.height, color: style.flood)
      return dropShadow(input, shadow, area, within: context.area, space)
    case .feFlood: return append(.flood(style.flood), area, .sRGB)
    case .feGaussianBlur:
      let deviation = deviation(of: element, default: 0, context)
      return blur(input, deviation.width, deviation.height, area, space)
    case .feImage: return addImage(element, filter, subregion, area)
    case .feMerge:
      let inputs = painter.tree.children(of: element).filter {
        !painter.document[$0].isText
      }.map { self.input(.in, of: $0, context) }
      return append(.merge(inputs), area, space)
    case .feMorphology: return append(morphology(element, input, context), area, space)
    case .feOffset:
      let dx = (number(.dx, of: element) ?? 0) * context.unit.width * scale.width
      let dy = (number(.dy, of: element) ?? 0) * context.unit.height * scale.height
      let tile = tile(of: input, context)
      let moved = append(.offset(input, dx: wholePixels(dx), dy: wholePixels(dy)), area, space)
      // Without a subregion, a tile of this result repeats the same area as a tile of its input.
      let names: [AttributeName] = [.x, .y, .width, .height]
      if !names.contains(where: { painter.reader.has($0, of: element) }) { tiles[moved] = tile }
      return moved
    case .feTile: return append(.tile(input, of: tile(of: input, context)), area, space)
    case .feTurbulence: return append(.turbulence(turbulence(element)), area, space)
    default: break
    }
    return append(.flood(.clear), clear, .sRGB)
  }

  // MARK: Values

  /// Inputs that aren't supported, namely the background of the element and its paints. The element is used instead.
  static let unknownInputs = ["BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint"]

  /// Returns the input of an attribute `in` or `in2`. If it is missing, this is the previous result or the source.
  private mutating func input(
    _ name: AttributeName, of element: Int, _ context: Context
  ) -> FilterGraph.Input {
    let previous = context.last ?? context.source
    guard let text = painter.reader.text(name, of: element) else { return previous }
    switch text {
    case "SourceGraphic": return context.source
    case _ where Self.unknownInputs.contains(text): return context.source
    case "SourceAlpha":
      guard context.source != .source else { return .sourceAlpha }
      var alpha = [Double](repeating: 0, count: 20)
      alpha[18] = 1
      return append(.colorMatrix(alpha, context.source), context.area, .sRGB)
    default:
      painter.work.spend(text.utf8.count, on: .comparedByte)
      return context.results[text] ?? previous
    }
  }

  /// Returns the pixels of an input that a tile repeats.
  private func tile(of input: FilterGraph.Input, _ context: Context) -> PixelRect {
    if let tile = tiles[input] { return tile }
    if case .step(let step) = input { return steps[step].area }
    return context.area
  }

  /// Returns a number without a unit, or `nil` if it is missing or invalid.
  private func number(_ name: AttributeName, of element: Int) -> Double? {
    painter.reader.plainNumber(name, of: element)
  }

  private func numbers(_ name: AttributeName, of element: Int) -> [Double] {
    painter.reader.numbers(name, of: element)
  }

  /// Returns the two numbers of a list. A single number applies to both.
  private func pair(_ name: AttributeName, of element: Int) -> Size? {
    let list = numbers(name, of: element)
    guard let first = list.first, list.count <= 2 else { return nil }
    return Size(width: first, height: list.count == 2 ? list[1] : first)
  }

  private func deviation(of element: Int, default fallback: Double, _ context: Context) -> Size {
    let isGiven = painter.reader.has(.stdDeviation, of: element)
    let pair =
      isGiven
      ? pair(.stdDeviation, of: element) ?? .zero : Size(width: fallback, height: fallback)
    return Size(width: pair.width * context.unit.width, height: pair.height * context.unit.height)
  }

  private func wholePixels(_ distance: Double) -> Int {
    distance.isNaN ? 0 : Int(min(max(distance, -1e9), 1e9).rounded(.towardZero))
  }

  private func mode(of element: Int) -> BlendMode {
    painter.reader.text(.mode, of: element).flatMap { BlendMode(keyword: $0) } ?? .normal
  }

  private func channel(_ name: AttributeName, of element: Int) -> FilterChannel {
    switch painter.reader.text(name, of: element) {
    case "R": .red
    case "G": .green
    case "B": .blue
    default: .alpha
    }
  }

  private func compositeOperator(_ element: Int) -> CompositeOperator {
    switch painter.reader.text(.operator, of: element) {
    case "in": .in
    case "out": .out
    case "atop": .atop
    case "xor": .xor
    case "lighter": .lighter
    case "arithmetic":
      .arithmetic(
        k1: number(.k1, of: element) ?? 0, k2: number(.k2, of: element) ?? 0,
        k3: number(.k3, of: element) ?? 0, k4: number(.k4, of: element) ?? 0)
    default: .over
    }
  }

  private func colorMatrix(_ element: Int) -> [Double] {
    let values = numbers(.values, of: element)
    switch painter.reader.text(.type, of: element) {
    case "saturate": return ColorMatrices.saturation(min(max(values.first ?? 1, 0), 1))
    case "hueRotate": return ColorMatrices.hueRotation(values.first ?? 0)
    case "luminanceToAlpha": return ColorMatrices.luminanceToAlpha
    default: return values.count == 20 ? values : ColorMatrices.identity
    }
  }

  private func transfer(_ element: Int, _ input: FilterGraph.Input) -> FilterOperation {
    var functions = [TransferFunction](repeating: .identity, count: 4)
    for child in painter.tree.children(of: element) {
      let channel: Int
      switch painter.document[child].name {
      case .feFuncR: channel = 0
      case .feFuncG: channel = 1
      case .feFuncB: channel = 2
      case .feFuncA: channel = 3
      default: continue
      }
      if let function = transferFunction(child) { functions[channel] = function }
    }
    return .transfer(
      red: functions[0], green: functions[1], blue: functions[2], alpha: functions[3], input)
  }

  private func transferFunction(_ element: Int) -> TransferFunction? {
    switch painter.reader.text(.type, of: element) {
    case "identity": .identity
    case "table": .table(numbers(.tableValues, of: element))
    case "discrete": .discrete(numbers(.tableValues, of: element))
    case "linear":
      .linear(
        slope: number(.slope, of: element) ?? 1, intercept: number(.intercept, of: element) ?? 0)
    case "gamma":
      .gamma(
        amplitude: number(.amplitude, of: element) ?? 1,
        exponent: number(.exponent, of: element) ?? 1, offset: number(.offset, of: element) ?? 0)
    default: nil
    }
  }

  private func kernel(_ element: Int) -> ConvolutionKernel? {
    let reader = painter.reader
    var (columns, rows) = (3, 3)
    let order = numbers(.order, of: element).map { Int(min(max($0, -1), 1e6)) }
    if let first = order.first, first > 0, order.count < 2 || order[1] > 0 {
      (columns, rows) = (first, order.count > 1 ? order[1] : first)
    }
    let weights = numbers(.kernelMatrix, of: element)
    guard weights.count == columns * rows else { return nil }
    let sum = (weights.reduce(0, +) * 1e6).rounded() / 1e6
    let divisor = number(.divisor, of: element) ?? (sum == 0 ? 1 : sum)
    guard divisor != 0 else { return nil }
    func target(_ name: AttributeName, _ count: Int) -> Int? {
      let index = number(name, of: element).map { Int(min(max($0, -1), 1e6)) } ?? count / 2
      return (0..<count).contains(index) ? index : nil
    }
    guard let x = target(.targetX, columns), let y = target(.targetY, rows) else { return nil }
    let edges: ConvolutionKernel.Edges =
      switch reader.text(.edgeMode, of: element) {
      case "none": .none
      case "wrap": .wrap
      default: .duplicate
      }
    return ConvolutionKernel(
      columns: columns, rows: rows, targetX: x, targetY: y, weights: weights, divisor: divisor,
      bias: number(.bias, of: element) ?? 0, edges: edges,
      preservesAlpha: reader.text(.preserveAlpha, of: element) == "true")
  }

  private func morphology(
    _ element: Int, _ input: FilterGraph.Input, _ context: Context
  ) -> FilterOperation {
    let list = numbers(.radius, of: element)
    var radius = Size(width: 1, height: 1)
    if let first = list.first, list.count <= 2 {
      let second = list.count == 2 ? list[1] : first
      // A radius of 0 counts as 1, and so do both if one is negative.
      if first >= 0, second >= 0 {
        radius = Size(width: first == 0 ? 1 : first, height: second == 0 ? 1 : second)
      }
    }
    return .morphology(
      painter.reader.text(.operator, of: element) == "dilate" ? .dilate : .erode, input,
      radiusX: radius.width * context.unit.width * scale.width,
      radiusY: radius.height * context.unit.height * scale.height)
  }

  private func turbulence(_ element: Int) -> FilterTurbulence {
    let reader = painter.reader
    var frequency = pair(.baseFrequency, of: element) ?? .zero
    if frequency.width < 0 || frequency.height < 0 { frequency = .zero }
    let octaves = min(max(number(.numOctaves, of: element) ?? 1, 0), 100)
    let seed = min(max(number(.seed, of: element) ?? 0, -2e9), 2e9)
    let transform = Transform(translation: Vector(dx: -toPixels.tx, dy: -toPixels.ty))
      .followed(by: Transform(scaleX: 1 / scale.width, y: 1 / scale.height))
    return FilterTurbulence(
      isFractalNoise: reader.text(.type, of: element) == "fractalNoise",
      frequencyX: frequency.width, frequencyY: frequency.height,
      octaves: Int(octaves.rounded()), seed: Int(seed.rounded(.towardZero)),
      isStitched: reader.text(.stitchTiles, of: element) == "stitch", transform: transform)
  }

  // MARK: Lighting

  private func lighting(_ element: Int, _ style: Style) -> FilterLighting? {
    guard let source = lightSource(in: element) else { return nil }
    let reflection: FilterLighting.Reflection
    if painter.document[element].name == .feDiffuseLighting {
      reflection = .diffuse(constant: number(.diffuseConstant, of: element) ?? 1)
    } else {
      let exponent = number(.specularExponent, of: element) ?? 1
      guard (1...128).contains(exponent) else { return nil }
      reflection = .specular(
        constant: number(.specularConstant, of: element) ?? 1, exponent: exponent)
    }
    return FilterLighting(
      reflection: reflection, surfaceScale: number(.surfaceScale, of: element) ?? 1,
      color: style.lightingColor.color, source: source)
  }

  private func lightSource(in element: Int) -> FilterLighting.Source? {
    let light = painter.tree.children(of: element).first {
      [.feDistantLight, .fePointLight, .feSpotLight].contains(painter.document[$0].name)
    }
    guard let light else { return nil }
    func value(_ name: AttributeName) -> Double { number(name, of: light) ?? 0 }
    // As in resvg, heights are scaled by the mean of both scales: √(a² + d²)/√2.
    let height = ((toPixels.a * toPixels.a + toPixels.d * toPixels.d) / 2).squareRoot()
    let place = toPixels.apply(to: Point(x: value(.x), y: value(.y)))
    switch painter.document[light].name {
    case .feDistantLight: return .distant(azimuth: value(.azimuth), elevation: value(.elevation))
    case .fePointLight: return .point(x: place.x, y: place.y, z: value(.z) * height)
    default:
      let target = toPixels.apply(to: Point(x: value(.pointsAtX), y: value(.pointsAtY)))
      let exponent = number(.specularExponent, of: light) ?? 1
      return .spot(
        x: place.x, y: place.y, z: value(.z) * height, pointsAtX: target.x, pointsAtY: target.y,
        pointsAtZ: value(.pointsAtZ) * height, exponent: exponent > 0 ? exponent : 1,
        limitingConeAngle: number(.limitingConeAngle, of: light))
    }
  }

  // MARK: Blurs and shadows

  /// Adds a blur with deviations in the element's coordinate system.
  @discardableResult mutating func blur(
    _ input: FilterGraph.Input, _ x: Double, _ y: Double, _ area: PixelRect,
    _ space: FilterColorSpace
  ) -> FilterGraph.Input {
    // Smaller deviations are invisible.
    func deviation(_ value: Double, _ scale: Double) -> Double {
      let pixels = value * scale
      return pixels >= 0.05 ? min(pixels, 1e6) : 0
    }
    let (sigmaX, sigmaY) = (deviation(x, scale.width), deviation(y, scale.height))
    return append(.blur(input, sigmaX: sigmaX, sigmaY: sigmaY), area, space)
  }

  /// A shadow in the element's coordinate system.
  struct DropShadow {
    var dx: Double
    var dy: Double
    var deviationX: Double
    var deviationY: Double
    var color: Color
  }

  /// Adds a shadow below its source.
  ///
  /// - Parameters:
  ///   - area: The pixels of the result.
  ///   - whole: The pixels of the filter.
  @discardableResult mutating func dropShadow(
    _ input: FilterGraph.Input, _ shadow: DropShadow, _ area: PixelRect, within whole: PixelRect,
    _ space: FilterColorSpace
  ) -> FilterGraph.Input {
    append(.merge([castShadow(of: input, shadow, whole, space), input]), area, space)
  }

  /// Adds only the shadow.
  mutating func castShadow(
    of input: FilterGraph.Input, _ shadow: DropShadow, _ whole: PixelRect, _ space: FilterColorSpace
  ) -> FilterGraph.Input {
    let soft = blur(input, shadow.deviationX, shadow.deviationY, whole, space)
    let tinted = append(.silhouette(soft, shadow.color, .none), whole, space)
    return append(
      .offset(
        tinted, dx: wholePixels(shadow.dx * scale.width), dy: wholePixels(shadow.dy * scale.height)),
      whole, space)
  }
}

extension Style {
  /// The colour of a flood.
  fileprivate var flood: Color {
    var color = nonInherited.floodColor
    color.alpha *= nonInherited.floodOpacity
    return color.color
  }
}
