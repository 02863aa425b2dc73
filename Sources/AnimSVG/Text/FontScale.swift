import AnimText

/// The metrics of a font at a size: decorations and baselines.
struct FontScale {
  private let metrics: FontMetrics
  /// The length of a font unit.
  private let unit: Double
  private let ascent: Double
  private let descent: Double

  init(_ face: FontFace, size: Double) {
    metrics = face.metrics
    unit = size / Double(face.unitsPerEm)
    ascent = Double(face.ascent) * unit
    descent = Double(face.descent) * unit
  }

  private var height: Double { ascent + descent }

  // MARK: Lines

  var lineThickness: Double { metrics.underlineThickness * unit }

  /// Returns the distance of the middle of an underline below the baseline.
  ///
  /// - Parameter offset: The specified distance of its upper edge in user units, or `nil` for the default of the font.
  func underline(offset: Length?, isVertical: Bool) -> Double {
    if let offset {
      return (isVertical ? height / 2 : 0) + offset.value + lineThickness / 2
    }
    return isVertical ? height / 2 : -metrics.underlinePosition * unit
  }

  /// Returns the distance of an overline below the baseline, which is negative.
  func overline(isVertical: Bool) -> Double { isVertical ? -height / 2 : -ascent }

  /// Returns the distance of a line-through below the baseline.
  func strikeout(isVertical: Bool) -> Double {
    isVertical ? 0 : -metrics.strikeoutPosition * unit
  }

  // MARK: Baselines

  /// Returns the distance of the characters of a span below the line's baseline.
  func baseline(_ span: TextSpan, isVertical: Bool) -> Double {
    var offset = 0.0
    for shift in span.shifts {
      switch shift {
      case .lowered: offset += metrics.subscriptOffset * unit
      case .raised: offset -= metrics.superscriptOffset * unit
      case .by(let length): offset -= length
      }
    }
    if isVertical { return offset }
    let isOwn = span.alignment != .auto && span.alignment != .baseline
    return offset + alignment(isOwn ? span.alignment : span.style.baseline)
  }

  /// Returns the distance of a baseline above the alphabetic one. Fonts rarely specify it, so it is
  /// derived from the height, as in browsers.
  private func alignment(_ baseline: TextBaseline) -> Double {
    switch baseline {
    case .beforeEdge, .textBeforeEdge, .textTop: ascent
    case .afterEdge, .textAfterEdge, .textBottom, .ideographic: -descent
    case .middle: metrics.xHeight * unit / 2
    case .central: (ascent - descent) / 2
    case .hanging: ascent * 0.8
    case .mathematical: ascent / 2
    case .auto, .baseline, .alphabetic, .useScript, .noChange, .resetSize: 0
    }
  }
}
