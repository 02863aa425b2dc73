import AnimCore

/// A time at which an element can begin or end.
struct InstanceTime: Sendable {
  var time: ClockValue
  /// The index of the syncbase that may still move the time, or −1.
  var link: Int32 = -1
  /// The element whose interval created the time, or −1.
  var cause: Int32 = -1
  var isEvent = false
}

/// The instance times of an element's starts or ends, in chronological order.
struct InstanceList: Sendable {
  private var times: [InstanceTime]

  init(_ times: [InstanceTime] = []) { self.times = times.sorted { $0.time < $1.time } }

  var isEmpty: Bool { times.isEmpty }

  /// Returns the first time at or after (or strictly after) a given time that meets a condition.
  func first(
    from time: ClockValue, orAfter: Bool = false, where condition: (InstanceTime) -> Bool
  ) -> InstanceTime? {
    var index = index(of: time)
    while index < times.count {
      let instance = times[index]
      if !(orAfter && instance.time == time), condition(instance) { return instance }
      index += 1
    }
    return nil
  }

  func allSatisfy(_ condition: (InstanceTime) -> Bool) -> Bool { times.allSatisfy(condition) }

  /// Inserts a time after equal ones.
  ///
  /// - Returns: The number of times that it was compared with or that were moved.
  mutating func insert(_ instance: InstanceTime) -> Int {
    let first = index(of: instance.time)
    var index = first
    while index < times.count, times[index].time == instance.time { index += 1 }
    times.insert(instance, at: index)
    return times.count - first
  }

  /// Removes a time created by a syncbase.
  mutating func remove(link: Int32, at time: ClockValue) {
    if let index = index(of: link, at: time) { times.remove(at: index) }
  }

  /// Fixes a time created by a syncbase.
  mutating func fix(link: Int32, at time: ClockValue) {
    if let index = index(of: link, at: time) { times[index].link = -1 }
  }

  mutating func removeEvents(before time: ClockValue) {
    times.removeAll { $0.isEvent && $0.time < time }
  }

  /// Discards past times if there are many. Those that may still move remain.
  mutating func forget(before time: ClockValue) {
    let passed = index(of: time)
    guard passed > 16, passed > times.count / 2 else { return }
    times.removeAll { $0.time < time && $0.link < 0 }
  }

  private func index(of link: Int32, at time: ClockValue) -> Int? {
    var index = index(of: time)
    while index < times.count, times[index].time == time {
      if times[index].link == link { return index }
      index += 1
    }
    return nil
  }

  /// Returns the index of the first time that isn't before another.
  private func index(of time: ClockValue) -> Int {
    times.indices.partitioningIndex { times[$0].time >= time }
  }
}
