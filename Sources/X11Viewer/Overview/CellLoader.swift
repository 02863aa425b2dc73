import AnimCore
import AnimationFormats
import Glibc
import LinuxSystem
import OfflineRendering
import XWindow

/// Reads what the cells of an overview show, on threads of its own, so that no file can stop the
/// window, nor for long those that are read after it.
final class CellLoader: Sendable {
  /// A page to read.
  struct Request: Hashable, Sendable {
    let page: OverviewPage
    /// Another number after every change of the file, or of what is wanted of it.
    let version: Int
    /// The size of its picture in pixels, for one that does not move.
    let size: PixelSize
    /// Whether a picture that does not move is wanted.
    let isStill: Bool
  }

  /// A page that was read.
  struct Loaded: Sendable {
    let request: Request
    let content: Result<Content, Failure>
  }

  /// What a file shows in a cell.
  struct Content: Sendable {
    let picture: Picture
    /// The number of animations in the file, as far as it is known.
    let animationCount: Int
    /// What is behind the animation; nil if the file does not say.
    let background: Color?
    /// The size of its picture in its own units; nil if it takes any.
    let naturalSize: Size?
  }

  enum Picture: Sendable {
    /// What plays, and how long a frame of it takes, in seconds of the processor.
    case playing(@Sendable () -> any Scene, cost: Seconds)
    case still(Image)
  }

  fileprivate struct State {
    var wanted: [Request] = []
    /// What is being read.
    var current: Request?
    /// What is still being read, though others are read meanwhile.
    var passedOver: [Request] = []
    /// What was read, and whether it is no animation.
    var finished: [(Loaded, isOther: Bool)] = []
    /// Whether the folder is to be read again.
    var wantsList = true
    /// What was written since the folder was read; nil if any file may have been.
    var written: Set<String>? = []
    var loaded: [Loaded] = []
    /// What was found to be no animation, and why.
    var others: [String: Failure] = [:]
    var files: [String]?
    var isEnded = false
  }

  /// Becomes readable when something was read.
  private let ready: EventDescriptor
  private let monitor = Monitor(State())

  /// A frame that takes longer is not played beside others: half of what a display leaves for all.
  private static let maximumCost: Seconds = 0.008
  /// The most bytes that cells may add to what the program has. One animation has far less than
  /// a format allows, but a folder may have many that have not.
  private static let maximumMemory = 512 << 20

  /// The most files that others are read beside: each may keep a processor busy, rather than wait for a disk.
  private static let maximumPassedOver = 4

  /// The most bytes that a cell keeps for jumps, which it seldom makes.
  private static let maximumSeekMemory = 1 << 20

  /// - Parameters:
  ///   - list: where the files are from.
  ///   - configuration: how they are played.
  ///   - timeout: after how many nanoseconds others are read beside a file: its disk may have stopped.
  ///   - ready: becomes readable when something was read.
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
      var known = all.filter { !others.contains($0) }
      // Frames come first.
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
            let isOther = Self.isOther(request.page.path, content)
            monitor.change { state in
              let loaded = Loaded(request: request, content: content)
              state.finished.append((loaded, isOther))
            }
          }
          continue
        case .passOver:
          reader.passOver()
          continue
        case .show: monitor.change { $0.finish(leaving: nil) }
        case .leaveOut(let path):
          others.insert(path)
          known = all.filter { !others.contains($0) }
          monitor.change { [known] state in state.finish(leaving: known) }
        case .list(let written):
          all = list.files()
          others = written.map { others.subtracting($0) } ?? []
          let files = all.filter { !others.contains($0) }
          if files == known { continue }
          known = files
          monitor.change { $0.files = files }
        }
        ready.signal()
      }
    }
  }

  private static let niceness: Int32 = 5

  /// Reads these pages next, in their order, and none that were asked for before.
  func want(_ requests: [Request]) {
    monitor.change { state in
      var known = Set(state.loaded.map(\.request) + state.finished.map(\.0.request))
      known.formUnion(state.passedOver)
      if let current = state.current { known.insert(current) }
      state.wanted = requests.filter { !known.contains($0) }
    }
  }

  /// Reads a folder again.
  ///
  /// - Parameter written: the paths that were written; nil if any may have been.
  func wantList(written: Set<String>?) {
    monitor.change { state in
      state.wantsList = true
      state.written = written.flatMap { state.written?.union($0) }
    }
  }

  /// What was read since the last call: pages, what is no animation and why, and the animations of the folder if
  /// there are others.
  func take() -> (pages: [Loaded], others: [String: Failure], files: [String]?) {
    monitor.change { state in
      defer { (state.loaded, state.others, state.files) = ([], [:], nil) }
      return (state.loaded, state.others, state.files)
    }
  }

  /// Ends the threads once they have read what they read at present.
  func end() { monitor.change { $0.isEnded = true } }
}

// On the threads.
extension CellLoader {
  fileprivate enum Work {
    case read(Request)
    /// Read others beside what is being read.
    case passOver
    /// Give what was read to the window.
    case show
    /// Tell the window that the file that was read, of this path, is no animation.
    case leaveOut(String)
    /// These paths were written; nil if any may have been.
    case list(written: Set<String>?)
    case end
  }

  /// What to do next; waits for something.
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

  private static func isOther(_ path: String, _ content: Result<Content, Failure>) -> Bool {
    if case .failure = content { AnimationFormats.isOther(path) } else { false }
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
    let cost = request.isStill ? .infinity : cost(of: scene)
    let picture: Picture =
      cost > maximumCost
      ? .still(try still(of: scene, request.size))
      : .playing(scenes.makeForWindow, cost: cost)
    return Content(
      picture: picture,
      animationCount: page.animation == nil ? file.animation.animations.count : 1,
      background: file.looksWhite(scenes)
        ? WhiteContent.background
        : file.animation.background.map { _ in file.background(isOpaque: true) },
      naturalSize: scene.naturalSize)
  }

  /// How long a frame takes, in seconds of the processor: the longest of some.
  private static func cost(of scene: any Scene) -> Seconds {
    scene.layout(in: Size(width: 128, height: 128))
    var list = DisplayList(size: PixelSize(width: 128, height: 128))
    // What frames have in common is made for the first.
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

  /// Shows what is at a part of a scene's way, or of a second where it has no end.
  private static func show(_ scene: any Scene, at progress: Double) {
    guard let playback = scene.playback else { return scene.update(to: progress) }
    scene.show(frame: playback.frame(atProgress: progress))
  }

  /// The frame in the middle, since many animations begin with an empty one.
  private static func still(
    of scene: any Scene, _ size: PixelSize
  ) throws(Failure) -> Image {
    scene.layout(in: Size(width: Double(size.width), height: Double(size.height)))
    show(scene, at: 0.5)
    var list = DisplayList(size: size, background: .clear)
    scene.draw(into: &list)
    let picture = PixelImage(size: size, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: picture)
    let words = picture.withPixels { $0.map { Color(premultipliedARGB: $0).argb } }
    guard let image = Image(size: size, straight: words) else {
      throw Failure("the cell is too small for a picture", status: .unavailable)
    }
    return image
  }
}

extension CellLoader.State {
  /// What the thread does next that says what the others do; nil if there is nothing for now.
  fileprivate mutating func next() -> CellLoader.Work? {
    if isEnded { return .end }
    if let (loaded, isOther) = finished.first {
      return isOther ? .leaveOut(loaded.request.page.path) : .show
    }
    guard current == nil else { return nil }
    // Cells are few, and a folder may be large.
    if !wanted.isEmpty {
      current = wanted.removeFirst()
      return current.map { .read($0) }
    }
    guard wantsList else { return nil }
    defer { (wantsList, written) = (false, []) }
    return .list(written: written)
  }

  /// Gives the first file that was read to the window.
  ///
  /// - Parameter files: those that are left where it is no animation.
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
