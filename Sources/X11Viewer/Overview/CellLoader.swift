import AnimCore
import AnimationFormats
import Glibc
import LinuxSystem
import OfflineRendering
import Viewer
import XWindow

/// Reads the contents of an overview's cells on separate threads, so that no file can block the window, or the files
/// after it for long.
final class CellLoader: Sendable {
  /// A page to read.
  struct Request: Hashable, Sendable {
    let page: OverviewPage
    /// A number that changes with every change of the file or of the request.
    let version: Int
    /// The size of a still image, in pixels.
    let size: PixelSize
    /// Whether to load a still image.
    let isStatic: Bool
  }

  /// A page that was read.
  struct Loaded: Sendable {
    let request: Request
    let content: Result<Content, Failure>
  }

  /// The contents of a file in a cell.
  struct Content: Sendable {
    let appearance: Appearance
    /// The number of known animations in the file.
    let animationCount: Int
    /// The background in the file, or `nil` if it doesn't specify one.
    let background: Color?
    /// The natural size, or `nil` if the file doesn't have one.
    let naturalSize: Size?
  }

  enum Appearance: Sendable {
    /// A scene to play, with the processor time of a frame, in seconds.
    case playing(@Sendable () -> any Scene, cost: Seconds)
    case still(Image)
  }

  fileprivate struct State {
    var wanted: [Request] = []
    /// The request that is being read.
    var current: Request?
    /// The requests that are still being read while others are read.
    var passedOver: [Request] = []
    /// The results, and whether each isn't an animation.
    var finished: [(Loaded, isUnrelated: Bool)] = []
    /// Whether to read the folder again.
    var wantsList = true
    /// The names of files written since the folder was read, or `nil` if any file may have been written.
    var written: Set<String>? = []
    var loaded: [Loaded] = []
    /// The files that aren't animations, with the reasons.
    var others: [String: Failure] = [:]
    var files: [String]?
    var isEnded = false
  }

  /// A descriptor that becomes readable when something was read.
  private let ready: EventDescriptor
  private let monitor = Monitor(State())

  /// The processor time of a frame above which an animation isn't played, in seconds. Half of the time that a display
  /// leaves for all of them.
  private static let maximumCost: Seconds = 0.008
  /// The maximum memory that cells may add to that of the program, in bytes. One animation uses much less than its
  /// format allows, but a folder may have many that use more.
  private static let maximumMemory = 512 << 20

  /// The maximum number of files that are passed over, because each may keep a processor busy, rather than wait for a
  /// disk.
  private static let maximumPassedOver = 4

  /// The memory of a cell for faster jumps, in bytes. Cells rarely jump.
  private static let maximumSeekMemory = 1 << 20

  /// - Parameters:
  ///   - list: The files.
  ///   - configuration: The playback options.
  ///   - timeout: The time in nanoseconds after which other files are read in parallel, because a disk may not respond.
  ///   - ready: An event that is signalled when something was read.
  init(
    _ list: FileList, _ configuration: PlaylistConfiguration, timeout: Int = 1_000_000_000,
    ready: EventDescriptor
  ) throws(SystemError) {
    self.ready = ready
    let memory = HeapMemory.bytesInUse + Self.maximumMemory
    try startThread { [monitor] in
      var list = list
      var all = list.lastFiles()
      var others = configuration.others
      var kept = all.filter { !others.contains($0) }
      // Frames have priority.
      setpriority(Int32(PRIO_PROCESS.rawValue), 0, Self.niceness)
      let reader = SerialThread()
      while true {
        switch Self.next(monitor, timeout) {
        case .end: return
        case .read(let request):
          reader.run {
            let content = Result { () throws(Failure) in
              try Self.read(request, configuration, memory: memory)
            }
            let isUnrelated = Self.isUnrelated(request.page.path, content)
            monitor.change { state in
              let loaded = Loaded(request: request, content: content)
              state.finished.append((loaded, isUnrelated))
            }
          }
          continue
        case .passOver:
          reader.passOver()
          continue
        case .show: monitor.change { $0.finish(leaving: nil) }
        case .skip(let path):
          others.insert(path)
          kept = all.filter { !others.contains($0) }
          monitor.change { [kept] state in state.finish(leaving: kept) }
        case .list(let written):
          all = list.files()
          others = written.map { others.subtracting($0) } ?? []
          let files = all.filter { !others.contains($0) }
          if files == kept { continue }
          kept = files
          monitor.change { $0.files = files }
        }
        ready.signal()
      }
    }
  }

  private static let niceness: Int32 = 5

  /// Requests these pages, in order, instead of all earlier requests.
  func want(_ requests: [Request]) {
    monitor.change { state in
      var kept = Set(state.loaded.map(\.request) + state.finished.map(\.0.request))
      kept.formUnion(state.passedOver)
      if let current = state.current { kept.insert(current) }
      state.wanted = requests.filter { !kept.contains($0) }
    }
  }

  /// Reads a folder again.
  ///
  /// - Parameter written: The paths of written files, or `nil` if any file may have been written.
  func wantList(written: Set<String>?) {
    monitor.change { state in
      state.wantsList = true
      state.written = written.flatMap { state.written?.union($0) }
    }
  }

  /// Returns the results since the last call: pages, files that aren't animations with the reasons, and the animations
  /// of the folder if they have changed.
  func take() -> (pages: [Loaded], others: [String: Failure], files: [String]?) {
    monitor.change { state in
      defer { (state.loaded, state.others, state.files) = ([], [:], nil) }
      return (state.loaded, state.others, state.files)
    }
  }

  /// Ends the threads after their current work.
  func end() { monitor.change { $0.isEnded = true } }
}

// Work of the threads.
extension CellLoader {
  fileprivate enum Work {
    case read(Request)
    /// Read other files in parallel with the current one.
    case passOver
    /// Pass a result to the window.
    case show
    /// Report that the file at this path isn't an animation.
    case skip(String)
    /// List the folder after files at these paths were written. `nil` if any file may have been written.
    case list(written: Set<String>?)
    case end
  }

  /// Waits for the next work item.
  private static func next(_ monitor: Monitor<State>, _ timeout: Int) -> Work {
    let mayPassOver = monitor.change { state in
      state.current != nil && state.passedOver.count < maximumPassedOver
    }
    guard mayPassOver else { return monitor.wait { $0.next() } }
    if let work = monitor.wait(nanoseconds: timeout, { $0.next() }) { return work }
    return monitor.change { state in
      if let current = state.current { state.passedOver.append(current) }
      state.current = nil
      return .passOver
    }
  }

  private static func isUnrelated(_ path: String, _ content: Result<Content, Failure>) -> Bool {
    if case .failure = content { AnimationFormats.isUnrelatedFile(path) } else { false }
  }

  private static func read(
    _ request: Request, _ files: PlaylistConfiguration, memory: Int
  ) throws(Failure) -> Content {
    let page = request.page
    var configuration = files.forFile(at: page.path)
    configuration.fit = .contain
    configuration.loops = true
    configuration.seekMemory = maximumSeekMemory
    if let animation = page.animation { configuration.animation = animation }
    guard HeapMemory.bytesInUse <= memory else {
      throw Failure("the other cells need too much memory; open it alone", status: .unavailable)
    }
    let file = try AnimationFile(page.path, configuration)
    let scenes = try file.scenes()
    let scene = scenes.makeForWindow()
    let cost = request.isStatic ? .infinity : cost(of: scene)
    let appearance: Appearance =
      cost > maximumCost
      ? .still(try still(of: scene, request.size))
      : .playing(scenes.makeForWindow, cost: cost)
    return Content(
      appearance: appearance,
      animationCount: page.animation == nil ? file.animation.animations.count : 1,
      background: file.looksWhite(scenes)
        ? WhiteContent.background
        : file.animation.background.map { _ in file.background(isOpaque: true) },
      naturalSize: scene.naturalSize)
  }

  /// Returns the processor time of a frame, in seconds: the maximum of several frames.
  private static func cost(of scene: any Scene) -> Seconds {
    scene.layout(in: Size(width: 128, height: 128))
    var list = DisplayList(size: PixelSize(width: 128, height: 128))
    // The first frame creates data that all frames share.
    scene.draw(into: &list)
    var cost: Seconds = 0
    for progress in [0, 0.25, 0.5, 0.75] where cost <= maximumCost {
      list.removeAll(size: list.size)
      let stopwatch = Stopwatch(.processor)
      show(scene, at: progress)
      scene.draw(into: &list)
      cost = max(cost, stopwatch.seconds)
    }
    return cost
  }

  /// Shows a scene at a fraction of its duration, or of a second if it is endless.
  private static func show(_ scene: any Scene, at progress: Double) {
    guard let playback = scene.playback else { return scene.update(to: progress) }
    scene.show(frame: playback.frame(atProgress: progress))
  }

  /// Returns the middle frame, because many animations start with an empty one.
  private static func still(
    of scene: any Scene, _ size: PixelSize
  ) throws(Failure) -> Image {
    scene.layout(in: Size(width: Double(size.width), height: Double(size.height)))
    show(scene, at: 0.5)
    var list = DisplayList(size: size, background: .clear)
    scene.draw(into: &list)
    let rendering = PixelImage(size: size, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: rendering)
    let words = rendering.withPixels { $0.map { Color(premultipliedARGB: $0).argb } }
    guard let image = Image(size: size, straight: words) else {
      throw Failure("the cell is too small for an image", status: .unavailable)
    }
    return image
  }
}

extension CellLoader.State {
  /// Returns the next work item, which takes the other threads into account, or `nil` if there is none at the moment.
  fileprivate mutating func next() -> CellLoader.Work? {
    if isEnded { return .end }
    if let (loaded, isUnrelated) = finished.first {
      return isUnrelated ? .skip(loaded.request.page.path) : .show
    }
    guard current == nil else { return nil }
    // Read cells first, because they are few, while a folder may be large.
    if !wanted.isEmpty {
      current = wanted.removeFirst()
      return current.map { .read($0) }
    }
    guard wantsList else { return nil }
    defer { (wantsList, written) = (false, []) }
    return .list(written: written)
  }

  /// Passes the first result to the window.
  ///
  /// - Parameter files: The remaining files if the result isn't an animation.
  fileprivate mutating func finish(leaving files: [String]?) {
    let loaded = finished.removeFirst().0
    if current == loaded.request { current = nil }
    passedOver.removeAll { $0 == loaded.request }
    if let files, case .failure(let failure) = loaded.content {
      self.files = files
      others[loaded.request.page.path] = failure
    } else {
      self.loaded.append(loaded)
    }
  }
}
