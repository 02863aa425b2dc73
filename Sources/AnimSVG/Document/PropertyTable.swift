import AnimCore
import AnimText

// The properties, one row each.
extension StyleProperty {
  /// All properties, in the order of their groups.
  static let all = painting + nonInherited + placement + text + unstored + unsupported

  /// Inherited properties of shapes.
  private static let painting: [StyleProperty] = [
    StyleProperty(
      "color-scheme", \InheritedProperties.isDark, .any, isPresentation: false,
      set: { value, _, _, _ in
        guard case .text(let text) = value else { return nil }
        let schemes = ComponentList.words(text.lowercased())
        return schemes.contains("dark") && !schemes.contains("light")
      }),
    StyleProperty(
      "color", \InheritedProperties.color, .color,
      set: { value, _, parent, _ in
        switch value {
        case .paint(.color(let color)): color
        case .paint(.currentColor): parent.color
        default: nil
        }
      },
      value: { .paint(.color($0)) }),
    paint("fill", \InheritedProperties.fill),
    alpha("fill-opacity", \InheritedProperties.fillOpacity),
    choice("fill-rule", \InheritedProperties.fillRule, fillRules),
    choice("clip-rule", \InheritedProperties.clipRule, fillRules),
    paint("stroke", \InheritedProperties.stroke),
    alpha("stroke-opacity", \InheritedProperties.strokeOpacity),
    length("stroke-width", \InheritedProperties.strokeWidth, .length(isPositive: true)),
    StyleProperty(
      "stroke-dasharray", \InheritedProperties.dashes, .dashes,
      set: { value, style, _, context in
        guard case .dashes(let lengths) = value else { return nil }
        let isAbsolute = lengths.allSatisfy { $0.unit == .percent || $0.unit == .user }
        return isAbsolute ? lengths : lengths.map { style.absolute($0, context) }
      },
      value: { .dashes($0) }),
    length("stroke-dashoffset", \InheritedProperties.dashOffset),
    choice(
      "stroke-linecap", \InheritedProperties.cap,
      [(.butt, .butt), (.round, .round), (.square, .square)]),
    choice(
      "stroke-linejoin", \InheritedProperties.join,
      [
        (.miter, .miter), (.round, .round), (.bevel, .bevel), (.miterClip, .miterClip),
        // Arcs are replaced by mitres if they can't be drawn.
        (.arcs, .miter),
      ]),
    number(
      "stroke-miterlimit", \InheritedProperties.miterLimit, .positiveNumber,
      in: 0...Double.greatestFiniteMagnitude),
    StyleProperty(
      "paint-order", \InheritedProperties.paintOrder, .paintOrder,
      set: { value, _, _, _ in if case .paintOrder(let order) = value { order } else { nil } }),
    reference("marker-start", \InheritedProperties.markerStart),
    reference("marker-mid", \InheritedProperties.markerMid),
    reference("marker-end", \InheritedProperties.markerEnd),
    choice(
      "visibility", \InheritedProperties.isVisible,
      [(.visible, true), (.hidden, false), (.collapse, false)],
      prevailingValue: .keyword(.visible)),
    keyword(
      "image-rendering", \InheritedProperties.imageRendering, StyleValue.Keyword.allCases),
    keyword(
      "shape-rendering", \InheritedProperties.shapeRendering, StyleValue.Keyword.allCases),
    choice(
      "color-interpolation-filters", \InheritedProperties.filtersAreLinear,
      [(.linearRGB, true), (.auto, true), (.sRGB, false)]),
    keyword(
      "pointer-events", \InheritedProperties.pointerEvents,
      [
        .auto, .none, .visiblePainted, .visibleFill, .visibleStroke, .visible, .painted, .fill,
        .stroke, .all, .boundingBox,
      ]),
    StyleProperty(
      "font-size", \InheritedProperties.fontSize, .fontSize,
      set: { value, style, parent, context in
        guard case .length(let length) = value else { return nil }
        let size = context.resolve(
          length, reference: parent.fontSize, size: parent.fontSize, parent.text)
        return size.isFinite ? min(max(size, 0), 1e6) : style.fontSize
      },
      value: { .length(Length($0)) }),
  ]

  private static let fillRules: [(StyleValue.Keyword, FillRule)] = [
    (.nonzero, .nonzero), (.evenodd, .evenOdd),
  ]

  /// Properties that aren't inherited.
  private static let nonInherited: [StyleProperty] =
    [
      StyleProperty(
        "display", \ElementProperties.isDisplayed,
        Grammar { $0.lowercased() == "none" ? .keyword(.none) : .keyword(.inline) },
        prevailingValue: .keyword(.inline),
        set: { value, _, _, _ in
          if case .keyword(let keyword) = value { keyword != .none } else { nil }
        },
        value: { .keyword($0 ? .inline : .none) }),
      alpha("opacity", \ElementProperties.opacity),
      StyleProperty(
        "background-color", \ElementProperties.backgroundColor, .color,
        set: { value, style, _, _ in
          switch value {
          case .paint(.color(let color)): color
          case .paint(.currentColor): style.color
          default: nil
          }
        },
        value: { .paint(.color($0 ?? ExactColor(red: 0, green: 0, blue: 0, alpha: 0))) }),
      layers("background-image", \ElementProperties.background),
      StyleProperty(
        "clip-path", \ElementProperties.clipPath, .clipPath,
        set: { value, _, _, _ in
          switch value {
          case .reference(let id): .some(id.map { .element($0) })
          case .shape(let shape): .some(.shape(shape))
          default: nil
          }
        },
        value: { if case .shape(let shape)? = $0 { .shape(shape) } else { nil } }),
      layers("mask", \ElementProperties.mask),
      filters("filter", \ElementProperties.filters, .filters),
      choice("mix-blend-mode", \ElementProperties.blendMode, blendModes, isPresentation: false),
      choice(
        "isolation", \ElementProperties.isIsolated, [(.auto, false), (.isolate, true)],
        isPresentation: false),
      StyleProperty(
        "overflow", .keyword { [.visible, .hidden, .scroll, .auto, .clip].contains($0) },
        isInherited: false, isPresentation: true,
        storage: StyleStorage(
          set: { style, value, _, _ in
            guard case .keyword(let keyword) = value else { return false }
            style.nonInherited.overflow = keyword
            return true
          },
          // Unspecified, it depends on the element.
          copy: { $0.nonInherited.overflow = $1.nonInherited.overflow ?? .visible },
          value: { _ in nil })),
      color("stop-color", \ElementProperties.stopColor),
      alpha("stop-opacity", \ElementProperties.stopOpacity),
      color("flood-color", \ElementProperties.floodColor),
      alpha("flood-opacity", \ElementProperties.floodOpacity),
      color("lighting-color", \ElementProperties.lightingColor),
      choice("mask-type", \ElementProperties.maskIsAlpha, [(.alpha, true), (.luminance, false)]),
      transform("transform", \ElementProperties.transform, .transform),
      position(
        "transform-origin", \ElementProperties.transformOrigin, .transformOrigin,
        initial: .position(.start)),
      keyword("transform-box", \ElementProperties.transformBox, StyleValue.Keyword.allCases),
      choice(
        "vector-effect", \ElementProperties.isStrokeScaled,
        [(.none, true), (.nonScalingStroke, false)], other: StyleValue.Keyword.none),
      StyleProperty(
        "text-decoration", .word { _ in true }, isInherited: false, isPresentation: true,
        storage: StyleStorage(
          set: { style, value, _, _ in
            guard case .text(let text) = value else { return false }
            style.nonInherited.ownLines = TextLines(text)
            return true
          },
          copy: { $0.nonInherited.ownLines = $1.ownLines }, value: { _ in nil })),
      StyleProperty(
        "baseline-shift", \ElementProperties.baselineShift,
        Grammar { text throws(ParsingLimit) in
          if let length = try Length(text) { return .length(length) }
          let word = text.lowercased()
          return ["baseline", "sub", "super"].contains(word) ? .text(word) : nil
        },
        set: { value, style, _, context in
          switch value {
          case .length(let length): .length(style.absolute(length, context))
          case .text(let text): BaselineShift(text)
          default: nil
          }
        },
        value: {
          switch $0 {
          case .length(let length): .length(length)
          case .none: .length(.zero)
          case .lowered, .raised: nil
          }
        }),
      word("alignment-baseline", \ElementProperties.alignmentBaseline, initial: nil) { text, _ in
        TextBaseline(rawValue: text).map { .some($0) }
      },
      word("unicode-bidi", \ElementProperties.bidi),
    ] + AttributeName.cornerRadii.enumerated().map { cornerRadius($1.rawValue, corner: $0) }

  fileprivate static let blendModes: [(StyleValue.Keyword, BlendMode)] = [
    (.normal, .normal), (.multiply, .multiply), (.screen, .screen), (.overlay, .overlay),
    (.darken, .darken), (.lighten, .lighten), (.colorDodge, .colorDodge), (.colorBurn, .colorBurn),
    (.hardLight, .hardLight), (.softLight, .softLight), (.difference, .difference),
    (.exclusion, .exclusion), (.hue, .hue), (.saturation, .saturation), (.color, .color),
    (.luminosity, .luminosity), (.plusLighter, .plusLighter),
  ]

  /// Returns the property of a corner of the root, clockwise from the upper left one.
  private static func cornerRadius(_ name: String, corner: Int) -> StyleProperty {
    StyleProperty(
      name, .cornerRadius, isInherited: false, isPresentation: false,
      storage: StyleStorage(
        set: { style, value, _, context in
          guard case .lengths(let radii) = value, radii.count == 2 else { return false }
          style.nonInherited.setCorner(
            corner, style.absolute(radii[0], context), style.absolute(radii[1], context))
          return true
        },
        copy: { style, other in
          let radii = other.nonInherited.corner(corner)
          style.nonInherited.setCorner(corner, radii.x, radii.y)
        },
        value: { style in
          let radii = style.nonInherited.corner(corner)
          return .lengths([radii.x, radii.y])
        }))
  }

  /// Properties that move an element in addition to `transform`. Some attributes with the same
  /// names have a different meaning.
  private static let placement: [StyleProperty] = [
    transform(
      "translate", \PlacementProperties.translate, .translate, isPresentation: false,
      isAttribute: false),
    transform(
      "rotate", \PlacementProperties.rotate, .rotate, isPresentation: false, isAttribute: false),
    transform(
      "scale", \PlacementProperties.scale, .scale, isPresentation: false, isAttribute: false),
    StyleProperty(
      "offset-path", \PlacementProperties.path, .offsetPath, isPresentation: false,
      set: { value, _, _, _ in
        switch value {
        case .reference(let id): .some(id.map { .element($0) })
        case .shape(let shape): .some(.shape(shape))
        case .ray(let ray): .some(.ray(ray))
        default: nil
        }
      },
      value: {
        switch $0 {
        case nil: .reference(nil)
        case .element(let id): .reference(id)
        case .shape(let shape): .shape(shape)
        case .ray(let ray): .ray(ray)
        }
      }),
    length("offset-distance", \PlacementProperties.distance, isPresentation: false),
    StyleProperty(
      "offset-rotate", \PlacementProperties.rotation, .offsetRotation, isPresentation: false,
      set: { value, _, _, _ in
        if case .rotation(let rotation) = value { rotation } else { nil }
      },
      value: { .rotation($0) }),
    position(
      "offset-anchor", \PlacementProperties.anchor, .position, isPresentation: false),
    position(
      "offset-position", \PlacementProperties.position, .position, isPresentation: false),
  ]

  /// Properties of text, which are inherited.
  private static let text: [StyleProperty] = [
    StyleProperty(
      "font-family", \TextStyle.families, .any,
      set: { value, _, _, _ in
        if case .text(let text) = value { TextStyle.families(text) } else { nil }
      }),
    relativeNumber("font-weight", \TextStyle.numericWeight, words: ["bolder", "lighter"]) {
      TextStyle.weight($0, parent: $1)
    },
    relativeNumber("font-stretch", \TextStyle.width, words: ["narrower", "wider"]) {
      TextStyle.width($0, parent: $1)
    },
    keyword("font-style", \TextStyle.slant, [.normal, .italic, .oblique]),
    flag("font-variant", \TextStyle.isSmallCaps) {
      ComponentList.words($0).contains("small-caps")
    },
    word("text-transform", \TextStyle.letterCase, isPresentation: false),
    flag("font-kerning", \TextStyle.hasKerning, isPresentation: false) {
      ["auto", "normal", "none"].contains($0) ? $0 != "none" : nil
    },
    flag("font-optical-sizing", \TextStyle.isOpticallySized, isPresentation: false) {
      TextStyle.isAutomatic($0)
    },
    flag("font-synthesis-style", \TextStyle.synthesizesStyle, isPresentation: false) {
      TextStyle.isAutomatic($0)
    },
    flag("font-synthesis-weight", \TextStyle.synthesizesWeight, isPresentation: false) {
      TextStyle.isAutomatic($0)
    },
    StyleProperty(
      "font-feature-settings", \TextStyle.features, .any, isPresentation: false,
      set: { value, _, _, _ in
        if case .text(let text) = value { TextStyle.features(text) } else { nil }
      }),
    StyleProperty(
      "font-variation-settings", \TextStyle.variations, .fontVariations,
      set: { value, _, _, _ in if case .variations(let list) = value { list } else { nil } },
      value: { .variations($0) }),
    keyword("text-anchor", \TextStyle.anchor, [.start, .middle, .end]),
    length("letter-spacing", \TextStyle.letterSpacing, .length(words: ["normal": .zero])),
    length("word-spacing", \TextStyle.wordSpacing, .length(words: ["normal": .zero])),
    StyleProperty(
      "text-underline-offset", \TextStyle.underlineOffset, .lengthOrAuto, isPresentation: false,
      set: { value, style, _, context in
        switch value {
        case .length(let length): .some(style.absolute(length, context))
        case .keyword: .some(nil)
        default: nil
        }
      },
      value: { $0.map { .length($0) } ?? .keyword(.auto) }),
    filters("text-shadow", \TextStyle.shadows, .shadows, isPresentation: false),
    flag("xml:space", \TextStyle.preservesSpace) { $0 == "preserve" },
    flag("white-space", \TextStyle.preservesSpace, isPresentation: false) {
      $0.hasPrefix("pre") || $0 == "break-spaces"
    },
    word("dominant-baseline", \TextStyle.baseline, initial: .auto) { text, parent in
      TextBaseline(rawValue: text).map { $0 == .noChange ? parent : $0 }
    },
    flag("direction", \TextStyle.isRightToLeft) {
      ["ltr", "rtl"].contains($0) ? $0 == "rtl" : nil
    },
    flag("writing-mode", \TextStyle.isVertical) { TextStyle.isVertical($0) },
    flag("text-rendering", \TextStyle.isSharp) {
      ["auto", "optimizespeed", "optimizelegibility", "geometricprecision"].contains($0)
        ? $0 == "optimizespeed" : nil
    },
  ]

  /// Properties that aren't part of a style.
  private static let unstored: [StyleProperty] = [
    unstored(
      "color-interpolation", .keyword { [.auto, .sRGB, .linearRGB].contains($0) },
      isInherited: true, isPresentation: true),
    unstored("cursor", isInherited: true, isPresentation: true),
    unstored("font-size-adjust", isInherited: true, isPresentation: true),
    unstored("line-height", isInherited: true, isPresentation: true),
    unstored("text-indent", isInherited: true, isPresentation: true),
    unstored("inline-size"), unstored("text-orientation"),
    unstored("x"), unstored("y"), unstored("cx"), unstored("cy"), unstored("r"), unstored("rx"),
    unstored("ry"), unstored("width"), unstored("height"), unstored("d"),
    unstored("animation"), unstored("animation-name"), unstored("animation-duration"),
    unstored("animation-delay"), unstored("animation-direction"), unstored("animation-fill-mode"),
    unstored("animation-iteration-count"), unstored("animation-play-state"),
    unstored("animation-timing-function"), unstored("animation-composition"),
  ]
}

extension StyleProperty {
  private static let unsupported: [StyleProperty] = [
    unsupported("all", []), unsupported("animation-timeline", ["auto"]),
    unsupported("animation-range", ["normal"]), unsupported("backface-visibility", ["visible"]),
    unsupported("perspective", ["none"]), unsupported("background-size", wholeSizes),
    unsupported("mask-size", wholeSizes), unsupported("mask-composite", ["add"]),
    unsupported("mask-mode", ["match-source"]), unsupported("text-decoration-style", ["solid"]),
    unsupported("text-decoration-thickness", ["auto"]),
  ]

  /// The sizes of layers that cover their box.
  private static let wholeSizes: Set<String> = ["auto", "contain", "cover", "100%", "100% 100%"]
}

extension BlendMode {
  /// Creates the mode with a name in style sheets, or returns `nil` if it is unknown.
  init?(keyword text: String) {
    let keyword = StyleValue.Keyword.table[text.trimmingSpace.lowercased()]
    guard let mode = StyleProperty.blendModes.first(where: { $0.0 == keyword })?.1 else {
      return nil
    }
    self = mode
  }
}
