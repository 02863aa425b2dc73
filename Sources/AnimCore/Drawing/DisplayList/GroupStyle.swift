/// How the picture of a group comes upon what is below it.
public struct GroupStyle: Hashable, Sendable {
  /// What all of its alphas are multiplied by, in 1/255.
  public var opacity: UInt8
  public var blendMode: BlendMode
  /// Whether it is composed apart even where that changes nothing but what its blend modes see.
  public var isIsolated: Bool
  /// What changes its picture before that is cut and blended, in this order; at most
  /// ``DisplayList/maximumFilters``.
  public var filters: [Filter]

  /// - Parameter opacity: in 0...1; what lies outside, or is not a number, counts as the nearest.
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

/// How a shape changes what a group shows of itself.
///
/// A group's masks are taken in their order. Before the first one everything is shown, or nothing if
/// the first one adds to it.
public struct Mask: Hashable, Sendable {
  public var mode: Mode
  /// Whether what lies outside of the shape counts as its inside.
  public var isInverted: Bool

  public init(_ mode: Mode = .add, isInverted: Bool = false) {
    self.mode = mode
    self.isInverted = isInverted
  }

  /// With m in 0...1 where the mask covers a pixel and a what is shown of it before, what is
  /// shown after.
  public enum Mode: UInt8, CaseIterable, Hashable, Sendable {
    /// a + m − a·m: what either shows.
    case add
    /// a·(1 − m).
    case subtract
    /// a·m: what both show.
    case intersect
    /// a + m − 2·a·m: what one of them shows.
    case difference
    /// max(a, m).
    case lighten
    /// min(a, m).
    case darken

    /// Whether nothing is shown before a first mask of this mode, rather than everything.
    var beginsEmpty: Bool { self == .add || self == .difference || self == .lighten }
  }
}

/// How the picture of one group changes what another shows of itself.
public struct Matte: Hashable, Sendable {
  public var channel: Channel
  /// Whether it shows what it would hide, and hides what it would show.
  public var isInverted: Bool

  public init(_ channel: Channel = .alpha, isInverted: Bool = false) {
    self.channel = channel
    self.isInverted = isInverted
  }

  public enum Channel: UInt8, CaseIterable, Hashable, Sendable {
    /// As much is shown as the matte is opaque.
    case alpha
    /// As much is shown as the matte is bright over black: 0.2126·red + 0.7152·green +
    /// 0.0722·blue, as in Rec. 709, of the channels as they are stored.
    case luma
  }
}

extension UInt8 {
  /// `value`, in 0...1, in 1/255, rounded to nearest. What lies outside counts as the nearest end,
  /// and NaN as zero.
  init(clampingUnit value: Double) {
    self = value > 0 ? UInt8((Swift.min(value, 1) * 255).rounded()) : 0
  }
}
