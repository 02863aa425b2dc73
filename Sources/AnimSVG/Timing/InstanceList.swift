import AnimCore

/// A time at which an element can begin or end.
struct InstanceTime: Sendable {
  var time: ClockValue
  /// The syncbase that may still move it, by its index; -1 for none.
  var link: Int32 = -1
  /// The element whose interval made it, -1 for none.
  var cause: Int32 = -1
  var isEvent = false
}

/// The instance times of an element's begins or ends, in the order of time.
struct InstanceList: Sendable {
  private var times: [InstanceTime]

  init(_ times: [InstanceTime] = []) { self.times = times.sorted { $0.time < $1.time } }

  var isEmpty: Bool { times.isEmpty }

  /// The first time that is not before (or that is after) another, and fulfils a condition.
  func first(
    from time: ClockValue, orAfter: Bool = false, where condition: (InstanceTime) -> Bool
  ) -> InstanceTime? {
    var index = place(of: time)
    while index < times.count {
      let instance = times[index]
      if !(orAfter && instance.time == time), condition(instance) { return instance }
      index += 1
    }
    return nil
  }

  func allSatisfy(_ condition: (InstanceTime) -> Bool) -> Bool { times.allSatisfy(condition) }

  /// Inserts a time after those that are equal.
  ///
  /// - Returns: The number of times that it was compared with or that moved.
  mutating func insert(_ instance: InstanceTime) -> Int {
    let first = place(of: instance.time)
    var index = first
    while index < times.count, times[index].time == instance.time { index += 1 }
    times.insert(instance, at: index)
    return times.count - first
  }

  /// Removes the time that a syncbase made.
  mutating func remove(link: Int32, at time: ClockValue) {
    if let index = index(of: link, at: time) { times.remove(at: index) }
  }

  /// Leaves the time that a syncbase made where it is.
  mutating func fix(link: Int32, at time: ClockValue) {
    if let index = index(of: link, at: time) { times[index].link = -1 }
  }

  mutating func removeEvents(before time: ClockValue) {
    times.removeAll { $0.isEvent && $0.time < time }
  }

  /// Forgets times that have passed, once they are many. Those that may still move stay.
  mutating func forget(before time: ClockValue) {
    let passed = place(of: time)
    guard passed > 16, passed > times.count / 2 else { return }
    times.removeAll { $0.time < time && $0.link < 0 }
  }

  private func index(of link: Int32, at time: ClockValue) -> Int? {
    var index = place(of: time)
    while index < times.count, times[index].time == time {
      if times[index].link == link { return index }
      index += 1
    }
    return nil
  }

  /// The index of the first time that is not before another.
  private func place(of time: ClockValue) -> Int {
    times.partitioningIndex { $0.time >= time }
  }
}
