import AnimCore
import CAllocations
import TestSupport
import Testing

@testable import AnimSVG

/// Only optimised code is free of allocations; see the suite of the same kind for scenes.
@Suite("Heap allocations of SVG animations", .enabled(if: isOptimized))
struct AnimationAllocationTests {
  @Test("Where transforms, opacity and colours move, a frame allocates nothing once warmed up")
  func frames() throws {
    let text = """
      <svg xmlns='http://www.w3.org/2000/svg'><style>
      #c { animation: k 1s infinite alternate } #d { opacity: .5; animation: j 2s infinite }
      @keyframes k { to { transform: rotate(1turn) scale(2) } }
      @keyframes j { from { fill: red } 50% { opacity: 1 } to { fill: blue } }
      </style><g transform='translate(3 4)' fill='#123456'>
      <animateTransform attributeName='transform' type='rotate' by='360' dur='3s'
        repeatCount='indefinite'/>
      <animateTransform attributeName='transform' type='scale' values='1;2;1' additive='sum'
        calcMode='spline' keySplines='.5 0 .5 1;.5 0 .5 1' dur='2s' repeatCount='indefinite'/>
      <rect opacity='.2'><animate attributeName='opacity' to='1' dur='2s' repeatCount='9'/>
      <animate attributeName='fill' by='#101010' dur='2s' repeatCount='indefinite'/></rect>
      <rect><animateMotion path='M0 0L9 9' dur='2s' rotate='auto' repeatCount='indefinite'/></rect>
      <rect id='c'/><rect id='d'/></g></svg>
      """
    let document = try SVGDocument(Array(text.utf8))
    let timeline = AnimationTimeline(document, Cascade(document))
    var values = AnimatedValues(nodeCount: document.nodes.count)
    var scratch = AnimationTimeline.Scratch()
    for frame in 0..<60 { timeline.values(at: Fraction(frame) / 30, &values, &scratch) }
    let before = allocations_of_this_thread()
    for frame in 0..<240 { timeline.values(at: Fraction(frame) / 30, &values, &scratch) }
    expectEqual(allocations_of_this_thread() - before, 0)
  }
}

#if DEBUG
  private let isOptimized = false
#else
  private let isOptimized = true
#endif
