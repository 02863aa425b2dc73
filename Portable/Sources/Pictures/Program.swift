// Where there is a C library to start a program; elsewhere, Runtime.c does.
@main
enum Program {
  static func main() { drawPictures() }
}
