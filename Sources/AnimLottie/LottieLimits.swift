/// How much of a file is taken, so that none takes all memory, or for ever.
public struct LottieLimits: Hashable, Sendable {
  public init() {}
}
