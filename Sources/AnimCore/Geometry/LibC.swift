// The few functions of the C mathematics library that AnimCore uses, under one roof, so that
// no other file has to know which C library the platform has.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

func sine(_ radians: Double) -> Double { sin(radians) }
func cosine(_ radians: Double) -> Double { cos(radians) }
func exponential(_ x: Double) -> Double { exp(x) }
func naturalLogarithm(_ x: Double) -> Double { log(x) }
/// eˣ − 1, exact to the last bits near zero too.
func exponentialMinusOne(_ x: Double) -> Double { expm1(x) }
