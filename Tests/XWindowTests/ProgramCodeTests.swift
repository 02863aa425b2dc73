import Testing

@testable import XWindow

@Suite("Code in memory")
struct ProgramCodeTests {
  private func unchangedCode(_ text: String) -> [Range<UInt>] {
    var mappings = CodeMappings()
    return text.split(separator: "\n").compactMap { mappings.take("\($0)\n") }
  }

  @Test("only code of files is released, and only where nothing has changed it")
  func unchanged() {
    let text = """
      55e0a0000000-55e0a0100000 r--p 00000000 fe:00 17    /usr/bin/x11viewer
      Rss:                 556 kB
      Anonymous:             0 kB
      55e0a0100000-55e0a0f00000 r-xp 00100000 fe:00 17    /usr/bin/a viewer
      Rss:                7520 kB
      Anonymous:             0 kB
      VmFlags: rd ex mr mw me
      7f0000000000-7f0000010000 r-xp 00000000 fe:00 18    /usr/lib/libX11.so.6
      Rss:                  64 kB
      Anonymous:             4 kB
      7f0000020000-7f0000030000 rw-p 00000000 fe:00 18    /usr/lib/libX11.so.6
      Anonymous:             0 kB
      7ffd00000000-7ffd00002000 r-xp 00000000 00:00 0     [vdso]
      Anonymous:             0 kB
      7f0000040000-7f0000050000 r-xp 00000000 00:00 0
      Anonymous:             0 kB
      """
    #expect(unchangedCode(text) == [0x55e0_a010_0000..<0x55e0_a0f0_0000])
  }

  @Test("lines that are cut off or make no sense are passed over")
  func damaged() {
    for text in [
      "", "Anonymous: 0 kB", "zz-55 r-xp 0 0 0 /a\nAnonymous: 0 kB",
      "20-10 r-xp 0 0 0 /a\nAnonymous: 0 kB", "10-20 r-xp 0 0 0 /a\nAnonymous:",
      "10-20 r-xp 0 0 0 /a",
    ] {
      #expect(unchangedCode(text).isEmpty, "\(text)")
    }
  }

  @Test("the program goes on when its own code has been released")
  func release() {
    for _ in 0..<3 { ProgramCode.releaseUnused() }
    #expect([3, 1, 2].sorted() == [1, 2, 3])
  }
}
