// What Swift needs of Xlib, MIT-SHM, XSync, RandR and Present, under one module.
//
// The headers come first in the order they depend on each other; the shims below
// stand in for macros that the Swift importer cannot see.
#ifndef CX11_H
#define CX11_H

#include <X11/Xlib.h>
#include <X11/Xatom.h>
#include <X11/Xresource.h>
#include <X11/Xutil.h>
#include <X11/XKBlib.h>
#include <X11/cursorfont.h>
#include <X11/keysym.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/Xpresent.h>
#include <X11/extensions/Xrandr.h>
#include <X11/extensions/sync.h>
#include <sys/ipc.h>
#include <sys/shm.h>

#endif
