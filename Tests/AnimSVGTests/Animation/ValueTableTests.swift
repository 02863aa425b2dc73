import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Values of animation elements") struct ValueTableTests {
  static let rows = AnimationRow.rows(
    """
    x | <x values='0;10;40' dur='4s'/> | 0 0, 1 5, 2 10, 3 25
    x | <x values=' 0 ; 10 ; ' dur='4s'/> | 2 5
    x | <animate attributeName=' x ' from='10' to='20' dur='4s'/> | 2 15
    x | <x values='7' dur='4s'/> | 0 7, 3 7
    x | <x values='0;10' from='50' to='60' by='3' dur='4s'/> | 2 5
    x | <x values='1;x;3' dur='4s'/> | 2 -
    x | <x values='' dur='4s'/> | 2 -
    x | <x values='1;;3' dur='4s'/> | 2 -
    x | <x from='10' dur='4s'/> | 2 -
    x | <x dur='4s'/> | 2 -
    x | <x from='10' by='20' dur='4s'/> | 0 10, 2 20
    x | <x from='10' by='20' to='12' dur='4s'/> | 2 11
    x | <x by='20' dur='4s' fill='freeze'/> | 0 5, 2 15, 9 25
    x | <x to='25' dur='4s' fill='freeze'/> | 0 5, 1 10, 9 25
    x | <x to='25'/> | 9 5
    x | <x from='1in' to='2in' dur='4s'/> | 2 144
    x | <x from='0%' to='50%' dur='4s'/> | 2 25%
    x | <x from='10' to='50%' dur='4s'/> | 2 30
    x | <g font-size='10'><rect id='t'><x from='1em' to='3em' dur='4s'/></rect></g> | 2 20
    x | <g font-size='10'><g font-size='2em'><rect id='t'><x from='1em' to='3em' dur='4s'/></rect></g></g> | 2 40
    x | <g font-size='9'><animate attributeName='font-size' to='20' dur='1s' fill='freeze'/><rect id='t'><x from='1em' to='3em' dur='4s'/></rect></g> | 2 40
    x | <x values='0;10;40' keyTimes='0;.25;1' dur='4s'/> | 0.5 5, 1 10, 2.5 25
    x | <x values='0;10;40;80' keyTimes='0;.5;.5;1' dur='4s'/> | 1.999 9.995, 2 40, 3 60
    x | <x values='0;10;40' keyTimes='0;1' dur='4s'/> | 2 -
    x | <x values='0;10;40' keyTimes='0.1;.5;1' dur='4s'/> | 2 -
    x | <x values='0;10;40' keyTimes='0;.5;.9' dur='4s'/> | 2 -
    x | <x values='0;10;40' keyTimes='0;.6;.5' dur='4s'/> | 2 -
    x | <x values='0;10;40' keyTimes='0;a;1' dur='4s'/> | 2 -
    x | <x values='0;10;40' keyTimes='a' calcMode='paced' dur='4s'/> | 1 10, 2 20
    x | <x values='0;10;40' calcMode='discrete' dur='3s'/> | 0.999 0, 1 10, 2 40
    x | <x values='0;1;2;3;4;5;6' calcMode='discrete' dur='7s'/> | 1 1, 2 2, 3 3, 4 4, 5 5, 6 6
    x | <x values='0;10;40' keyTimes='0;.2;.8' calcMode='discrete' dur='10s'/> | 1.999 0, 2 10, 8 40
    x | <x values='0;10;40' keyTimes='0;.5;1' calcMode='discrete' dur='4s' fill='freeze'/> | 3.9 10, 4 40
    x | <x to='25' calcMode='discrete' dur='4s'/> | 1.9 5, 2 25
    x | <x by='10' calcMode='discrete' dur='4s'/> | 1 5, 2 15
    x | <x from='0' to='100' keySplines='0 0 1 1' keyTimes='0;1' calcMode='spline' dur='4s'/> | 1 25
    x | <x values='0;100;40' keySplines='.5 0 .5 1; 0,0,1,1;' calcMode='spline' dur='4s'/> | 1 50, 3 70
    x | <x from='0' to='100' keySplines='1 0 0 1' calcMode='spline' dur='4s'/> | 1 2.972, 2 50, 3 97.028
    x | <x from='0' to='100' keySplines='.5 0 .5 2' calcMode='spline' dur='4s'/> | 2 -
    x | <x from='0' to='100' calcMode='spline' dur='4s'/> | 2 -
    x | <x from='0' to='100' keySplines='.9 0 .9 1' dur='4s'/> | 1 25
    x | <x values='0;10;0;40' calcMode='paced' dur='6s'/> | 0.6 6, 2 0, 3 10
    x | <x values='3;3' calcMode='paced' dur='6s'/> | 3 3
    x | <x from='0' to='10' additive='sum' dur='4s' fill='freeze'/> | 2 10, 9 15
    x | <x from='0' to='100' dur='10s'/><x to='200' dur='10s'/> | 5 125
    x | <x from='0' to='100' dur='10s'/><x by='10' dur='10s'/> | 5 55
    x | <x to='15' additive='sum' dur='4s'/> | 2 10
    x | <x from='0' to='10' dur='2s' repeatCount='3' accumulate='sum' fill='freeze'/> | 1 5, 2 10, 5 25, 9 30
    x | <x values='0;20;5' dur='2s' repeatCount='3' accumulate='sum'/> | 1 20, 3 25, 5 30
    x | <x by='10' dur='2s' repeatCount='3' accumulate='sum'/> | 1 10, 3 20
    x | <x to='25' dur='2s' repeatCount='3' accumulate='sum'/> | 3 15
    x | <x from='0' to='10' dur='2s' repeatCount='2' accumulate='sum' additive='sum'/> | 3 20
    x | <set attributeName='x' to='20' begin='1s' dur='2s' accumulate='sum' additive='sum'/> | 0 -, 2 20, 3 -
    x | <set attributeName='x' from='1' values='2' to='20'/> | 9 20
    x | <set attributeName='x' dur='2s'/> | 1 -
    x | <rect id='t'/><animate href='#t' attributeName='x' from='10' to='20' dur='4s'/> | 2 15
    x | <rect id='t'><animate href='#u' attributeName='x' from='10' to='20' dur='4s'/></rect><g id='u'/> | 2 -
    x | <rect id='t'><animate href='#v' attributeName='x' from='10' to='20' dur='4s'/></rect> | 2 -
    x | <text id='t' x='0 1'><x from='0 10' to='10 50' dur='4s'/></text> | 1 2.5 20
    id | <animate attributeName='id' from='a' to='b' dur='4s'/> | 2 -
    opacity | <animate attributeName='opacity' from='0' to='1' dur='4s'/> | 1 0.25
    opacity | <rect id='t' opacity='.5'><animate attributeName='opacity' by='1' dur='4s'/></rect> | 1 0.75, 3 1
    opacity | <rect id='t' style='opacity:.5'><animate attributeName='opacity' by='-1' dur='4s'/></rect> | 1 0.25, 3 0
    fill | <animate attributeName='fill' from='red' to='blue' dur='4s'/> | 1 191.25 0 63.75 1
    fill | <rect id='t' fill='#102030'><animate attributeName='fill' by='#102030' dur='4s'/></rect> | 2 24 48 72 1
    fill | <rect id='t' color='#102030'><animate attributeName='fill' from='currentColor' by='#102030' dur='4s'/></rect> | 0 16 32 48 1, 2 24 48 72 1
    fill | <rect id='t' color='#102030'><animate attributeName='fill' from='#000' by='currentColor' dur='4s'/></rect> | 2 8 16 24 1
    fill | <g fill='#102030'><rect id='t' fill='#000010'><animate attributeName='fill' by='inherit' dur='4s'/></rect></g> | 2 8 16 40 1
    fill | <g fill='#102030'><rect id='t'><animate attributeName='fill' from='inherit' by='#102030' dur='4s'/></rect></g> | 2 24 48 72 1
    stroke-width | <g stroke-width='2'><rect id='t'><animate attributeName='stroke-width' from='inherit' by='4' dur='2s' repeatCount='2' accumulate='sum'/></rect></g> | 1 4, 3 10
    x | <x systemLanguage='fr' from='10' to='20' dur='4s'/> | 2 -
    x | <x systemLanguage='fr, en' from='10' to='20' dur='4s'/> | 2 15
    x | <x requiredExtensions='' from='10' to='20' dur='4s'/> | 2 -
    x | <y id='a' systemLanguage='fr' to='1' dur='1s'/><x from='10' to='20' begin='a.end' dur='4s'/> | 0.5 -, 3 15
    fill | <g fill='#102030'><rect id='t'><animate attributeName='fill' to='#506070' dur='4s'/></rect></g> | 2 48 64 80 1
    fill | <g color='#204060'><rect id='t'><animate attributeName='fill' from='currentColor' to='#000' dur='4s'/></rect></g> | 2 16 32 48 1
    fill | <g fill='#204060'><rect id='t'><animate attributeName='fill' from='inherit' to='#000' dur='4s'/></rect></g> | 2 16 32 48 1
    fill | <g fill='#204060'><animate attributeName='fill' to='#000' dur='4s'/><rect id='t'><animate attributeName='fill' from='#000' to='#000' additive='sum' dur='4s'/></rect></g> | 2 16 32 48 1
    fill | <animate attributeName='fill' from='none' to='#000' dur='4s'/> | 1 none, 2 0 0 0 1
    fill | <animate attributeName='fill' values='#000;#640000;#64c800' calcMode='paced' dur='3s'/> | 0.5 50 0 0 1, 2 100 100 0 1
    stroke-dasharray | <animate attributeName='stroke-dasharray' from='10 4' to='20 8' dur='4s'/> | 2 15 6
    stroke-dasharray | <animate attributeName='stroke-dasharray' from='10' to='20 8' dur='4s'/> | 2 15 9
    stroke-dasharray | <animate attributeName='stroke-dasharray' from='10 4' to='none' dur='4s'/> | 1 10 4, 3 none
    visibility | <animate attributeName='visibility' from='visible' to='hidden' dur='4s'/> | 1 visible, 2 hidden
    visibility | <animate attributeName='visibility' to='hidden' dur='4s'/> | 1 -, 3 hidden
    stroke-linecap | <animate attributeName='stroke-linecap' values='butt;round;square' dur='3s'/> | 0.5 butt, 1 round, 2.5 square
    class | <set attributeName='class' to='b' begin='1s'/> | 0 -, 1 b
    href | <use id='t' href='#p'><set attributeName='xlink:href' to='#q' begin='1s'/></use> | 1 #q
    offset | <linearGradient><stop id='t'><animate attributeName='offset' from='0' to='50%' dur='4s'/></stop></linearGradient> | 2 0.25
    viewBox | <svg id='t'><animate attributeName='viewBox' from='0 0 10 10' to='10,20,30,50' dur='4s'/></svg> | 1 2.5 5 15 20
    viewBox | <svg id='t'><animate attributeName='viewBox' values='0 0 100 50;50 0 50 50;50 0 150 50' calcMode='paced' dur='3s'/></svg> | 1 50 0 50 50
    viewBox | <svg id='t' viewBox='0 0 9 9'><animate attributeName='viewBox' values='none;0 0 1 1' dur='2s'/></svg> | 0 none, 1 0 0 1 1
    fill | <animate attributeName='fill' by='#102030' dur='4s'/><animate attributeName='fill' by='#ffffff' dur='4s'/> | 2 135.5 143.5 151.5 1
    fill | <animate attributeName='fill' from='#4B0082' by='#AAF573' dur='4s'/> | 2 160 122.5 187.5 1
    fill | <rect id='t' color='#080808' fill='#202020'><animate attributeName='fill' by='currentColor' dur='4s'/></rect> | 2 36 36 36 1
    transform | <rect id='t' style='transform:scale(2)'><animateTransform attributeName='transform' type='rotate' to='90' dur='4s'/></rect> | 2 -
    points | <polygon id='t' points='1,2 3,4'><animate attributeName='points' from='0,0 0,0' to='10,20 30,40' additive='sum' dur='4s'/></polygon> | 2 6 12 18 24
    points | <polygon id='t'><animate attributeName='points' from='0,0 0,0' to='1,2 3,4 5,6' dur='4s'/></polygon> | 1 0 0 0 0, 2 1 2 3 4 5 6
    stdDeviation | <filter><feGaussianBlur id='t'><animate attributeName='stdDeviation' from='0' to='4 8' dur='4s'/></feGaussianBlur></filter> | 1 1 2
    numOctaves | <filter><feTurbulence id='t'><animate attributeName='numOctaves' from='1' to='4' dur='4s'/></feTurbulence></filter> | 2 3
    d | <path id='t'><animate attributeName='d' from='M0 0L10 0' to='M10 20l20 20' dur='4s'/></path> | 1 M 2.5 5 L 15 10
    d | <path id='t'><animate attributeName='d' from='M0 0C0 0 10 0 10 10Z' to='M10 10C20 20 30 30 40 50Z' dur='4s'/></path> | 2 M 5 5 C 10 10 20 15 25 30 Z
    d | <path id='t'><animate attributeName='d' values='M0 0;M1 1;M4 4' calcMode='paced' dur='3s'/></path> | 0.9 M 0 0, 1.5 M 1 1
    x | <x to='25' calcMode='paced' dur='4s'/> | 2 15
    x | <g font-size='5'><rect id='t'><x values='0;10%;0;2em' calcMode='paced' dur='3s'/></rect></g> | 1 10%, 2 0, 2.5 5
    d | <path id='t'><animate attributeName='d' from='M0 0H8V8' to='M0 0H4V4' dur='4s'/></path> | 2 M 0 0 L 6 0 L 6 6
    d | <path id='t'><animate attributeName='d' from='M0 0L8 0' to='M0 0H4' dur='4s'/></path> | 1 M 0 0 L 8 0, 3 M 0 0 L 4 0
    d | <path id='t' d='M0 0L8 0'><animate attributeName='d' by='M4 0L0 4' dur='4s'/></path> | 2 M 2 0 L 8 2
    d | <path id='t'><animate attributeName='d' from='M0 0L8' to='M0 0L4 4' dur='4s'/></path> | 2 -
    transform | <tr type='translate' from='10' to='30 8'/> | 2 1 0 0 1 20 4
    transform | <tr type='scale' from='1' to='3 5'/> | 2 2 0 0 3 0 0
    transform | <tr type='rotate' from='0' to='180'/> | 2 0 1 -1 0 0 0
    transform | <tr type='rotate' from='0 0 0' to='180 20 8'/> | 2 0 1 -1 0 14 -6
    transform | <tr type='skewX' from='0' to='90'/> | 2 1 0 1 1 0 0
    transform | <tr type='skewY' from='0' to='90'/> | 2 1 1 0 1 0 0
    transform | <tr from='0' to='8'/> | 2 1 0 0 1 4 0
    transform | <tr type='turn' from='0' to='8'/> | 2 -
    transform | <tr type='rotate' from='0 5' to='8 5'/> | 2 -
    transform | <tr type='translate' to='8 4'/> | 2 1 0 0 1 4 2
    transform | <tr type='scale' to='3'/> | 2 1.5 0 0 1.5 0 0
    transform | <g id='t' transform='rotate(-90)'><tr type='rotate' to='270'/></g> | 2 0 1 -1 0 0 0
    transform | <g id='t' transform='rotate(-90) scale(2)'><tr type='rotate' to='180'/></g> | 2 0 1 -1 0 0 0
    transform | <tr type='scale' values='2'/><tr type='scale' to='4'/> | 2 3 0 0 3 0 0
    transform | <tr type='scale' by='1'/> | 2 0.5 0 0 0.5 0 0
    transform | <g id='t' transform='translate(10)'><tr type='scale' from='1' to='3' additive='sum'/></g> | 2 2 0 0 2 10 0
    transform | <g id='t' transform='scale(2)'><tr type='translate' by='8'/></g> | 2 2 0 0 2 8 0
    transform | <g id='t' transform='rotate(90)'><tr type='rotate' by='180'/></g> | 2 -1 0 0 -1 0 0
    transform | <g id='t' transform='scale(2)'><tr type='scale' from='1' to='3' additive='sum'/></g> | 2 4 0 0 4 0 0
    transform | <g id='t' transform='scale(2)'><tr type='translate' from='0' to='8'/></g> | 2 1 0 0 1 4 0
    transform | <tr type='scale' from='1' to='3'/><tr from='0' to='8' additive='sum'/> | 2 2 0 0 2 8 0
    transform | <tr type='scale' from='2' to='3' repeatCount='3' accumulate='sum'/> | 0 2 0 0 2 0 0, 4 5 0 0 5 0 0
    transform | <tr type='translate' values='0 0;30 40;30 140' calcMode='paced'/> | 2 1 0 0 1 30 65
    transform | <tr type='rotate' values='0 9 9;30 0 0;120 5 5' calcMode='paced'/> | 3 0 1 -1 0 6.667 0
    transform | <animate attributeName='transform' from='scale(1)' to='scale(2)' dur='4s'/> | 2 -
    x | <animateTransform attributeName='x' type='scale' from='1' to='2' dur='4s'/> | 2 -
    rx | <animate attributeName='rx' to='30' dur='4s'/> | 2 15
    transform | <linearGradient id='t'><animateTransform attributeName='transform' type='scale' to='3' dur='4s'/></linearGradient> | 2 -
    gradientTransform | <linearGradient id='t'><animateTransform attributeName='gradientTransform' type='scale' to='3' dur='4s'/></linearGradient> | 2 1.5 0 0 1.5 0 0
    fill | <rect id='t'><animate attributeName='fill' from='color(srgb 1 0 0)' to='blue' dur='4s'/></rect> | 2 127.5 0 127.5 1
    motion | <mo path='M0 0L100 0L100 300' dur='4s'/> | 1 1 0 0 1 100 0, 2 1 0 0 1 100 100, 4 -
    motion | <mo path='M0 0L100 0L100 300' calcMode='linear' dur='4s'/> | 1 1 0 0 1 50 0, 3 1 0 0 1 100 150
    motion | <mo path='M0 0L100 0L100 300' calcMode='discrete' dur='3s'/> | 0.5 1 0 0 1 0 0, 1 1 0 0 1 100 0
    motion | <mo path='M0 0H100V100H0Z' dur='4s'/> | 1 1 0 0 1 100 0, 3.5 1 0 0 1 0 50
    motion | <mo path='M0 0H100V100H0Z' calcMode='linear' dur='4s'/> | 3.5 1 0 0 1 0 50
    motion | <mo path='M0 0L50 0M100 0L150 0' dur='4s'/> | 1 1 0 0 1 25 0, 3 1 0 0 1 125 0
    motion | <mo path='M0 0L100 0' keyPoints='0;.5;1' keyTimes='0;.25;1' calcMode='linear' dur='4s'/> | 1 1 0 0 1 50 0
    motion | <mo path='M0 0L100 0' keyPoints='1;0' calcMode='linear' dur='4s'/> | 1 1 0 0 1 75 0
    motion | <mo path='M0 0L100 0' keyPoints='0;.5;1' keyTimes='0;1' calcMode='linear' dur='4s'/> | 1 -
    motion | <mo path='M0 0L100 0' keyPoints='1;0' dur='4s'/> | 1 1 0 0 1 25 0
    motion | <mo path='M0 0L0 100' rotate='auto' dur='4s'/> | 2 0 1 -1 0 0 50
    motion | <mo path='M0 0L0 100' rotate='auto-reverse' dur='4s'/> | 2 0 -1 1 0 0 50
    motion | <mo path='M0 0L100 0' rotate='90' dur='4s'/> | 2 0 1 -1 0 50 0
    motion | <mo from='10,0' to='30 40' dur='4s'/> | 2 1 0 0 1 20 20
    motion | <mo from='10,0' by='20 40' dur='4s'/> | 2 1 0 0 1 20 20
    motion | <mo values='0,0;100,0;100,300' dur='4s'/> | 2 1 0 0 1 100 100
    motion | <mo to='20,40' dur='4s'/> | 2 1 0 0 1 10 20
    motion | <path id='p' d='M0 0L0 80'/><rect id='t'><animateMotion path='M0 0L9 9' dur='4s'><mpath href='#p'/></animateMotion></rect> | 1 1 0 0 1 0 20
    motion | <rect id='p' width='40' height='20'/><rect id='t'><animateMotion dur='4s'><mpath href='#p'/></animateMotion></rect> | 1 1 0 0 1 30 0, 3 1 0 0 1 10 20
    motion | <polygon id='p' points='0,0 40,0 40,20 0,20'/><rect id='t'><animateMotion dur='4s'><mpath href='#p'/></animateMotion></rect> | 1 1 0 0 1 30 0, 3 1 0 0 1 10 20
    motion | <polyline id='p' points='0,0 40,0'/><rect id='t'><animateMotion dur='4s'><mpath href='#p'/></animateMotion></rect> | 1 1 0 0 1 10 0
    motion | <circle id='p' cx='50' cy='50' r='20'/><rect id='t'><animateMotion calcMode='linear' dur='5s'><mpath href='#p'/></animateMotion></rect> | 1 1 0 0 1 50 70, 2 1 0 0 1 30 50, 3 1 0 0 1 50 30
    motion | <mo path='M0 0L100 0' repeatCount='3' accumulate='sum' dur='2s'/> | 3 1 0 0 1 150 0
    motion | <mo path='M20 0L100 0' repeatCount='3' accumulate='sum' dur='2s'/> | 2 1 0 0 1 120 0
    motion | <mo path='M0 0L100 0' dur='4s'/><mo path='M0 0L0 40' additive='sum' dur='4s'/> | 2 1 0 0 1 50 20
    motion | <mo path='M0 0L100 0' dur='4s'/><mo by='0,40' dur='4s'/> | 2 1 0 0 1 50 20
    motion | <mo path='M0 0L100 0' dur='4s'/><mo to='0,40' dur='4s'/> | 2 1 0 0 1 25 20
    motion | <mo path='' dur='4s'/> | 2 -
    motion | <mo path='M0 0C0 80 40 80 80 40' rotate='auto' dur='4s'/> | 0 0 1 -1 0 0 0
    motion | <mo path='M0 0Q0 80 80 40' rotate='auto' dur='4s'/> | 0 0 1 -1 0 0 0
    motion | <mo path='M5 5' rotate='auto' dur='4s'/> | 2 1 0 0 1 5 5
    """)

  @Test("A value at a time follows the specifications", arguments: rows.indices)
  func values(index: Int) throws {
    let row = Self.rows[index]
    var document = try AnimatedDocument(row.text)
    for (time, value) in row.samples {
      let found = document.value(row.attribute, at: time)
      expectEqual(found, value, "\(row.content) at \(time)")
    }
  }

  /// Returns the value of an attribute halfway from 0 to another value.
  private func middle(of name: String, to end: String) throws -> String {
    let content =
      "<path id='t'><animate attributeName='\(name)' from='0' to='\(end)' dur='4s'/></path>"
    let row = AnimationRow(attribute: name, content: content, samples: [])
    var document = try AnimatedDocument(row.text)
    return document.value(name, at: "2")
  }

  @Test("Numbers of filters, lights and paths are animated without rounding") func numbers() throws
  {
    let names = [
      "pathLength", "k1", "k2", "k3", "k4", "surfaceScale", "diffuseConstant", "specularConstant",
      "specularExponent", "divisor", "bias", "amplitude", "exponent", "intercept", "slope", "seed",
      "azimuth", "elevation", "pointsAtX", "pointsAtY", "pointsAtZ", "limitingConeAngle", "z",
      "scale", "offset",
    ]
    for name in names { try expectEqual(middle(of: name, to: "3"), "1.5", "\(name)") }
  }

  @Test("Lengths of shapes, paint servers, markers and text are animated") func lengths() throws {
    let names = [
      "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "fx", "fy", "fr",
      "markerWidth", "markerHeight", "startOffset", "textLength",
    ]
    for name in names { try expectEqual(middle(of: name, to: "30px"), "15", "\(name)") }
  }

  @Test("Values that can't be animated are reported with their position") func diagnostics()
    throws
  {
    let rows: [(String, String)] = [
      ("<x values='1;x' dur='1s'/>", "'x' is not a valid value of the animated attribute"),
      ("<x from='1' dur='1s'/>", "the animation has no values"),
      ("<x to='1' begin='soon!' dur='1s'/>", "'soon!' is not a valid begin or end time"),
      (
        "<x to='1' begin='wallclock(1)'/>",
        "wallclock(1): times of day are not supported"
      ),
      (
        "<x id='a' to='1' begin='a.repeat(0)'/>",
        "'a.repeat(0)' is not a valid begin or end time"
      ),
      ("<x id='a' to='1' begin='a.repeat(1)'/>", ""),
      ("<x to='1' begin='nobody.end'/>", "no animation has the id 'nobody'"),
      ("<animate attributeName='foo' to='1'/>", "no attribute 'foo' can be animated"),
      ("<animate attributeName='id' to='1'/>", "the attribute 'id' cannot be animated in this way"),
      (
        "<x values='1;2' keyTimes='0;2' dur='1s'/>",
        "keyTimes must be one for each value, in order, from 0 to 1"
      ),
      (
        "<x values='1;2' calcMode='spline' dur='1s'/>",
        "keySplines must be one for each two values, four numbers from 0 to 1 each"
      ),
      ("<mo dur='1s'/>", "the motion has no path"),
      ("<tr type='turn' to='1'/>", "'turn' is not a valid type of animateTransform"),
      ("<animate href='#nobody' attributeName='x' to='1'/>", "the animation has no target"),
      ("<x values='1;2' dur='1s'/>", ""),
    ]
    for (content, message) in rows {
      let row = AnimationRow(attribute: "x", content: content, samples: [])
      let document = try AnimatedDocument(row.text)
      let texts = document.timeline.diagnostics.all.map(\.description)
      expectEqual(texts.count, (message.isEmpty ? 0 : 1), "\(content): \(texts)")
      if let text = texts.first {
        #expect(text.hasSuffix(": " + message) && text.hasPrefix("line 1, column "), "\(text)")
      }
    }
  }

  @Test("Animations along one long path share the limit of values")
  func manyValues() throws {
    let way = "<path id='p' d='M0 0\(String(repeating: "L1 1", count: 4095))'/>"
    let follower =
      "<animateMotion calcMode='linear' dur='1s'><mpath href='#p'/></animateMotion>"
    for (count, expected) in [(256, 0), (257, 1)] {
      let row = AnimationRow(
        attribute: "motion", content: way + String(repeating: follower, count: count), samples: [])
      let messages = try AnimatedDocument(row.text).timeline.diagnostics.all.map(\.message)
      expectEqual(
        messages, Array(repeating: AnimationFault.tooManyValues.message, count: expected))
    }
  }

  @Test(
    "The same problem in many elements is reported once, and the number of reports is limited")
  func manyReports() throws {
    func reports(_ content: String) throws -> [Diagnostic] {
      let row = AnimationRow(attribute: "x", content: content, samples: [])
      return try AnimatedDocument(row.text).timeline.diagnostics.all
    }
    let style = "<style>g{animation:one 1s,two 1s}</style>"
    let alike = try reports(style + String(repeating: "<g/>", count: 2000))
    expectEqual(alike.map(\.message), ["no keyframes named 'one'", "no keyframes named 'two'"])

    let line = "<set attributeName='foo' to='1'/>\n"
    let many = try reports("\n" + String(repeating: line, count: 2000))
    expectEqual(many.map(\.message).suffix(2), [many[0].message, "1000 more are not listed"])
    expectEqual(many.count, 1001)
    #expect("\(many[999].place)".hasPrefix("line 1001, column "))

    let word = String(repeating: "ä", count: 1000)
    let long = try reports("<set attributeName='\(word)' to='1'/>")
    #expect(long[0].description.utf8.count < 200, "\(long[0])")
  }

  @Test(
    "A document lasts until its last interval ends, or until its repeating animations return to their start"
  )
  func extents() throws {
    let rows: [(String, AnimationExtent)] = [
      ("<g/>", .still),
      ("<x to='9' begin='1s' dur='2s'/><x to='9' dur='1s'/>", .finite(3)),
      ("<x to='9' begin='1s'/>", .finite(1)),
      ("<x to='9' begin='click' dur='2s'/>", .still),
      ("<x to='9' dur='200s'/><x to='9' begin='300s' dur='2s'/>", .finite(302)),
      (
        "<x to='9' dur='2s' repeatCount='indefinite'/><y to='9' dur='3s' repeatCount='indefinite'/>",
        .periodic(6, from: 0)
      ),
      (
        "<x to='9' begin='1s' dur='2s' repeatCount='indefinite'/><y to='9' dur='2s' repeatCount='indefinite'/>",
        .periodic(2, from: 1)
      ),
      (
        "<x to='9' begin='1s' dur='2s' repeatCount='indefinite'/><y to='9' dur='4s'/>",
        .periodic(2, from: 4)
      ),
      (
        "<x to='9' dur='59s' repeatCount='indefinite'/><y to='9' dur='2s' repeatCount='indefinite'/>",
        .periodic(118, from: 0)
      ),
      ("<x to='9' dur='2s' repeatCount='indefinite' end='5s'/>", .finite(5)),
      ("<x from='0' to='9' dur='2s' repeatCount='indefinite' accumulate='sum'/>", .endless),
      (
        "<x id='a' to='9' begin='0s;b.end' dur='1s'/><x id='b' to='9' begin='a.end' dur='2s'/>",
        .periodic(3, from: 0)
      ),
      (
        "<x id='a' to='9' begin='0s;b.end' dur='1s'/><x id='b' to='9' begin='a.end' dur='2s' fill='freeze'/>",
        .periodic(3, from: 1)
      ),
      (
        "<x id='a' to='9' begin='0s;b.end+200s' dur='100s'/><x id='b' to='9' begin='a.end' dur='50s'/>",
        .periodic(350, from: 0)
      ),
      (
        "<x id='a' to='9' begin='0s;a.end' dur='1s'/><x id='b' to='9' begin='0s;b.end' dur='400s'/>",
        .periodic(400, from: 0)
      ),
      ("<x id='a' to='9' begin='0s;a.end' dur='0.00001s'/>", .endless),
      // The duration of a non-repeating animation counts alongside a loop.
      (
        "<x id='a' to='9' begin='0s;a.end+.5s' dur='.5s'/><y to='9' dur='3s' fill='freeze'/>",
        .periodic(1, from: 3)
      ),
      // The first round begins at 0, and the others at 1.5, 2.5 and so on.
      (
        "<x id='a' to='9' begin='0s;a.end+.25s' dur='.75s'/><y to='9' begin='0s;a.end+.75s' dur='1.5s'/>",
        .periodic(1, from: Fraction(3) / 2)
      ),
      (
        "<x id='a' to='9' begin='0s;a.end' dur='1s'/><y to='9' begin='300s' dur='2s'/>",
        .periodic(1, from: 302)
      ),
    ]
    for (content, extent) in rows {
      let row = AnimationRow(attribute: "x", content: content, samples: [])
      let timeline = try AnimatedDocument(row.text).timeline
      expectEqual(timeline.extent(), extent, "\(content)")
    }
  }

  @Test("Animations with an ID are markers at their first start") func markers() throws {
    let row = AnimationRow(
      attribute: "x",
      content: """
        <x id='b' to='9' begin='a.end;9s' dur='1s'/><x id='a' to='9' begin='-1s;1s' dur='1s'/>
        <x to='9' begin='3s'/><x id='c' to='9' begin='indefinite'/>
        """, samples: [])
    let document = try AnimatedDocument(row.text)
    let markers = document.timeline.markers(in: document.document)
    #expect(markers.map(\.name) == ["a", "b"] && markers.map(\.time) == [1, 2])
  }

  @Test("Compiling a document twice gives the same values, from several threads as well")
  func twice() async throws {
    for row in Self.rows.prefix(60) + TimingTableTests.rows.prefix(60) {
      let first = try AnimatedDocument(row.text)
      let second = try AnimatedDocument(row.text)
      let times = (0..<20).map { Fraction($0) / 3 }
      let all = await withTaskGroup(of: [AnimatedValues].self) { group in
        for document in [first, first, second] {
          group.addTask {
            var document = document
            return times.map { document.all(at: $0) }
          }
        }
        var all: [[AnimatedValues]] = []
        for await values in group { all.append(values) }
        return all
      }
      #expect(all[0] == all[1] && all[1] == all[2], "\(row.content)")
    }
  }
}
