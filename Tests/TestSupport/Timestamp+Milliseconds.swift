import AnimCore

extension Timestamp {
  package static func milliseconds(_ count: Int64) -> Timestamp {
    Timestamp(nanoseconds: count * 1_000_000)
  }
}
