import AnimCodecs
import AnimCore

/// The properties of an image item or of a track's sample entry (ISO/IEC 23008-12, 6.5; AVIF 1.1, 2).
struct AVIFProperties {
  /// The size before transformations, or `nil` if it isn't given.
  var size: PixelSize?
  var colors: AVIFColors?
  /// Whether the file has an ICC profile for the colours.
  var hasProfile = false
  /// The type of an auxiliary image.
  var auxiliaryType: String?
  var cleanAperture: CleanAperture?
  /// Counterclockwise quarter turns.
  var rotation = 0
  /// Whether the image is mirrored, after its rotation: 0 exchanges top and bottom, 1 left and right.
  var mirrorAxis: Int?
  var operatingPoint = 0
  /// The layer to show, or `nil` for the last one.
  var layer: Int?

  /// A rectangle around an offset from the centre, as fractions.
  struct CleanAperture {
    let width: Fraction
    let height: Fraction
    let x: Fraction
    let y: Fraction

    struct Fraction {
      let numerator: Int
      let denominator: Int
    }

    /// Returns the pixels of the rectangle, or `nil` if they aren't whole or lie outside of the image.
    func area(of size: PixelSize) -> RasterArea? {
      guard let (left, width) = Self.side(width, x, size.width),
        let (top, height) = Self.side(height, y, size.height)
      else { return nil }
      return RasterArea(x: left, y: top, width: width, height: height)
    }

    /// Returns the start and the length of a side.
    private static func side(_ length: Fraction, _ offset: Fraction, _ all: Int) -> (Int, Int)? {
      guard length.denominator > 0, offset.denominator > 0,
        length.numerator > 0, length.numerator % length.denominator == 0
      else { return nil }
      let count = length.numerator / length.denominator
      // (all − count) / 2 + offset, as a fraction.
      let numerator = (all - count) * offset.denominator + 2 * offset.numerator
      let denominator = 2 * offset.denominator
      guard count <= all, numerator >= 0, numerator % denominator == 0 else { return nil }
      let start = numerator / denominator
      return start <= all - count ? (start, count) : nil
    }
  }

  /// The turn and the flip.
  var orientation: Orientation {
    let turned = Orientation(quarterTurns: -rotation)
    return switch mirrorAxis {
    case 0: turned.followed(by: .flippedVertically)
    case 1: turned.followed(by: .flippedHorizontally)
    default: turned
    }
  }

  mutating func apply(_ property: AVIFProperty) {
    switch property {
    case .size(let found): size = found
    case .colors(let found): colors = colors ?? found
    case .profile: hasProfile = true
    case .auxiliaryType(let found): auxiliaryType = found
    case .cleanAperture(let found): cleanAperture = found
    case .rotation(let turns): rotation = turns
    case .mirror(let axis): mirrorAxis = axis
    case .operatingPoint(let number): operatingPoint = number
    case .layer(let number): layer = number
    case .irrelevant, .unknown: break
    }
  }

  /// Whether an auxiliary image has this type.
  static func isAlpha(_ type: String) -> Bool {
    type == "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha" || type == "urn:mpeg:hevc:2015:auxid:1"
  }
}

/// A property in the file.
enum AVIFProperty {
  case size(PixelSize)
  case colors(AVIFColors)
  /// An ICC profile.
  case profile
  case auxiliaryType(String)
  case cleanAperture(AVIFProperties.CleanAperture)
  case rotation(Int)
  case mirror(Int)
  case operatingPoint(Int)
  case layer(Int)
  /// A property that doesn't change the image, or one that is corrupt.
  case irrelevant
  case unknown

  init(_ box: ISOBox, _ reader: ISOBoxReader) throws(RasterError) {
    self = try Self.read(box, reader) ?? .irrelevant
  }

  private static func read(
    _ box: ISOBox, _ reader: ISOBoxReader
  ) throws(RasterError) -> AVIFProperty? {
    switch box.kind {
    case "colr":
      // A profile can be large, and isn't read.
      let start = box.content.lowerBound..<min(box.content.lowerBound + 11, box.content.upperBound)
      var fields = try reader.fields(of: ISOBox(kind: box.kind, content: start))
      switch fields.kind() {
      case "nclx": return AVIFColors(&fields).map { .colors($0) }
      case "prof", "rICC": return .profile
      default: return nil
      }
    case "ispe", "auxC", "auxi":
      var (_, _, fields) = try reader.fullFields(of: box)
      guard box.kind == "ispe" else { return .auxiliaryType(fields.text()) }
      guard let width = fields.number(4), let height = fields.number(4) else { return nil }
      return .size(PixelSize(width: width, height: height))
    case "clap": return cleanAperture(try reader.fields(of: box)).map { .cleanAperture($0) }
    case "irot", "imir", "a1op", "lsel":
      var fields = try reader.fields(of: box)
      guard let value = fields.number(box.kind == "lsel" ? 2 : 1) else { return nil }
      switch box.kind {
      case "irot": return .rotation(value & 3)
      case "imir": return .mirror(value & 1)
      case "a1op": return .operatingPoint(value & 31)
      // If all bits are set, all layers are decoded, and the last one is shown.
      default: return value < 4 ? .layer(value) : nil
      }
    case "av1C", "pixi", "pasp", "a1lx", "clli", "mdcv", "cclv", "amve": return nil
    default: return .unknown
    }
  }

  private static func cleanAperture(_ content: ISOFields) -> AVIFProperties.CleanAperture? {
    var fields = content
    func fraction(_ numerator: Int?, _ denominator: Int?) -> AVIFProperties.CleanAperture.Fraction?
    {
      guard let numerator, let denominator else { return nil }
      return AVIFProperties.CleanAperture.Fraction(numerator: numerator, denominator: denominator)
    }
    guard let width = fraction(fields.number(4), fields.number(4)),
      let height = fraction(fields.number(4), fields.number(4)),
      let x = fraction(fields.signedNumber(), fields.number(4)),
      let y = fraction(fields.signedNumber(), fields.number(4))
    else { return nil }
    return AVIFProperties.CleanAperture(width: width, height: height, x: x, y: y)
  }
}

/// The meaning of samples and colours, as numbers of ITU-T H.273.
package struct AVIFColors: Hashable, Sendable {
  package let primaries: Int
  package let transfer: Int
  package let matrix: Int
  package let hasFullRange: Bool

  fileprivate init?(_ fields: inout ISOFields) {
    guard let primaries = fields.number(2), let transfer = fields.number(2),
      let matrix = fields.number(2), let range = fields.number(1)
    else { return nil }
    (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
    hasFullRange = range & 0x80 != 0
  }
}
