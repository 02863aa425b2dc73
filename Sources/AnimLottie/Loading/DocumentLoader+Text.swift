extension DocumentLoader {
  func loadFonts() throws(LottieError) {}
  func text(_ json: JSONValue) throws(LottieError) -> LottieLayer.Content { .none }
}
