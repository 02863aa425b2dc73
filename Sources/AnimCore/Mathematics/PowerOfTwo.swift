/// 2 to the power of `exponent`, from −1022 to 1023.
@inline(__always)
func powerOfTwo(_ exponent: Int) -> Double {
  Double(bitPattern: UInt64(exponent + 1023) << 52)
}
