import LinuxSystem

/// The program's own type, because Testing has another one with the same name.
typealias ExitStatus = LinuxSystem.ExitStatus
