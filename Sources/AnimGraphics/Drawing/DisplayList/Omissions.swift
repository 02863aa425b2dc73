/// What a display list left out because of a limit.
public struct Omissions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Groups nested more deeply than ``DisplayList/maximumDepth``.
  public static let depth = Omissions(rawValue: 1)
  /// Outlines with too many corners: more than ``DisplayList/maximumPoints`` in all, or parts of one
  /// that has more.
  public static let points = Omissions(rawValue: 2)
  /// Commands beyond ``DisplayList/maximumCommands``.
  public static let commands = Omissions(rawValue: 4)
  /// Outlines with a coordinate, or a transform, that is not finite.
  public static let notFinite = Omissions(rawValue: 8)
  /// Filters beyond ``DisplayList/maximumFilters`` of a group, or
  /// ``DisplayList/maximumFilteredPixels`` of the list.
  public static let filters = Omissions(rawValue: 16)
}
