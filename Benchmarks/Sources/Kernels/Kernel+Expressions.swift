import AnimGraphics
import AnimLottie

// Animations whose frames consist mostly of expressions.
extension Kernel {
  /// A frame of a rig: forty limbs whose size, opacity and angle have expressions as written by
  /// exporters for such rigs, and a hand that adds up the angles of its parents. Nothing is
  /// painted.
  static func expressions() -> (Int) -> Void {
    drawing(
      rig(
        angle: code("$bm_rt = $bm_mul(10, Math.sin($bm_sum(time, index)));"), size: size,
        opacity: code(opacity), total: code(total)))
  }

  /// The same rig with keyframes for the angles, and without other changes.
  static func expressionsGround() -> (Int) -> Void {
    let turn = #"{"a":1,"k":[{"t":0,"s":[-10],"i":\#(ease),"o":\#(ease)},{"t":20,"s":[10]}]}"#
    return drawing(rig(angle: turn, size: "", opacity: #"{"k":70}"#, total: turn))
  }

  private static func drawing(_ text: String) -> (Int) -> Void {
    guard let animation = try? LottieAnimation(Array(text.utf8)) else { return { _ in } }
    let renderer = LottieRenderer(animation)
    var list = DisplayList(size: PixelSize(width: 64, height: 64))
    return { run in
      list.removeAll(size: list.size, background: .white)
      renderer.draw(frame: Double(run % 20), into: &list)
    }
  }

  /// - Parameters:
  ///   - angle: The property of each limb, as JSON. `opacity` is similar, and `total` is the angle
  ///     of the hand.
  ///   - size: The member with the expression for the size of the joints, if any.
  private static func rig(angle: String, size: String, opacity: String, total: String) -> String {
    let limbs = (1...40).map { number in
      let parent = number % 4 == 1 ? "" : #""parent":\#(number - 1),"#
      return #"""
        {"ty":4,"ind":\#(number),"nm":"Limb \#(number)",\#(parent)"ip":0,"op":20,
         "ks":{"p":{"k":[9,9]},"r":\#(angle)},
         "shapes":[{"ty":"gr","nm":"Group","ix":1,"cix":2,"np":2,"it":[
           {"ty":"el","nm":"Joint","ix":1,"p":{"k":[0,0]},"s":{"ix":2,"k":[8,8]\#(size)}},
           {"ty":"fl","nm":"Fill","ix":2,"c":{"k":[1,0,0]},"o":\#(opacity)},
           {"ty":"tr","p":{"k":[0,0]},"a":{"k":[0,0]},"s":{"k":[100,100]},"r":{"k":0},"o":{"k":100}}]}]}
        """#
    }
    let hand = #"""
      {"ty":4,"ind":41,"nm":"Hand","parent":40,"ip":0,"op":20,"ks":{"r":\#(total)},
       "shapes":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[4,4]},"r":{"k":0}},
       {"ty":"fl","c":{"k":[0,0,1]},"o":{"k":100}}]}
      """#
    return #"""
      {"v":"5.7.0","fr":10,"ip":0,"op":20,"w":64,"h":64,
       "layers":[\#((limbs + [hand]).joined(separator: ","))]}
      """#
  }

  private static func code(_ expression: String) -> String { #"{"k":0,"x":"\#(expression)"}"# }

  private static let ease = #"{"x":[0.5],"y":[0.5]}"#
  private static let size =
    #","x":"var p = thisProperty.propertyIndex; "#
    + #"var g = thisProperty.propertyGroup(1).propertyIndex; $bm_rt = $bm_sum(value, [g, p]);""#
  private static let opacity =
    "$bm_rt = linear(content('Group').content('Joint').size[0], 0, 20, 40, 100);"
  private static let total =
    "var sum = 0, chain = 'thisLayer'; while (eval(chain).hasParent) { "
    + "chain = $bm_sum(chain, '.parent'); sum = $bm_sum(sum, eval(chain).rotation); } "
    + "$bm_rt = $bm_neg(sum);"
}
