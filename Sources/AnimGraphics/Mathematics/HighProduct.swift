extension SIMD8<UInt16> {
  /// Returns the high halves of the products with a factor.
  @inline(__always) func highProduct(_ factor: UInt16) -> Self {
    // Written lane by lane, this compiles to one instruction for all eight lanes, unlike
    // conversions of whole vectors to 32 bits and back.
    func high(_ x: UInt16) -> UInt16 { x.multipliedFullWidth(by: factor).high }
    return Self(
      high(self[0]), high(self[1]), high(self[2]), high(self[3]), high(self[4]), high(self[5]),
      high(self[6]), high(self[7]))
  }
}
