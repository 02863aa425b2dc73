import AnimCore
import CAllocations
import TestSupport
import Testing

@testable import AnimSVG

/// Only optimised code is free of allocations; see the suite of the same kind for scenes.
@Suite("Heap allocations of SVG animations", .enabled(if: isOptimized))
struct AnimationAllocationTests {
  @Test("Animating transforms, opacity and colours allocates nothing per frame once warmed up")
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
      <rect width='20' height='9' rx='2' opacity='.2'><animate attributeName='opacity' to='1' dur='2s' repeatCount='9'/>
      <animate attributeName='fill' by='#101010' dur='2s' repeatCount='indefinite'/></rect>
      <rect width='9' height='9' stroke='red' stroke-dasharray='3 2'><animateMotion path='M0 0L9 9' dur='2s' rotate='auto' repeatCount='indefinite'/></rect>
      <rect id='c' width='30' height='10' fill='url(#g)'/><circle id='d' cx='40' r='9'/>
      <path d='M50 50h20v20z' style='transform-origin: 50px 50px; transform: rotate(20deg)'/></g>
      <linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient>
      <use href='#c' x='20' y='40'/><clipPath id='clip'><circle r='45'/></clipPath>
      <g clip-path='url(#clip)' opacity='.5'><ellipse rx='9' ry='5'/><path d='M0 0h9v9'/></g></svg>
      """
    let renderer = SVGRenderer(try SVGAnimation(Array(text.utf8)))
    let size = PixelSize(width: 100, height: 100)
    var list = DisplayList(size: size, background: .white)
    func draw(_ frame: Int) {
      list.removeAll(size: size, background: .white)
      renderer.draw(at: Fraction(frame) / 30, into: &list)
    }
    for frame in 0..<240 { draw(frame) }
    let before = allocations_of_this_thread()
    for frame in 0..<240 { draw(frame) }
    expectEqual(allocations_of_this_thread() - before, 0)
  }
}

#if DEBUG
  private let isOptimized = false
#else
  private let isOptimized = true
#endif
