/// A number of things, such as "1 picture" or "2 pictures".
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(agreeing(number, noun, noun + "s"))"
}

/// The form of a word that agrees with a number, such as "differs" with 1 and "differ" with all
/// others.
package func agreeing(_ number: Int, _ singular: String, _ plural: String) -> String {
  number == 1 ? singular : plural
}
