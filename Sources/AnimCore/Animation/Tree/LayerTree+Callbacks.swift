/// A callback that is due.
struct Notice {
  enum Event {
    case began
    case ended(AnimationEnding)
  }

  let instance: AnimationInstance
  let event: Event
}

extension LayerTree {
  /// Records that animations have ended. A group's members end with it.
  func post(_ instances: [AnimationInstance], _ ending: AnimationEnding) {
    for instance in instances where !instance.isOver {
      post(instance.ownEvents, ending)
      instance.isOver = true
      guard instance.completion != nil || instance.scope != nil else { continue }
      notices.append(Notice(instance: instance, event: .ended(ending)))
    }
  }

  /// Records that an animation has begun, if there is a callback for it. The callback is called
  /// once.
  func postBegin(of instance: AnimationInstance) {
    guard instance.began != nil else { return }
    notices.append(Notice(instance: instance, event: .began))
  }

  /// Calls the callbacks that are due, one after another and never one inside another.
  func notify() {
    guard !isNotifying, !notices.isEmpty else { return }
    isNotifying = true
    var index = 0
    while index < notices.count {
      let notice = notices[index]
      index += 1
      outsideOfTransactions { call(notice) }
    }
    notices.removeAll(keepingCapacity: true)
    isNotifying = false
  }

  private func call(_ notice: Notice) {
    let instance = notice.instance
    switch notice.event {
    case .began:
      instance.began?()
      instance.began = nil
    case .ended(let ending):
      instance.completion?(ending)
      instance.scope?.leave()
      instance.completion = nil
      instance.began = nil
      instance.scope = nil
    }
  }
}
