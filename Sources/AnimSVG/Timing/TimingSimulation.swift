/// The limits on the cost of a timing simulation, for any file.
struct TimingLimits: Sendable {
  /// The maximum number of intervals in the document. A longer loop of syncbases stops in its current state.
  var intervals = 100_000
  /// The maximum number of instance times created by syncbases in the document. Moving several
  /// hundred other times counts as one.
  var instances = 200_000
  /// The number of instance times that can be moved in a list in the time of creating one.
  var movesPerInstance = 256
  /// The number of changes of one element's times within an instant after which it is removed from the loop.
  var changesPerInstant = 100

  /// The limits for an image in a document, which may contain many images.
  static let image = TimingLimits(intervals: 6000, instances: 12_000)
}

/// The reason why the intervals of an element can't be continued.
enum TimingCut: Hashable, Sendable {
  /// A cycle of elements that doesn't settle at this instant.
  case endless(element: Int)
  /// The number of intervals or instance times exceeds the limit.
  case limit(at: ClockValue)
}

/// An interval in which an animation plays.
struct TimingInterval: Hashable, Sendable {
  /// The time at which the animation's time is zero.
  var begin: ClockValue
  /// The end, or the expected end when the interval was resolved.
  var end: ClockValue
  /// The time at which the interval appears. Later than `begin` if the start became known only after it had passed.
  var appears: ClockValue
  /// The element whose interval caused the start, or −1.
  var cause: Int32
  /// The element whose interval caused the end, or −1.
  var endCause: Int32 = -1
}

/// An external event, such as a click.
struct TimingEvent: Hashable, Sendable {
  var time: ClockValue
  var kind: Kind

  enum Kind: Hashable, Sendable {
    /// An event that is dispatched to several elements, given by their document indices, innermost
    /// first.
    case named(String, path: [Int])
    case key(Character)
  }
}

/// An element with starts and ends, whose conditions refer to other elements by index.
struct TimedElement: Sendable {
  var timing: TimingAttributes
  var begins: [Condition]
  var ends: [Condition]

  enum Condition: Hashable, Sendable {
    case offset(ClockValue)
    case sync(Int, SyncEdge, offset: ClockValue)
    /// An event at an element of the document, by index.
    case event(Int, name: String, offset: ClockValue)
    case accessKey(Character, offset: ClockValue)
    case indefinite
  }
}

/// The starts and ends of all animation elements of a document, resolved in chronological order.
///
/// SMIL 3.0, 5.4.5 and 5.4.7 (the timeline model, and how intervals are resolved). An element is waiting for its
/// interval to start, inside it, or finished. Its interval is computed from its lists of instance times known at that
/// instant. When it changes, the elements that use it as a syncbase get new instance times, and compute their intervals
/// again. Ends precede starts at the same instant, so that all times are known when the decision to start is made.
///
/// The past never changes: intervals that are resolved up to one time are the same however much further the simulation
/// proceeds. Values at a time therefore don't depend on earlier requests.
struct TimingSimulation: Sendable {
  /// The intervals of each element that have started, in the order of their starts.
  private(set) var intervals: [[TimingInterval]]
  private(set) var cuts: [TimingCut] = []
  /// Everything up to this time is resolved.
  private(set) var resolved = ClockValue.beforeAll

  private let elements: [TimedElement]
  private let limits: TimingLimits
  private var states: [State]
  private var links: [Link]
  private var milestones = MilestoneHeap()
  private var events: [TimingEvent]
  private var intervalCount = 0
  private var instanceCount = 0
  private var isOver = false
  private var now = ClockValue.beforeAll
  /// The elements whose instance times have changed, in order.
  private var changed: [Int] = []

  private enum Phase {
    case waiting, active, over
  }

  private struct State {
    var phase = Phase.over
    var hasStarted = false
    var begins = InstanceList()
    var ends = InstanceList()
    /// Whether the list of ends was ever nonempty, even if its times no longer matter.
    var hadEnds = false
    var current: TimingInterval?
    var previous: TimingInterval?
    var isQueued = false
    var version: UInt32 = 0
    var changes = 0
    var lastChange = ClockValue.beforeAll
    /// The links to the elements that depend on this element.
    var outgoing: [Int32] = []
  }

  /// A syncbase: a link from the current interval of one element to a list of another.
  private struct Link {
    let source: Int
    let edge: SyncEdge
    let offset: ClockValue
    let dependent: Int
    let isBegin: Bool
    /// The instance time created for the source's current interval.
    var live: ClockValue?
  }

  init(_ elements: [TimedElement], events: [TimingEvent] = [], limits: TimingLimits = .init()) {
    self.elements = elements
    self.limits = limits
    self.events = events.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element).reversed()
    intervals = Array(repeating: [], count: elements.count)
    states = Array(repeating: State(), count: elements.count)
    links = []
    for index in elements.indices { prepare(index) }
    start()
  }

  private mutating func prepare(_ index: Int) {
    for (conditions, isBegin) in [(elements[index].begins, true), (elements[index].ends, false)] {
      var instances: [InstanceTime] = []
      for condition in conditions {
        switch condition {
        case .offset(let time): instances.append(InstanceTime(time: time))
        case .indefinite: instances.append(InstanceTime(time: .indefinite))
        case .sync(let source, let edge, let offset):
          states[source].outgoing.append(Int32(links.count))
          links.append(
            Link(source: source, edge: edge, offset: offset, dependent: index, isBegin: isBegin))
        case .event, .accessKey: break
        }
      }
      if isBegin {
        states[index].begins = InstanceList(instances)
      } else {
        states[index].ends = InstanceList(instances)
        states[index].hadEnds = !instances.isEmpty
      }
    }
  }

  private mutating func start() {
    for index in elements.indices {
      states[index].hasStarted = true
      if let first = nextInterval(of: index, after: nil, replacing: false, begin: nil) {
        states[index].phase = .waiting
        states[index].current = first
        announce(index)
      }
      setMilestone(index)
    }
    settle()
  }
}

// MARK: - Advancing

extension TimingSimulation {
  /// The time of the next start, end or event, or `nil` if there are no more.
  var nextTime: ClockValue? {
    if isOver { return nil }
    return switch (milestones.first?.time, events.last?.time) {
    case (let milestone?, let event?): min(milestone, event)
    case (let milestone?, nil): milestone
    case (nil, let event): event
    }
  }

  /// Resolves everything up to and including a time.
  mutating func advance(to time: ClockValue) {
    guard time > resolved else { return }
    while let next = nextTime, next <= time {
      now = max(now, next)
      if let milestone = milestones.first, milestone.time <= next,
        milestone.kind != .begin || events.last.map({ $0.time > next }) ?? true
      {
        milestones.removeFirst()
        guard states[milestone.element].version == milestone.version else { continue }
        sample(milestone.element, endsOnly: milestone.kind != .begin)
      } else if let event = events.popLast() {
        handle(event)
      }
      settle()
      if intervalCount > limits.intervals || instanceCount > limits.instances {
        isOver = true
        cuts.append(.limit(at: now))
      }
    }
    resolved = time
  }

  /// Ends the interval if it ends now. Otherwise, starts it, unless only ends are processed.
  private mutating func sample(_ index: Int, endsOnly: Bool) {
    guard let current = states[index].current else { return }
    switch states[index].phase {
    case .over: return
    case .waiting:
      if !endsOnly, current.begin <= now { begin(index) }
    case .active:
      if let early = restart(of: index), early.time <= now, early.time < current.end {
        states[index].current?.end = early.time
        states[index].current?.endCause = early.cause
        close(index)
      } else if current.end <= now {
        close(index)
      }
    }
    setMilestone(index)
  }

  private mutating func begin(_ index: Int) {
    guard var interval = states[index].current else { return }
    interval.appears = max(interval.begin, now)
    states[index].phase = .active
    states[index].current = interval
    // Events of an earlier interval don't end this one.
    if states[index].previous != nil {
      states[index].ends.removeEvents(before: interval.begin)
    }
    intervals[index].append(interval)
    intervalCount += 1
    countChange(index)
  }

  private mutating func close(_ index: Int) {
    guard let interval = states[index].current else { return }
    states[index].previous = interval
    intervals[index][intervals[index].count - 1] = interval
    // Everything that depends on the interval is fixed from now on.
    announceChange(index)
    for link in states[index].outgoing { fix(Int(link)) }
    states[index].begins.forget(before: interval.end)
    states[index].ends.forget(before: interval.end)
    states[index].current = nil
    states[index].phase = .over
    if let next = nextInterval(of: index, after: interval, replacing: false, begin: nil) {
      states[index].phase = .waiting
      states[index].current = next
      announce(index)
    }
  }

  /// Returns the start that ends the current interval early, if the element restarts within it.
  private func restart(of index: Int) -> InstanceTime? {
    guard elements[index].timing.restart == .always, let current = states[index].current else {
      return nil
    }
    let next = states[index].begins.first(from: current.begin, orAfter: true) { _ in true }
    return next.flatMap { $0.time < current.end ? $0 : nil }
  }

  private mutating func setMilestone(_ index: Int) {
    states[index].version &+= 1
    guard let current = states[index].current, !isEndless(index) else { return }
    let (time, kind): (ClockValue, Milestone.Kind)
    switch states[index].phase {
    case .over: return
    case .waiting: (time, kind) = (current.begin, .begin)
    case .active:
      if let early = restart(of: index) {
        (time, kind) = (early.time, .restart)
      } else {
        (time, kind) = (current.end, .end)
      }
    }
    guard !time.isIndefinite else { return }
    milestones.insert(
      Milestone(
        time: max(time, now), kind: kind, element: index, version: states[index].version))
  }

  /// Counts the changes of an element within one instant.
  private mutating func countChange(_ index: Int) {
    if states[index].lastChange != now {
      states[index].lastChange = now
      states[index].changes = 0
    }
    states[index].changes += 1
    if states[index].changes == limits.changesPerInstant {
      cuts.append(.endless(element: index))
    }
  }

  private func isEndless(_ index: Int) -> Bool {
    states[index].lastChange == now && states[index].changes >= limits.changesPerInstant
  }
}

// MARK: - Intervals

extension TimingSimulation {
  /// Returns the next interval after a given one that the lists of times allow.
  ///
  /// - Parameters:
  ///   - replacing: Whether the result replaces the current interval, whose own start and end then
  ///     don't count as causes.
  ///   - begin: The start of the current interval, which is in the past and fixed.
  private func nextInterval(
    of index: Int, after previous: TimingInterval?, replacing: Bool, begin fixed: TimingInterval?
  ) -> TimingInterval? {
    let state = states[index]
    let timing = elements[index].timing
    if timing.restart == .never, previous != nil { return nil }
    var earliest = previous?.end ?? .beforeAll
    var wasEmpty = previous.map { $0.begin == $0.end } ?? false
    while true {
      let candidate: InstanceTime
      if let fixed {
        guard fixed.begin >= earliest else { return nil }
        candidate = InstanceTime(time: fixed.begin, cause: fixed.cause)
      } else {
        let found = state.begins.first(from: earliest) {
          !(replacing && dependsOnItself($0, index, begin: true))
        }
        guard let found, !found.time.isIndefinite else { return nil }
        candidate = found
      }
      let begin = candidate.time
      // Two empty intervals at one instant would be followed by a third.
      let avoidsEmpty = wasEmpty && begin == earliest
      let end = state.ends.first(from: begin, orAfter: avoidsEmpty) {
        !(replacing && dependsOnItself($0, index, begin: false))
      }
      if end == nil, state.hadEnds {
        let waitsForEvents = elements[index].ends.contains {
          switch $0 {
          case .event, .accessKey: true
          default: false
          }
        }
        // Ends that depend on this interval's own end are ignored.
        let hadOthers =
          state.ends.isEmpty
          || !(replacing
            && state.ends.allSatisfy { dependsOnItself($0, index, begin: false) })
        if hadOthers && !waitsForEvents { return nil }
      }
      let activeEnd = timing.activeEnd(begin: begin, end: end?.time ?? .indefinite)
      if begin == activeEnd, wasEmpty, begin == earliest {
        guard fixed == nil else { return nil }
        earliest = begin + ClockValue(nanoseconds: 1)
        wasEmpty = false
        continue
      }
      if activeEnd > .zero || (begin == .zero && activeEnd == .zero) {
        return TimingInterval(
          begin: begin, end: activeEnd, appears: begin, cause: candidate.cause,
          endCause: end.flatMap { $0.time == activeEnd ? $0.cause : nil } ?? -1)
      }
      // It is over before the document starts, so it is ignored.
      if timing.restart == .never || fixed != nil { return nil }
      wasEmpty = begin == activeEnd
      earliest = activeEnd
    }
  }

  /// Returns whether a time results from the element's own current interval.
  private func dependsOnItself(_ instance: InstanceTime, _ index: Int, begin: Bool) -> Bool {
    guard instance.link >= 0 else { return false }
    let link = links[Int(instance.link)]
    return link.source == index && (link.edge == .begin) == begin
  }

  /// Computes intervals again until nothing changes.
  private mutating func settle() {
    var next = 0
    while next < changed.count {
      let index = changed[next]
      next += 1
      states[index].isQueued = false
      update(index)
      if instanceCount > limits.instances { break }
    }
    for index in changed[next...] { states[index].isQueued = false }
    changed.removeAll(keepingCapacity: true)
  }

  private mutating func update(_ index: Int) {
    guard states[index].hasStarted, !isEndless(index) else { return }
    let current = states[index].current
    let isActive = states[index].phase == .active
    let next = nextInterval(
      of: index, after: states[index].previous, replacing: current != nil,
      begin: isActive ? current : nil)
    switch (states[index].phase, next) {
    case (.over, nil): return
    case (.over, let next?):
      states[index].phase = .waiting
      states[index].current = next
      announce(index)
    case (.waiting, nil):
      for link in states[index].outgoing { withdraw(Int(link)) }
      states[index].phase = .over
      states[index].current = nil
    case (.waiting, let next?):
      guard next != current else { return }
      states[index].current = next
      if next.begin != current?.begin || next.end != current?.end { announceChange(index) }
    case (.active, let next):
      // A new start inside the interval may end it early. The past remains unchanged.
      defer { setMilestone(index) }
      let end = max(next?.end ?? now, now)
      guard let current, end != current.end else { return }
      states[index].current?.end = end
      states[index].current?.endCause = next?.endCause ?? -1
      intervals[index][intervals[index].count - 1].end = end
      intervals[index][intervals[index].count - 1].endCause = next?.endCause ?? -1
      announceChange(index)
    }
    countChange(index)
    setMilestone(index)
  }
}

// MARK: - Syncbases

extension TimingSimulation {
  /// Notifies the elements that depend on this one of its new interval.
  private mutating func announce(_ index: Int) {
    for link in states[index].outgoing { add(Int(link)) }
  }

  private mutating func announceChange(_ index: Int) {
    for link in states[index].outgoing {
      if links[Int(link)].live != time(of: Int(link)) {
        withdraw(Int(link))
        add(Int(link))
      }
    }
  }

  /// Returns the time that a syncbase derives from the current interval, or `nil` if it is unknown or never occurs.
  private func time(of index: Int) -> ClockValue? {
    let link = links[index]
    guard let interval = states[link.source].current else { return nil }
    let base: ClockValue
    switch link.edge {
    case .begin: base = interval.begin
    case .end: base = interval.end
    case .repetition(let number):
      let timing = elements[link.source].timing
      guard !timing.duration.isIndefinite else { return nil }
      let (product, overflow) = timing.duration.nanoseconds.multipliedReportingOverflow(
        by: Int64(number))
      guard !overflow, ClockValue(nanoseconds: product) < timing.repeatedDuration else {
        return nil
      }
      base = interval.begin + ClockValue(nanoseconds: product)
      guard base < interval.end else { return nil }
    case .everyRepetition: return nil
    }
    return base.isIndefinite ? nil : base + link.offset
  }

  private mutating func add(_ index: Int) {
    guard let time = time(of: index) else { return }
    links[index].live = time
    instanceCount += 1
    let link = links[index]
    insert(
      InstanceTime(time: time, link: Int32(index), cause: Int32(link.source)),
      into: link.dependent, isBegin: link.isBegin)
  }

  private mutating func insert(_ instance: InstanceTime, into index: Int, isBegin: Bool) {
    let isAnimated: Int
    if isBegin {
      isAnimated = states[index].begins.insert(instance)
    } else {
      isAnimated = states[index].ends.insert(instance)
      states[index].hadEnds = true
    }
    instanceCount += isAnimated / limits.movesPerInstance
    queue(index)
  }

  private mutating func withdraw(_ index: Int) {
    guard let time = links[index].live else { return }
    links[index].live = nil
    let link = links[index]
    if link.isBegin {
      states[link.dependent].begins.remove(link: Int32(index), at: time)
    } else {
      states[link.dependent].ends.remove(link: Int32(index), at: time)
    }
    queue(link.dependent)
  }

  /// Fixes the instance time of a closed interval.
  private mutating func fix(_ index: Int) {
    guard let time = links[index].live else { return }
    links[index].live = nil
    let link = links[index]
    if link.isBegin {
      states[link.dependent].begins.fix(link: Int32(index), at: time)
    } else {
      states[link.dependent].ends.fix(link: Int32(index), at: time)
    }
  }

  private mutating func queue(_ index: Int) {
    guard !states[index].isQueued else { return }
    states[index].isQueued = true
    changed.append(index)
  }
}

// MARK: - Events

extension TimingSimulation {
  /// SMIL 3.0, 5.4.5 (event sensitivity): an active element treats an event as an end, unless the event can restart it.
  private mutating func handle(_ event: TimingEvent) {
    for index in elements.indices {
      let isActive = states[index].phase == .active
      let begins = elements[index].begins.compactMap { $0.time(of: event) }
      let canBegin = !isActive || elements[index].timing.restart == .always
      if canBegin {
        for time in begins {
          insert(InstanceTime(time: time, isEvent: true), into: index, isBegin: true)
        }
      }
      if isActive, begins.isEmpty || !canBegin {
        for time in elements[index].ends.compactMap({ $0.time(of: event) }) {
          insert(InstanceTime(time: time, isEvent: true), into: index, isBegin: false)
        }
      }
    }
  }
}

extension TimedElement.Condition {
  /// Returns the instance time of an event for this condition, or `nil` if the condition doesn't match.
  fileprivate func time(of event: TimingEvent) -> ClockValue? {
    switch (self, event.kind) {
    case (.event(let element, let name, let offset), .named(let other, let path)):
      name == other && path.contains(element) ? event.time + offset : nil
    case (.accessKey(let key, let offset), .key(let other)):
      key == other ? event.time + offset : nil
    default: nil
    }
  }
}
