import AnimCore
import OfflineRendering

// What is shown.
extension FrameLoop {
  /// Shows another item. Endless scenes continue at the current time; others start from the
  /// beginning.
  func show(_ next: PlaylistItem, at now: Timestamp) {
    let begins = next.isFinite || item.isFinite
    next.adjustClocks(clockAdjustment)
    item = next
    player.show(next.scene)
    if begins { changeTime(.move(to: .zero), at: now) }
    present(next, at: now)
    showToast(next.notice.map { "\(next.name): \($0)" } ?? next.name, at: now)
  }

  /// Shows files in place of the current playlist.
  func open(_ paths: [String], at now: Timestamp) {
    let files: FilePlaylist
    do throws(Failure) {
      files = FilePlaylist(try FileList(paths), configuration.files.withoutParts)
    } catch {
      return showToast(error.message, at: now)
    }
    playlist = files
    poller.changes = files.changeDescriptor
    show(files.open(), at: now)
  }

  /// Shows the current version of a changed file, at the same frame. If it can no longer be drawn,
  /// its last picture stays, with the reason over it.
  func reload(at now: Timestamp) {
    let next = playlist.open()
    guard next.trouble == nil else {
      controller.showTrouble(next.trouble)
      cycle.contentsChanged(at: now)
      return
    }
    let frame = item.isFinite ? item.scene.frame(at: player.sceneTime.seconds) : nil
    let oldNotice = item.notice
    item = next
    player.show(next.scene)
    let (scene, time) = (next.scene, player.sceneTime.seconds)
    if next.isFinite, let frame, frame != scene.frame(at: time) {
      changeTime(.move(to: Timestamp(seconds: scene.time(of: frame))), at: now)
    }
    present(next, at: now)
    if let notice = next.notice, notice != oldNotice { showToast(notice, at: now) }
    cycle.contentsChanged(at: now)
  }

  /// Updates everything about the current item except its picture, such as the title bar.
  func present(_ item: PlaylistItem, at now: Timestamp) {
    controller.showTrouble(item.trouble)
    if !item.isFinite { controller.hideTimeline() }
    session.window.followPointer(item.isFinite)
    if !configuration.keepsTitle {
      session.window.setTitle(item.title ?? SessionConfiguration().title)
    }
  }
}
