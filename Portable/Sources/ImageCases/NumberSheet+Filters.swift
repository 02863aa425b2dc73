import AnimCore

extension NumberSheet {
  /// The results of each filter operation for a random image, as words.
  static var filters: NumberSheet {
    var random = SeededNumbers(seed: 18)
    let size = PixelSize(width: 61, height: 47)
    let area = size.bounds
    func image() -> Image? {
      let words = (0..<size.width * size.height).map { _ in random.color().argb }
      return Image(size: size, straight: words)
    }
    guard let source = image(), let other = image() else {
      return NumberSheet(name: "filters", values: [])
    }
    var list = DisplayList(size: size, background: .clear)
    var path = Path()
    path.addRect(
      Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
    list.fill(path, .image(ImagePaint(source, sampling: .nearest)))
    var values: [Double] = []
    for operation in operations {
      var graph = FilterGraph(area: area)
      graph.append(FilterGraph.Step(.image(other), area: area, space: .sRGB))
      let blurred = FilterOperation.blur(.source, sigmaX: 1.5, sigmaY: 3)
      graph.append(FilterGraph.Step(blurred, area: area, space: .linearRGB))
      graph.append(FilterGraph.Step(operation, area: area, space: .linearRGB))
      guard let result = Image(drawing: list, filters: graph) else { continue }
      for word in result.pixels { values.append(Double(word)) }
    }
    return NumberSheet(name: "filters", values: values)
  }

  /// The operations, which read the source image as step 0, and the blurred source as step 1.
  private static var operations: [FilterOperation] {
    let modes: [BlendMode] = [.multiply, .colorBurn, .softLight, .hue, .luminosity]
    var operations: [FilterOperation] = modes.map { .blend($0, .step(1), over: .step(0)) }
    let matrix: [Double] = (0..<20).map { Double($0 * 7 % 11) / 11 - 0.3 }
    operations += [
      .merge([.step(0), .source, .step(1)]),
      .colorMatrix(matrix, .source),
      .transfer(
        red: .table([0, 0.8, 0.1, 1]), green: .gamma(amplitude: 0.9, exponent: 1.7, offset: 0.05),
        blue: .gamma(amplitude: 1, exponent: 0.4, offset: 0),
        alpha: .linear(slope: 0.7, intercept: 0.2), .source),
      .composite(.arithmetic(k1: 0.5, k2: 0.4, k3: 0.3, k4: -0.1), .source, .step(0)),
      .composite(.xor, .step(1), .step(0)),
      .convolve(
        ConvolutionKernel(
          columns: 3, rows: 3, targetX: 1, targetY: 1, weights: [1, 2, 3, -4, 5, 6, 7, -8, 9],
          divisor: 19, bias: 0.1, edges: .wrap, preservesAlpha: true), .source),
      .displace(
        .source, by: .step(0), xChannel: .red, yChannel: .alpha, scaleX: 12, scaleY: -8.3),
      .morphology(.dilate, .step(1), radiusX: 3, radiusY: 1.2),
    ]
    let lamps: [FilterLighting.Source] = [
      .distant(azimuth: 200, elevation: 50), .point(x: 19, y: 14, z: 11),
      .spot(
        x: 9, y: 4, z: 30, pointsAtX: 34, pointsAtY: 23, pointsAtZ: 0, exponent: 3.3,
        limitingConeAngle: 50),
    ]
    let reflections: [FilterLighting.Reflection] = [
      .diffuse(constant: 1.1), .specular(constant: 1.3, exponent: 9.5),
    ]
    for reflection in reflections {
      for lamp in lamps {
        let light = FilterLighting(
          reflection: reflection, surfaceScale: 7, color: .orange, source: lamp)
        operations.append(.light(light, .step(1)))
      }
    }
    for isFractal in [false, true] {
      operations.append(
        .turbulence(
          FilterTurbulence(
            isFractalNoise: isFractal, frequencyX: 0.071, frequencyY: 0.043, octaves: 5, seed: -7,
            isStitched: isFractal,
            transform: Transform(a: 0.9, b: 0.1, c: -0.2, d: 0.8, tx: 3, ty: -40))))
    }
    return operations
  }
}
