import AnimCore
import AnimationFormats
import ImageFiles
import LinuxSystem
import OfflineRendering

/// A playlist of files. Each file is read when it is shown, and again when it changes. A file with several animations
/// has a page for each. Files that can't be drawn are skipped.
///
/// It is a value that reads no files. The order is always the same: it requests the list of files, then opens one, and
/// then decides what to show.
package struct FilePlaylist {
  private(set) var cursor: FileCursor
  /// Whether a single file was specified, which is shown regardless of other files in its folder.
  private let isOneFile: Bool
  private var configuration: PlaylistConfiguration
  /// The animations in the current file, if there are several, and the index of the current one. The index is unknown
  /// until a file that is entered at its end has been read.
  private var parts: [String] = []
  private var part = 0
  /// The reasons why files can't be drawn, by path. These files are tried again after changes.
  private var failures: [String: String] = [:]
  /// The paths of files that were moved to the trash. The list of files may still contain them.
  private var removed: Set<String> = []
  /// The indices of the files that aren't shown for these reasons, in ascending order, or `nil` if they must be
  /// determined again.
  private var hiddenIndices: [Int]? = []
  /// The variant of the current file chosen with keys.
  private var variant = FileVariant()
  /// The reason for listing and opening files, or `nil` if nothing was requested.
  private var task: Task?
  /// Whether the task waits for the current file to be opened, rather than for the list.
  private var isOpening = false
  /// The current page, or `nil` initially.
  private var shown: Page?
  /// Whether the key for image sequences has been mentioned.
  private var hasOfferedSequence = false
  /// The name of data that aren't a file, or `nil` for standard input.
  private let dataName: String?
  /// Whether the current file has changed since a request that may leave it as it is.
  private var isStale = false

  /// The task to perform with the listed and opened files.
  private enum Task {
    /// Show the first file, starting at `start`, that can be drawn. None of the files before it can be. After more than
    /// `limit` of them, show nothing.
    case begin(start: String, failures: [Failure], limit: Int)
    /// Show the opened file, or the reason why it can't be drawn.
    case show
    case turn(Search)
    /// Try the files starting at an end of the list. Some of them have been tried already.
    case turnToEnd(PlaylistEnd, tried: Int)
    case openPage(OverviewPage)
    case reload
    case cycleTheme
    case toggleMachine

    var isTurn: Bool {
      switch self {
      case .turn, .turnToEnd: true
      default: false
      }
    }
  }

  /// An animation in a file, with the choices made with keys.
  private struct Page: Equatable {
    let path: String
    let parts: [String]
    let part: Int
    let variant: FileVariant
  }

  /// A search for the next file that can be drawn.
  private struct Search {
    let count: Int
    /// The page where the search starts, and where it ends if no other page is found.
    let start: Page
    var failures = 0
  }

  /// The maximum number of files to skip for one key, so that a folder of thousands of other files can't block the
  /// window. The next file is then shown with the reason. For dropped files, nothing is shown.
  private static let maximumSkips = 50

  /// - Parameters:
  ///   - path: The first file.
  ///   - isOneFile: Whether only this file was specified, rather than a folder or several files.
  ///   - dataName: The name of data that aren't a file, or `nil` for standard input.
  package init(
    _ path: String, isOneFile: Bool = false, _ configuration: FileConfiguration,
    dataName: String? = nil
  ) {
    cursor = FileCursor(path)
    self.dataName = dataName
    self.isOneFile = isOneFile
    self.configuration = PlaylistConfiguration(first: path, files: configuration)
  }

  var skipped: [SkippedFile] {
    failures.map { SkippedFile(name: FilePath.name(of: $0), reason: $1) }
      .sorted { NaturalOrder.precedes($0.name, $1.name) }
  }

  package var overview: OverviewContent? {
    guard !cursor.files.isEmpty else { return nil }
    let files = cursor.files.filter { !configuration.others.contains($0) }
    let pages = OverviewPages(files: files, path: cursor.path, animations: parts)
    let page = OverviewPage(
      path: cursor.path, animation: parts.indices.contains(part) ? parts[part] : nil)
    return OverviewContent(
      pages: pages, selected: pages.index(of: page) ?? max(min(cursor.index, pages.count - 1), 0),
      configuration: configuration)
  }
}

// Actions of the user, and changes of files.
extension FilePlaylist {
  /// Shows the first file that can be drawn.
  package mutating func begin(into effects: inout [Effect]) { begin(limit: .max, into: &effects) }

  /// Shows the first file that can be drawn, like ``begin(into:)``, for files dropped on a window.
  mutating func enter(into effects: inout [Effect]) {
    begin(limit: Self.maximumSkips, into: &effects)
  }

  private mutating func begin(limit: Int, into effects: inout [Effect]) {
    // Watch the folder before reading a file, so that no change is missed.
    watch(into: &effects)
    list(for: .begin(start: cursor.path, failures: [], limit: limit), into: &effects)
  }

  /// Moves by a number of pages, or back if negative, wrapping around.
  mutating func move(by count: Int, into effects: inout [Effect]) {
    var count = count
    // The key was pressed again while a large folder is being read.
    if case .turn(let search)? = task, !isOpening { count += search.count }
    if count == 0 {
      task = nil
    } else {
      list(for: .turn(Search(count: count, start: page)), into: &effects)
    }
  }

  /// Moves to the next page, because the file at a path was moved to the trash.
  mutating func remove(_ path: String, into effects: inout [Effect]) {
    removed.insert(path)
    hiddenIndices = nil
    move(by: 1, into: &effects)
  }

  /// Moves to the first page or the last.
  mutating func move(to end: PlaylistEnd, into effects: inout [Effect]) {
    list(for: .turnToEnd(end, tried: 0), into: &effects)
  }

  /// Moves to a page of the overview.
  mutating func open(_ page: OverviewPage, into effects: inout [Effect]) {
    list(for: .openPage(page), into: &effects)
  }

  /// Shows the current page with the file's next theme.
  mutating func cycleTheme(into effects: inout [Effect]) -> PlaylistDecision? {
    guard variant.cycleTheme() else { return .stay(.noThemes) }
    list(for: .cycleTheme, into: &effects)
    return nil
  }

  /// Turns the state machine of the current page on or off.
  mutating func toggleMachine(into effects: inout [Effect]) -> PlaylistDecision? {
    guard variant.toggleMachine() else { return .stay(.noMachine) }
    list(for: .toggleMachine, into: &effects)
    return nil
  }

  /// Shows the current version of the current page.
  mutating func reload(into effects: inout [Effect]) {
    forgetFailure(of: cursor.path)
    list(for: .reload, into: &effects)
  }

  /// Handles changes in the folder of the current file.
  mutating func folderChanged(_ change: FolderWatcher.Change, into effects: inout [Effect]) {
    if change.isIncomplete {
      (failures, configuration.others) = ([:], [])
      hiddenIndices = nil
      listAgain(into: &effects)
      return effects.append(.readAgain(nil))
    }
    let folder = FilePath.folder(of: cursor.path)
    let paths = Set(change.written.union(change.removed).map { FilePath.join(folder, $0) })
    let wasBroken = failures[cursor.path] != nil
    for path in paths { forgetFailure(of: path) }
    for name in change.written where removed.remove(FilePath.join(folder, name)) != nil {
      hiddenIndices = nil
    }
    configuration.others.subtract(paths)
    if let shown, isOpening, paths.contains(shown.path) { isStale = true }
    let isCurrent =
      change.written.contains { AnimationFormats.isPart($0, of: cursor.path) }
      // The earlier error no longer explains why the file isn't shown.
      || wasBroken && paths.contains(cursor.path)
    if isCurrent { listAgain(into: &effects) }
    if !paths.isEmpty { effects.append(.readAgain(paths)) }
  }

  /// Excludes files that aren't animations, each with the reason.
  package mutating func skip(_ others: [String: Failure]) {
    for (path, failure) in others { failures[path] = failure.message }
    configuration.others.formUnion(others.keys)
    if !others.isEmpty { hiddenIndices = nil }
    updateHiddenIndices()
  }

  private mutating func forgetFailure(of path: String) {
    if failures.removeValue(forKey: path) != nil { hiddenIndices = nil }
  }

  /// Cancels pending requests. The current page remains.
  mutating func cancelPendingRequest(into effects: inout [Effect]) {
    guard task != nil, let shown else { return }
    (task, isOpening) = (nil, false)
    let isElsewhere = page.path != shown.path
    page = shown
    if isElsewhere { watch(into: &effects) }
  }

  private mutating func list(for task: Task, into effects: inout [Effect]) {
    // If the task ends at the same file, its new version must still be shown.
    if case .reload? = self.task { isStale = true }
    (self.task, isOpening) = (task, false)
    effects.append(.listFiles)
  }

  /// Lists the files again for the pending task, or otherwise to show the current version of the current file.
  private mutating func listAgain(into effects: inout [Effect]) {
    if task != nil, isOpening { return effects.append(.openFile(request)) }
    isStale = task != nil
    list(for: task ?? .reload, into: &effects)
  }
}

// Results of requests. They may arrive later, after other calls, and only for the latest request.
extension FilePlaylist {
  /// Handles the list of existing files.
  package mutating func takeList(
    _ files: [String], into effects: inout [Effect]
  ) -> PlaylistDecision? {
    if cursor.replace(files) { hiddenIndices = nil }
    updateHiddenIndices()
    guard !isOpening else { return nil }
    switch task {
    case nil: return nil
    case .begin, .show, .reload, .cycleTheme, .toggleMachine: open(into: &effects)
    case .turn(let search):
      // The animations of a deleted file are gone, too.
      guard !parts.isEmpty, parts.indices.contains(part + search.count),
        cursor.isListed, !removed.contains(cursor.path)
      else {
        return goOn(search, into: &effects)
      }
      part += search.count
      variant = FileVariant()
      task = .show
      open(into: &effects)
    case .turnToEnd(let end, let tried): return goOn(to: end, tried: tried, into: &effects)
    case .openPage(let page): return enter(page, into: &effects)
    }
    return nil
  }

  /// Handles a file that was opened or couldn't be opened.
  package mutating func take(
    _ result: Result<OpenedFile, Failure>, into effects: inout [Effect]
  ) -> PlaylistDecision? {
    guard let task, isOpening else { return nil }
    isOpening = false
    switch result {
    case .success(let file):
      if parts.isEmpty, request.configuration.animation == nil, file.animations.count > 1 {
        parts = file.animations
        let shown = file.shownAnimation.flatMap(parts.firstIndex) ?? 0
        // When paging through files, each animation is visited in order.
        part = task.isTurn ? min(part, parts.count - 1) : shown
        if part != shown {
          open(into: &effects)
          return nil
        }
      }
      if parts.isEmpty { part = 0 }
      forgetFailure(of: cursor.path)
      variant.didRead(
        file.themes, machines: file.machines, isMachineOn: file.item.machine != nil)
      return finish(task, item(file), into: &effects)
    case .failure(let failure):
      failures[cursor.path] = failure.message
      hiddenIndices = nil
      return goOn(task, after: failure, into: &effects)
    }
  }

  private mutating func finish(
    _ task: Task, _ item: PlaylistItem, into effects: inout [Effect]
  ) -> PlaylistDecision {
    var item = item
    switch task {
    case .begin(_, let failures, _): effects += failures.map { .log(.warning, $0.message) }
    case .show, .turn, .turnToEnd, .openPage, .reload: break
    case .cycleTheme: item.notice = variant.themeNotice
    case .toggleMachine: item.notice = variant.machineNotice
    }
    return show(item, for: task)
  }

  /// Completes a task with an item for the current file.
  private mutating func show(_ item: PlaylistItem, for task: Task) -> PlaylistDecision {
    // Another page may have been requested before the new version.
    let isShown = shown?.path == cursor.path && shown?.part == part
    (self.task, isStale, shown) = (nil, false, page)
    switch task {
    case .reload where isShown, .cycleTheme where isShown: return .reload(item)
    default: return .show(item)
    }
  }

  private mutating func goOn(
    _ task: Task, after failure: Failure, into effects: inout [Effect]
  ) -> PlaylistDecision? {
    switch task {
    case .begin(let start, var failures, let limit):
      failures.append(failure)
      guard !isOneFile, failures.count <= limit, cursor.move(by: 1), cursor.path != start else {
        self.task = nil
        return .fail(failures[0])
      }
      configuration.first = cursor.path
      self.task = .begin(start: start, failures: failures, limit: limit)
      watch(into: &effects)
      open(into: &effects)
      return nil
    case .turn(var search):
      search.failures += 1
      return search.failures > Self.maximumSkips ? giveUp() : goOn(search, into: &effects)
    case .turnToEnd(let end, let tried):
      return failures.count > Self.maximumSkips
        ? giveUp() : goOn(to: end, tried: tried, into: &effects)
    case .show, .openPage: return giveUp()
    case .reload: return show(brokenItem(), for: task)
    case .cycleTheme:
      variant.passOverTheme()
      let item = brokenItem()
      // Only the theme can't be read, so the file isn't one to skip.
      forgetFailure(of: cursor.path)
      return show(item, for: task)
    case .toggleMachine:
      variant.passOverMachine()
      let item = brokenItem()
      forgetFailure(of: cursor.path)
      return show(item, for: .reload)
    }
  }

  private mutating func goOn(
    _ search: Search, into effects: inout [Effect]
  ) -> PlaylistDecision? {
    let start = search.start
    if cursor.move(by: search.count, where: isShowable), cursor.path != start.path {
      enter(fromEnd: search.count < 0, for: .turn(search), into: &effects)
      return nil
    }
    guard cursor.path == start.path, !removed.contains(start.path) else { return giveUp() }
    page = start
    watch(into: &effects)
    return stay(.stay(.noOther), into: &effects)
  }

  private mutating func goOn(
    to end: PlaylistEnd, tried: Int, into effects: inout [Effect]
  ) -> PlaylistDecision? {
    let files = cursor.files
    for count in tried..<max(files.count, tried) {
      let index = end == .first ? count : files.count - 1 - count
      guard isShowable(files[index]) else { continue }
      if files[index] == cursor.path, part == (end == .first ? 0 : max(parts.count - 1, 0)) {
        return stay(.isAtEnd(end), into: &effects)
      }
      cursor.move(to: index)
      enter(fromEnd: end == .last, for: .turnToEnd(end, tried: count + 1), into: &effects)
      return nil
    }
    return tried > 0 ? giveUp() : stay(.isAtEnd(end), into: &effects)
  }

  private mutating func enter(
    _ page: OverviewPage, into effects: inout [Effect]
  ) -> PlaylistDecision? {
    if page.path == cursor.path {
      variant = FileVariant()
      part = page.animation.flatMap(parts.firstIndex) ?? 0
      task = .show
      open(into: &effects)
    } else {
      guard let index = cursor.files.firstIndex(of: page.path) else {
        return stay(.stay(.isGone(page)), into: &effects)
      }
      cursor.move(to: index)
      enter(fromEnd: false, for: .show, into: &effects)
    }
    return nil
  }

  /// Enters the current file, at its first or last animation.
  private mutating func enter(
    fromEnd: Bool, for task: Task, into effects: inout [Effect]
  ) {
    self.task = task
    (parts, part, variant) = ([], fromEnd ? .max : 0, FileVariant())
    watch(into: &effects)
    open(into: &effects)
  }

  /// Keeps the current page, and shows its latest version or its error if that hasn't been shown, because another page
  /// was requested in the meantime.
  private mutating func stay(
    _ decision: PlaylistDecision, into effects: inout [Effect]
  ) -> PlaylistDecision? {
    guard page == shown else {
      task = .show
      watch(into: &effects)
      open(into: &effects)
      return nil
    }
    task = isStale ? .reload : nil
    if isStale { open(into: &effects) }
    return decision
  }

  /// Returns whether the file at a path may be an animation.
  private func isShowable(_ path: String) -> Bool {
    failures[path] == nil && !removed.contains(path)
  }

  /// Shows the current file with the reason why it can't be drawn.
  private mutating func giveUp() -> PlaylistDecision { show(brokenItem(), for: .show) }

  private func watch(into effects: inout [Effect]) {
    effects.append(.watch(FilePath.folder(of: cursor.path)))
  }

  private mutating func open(into effects: inout [Effect]) {
    isOpening = true
    effects.append(.openFile(request))
  }

  private var page: Page {
    get { Page(path: cursor.path, parts: parts, part: part, variant: variant) }
    set {
      if cursor.path != newValue.path { cursor = FileCursor(newValue.path, in: cursor.files) }
      (parts, part, variant) = (newValue.parts, newValue.part, newValue.variant)
    }
  }

  /// The request for the current page, with the choices made with keys.
  private var request: FileRequest {
    var configuration = variant.applied(to: configuration.forFile(at: cursor.path))
    if parts.indices.contains(part) { configuration.animation = parts[part] }
    return FileRequest(path: cursor.path, configuration: configuration)
  }
}

// Presentation of items.
extension FilePlaylist {
  private mutating func item(_ file: OpenedFile) -> PlaylistItem {
    updateHiddenIndices()
    let (name, animation) = (shownName, parts.indices.contains(part))
    let notices = [file.notice, variant.machineHint, takeSequenceOffer()].compactMap(\.self)
    return PlaylistItem(
      name: animation ? "\(name): \(parts[part])" : name,
      source: .file(cursor.path, hasThemes: variant.hasThemes, hasMachines: variant.hasMachines),
      position: position,
      imageName: AnimationFormats.stem(of: name) + (animation ? "-\(parts[part])" : ""),
      notice: notices.isEmpty ? nil : notices.joined(separator: "; "), opened: file.item)
  }

  /// Returns the pattern of the image sequence that the image at a path may belong to. Uses only its name, because a
  /// disk may not respond.
  static func sequencePattern(of path: String) -> String? {
    guard AnimationFormats.isOneFile(path), let pattern = FrameSequence.pattern(ofFile: path),
      !AnimationFormats.isOneFile(pattern)
    else { return nil }
    return pattern
  }

  /// Returns a message, only once, if the current file is one of several numbered images, which are then near it.
  private mutating func takeSequenceOffer() -> String? {
    guard !hasOfferedSequence, let whole = Self.sequencePattern(of: cursor.path) else { return nil }
    let (index, reach) = (cursor.index, Self.sequenceReach)
    let near = max(index - reach, 0)..<(index + reach + 1)
    let files = cursor.files[near.clamped(to: cursor.files.indices)]
    guard
      files.lazy.filter({ AnimationFormats.isPart(FilePath.name(of: $0), of: whole) })
        .prefix(2).count == 2
    else { return nil }
    hasOfferedSequence = true
    return "part of an image sequence; Shift+N plays it"
  }

  /// The number of files before and after an image among which another image of its sequence is searched.
  private static let sequenceReach = 50

  /// A placeholder for the current file while it can't be drawn.
  private mutating func brokenItem() -> PlaylistItem {
    updateHiddenIndices()
    let name = shownName
    let removal =
      removed.contains(cursor.path)
      ? "\(name): moved to the trash; no other animation here" : nil
    return PlaylistItem(
      name: name, source: .file(cursor.path), position: removal == nil ? position : nil,
      imageName: name, error: removal ?? failures[cursor.path],
      opened: OpenedItem(scene: EmptyScene()))
  }

  private mutating func updateHiddenIndices() {
    guard hiddenIndices == nil else { return }
    let (failures, removed) = (failures, removed)
    hiddenIndices =
      failures.isEmpty && removed.isEmpty
      ? [] : cursor.indices { failures[$0] != nil || removed.contains($0) }
  }

  /// The name of the current file, for display.
  private var shownName: String {
    cursor.path == InputPath.standardInput
      ? dataName ?? InputPath.name(of: cursor.path) : InputPath.name(of: cursor.path)
  }

  /// The position of the current page. The animations in a file are counted separately, because those in other files
  /// are unknown before they are opened.
  var position: String? {
    let (index, hidden) = (cursor.index, hiddenIndices ?? [])
    let before = hidden.indices.partitioningIndex { hidden[$0] >= index }
    let isHidden = before < hidden.count && hidden[before] == index
    let count = cursor.files.count - hidden.count + (isHidden ? 1 : 0)
    let inFile = parts.count > 1 ? "\(part + 1) of \(parts.count)" : nil
    let ofFile = cursor.isListed && count > 1 ? "\(index - before + 1) of \(count)" : nil
    return switch (inFile, ofFile) {
    case (let inFile?, let ofFile?): "\(inFile) in file \(ofFile)"
    case (let position, nil), (nil, let position): position
    }
  }
}

/// An empty scene, which represents a file that can't be drawn.
private final class EmptyScene: Scene {
  func layout(in size: Size) {}
  func update(to time: Seconds) {}
  func start(on source: FrameSource) {}
  func draw(into list: inout DisplayList) {}
}
