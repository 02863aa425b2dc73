import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie
@testable import AnimationFormats
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

/// Long random uses of a playlist whose files change, with what it shows after each step.
@Suite("Paging through files that change, at random")
struct PlaylistTraceTests {
  private struct Session {
    let folder: SampleFolder
    let playlist: PlaylistRun
    var random: SeededGenerator
    var text = ""

    init(seed: Int) throws {
      let folder = try SampleFolder()
      self.folder = folder
      random = SeededGenerator(seed: UInt64(seed))
      let paths: [String] =
        switch seed % 4 {
        case 0: [folder.path]
        case 1: [folder / "2.lottie"]
        case 2: ["4.json", "1.json", "2.lottie", "more", "3.lottie"].map { folder / $0 }
        default: [folder / "3.lottie"]
        }
      playlist = try PlaylistRun(paths, Self.configuration(seed))
      var skipped = ""
      let first = try playlist.openFirst { skipped += "skips \($0)\n" }
      text = folder.relative(skipped)
      note("first", first)
    }

    private static func configuration(_ seed: Int) -> FileConfiguration {
      var configuration = FileConfiguration()
      configuration.stateMachine = [.none, .initial, .id("first"), .first, .initial][seed % 5]
      if seed == 0 || seed == 2 || seed == 4 { configuration.marker = "part" }
      if seed == 1 { configuration.animation = "y" }
      if seed == 5 { configuration.theme = .id("v") }
      if seed % 3 == 1 { configuration.autoplay = seed % 2 == 0 }
      if seed == 6 { configuration.background = Color(rgb: 0x10_2030) }
      if seed == 7 { configuration.loops = false }
      if seed == 3 || seed == 8 { configuration.mode = .reverse }
      if seed == 5 || seed == 8 { configuration.hasFileSpeed = false }
      if seed == 8 || seed == 9 { configuration.loops = true }
      return configuration
    }

    private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    mutating func step() throws {
      let name = SampleFolder.names[below(SampleFolder.names.count)]
      switch below(16) {
      case 0, 1: note("turn 1", playlist.turn(by: 1))
      case 2: note("turn -1", playlist.turn(by: -1))
      case 3: note("turn -2", playlist.turn(by: -2))
      case 4: note("last", playlist.turn(to: .last))
      case 5: note("first", playlist.turn(to: .first))
      case 6, 7, 8: note("theme", playlist.turnTheme())
      case 9, 10: note("machine", playlist.toggleMachine())
      case 11: try change("write \(name)") { try $0.write(name, isGreen: true) }
      case 12: try change("damage \(name)") { try $0.damage(name) }
      case 13: try change("remove \(name)") { $0.remove(name) }
      case 14: try change("restore") { try $0.restore() }
      default: look()
      }
    }

    private mutating func change(
      _ name: String, _ body: (SampleFolder) throws -> Void
    ) throws {
      try body(folder)
      let change = playlist.takeChange()
      let paths = change.changed.map { $0.map { FilePath.name(of: $0) }.sorted() }
      text += "\(name): \(change.isReload) \(paths.map { $0.joined(separator: " ") } ?? "any")\n"
      if change.isReload { note("open", change.item) }
    }

    /// Opens a page of the overview, whose files may be gone.
    private mutating func look() {
      guard let content = playlist.playlist.overview else {
        text += "no overview\n"
        return
      }
      let page = content.pages[below(content.pages.count)]
      text += "overview of \(content.pages.count), at \(content.selected): "
      note("\(page.name)", playlist.open(page))
    }

    private mutating func note(_ name: String, _ item: PlaylistItem?) {
      text += "\(name): "
      guard let item else {
        text += "nothing\n"
        return
      }
      var parts = ["\(item.title ?? "-") | \(item.caption) | \(item.pictureName ?? "-")"]
      if let animation = item.animation {
        let settings = animation.configuration
        let loops = settings.loopCount.map { "\($0)" } ?? "\(settings.loops)"
        parts.append(
          "\(animation.playback?.range ?? 0..<0) \(loops) \(settings.speed) \(settings.mode)")
        if let theme = animation.animation.theme { parts.append("theme \(theme)") }
      }
      if let machine = item.opened.machine {
        parts.append("machine at \(machine.state ?? "-")")
      }
      if let notice = item.notice { parts.append(notice) }
      if let error = item.error { parts.append(error) }
      if let background = item.opened.background { parts.append("\(background)") }
      let words = [
        ("themes", item.helpContext.contains(.themes)),
        ("machines", item.helpContext.contains(.machines)), ("waits", item.opened.waits),
      ]
      parts += words.filter(\.1).map(\.0)
      let skipped = playlist.playlist.skipped
      if !skipped.isEmpty {
        parts.append("without \(skipped.map(\.name).joined(separator: " "))")
      }
      text += folder.relative(parts.joined(separator: ", ")) + "\n"
    }
  }

  @Test("leads to what it did before")
  func traces() throws {
    var text = ""
    for seed in 0..<10 {
      var session = try Session(seed: seed)
      for _ in 0..<60 { try session.step() }
      text += "session \(seed)\n" + session.text
    }
    try Kept.compare(text, with: "playlists.txt")
  }
}
