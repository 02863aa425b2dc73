import AnimCore
import AnimationFormats
import DemoScenes
import LinuxSystem
import OfflineRendering
import PictureFiles

/// A playlist of files. Each is read when it is shown, and again when it changes. A file with several
/// animations has a page for each. Files that cannot be drawn are skipped.
struct FilePlaylist: Playlist {
  private var cursor: FileCursor
  /// Whether a single file was named, which then is shown whatever there is beside it.
  private let isOneFile: Bool
  private var configuration: PlaylistConfiguration
  /// The animations in the current file, if there are several, and the index of the current one. Before
  /// a file that is entered from its end is read, there is no such animation.
  private var parts: [String] = []
  private var part = 0
  /// Why files cannot be drawn, by path. They are tried again when they have changed.
  private var failures: [String: String] = [:]
  /// The paths of files that were moved to the trash. The list of files may still contain them.
  private var removed: Set<String> = []
  /// What keys have chosen for the current file.
  private var variant = FileVariant()
  /// What the files are listed and opened for; nil if nothing was asked for.
  private var task: Task?
  /// Whether the task waits for the current file to be opened, rather than for the list.
  private var isOpening = false
  /// What is shown; nil before anything is.
  private var shown: Page?
  /// Whether the key for image sequences was mentioned.
  private var hasOfferedSequence = false
  /// The name of data that are not a file, or `nil` for standard input.
  private let dataName: String?
  /// Whether the file that is shown has changed since something was asked for that may leave it as it is shown.
  private var isStale = false

  /// What to do with what is listed and opened.
  private enum Task {
    /// Show the first file from `start` on that can be drawn; none of those before it can be. After more
    /// than `limit` of them, nothing is shown.
    case begin(start: String, failures: [Failure], limit: Int)
    /// Show what comes, or the reason why it cannot be drawn.
    case show
    case turn(Search)
    /// Try the files from an end of the list on, of which some were tried.
    case turnToEnd(PlaylistEnd, tried: Int)
    case openPage(OverviewPage)
    case reload
    case turnTheme
    case toggleMachine

    var isTurn: Bool {
      switch self {
      case .turn, .turnToEnd: true
      default: false
      }
    }
  }

  /// An animation in a file, as keys have chosen.
  private struct Page: Equatable {
    let path: String
    let parts: [String]
    let part: Int
    let variant: FileVariant
  }

  /// A search for the next file that can be drawn.
  private struct Search {
    let count: Int
    /// Where it begins, and ends if there is no other.
    let start: Page
    var failures = 0
  }

  /// The most files to skip for one key, so that a folder of thousands of other files cannot stop the
  /// window. The file after them is then shown with the reason; of dropped files, none is.
  private static let maximumSkips = 50

  /// - Parameters:
  ///   - path: the first file.
  ///   - isOneFile: whether it alone was named, rather than a folder or several files.
  ///   - dataName: The name of data that are not a file, or `nil` for standard input.
  init(
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

  var overview: OverviewContent? {
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

// What the user does, and what happens to files.
extension FilePlaylist {
  mutating func begin() -> [PlaylistStep] { begin(limit: .max) }

  /// Shows the first file that can be drawn, as ``begin()`` does, of files that are dropped on a window.
  mutating func enter() -> [PlaylistStep] { begin(limit: Self.maximumSkips) }

  private mutating func begin(limit: Int) -> [PlaylistStep] {
    // The folder is watched before a file is read, so that no change is missed.
    [watch] + list(for: .begin(start: cursor.path, failures: [], limit: limit))
  }

  mutating func turn(by count: Int) -> [PlaylistStep] {
    var count = count
    // A key that is pressed again while a large folder is read.
    if case .turn(let search)? = task, !isOpening { count += search.count }
    if count == 0 {
      task = nil
      return []
    }
    return list(for: .turn(Search(count: count, start: page)))
  }

  mutating func remove(_ path: String) -> [PlaylistStep] {
    removed.insert(path)
    return turn(by: 1)
  }

  mutating func turn(to end: PlaylistEnd) -> [PlaylistStep] {
    list(for: .turnToEnd(end, tried: 0))
  }

  func showScene(at index: Int) -> [PlaylistStep] { [] }

  mutating func open(_ page: OverviewPage) -> [PlaylistStep] { list(for: .openPage(page)) }

  mutating func turnTheme() -> [PlaylistStep] {
    variant.turnTheme() ? list(for: .turnTheme) : [.stay(.noThemes)]
  }

  mutating func toggleMachine() -> [PlaylistStep] {
    variant.toggleMachine() ? list(for: .toggleMachine) : [.stay(.noMachine)]
  }

  mutating func reload() -> [PlaylistStep] {
    failures[cursor.path] = nil
    return list(for: .reload)
  }

  mutating func folderChanged(_ change: FolderWatcher.Change) -> [PlaylistStep] {
    if change.isIncomplete {
      (failures, configuration.others) = ([:], [])
      return listAgain() + [.changed(nil)]
    }
    let folder = FilePath.folder(of: cursor.path)
    let paths = Set(change.written.union(change.removed).map { FilePath.join(folder, $0) })
    let wasBroken = failures[cursor.path] != nil
    for path in paths { failures[path] = nil }
    removed.subtract(change.written.map { FilePath.join(folder, $0) })
    configuration.others.subtract(paths)
    if let shown, isOpening, paths.contains(shown.path) { isStale = true }
    let isCurrent =
      change.written.contains { AnimationFormats.isPart($0, of: cursor.path) }
      // What was wrong with it is no longer why it is not shown.
      || wasBroken && paths.contains(cursor.path)
    return (isCurrent ? listAgain() : []) + (paths.isEmpty ? [] : [.changed(paths)])
  }

  mutating func leaveOut(_ others: [String: Failure]) {
    for (path, failure) in others { failures[path] = failure.message }
    configuration.others.formUnion(others.keys)
  }

  mutating func stayAsShown() -> [PlaylistStep] {
    guard task != nil, let shown else { return [] }
    (task, isOpening) = (nil, false)
    guard page.path != shown.path else {
      page = shown
      return []
    }
    page = shown
    return [watch]
  }

  private mutating func list(for task: Task) -> [PlaylistStep] {
    (self.task, isOpening) = (task, false)
    return [.list]
  }

  /// Lists the files again for what is still to be done, or else to show the current version of the current file.
  private mutating func listAgain() -> [PlaylistStep] {
    if task != nil, isOpening { return [.open(request)] }
    isStale = task != nil
    return list(for: task ?? .reload)
  }
}

// Where that leads.
extension FilePlaylist {
  mutating func didList(_ files: [String]) -> [PlaylistStep] {
    cursor.replace(files)
    guard !isOpening else { return [] }
    switch task {
    case nil: return []
    case .begin, .show, .reload, .turnTheme, .toggleMachine: return [open()]
    case .turn(let search):
      // A file that is gone takes all of its animations with it.
      guard !parts.isEmpty, parts.indices.contains(part + search.count),
        cursor.files.contains(cursor.path), !removed.contains(cursor.path)
      else {
        return goOn(search)
      }
      part += search.count
      variant = FileVariant()
      task = .show
      return [open()]
    case .turnToEnd(let end, let tried): return goOn(to: end, tried: tried)
    case .openPage(let page): return enter(page)
    }
  }

  func didOpen(_ scene: DemoScene) -> [PlaylistStep] { [] }

  mutating func didOpen(_ result: Result<OpenedFile, Failure>) -> [PlaylistStep] {
    guard let task, isOpening else { return [] }
    isOpening = false
    switch result {
    case .success(let file):
      if parts.isEmpty, request.configuration.animation == nil, file.animations.count > 1 {
        parts = file.animations
        let shown = file.shownAnimation.flatMap(parts.firstIndex) ?? 0
        // Who pages through files comes to each animation in its order.
        part = task.isTurn ? min(part, parts.count - 1) : shown
        if part != shown { return [open()] }
      }
      if parts.isEmpty { part = 0 }
      failures[cursor.path] = nil
      variant.didRead(
        file.themes, machines: file.machines, isMachineOn: file.item.machine != nil)
      let item = item(file)
      return finish(task, item)
    case .failure(let failure):
      failures[cursor.path] = failure.message
      return goOn(task, after: failure)
    }
  }

  private mutating func finish(_ task: Task, _ item: PlaylistItem) -> [PlaylistStep] {
    var item = item
    switch task {
    case .begin, .show, .turn, .turnToEnd, .openPage, .reload: break
    case .turnTheme: item.notice = variant.themeNotice
    case .toggleMachine: item.notice = variant.machineNotice
    }
    let failures = if case .begin(_, let failures, _) = task { failures } else { [Failure]() }
    return failures.map(PlaylistStep.report) + [show(item, for: task)]
  }

  /// Ends a task with the current file, or with what stands for it.
  private mutating func show(_ item: PlaylistItem, for task: Task) -> PlaylistStep {
    // Before the new version, another page may have been wanted.
    let isShown = shown?.path == cursor.path && shown?.part == part
    (self.task, isStale, shown) = (nil, false, page)
    switch task {
    case .reload where isShown, .turnTheme where isShown: return .reload(item)
    default: return .show(item)
    }
  }

  private mutating func goOn(_ task: Task, after failure: Failure) -> [PlaylistStep] {
    switch task {
    case .begin(let start, var failures, let limit):
      failures.append(failure)
      guard !isOneFile, failures.count <= limit, cursor.turn(by: 1), cursor.path != start else {
        self.task = nil
        return [.fail(failures[0])]
      }
      configuration.first = cursor.path
      self.task = .begin(start: start, failures: failures, limit: limit)
      return [watch, open()]
    case .turn(var search):
      search.failures += 1
      return search.failures > Self.maximumSkips ? giveUp() : goOn(search)
    case .turnToEnd(let end, let tried):
      return failures.count > Self.maximumSkips ? giveUp() : goOn(to: end, tried: tried)
    case .show, .openPage: return giveUp()
    case .reload: return [show(brokenItem, for: task)]
    case .turnTheme:
      variant.passOverTheme()
      let item = brokenItem
      // It is the theme that cannot be read, so the file is not one to skip.
      failures[cursor.path] = nil
      return [show(item, for: task)]
    case .toggleMachine:
      variant.passOverMachine()
      let item = brokenItem
      failures[cursor.path] = nil
      return [show(item, for: .reload)]
    }
  }

  private mutating func goOn(_ search: Search) -> [PlaylistStep] {
    let start = search.start
    if cursor.turn(by: search.count, where: isShowable), cursor.path != start.path {
      return enter(fromEnd: search.count < 0, for: .turn(search))
    }
    guard cursor.path == start.path, !removed.contains(start.path) else { return giveUp() }
    page = start
    return [watch] + stay(.noOther)
  }

  private mutating func goOn(to end: PlaylistEnd, tried: Int) -> [PlaylistStep] {
    let files = cursor.files
    for count in tried..<max(files.count, tried) {
      let index = end == .first ? count : files.count - 1 - count
      guard isShowable(files[index]) else { continue }
      if files[index] == cursor.path, part == (end == .first ? 0 : max(parts.count - 1, 0)) {
        return stay(.isAtEnd(end))
      }
      cursor.move(to: index)
      return enter(fromEnd: end == .last, for: .turnToEnd(end, tried: count + 1))
    }
    return tried > 0 ? giveUp() : stay(.isAtEnd(end))
  }

  private mutating func enter(_ page: OverviewPage) -> [PlaylistStep] {
    if page.path != cursor.path {
      guard let index = cursor.files.firstIndex(of: page.path) else {
        return stay(.isGone(page))
      }
      cursor.move(to: index)
      return enter(fromEnd: false, for: .show)
    }
    variant = FileVariant()
    part = page.animation.flatMap(parts.firstIndex) ?? 0
    task = .show
    return [open()]
  }

  /// Begins with the current file, at its first animation or its last.
  private mutating func enter(fromEnd: Bool, for task: Task) -> [PlaylistStep] {
    self.task = task
    (parts, part, variant) = ([], fromEnd ? .max : 0, FileVariant())
    return [watch, open()]
  }

  /// Leaves the current page as it is shown, or shows what it has become meanwhile, or what it is: it may have been
  /// waited for when another was wanted.
  private mutating func stay(_ refusal: PlaylistRefusal) -> [PlaylistStep] {
    guard page == shown else {
      task = .show
      return [watch, open()]
    }
    task = isStale ? .reload : nil
    return [.stay(refusal)] + (isStale ? [open()] : [])
  }

  /// Whether the file at a path may be an animation.
  private func isShowable(_ path: String) -> Bool {
    failures[path] == nil && !removed.contains(path)
  }

  /// Shows the current file with the reason why it cannot be drawn.
  private mutating func giveUp() -> [PlaylistStep] { [show(brokenItem, for: .show)] }

  private var watch: PlaylistStep { .watch(FilePath.folder(of: cursor.path)) }

  private mutating func open() -> PlaylistStep {
    isOpening = true
    return .open(request)
  }

  private var page: Page {
    get { Page(path: cursor.path, parts: parts, part: part, variant: variant) }
    set {
      if cursor.path != newValue.path { cursor = FileCursor(newValue.path, in: cursor.files) }
      (parts, part, variant) = (newValue.parts, newValue.part, newValue.variant)
    }
  }

  /// The current page, as keys have chosen.
  private var request: FileRequest {
    var configuration = variant.applied(to: configuration.forFile(at: cursor.path))
    if parts.indices.contains(part) { configuration.animation = parts[part] }
    return FileRequest(path: cursor.path, configuration: configuration)
  }
}

// How an item is presented.
extension FilePlaylist {
  private mutating func item(_ file: OpenedFile) -> PlaylistItem {
    let (name, animation) = (shownName, parts.indices.contains(part))
    let notices = [file.notice, variant.machineHint, takeSequenceOffer()].compactMap(\.self)
    return PlaylistItem(
      name: animation ? "\(name): \(parts[part])" : name,
      source: .file(cursor.path, hasThemes: variant.hasThemes, hasMachines: variant.hasMachines),
      position: position,
      pictureName: AnimationFormats.stem(of: name) + (animation ? "-\(parts[part])" : ""),
      notice: notices.isEmpty ? nil : notices.joined(separator: "; "), opened: file.item)
  }

  /// Returns the pattern of the image sequence that the image at a path may belong to, from its name alone, since a
  /// disk may have stopped.
  static func sequencePattern(of path: String) -> String? {
    guard AnimationFormats.isOneFile(path), let pattern = FrameSequence.pattern(ofFile: path),
      !AnimationFormats.isOneFile(pattern)
    else { return nil }
    return pattern
  }

  /// Returns a message, once, if the current file is one of several numbered images.
  private mutating func takeSequenceOffer() -> String? {
    guard !hasOfferedSequence, let whole = Self.sequencePattern(of: cursor.path),
      cursor.files.lazy.filter({ AnimationFormats.isPart(FilePath.name(of: $0), of: whole) })
        .prefix(2).count == 2
    else { return nil }
    hasOfferedSequence = true
    return "one of several numbered images; Shift+N plays them"
  }

  /// Stands for the current file while it cannot be drawn.
  private var brokenItem: PlaylistItem {
    let name = shownName
    let removal =
      removed.contains(cursor.path)
      ? "\(name): moved to the trash; there is no other animation here" : nil
    return PlaylistItem(
      name: name, source: .file(cursor.path), position: removal == nil ? position : nil,
      pictureName: name, error: removal ?? failures[cursor.path],
      opened: OpenedItem(scene: EmptyScene()))
  }

  /// The name of the current file, for people.
  private var shownName: String {
    cursor.path == InputPath.standardInput
      ? dataName ?? InputPath.name(of: cursor.path) : InputPath.name(of: cursor.path)
  }

  /// Where the current page is among all. The animations in a file count for themselves, since those
  /// in other files are not known before they are opened.
  var position: String? {
    let (current, files) = (cursor.path, cursor.files)
    let skipped =
      failures.isEmpty && removed.isEmpty ? [] : files.filter { !isShowable($0) && $0 != current }
    let count = files.count - skipped.count
    let index = files.firstIndex(of: current).map { index in
      index - (skipped.isEmpty ? 0 : files[..<index].count { !isShowable($0) })
    }
    let inFile = parts.count > 1 ? "\(part + 1) of \(parts.count)" : nil
    let ofFile = index.flatMap { count > 1 ? "\($0 + 1) of \(count)" : nil }
    return switch (inFile, ofFile) {
    case (let inFile?, let ofFile?): "\(inFile) in file \(ofFile)"
    case (let position, nil), (nil, let position): position
    }
  }
}

/// An empty scene, which stands for a file that cannot be drawn.
private final class EmptyScene: Scene {
  func layout(in size: Size) {}
  func update(to time: Seconds) {}
  func start(on source: FrameSource) {}
  func draw(into list: inout DisplayList) {}
}
