import TestSupport
import Testing
import XServerSupport

@testable import X11Viewer

@Suite("Sequences and revisions")
struct SequenceRevisionTests {
  @Test("image sequences are compared with those of a revision")
  func sequence() throws {
    let scratch = try ScratchDirectory()
    let start = """
      cd '\(scratch.path)'; commit() { git add .; git -c user.name=a -c user.email=b commit -qm "$1" --allow-empty; }
      draw() { "$0" render --scene fan --size 20x20 "$@"; }

      """
    let run = try Run(
      script: start + """
        set -e; git init -q; commit first
        for i in 1 2 3; do draw --at $i -o f.000$i.png; done; commit second
        "$0" test f.%04d.png --against HEAD; draw --at 9 -o f.0002.png; "$0" test f.%04d.png --against HEAD
        """)
    expectEqual(run.end, .exit(65), "\(run.text) \(run.complaint)")
    #expect(
      run.text.hasPrefix(
        "3 frames of 1 animation: 1 as expected\ndiffers     f.%04d.png: frame 1 "),
      "\(run.text)")
    let earlier = try Run(script: start + "\"$0\" test f.%04d.png --against HEAD~1")
    #expect(earlier.text.hasPrefix("new         f.%04d.png"), "\(earlier.text)")
  }
}
