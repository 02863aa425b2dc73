/// A graph of operations on entire images: an SVG `filter` element (Filter Effects Module Level 1,
/// W3C), or the filters of a group. All lengths, areas and positions are in pixels of the canvas.
package struct FilterGraph: Hashable, Sendable {
  /// An input of an operation.
  package enum Input: Hashable, Sendable {
    /// The image that is filtered.
    case source
    /// The alpha of the filtered image, with black as its colour.
    case sourceAlpha
    /// The result of an earlier step, counted from 0.
    case step(Int)
  }

  /// An operation, and the area of its result.
  package struct Step: Hashable, Sendable {
    package var operation: FilterOperation
    /// The area outside which the result is clear. Stitched turbulence is seamless at its edges.
    package var area: PixelRect
    /// The colour space in which the operation computes. Results of steps in the other space are
    /// converted first. It is ignored for floods and images, which are in sRGB, and for offsets and
    /// tiles, which keep the space of their input.
    package var space: FilterColorSpace

    package init(_ operation: FilterOperation, area: PixelRect, space: FilterColorSpace) {
      self.operation = operation
      self.area = area
      self.space = space
    }
  }

  /// The area of the source and of all results, in pixels of the canvas.
  package let area: PixelRect
  /// The operations in order. The result of the last operation is the result of the graph.
  package private(set) var steps: [Step] = []

  package init(area: PixelRect) { self.area = area }

  /// Adds a step, which may only read the source and earlier steps, and returns its result.
  @discardableResult package mutating func append(_ step: Step) -> Input {
    steps.append(step)
    return .step(steps.count - 1)
  }
}

/// The colour space of a filter: sRGB as stored, or linear light (`linearRGB`).
package enum FilterColorSpace: UInt8, Hashable, Sendable {
  case sRGB
  case linearRGB
}

/// An operation of a ``FilterGraph``.
package enum FilterOperation: Hashable, Sendable {
  /// `feBlend`.
  case blend(BlendMode, FilterGraph.Input, over: FilterGraph.Input)
  /// `feColorMatrix` with twenty numbers in row order, like the `matrix` type. Any other number of
  /// numbers is the identity.
  case colorMatrix([Double], FilterGraph.Input)
  /// `feComponentTransfer`.
  case transfer(
    red: TransferFunction, green: TransferFunction, blue: TransferFunction, alpha: TransferFunction,
    FilterGraph.Input)
  /// `feComposite`: the first input is `in`, the second `in2`.
  case composite(CompositeOperator, FilterGraph.Input, FilterGraph.Input)
  /// `feConvolveMatrix`.
  case convolve(ConvolutionKernel, FilterGraph.Input)
  /// `feDiffuseLighting` and `feSpecularLighting` of the input's alpha.
  case light(FilterLighting, FilterGraph.Input)
  /// `feDisplacementMap`. A channel of the map, with straight alpha, moves pixels by up to half of
  /// the scale, in pixels.
  case displace(
    FilterGraph.Input, by: FilterGraph.Input, xChannel: FilterChannel, yChannel: FilterChannel,
    scaleX: Double, scaleY: Double)
  /// `feFlood`. The colour is in sRGB.
  case flood(Color)
  /// `feGaussianBlur` with three boxes, each of which loses pixels that it moves beyond the graph's
  /// area. A deviation of 0 leaves that direction unchanged. The edges of the input may be repeated
  /// instead of clear pixels. The result is then clipped to the input.
  case blur(FilterGraph.Input, sigmaX: Double, sigmaY: Double, repeatsEdges: Bool = false)
  /// `feImage`. The image has the size of the graph's area, and is in sRGB.
  case image(Image)
  /// `feMerge`, lowest input first.
  case merge([FilterGraph.Input])
  /// `feMorphology` with rectangles 2·⌈r⌉ wide and high for a radius r. The result is clear unless
  /// both radii are positive.
  case morphology(FilterMorphology, FilterGraph.Input, radiusX: Double, radiusY: Double)
  /// `feOffset` by whole pixels.
  case offset(FilterGraph.Input, dx: Int, dy: Int)
  /// `feTile`. Repeats the input's pixels in a rectangle.
  case tile(FilterGraph.Input, of: PixelRect)
  /// `feTurbulence`.
  case turbulence(FilterTurbulence)

  /// The alpha of the input in one sRGB colour, moved by a fraction of a pixel.
  case silhouette(FilterGraph.Input, Color, SubpixelShift)
  /// The first input, tinted with an sRGB colour where a silhouette lacks alpha.
  case shade(FilterGraph.Input, Color, around: FilterGraph.Input)
  /// The line around the input, outside its silhouette. The colour is in sRGB.
  case outline(FilterGraph.Input, Color, width: Fixed)
  /// The input with the alpha of a blurred image, stretched by a range.
  case choke(FilterGraph.Input, blurred: FilterGraph.Input, AlphaRange)
  case lineBlur(FilterGraph.Input, SlantedLines, BlurKernel)
  case tint(FilterGraph.Input, Tint)
  case tritone(FilterGraph.Input, Tritone)
  /// Replaces or blends colours with the colours of a field. The amount is in units of 1/255.
  indirect case colors(FilterGraph.Input, PixelColorField, amount: UInt8)
}

/// A channel of a colour with straight alpha.
package enum FilterChannel: UInt8, Hashable, Sendable {
  case red, green, blue, alpha
}

/// A transfer function of `feComponentTransfer`, from 0...1 to 0...1.
package enum TransferFunction: Hashable, Sendable {
  case identity
  case table([Double])
  case discrete([Double])
  case linear(slope: Double, intercept: Double)
  case gamma(amplitude: Double, exponent: Double, offset: Double)
}

/// The operators of `feComposite`.
package enum CompositeOperator: Hashable, Sendable {
  case over, `in`, out, atop, xor, lighter
  /// k1·in·in2 + k2·in + k3·in2 + k4, of premultiplied channels.
  case arithmetic(k1: Double, k2: Double, k3: Double, k4: Double)
}

/// `feConvolveMatrix`.
package struct ConvolutionKernel: Hashable, Sendable {
  package enum Edges: UInt8, Hashable, Sendable { case duplicate, wrap, none }

  package var columns: Int
  package var rows: Int
  /// The column and the row of the pixel that is computed.
  package var targetX: Int
  package var targetY: Int
  /// The weights in row order, as in the file. The kernel is applied rotated by 180°.
  package var weights: [Double]
  package var divisor: Double
  package var bias: Double
  package var edges: Edges
  package var preservesAlpha: Bool

  package init(
    columns: Int, rows: Int, targetX: Int, targetY: Int, weights: [Double], divisor: Double,
    bias: Double, edges: Edges, preservesAlpha: Bool
  ) {
    self.columns = columns
    self.rows = rows
    self.targetX = targetX
    self.targetY = targetY
    self.weights = weights
    self.divisor = divisor
    self.bias = bias
    self.edges = edges
    self.preservesAlpha = preservesAlpha
  }
}

/// A lit surface whose height is the alpha of an image. The result is clear if the image has fewer
/// than three pixels in a direction.
package struct FilterLighting: Hashable, Sendable {
  package enum Reflection: Hashable, Sendable {
    case diffuse(constant: Double)
    case specular(constant: Double, exponent: Double)
  }

  /// The light source. Positions are in pixels of the canvas, angles in degrees.
  package enum Source: Hashable, Sendable {
    case distant(azimuth: Double, elevation: Double)
    case point(x: Double, y: Double, z: Double)
    case spot(
      x: Double, y: Double, z: Double, pointsAtX: Double, pointsAtY: Double, pointsAtZ: Double,
      exponent: Double, limitingConeAngle: Double?)
  }

  package var reflection: Reflection
  /// The height of an opaque pixel, in pixels.
  package var surfaceScale: Double
  /// The sRGB colour of the light. Its alpha is ignored.
  package var color: Color
  package var source: Source

  package init(reflection: Reflection, surfaceScale: Double, color: Color, source: Source) {
    self.reflection = reflection
    self.surfaceScale = surfaceScale
    self.color = color
    self.source = source
  }
}

/// The operators of `feMorphology`, which shrink or grow shapes.
package enum FilterMorphology: UInt8, Hashable, Sendable { case erode, dilate }

/// Perlin noise, as in `feTurbulence`.
package struct FilterTurbulence: Hashable, Sendable {
  package var isFractalNoise: Bool
  package var frequencyX: Double
  package var frequencyY: Double
  /// The number of octaves. Octaves after the twelfth aren't visible, and are omitted.
  package var octaves: Int
  package var seed: Int
  /// Whether the noise is seamless at the edges of the step's area.
  package var isStitched: Bool
  /// The transform from the upper left corners of the canvas's pixels to the space of the noise.
  package var transform: Transform

  package init(
    isFractalNoise: Bool, frequencyX: Double, frequencyY: Double, octaves: Int, seed: Int,
    isStitched: Bool, transform: Transform
  ) {
    self.isFractalNoise = isFractalNoise
    self.frequencyX = frequencyX
    self.frequencyY = frequencyY
    self.octaves = octaves
    self.seed = seed
    self.isStitched = isStitched
    self.transform = transform
  }
}
