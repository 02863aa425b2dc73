// The entry point for systems with a C library. On others, Runtime.c starts the program.
@main
enum Program {
  static func main() { drawImages() }
}
