import TestSupport
import Testing

@testable import AnimLottie

/// What expressions come to in three frames of the file ``expressionWorld(_:)``, or why they fail.
@Suite("Functions and objects of expressions, with many arguments")
struct KeptExpressionTests {
  private static let numbers = [
    "0", "-1", "0.5", "2.75", "1e9", "NaN", "'3'", "undefined", "null", "[]", "[1, 2]",
    "[3, 4, 5]", "L('Lead').position", "L('Key').rotation",
  ]

  private static let functions = [
    "add(@, [1, 2])", "add(2, @)", "sub(@, [1, 2])", "sub([5, 6, 7], @)", "mul(@, 3)",
    "mul(@, [1, 2])", "div(@, 2)", "div([8, 4], @)", "mod(@, 3)", "mod(7, @)", "$bm_sum(@, 'a')",
    "$bm_neg(@)", "clamp(@, 1, 2)", "clamp(5, @, 9)", "clamp([0, 5], 1, @)", "dot(@, [1, 2, 3])",
    "cross(@, [1, 2, 3])", "normalize(@)", "length(@)", "length([1, 2], @)", "lookAt(@, [1, 2, 3])",
    "linear(@, 0, 1, 2, 4)", "linear(@, [0, 1], [2, 4])", "linear(0.5, 0, @, 2, 4)",
    "ease(@, 0, 1, 2, 4)", "easeIn(@, 0, 2, [0, 1], [2, 4])", "easeOut(@, 5, 9)",
    "ease(0.3, @, 9)", "random(@)", "random(1, @)", "random(@, 9)", "gaussRandom(@)",
    "gaussRandom(1, @)", "noise(@)", "seedRandom(@, true), random()", "seedRandom(@), random()",
    "L('Lead').wiggle(@, 10)", "L('Lead').position.wiggle(2, @)",
    "L('Lead').position.wiggle(2, 5, @)", "L('Lead').position.wiggle(2, 5, 2, @)",
    "L('Lead').position.wiggle(2, 5, 2, 0.5, @)", "L('Key').rotation.temporalWiggle(2, @)",
    "L('Key').rotation.temporalWiggle(2, 0.5, 2, 0.5, @)", "L('Key').rotation.smooth(@)",
    "L('Key').rotation.smooth(0.3, @)", "L('Key').rotation.smooth(0.3, 5, @)",
    "L('Lead').position.valueAtTime(@)", "L('Lead').position.velocityAtTime(@)",
    "L('Key').rotation.speedAtTime(@)", "L('Key').rotation.key(@).time",
    "L('Lead').position.key(@).value", "L('Key').rotation.nearestKey(@).index",
    "L('Short').rotation.loopOut('cycle', @)", "L('Short').rotation.loopOut('pingpong', @)",
    "L('Short').rotation.loopOut('offset', @)", "L('Short').rotation.loopOut('continue', @)",
    "L('Late').rotation.loopIn('cycle', @)", "L('Late').rotation.loopIn('pingpong', @)",
    "L('Late').rotation.loopIn('offset', @)", "L('Late').rotation.loopIn('continue', @)",
    "L('Short').rotation.loopOutDuration('cycle', @)",
    "L('Late').rotation.loopInDuration('pingpong', @)", "L('Short').rotation.loopOut(@)",
    "posterizeTime(@), time", "timeToFrames(@)", "framesToTime(@)", "degreesToRadians(@)",
    "radiansToDegrees(@)", "rgbToHsl(@)", "hslToRgb(@)", "thisComp.layer(@).name",
    "thisComp.layer('Controls').effect(@)(1)", "thisComp.marker.key(@).time",
    "thisComp.marker.nearestKey(@).index", "thisLayer.toComp(@)", "L('Lead').toComp(@)",
    "L('Solid').toWorld(@)", "L('Lead').fromComp(@)", "L('Solid').fromWorld(@)",
    "L('Lead').toComp([1, 2], @)", "L('Lead').anchorPoint.valueAtTime(@)",
    "L('Shapes').content('G').content('Line').path.pointOnPath(@)",
    "L('Shapes').content('G').content('Line').path.tangentOnPath(@)",
    "L('Shapes').content('G').content('Line').path.normalOnPath(@)",
    "L('Shapes').content('G').content('Line').path.pointOnPath(0.5, @)",
    "L('Shapes').content(@).name", "L('Shapes').content('G').content(@).name",
    "L('Words').text.sourceText.valueAtTime(@)", "L('Words').sourceRectAtTime(@).width",
    "L('Solid').sourceRectAtTime(@).height", "L('Solid').sourceRectAtTime(@, true).left",
    "L('Own')(@)", "L('Lead').transform(@)", "thisProperty.propertyGroup(@)", "comp(@).name",
    "timeToCurrentFormat(@)", "createPath([[0, 0], @]).points()", "value[@]", "thisComp(@)",
  ]

  private static let others = [
    "thisComp.width + ',' + thisComp.height + ',' + thisComp.duration + ',' + thisComp.frameDuration",
    "thisComp.numLayers + ',' + thisComp.name + ',' + thisComp.displayStartTime",
    "[time, inPoint, outPoint, startTime, index, name, width, height, active, enabled, hasParent]",
    "['Own', 'Lead', 'Hidden', 'Early', 'Nested', 'Words', 'Solid', 'Deep'].map(function (n) { var l = L(n); return [l.inPoint, l.outPoint, l.startTime, l.index, l.width, l.height, l.active, l.enabled, l.hasParent, l.hasVideo, l.hasAudio].join('/') }).join(' ')",
    "['transform', 'position', 'scale', 'rotation', 'opacity', 'anchorPoint', 'xPosition', 'zRotation', 'orientation', 'mask', 'effect', 'marker', 'source', 'parent', 'text', 'content', 'gone'].map(function (n) { try { return n + typeof L('Lead')[n] } catch (e) { return n + e.message } }).join()",
    "L('Key').rotation.numKeys + ',' + L('Lead').position.numKeys + ',' + L('Own').position.numKeys",
    "[1, 2, 3].map(function (i) { var k = L('Key').rotation.key(i); return [k.index, k.time, k.value].join('/') }).join()",
    "L('Nested').source.name + L('Nested').source.numLayers + L('Nested').source.layer(1).rotation",
    "L('Solid').parent.name + L('Solid').hasParent + L('Lead').hasParent",
    "L('Masked').mask('M').maskOpacity + ',' + L('Masked').mask(1).maskExpansion",
    "L('Controls').effect('Shift')('Slider') + ',' + L('Controls').effect(1)(1) + ',' + L('Controls').effect('Idle').active + ',' + L('Controls').effect('Target')(1).name",
    "L('Controls')('Effects')('Tint')(1)", "L('Controls').effect.numProperties",
    "L('Words').text.sourceText + ',' + L('Words').text.sourceText.length + ',' + L('Words').text.sourceText[1]",
    "L('Words').text.sourceText.style.fontSize + ',' + L('Words').text.sourceText.style.fillColor",
    "var s = L('Words').sourceRectAtTime(); [s.top, s.left, s.width, s.height]",
    "var s = L('Shapes').sourceRectAtTime(); [s.top, s.left, s.width, s.height]",
    "var p = L('Shapes').content('G').content('Line').path; [p.points(), p.inTangents(), p.outTangents(), p.isClosed()].join(';')",
    "createPath([[0, 0], [9, 9]], [[1, 1], [2, 2]], [], false).isClosed()",
    "['Box', 'Oval', 'Star', 'Fill', 'Stroke', 'Shade', 'Edge', 'Trim'].map(function (n) { var i = L('Shapes').content('G').content(n); return n + [i.size, i.position, i.roundness, i.rotation, i.points, i.outerRadius, i.innerRadius, i.color, i.opacity, i.strokeWidth, i.start, i.end, i.offset].map(String).join('/') }).join(' ')",
    "L('Shapes').content('G').transform.position + ',' + L('Shapes').content('G').propertyIndex",
    "[thisProperty.propertyIndex, thisProperty.propertyGroup(1).name, thisLayer.propertyIndex].map(String)",
    "[1, 2, 3].map(function (i) { var m = thisComp.marker.key(i); return [m.time, m.index, m.comment, m.duration].join('/') }).join() + thisComp.marker.numKeys",
    "thisComp.marker.key('a').time + ',' + thisComp.marker.key('gone')",
    "hexToRgb === undefined ? 0 : [hexToRgb('#ff8000'), hexToRgb('0f0'), hexToRgb('#12345678')].join(';')",
    "[0, 90, 180, 300].map(function (h) { return r(hslToRgb([h / 360, 0.5, 0.4, 0.7])) }).join(';') + [[1, 0, 0, 1], [0, 1, 1, 0.5], [0.2, 0.2, 0.2, 1]].map(function (c) { return r(rgbToHsl(c)) }).join(';')",
    "seedRandom(5, true); [random(), random(), random(10), random(1, 2), gaussRandom()].map(r)",
    "seedRandom(5, false); [random(), random([1, 2]), random([1, 2], [3, 4])].map(r).join(';')",
    "[noise(0), noise([1, 2]), noise([0.5, 0.5, 0.5]), noise(-3.3)].map(r)",
    "[wiggle(1, 10), wiggle(1, 10, 3), wiggle(1, 10, 1, 0.5, 2)].join(';')",
    "throw 'up'", "undefinedName", "null.x", "var a = 1; a", "if (time > 1) { 5 } else { 6 }",
    "[1, 2, 3].reduce(function (a, b) { return a + b })", "'abc'.toUpperCase() + Math.round(time)",
    "toComp([0, 0]) + ',' + fromComp([10, 10]) + ',' + toWorld([1, 1])",
    "L('Deep').rotationX + ',' + L('Deep').rotationY + ',' + L('Deep').rotationZ + ',' + L('Deep').orientation + ',' + L('Deep').position",
    "L('Skewed').toComp([10, 10])", "L('Split').position + ',' + L('Split').xPosition",
  ]

  private func text(_ expression: String) throws -> String {
    let script =
      """
      function L(key) { return thisComp.layer(key); }
      function r(value) {
        if (value.length === undefined) { return Math.round(value * 1000) / 1000; }
        var list = [];
        for (var i = 0; i < value.length; i += 1) { list.push(Math.round(value[i] * 1000) / 1000); }
        return list;
      }
      try { $bm_rt = String((\(expression))); } catch (error) { $bm_rt = '! ' + error; }
      """
    let isProgram = [";", "throw", "if ("].contains { expression.contains($0) }
    let plain = script.replacing(
      "String((\(expression)))", with: isProgram ? "String(eval(code))" : "String((\(expression)))")
    let code = isProgram ? "var code = \(quoted(expression));\n" : ""
    let probe = try ExpressionProbe(expressionWorld(code + plain))
    return [0.0, 10, 25].map { frame in
      probe.text(1, at: frame) ?? "failed \(probe.reasons)"
    }.joined(separator: " | ")
  }

  @Test("come to what they came to")
  func kept() throws {
    var text = ""
    for function in Self.functions {
      text += "\(function)\n"
      for number in Self.numbers {
        text += "  \(number): \(try self.text(function.replacing("@", with: number)))\n"
      }
    }
    for expression in Self.others { text += "\(expression)\n  \(try self.text(expression))\n" }
    try Kept.compare(text, with: "expressions.txt")
  }
}
