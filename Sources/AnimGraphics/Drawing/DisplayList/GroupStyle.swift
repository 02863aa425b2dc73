/// The compositing of a group with its background.
public struct GroupStyle: Hashable, Sendable {
  /// The factor for all alphas of the image: 0 ... 255, where 255 is opaque.
  public var opacity: UInt8
  /// The blend mode of the group and its background.
  public var blendMode: BlendMode
  /// A Boolean value that indicates whether the group is composed separately even if that only
  /// changes the backdrop of the blend modes inside it.
  public var isIsolated: Bool
  /// The filters to apply to the image before it is masked and blended, in order; at most
  /// ``DisplayList/maximumFilters``.
  public var filters: [Filter]

  /// - Parameters:
  ///   - opacity: See ``opacity``, as a number that is clamped to 0...1; NaN is treated as zero.
  ///   - blendMode: See ``blendMode``.
  ///   - isIsolated: See ``isIsolated``.
  ///   - filters: See ``filters``.
  public init(
    opacity: Double = 1, blendMode: BlendMode = .normal, isIsolated: Bool = false,
    filters: [Filter] = []
  ) {
    self.opacity = UInt8(clampingUnit: opacity)
    self.blendMode = blendMode
    self.isIsolated = isIsolated
    self.filters = filters
  }
}

/// A shape that changes the visibility of parts of a group.
///
/// The masks of a group are applied in order. At first, everything is visible, or nothing if the
/// first mask adds to the visible part.
public struct Mask: Hashable, Sendable {
  /// The combination with the previous masks.
  public var mode: Mode
  /// A Boolean value that indicates whether the outside of the shape is used instead of its inside.
  public var isInverted: Bool

  /// Creates a mask that adds to those before it, unless another mode is given.
  public init(_ mode: Mode = .add, isInverted: Bool = false) {
    self.mode = mode
    self.isInverted = isInverted
  }

  /// The effect of a mask on the visibility of a pixel, where a is the previous visibility and m
  /// the coverage of the mask, both in 0...1.
  public enum Mode: UInt8, CaseIterable, Hashable, Sendable {
    /// a + m − a·m, the union.
    case add
    /// a·(1 − m).
    case subtract
    /// a·m, the intersection.
    case intersect
    /// a + m − 2·a·m, where only one of them is visible.
    case difference
    /// max(a, m).
    case lighten
    /// min(a, m).
    case darken

    /// Whether nothing, instead of everything, is visible before a first mask of this mode.
    var beginsEmpty: Bool { self == .add || self == .difference || self == .lighten }
  }
}

/// A group that changes the visibility of parts of another group.
public struct Matte: Hashable, Sendable {
  /// The channel of the matte's image that decides how visible a pixel is.
  public var channel: Channel
  /// A Boolean value that indicates whether visible and hidden parts are swapped.
  public var isInverted: Bool

  /// Creates a matte by the alpha of its image, unless another channel is given.
  public init(_ channel: Channel = .alpha, isInverted: Bool = false) {
    self.channel = channel
    self.isInverted = isInverted
  }

  /// The channel of a matte that determines the visibility.
  public enum Channel: UInt8, CaseIterable, Hashable, Sendable {
    /// The matte's alpha.
    case alpha
    /// The matte's luma over black: 0.2126·red + 0.7152·green + 0.0722·blue, as in Rec. 709, of the
    /// channels as they are stored.
    case luma
  }
}

extension UInt8 {
  /// Converts `value` from 0...1 to 0...255, rounded to nearest. Other values are clamped, and NaN
  /// becomes zero.
  init(clampingUnit value: Double) {
    self = value > 0 ? UInt8((Swift.min(value, 1) * 255).rounded()) : 0
  }
}

/// A ``GroupStyle`` as the commands of a list store it, with the filters kept elsewhere.
package struct GroupComposition: Hashable, Sendable {
  /// The opacity, 0 ... 255, where 255 is opaque.
  package var opacity: UInt8
  package var blendMode: BlendMode
  /// Whether the content is composed into a separate image.
  package var isIsolated: Bool
  /// Whether this group, or a group inside it, has filters.
  var holdsFilters = false
  /// The index of the first step of the filters in ``DisplayList/filters``, and the number of steps.
  var firstFilter: Int32 = 0
  var filterCount: Int32 = 0
  /// The time per pixel of the filters, as a multiple of the time of most filters.
  var filterWork: Int32 = 0
  /// The distance around a pixel that the filters read, in pixels.
  var filterReach = SIMD2<Int32>.zero

  init(_ style: GroupStyle) {
    opacity = style.opacity
    blendMode = style.blendMode
    isIsolated = style.isIsolated
  }

  /// The indices of the filters' steps in ``DisplayList/filters``.
  var filters: Range<Int> { Int(firstFilter)..<Int(firstFilter + filterCount) }

  /// Returns whether both compose alike, apart from the filters themselves.
  func isAlike(_ other: GroupComposition) -> Bool {
    opacity == other.opacity && blendMode == other.blendMode && isIsolated == other.isIsolated
      && holdsFilters == other.holdsFilters && filterCount == other.filterCount
  }
}
