/// Returns a count with its noun, such as "1 image" or "2 images".
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(agreeing(number, noun, noun + "s"))"
}

/// Returns the form of a word that agrees with a number, such as "differs" for 1 and "differ" for
/// all other numbers.
package func agreeing(_ number: Int, _ singular: String, _ plural: String) -> String {
  number == 1 ? singular : plural
}
