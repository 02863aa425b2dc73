import AnimCore
import ArgumentParser
import CX11

@main
struct X11Viewer: ParsableCommand {}
