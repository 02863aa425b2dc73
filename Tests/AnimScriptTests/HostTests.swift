import AnimScript
import Testing

@Suite("Scripts and their host")
struct HostTests {
}
