// Xlib, MIT-SHM, XSync, RandR, RENDER and Present in one module.
//
// The order of the headers follows their dependencies. The functions below replace macros that
// Swift can't import.
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
#include <X11/extensions/Xrender.h>
#include <X11/extensions/sync.h>
#include <sys/ipc.h>
#include <sys/shm.h>

// XDestroyImage is a macro that calls a function of the image's function table.
static inline int cx11_destroy_image(XImage *image) {
    return XDestroyImage(image);
}

// The XA_ constants are casts, which Swift can't import.
static const Atom cx11_XA_ATOM = XA_ATOM;
static const Atom cx11_XA_CARDINAL = XA_CARDINAL;
static const Atom cx11_XA_INTEGER = XA_INTEGER;
static const Atom cx11_XA_STRING = XA_STRING;
static const Atom cx11_XA_WM_CLASS = XA_WM_CLASS;
static const Atom cx11_XA_WM_CLIENT_MACHINE = XA_WM_CLIENT_MACHINE;
static const Atom cx11_XA_WM_ICON_NAME = XA_WM_ICON_NAME;
static const Atom cx11_XA_WM_NAME = XA_WM_NAME;
static const Atom cx11_XA_WINDOW = XA_WINDOW;

#endif
