// Xlib, MIT-SHM, SHAPE, XSync, DPMS, MIT-SCREEN-SAVER, RandR, RENDER, XFIXES and Present in one module.
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
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/Xpresent.h>
#include <X11/extensions/Xrandr.h>
#include <X11/extensions/Xrender.h>
#include <X11/extensions/dpms.h>
#include <X11/extensions/scrnsaver.h>
#include <X11/extensions/shape.h>
#include <X11/extensions/sync.h>
#include <sys/ipc.h>
#include <sys/shm.h>

// XDestroyImage is a macro that calls a function of the image's function table.
static inline int cx11_destroy_image(XImage *image) {
    return XDestroyImage(image);
}

// Functions of input methods that take any number of arguments. The input method shows its own windows, rather than
// have the client draw its text.
static inline XIC cx11_create_input_context(XIM method, Window window) {
    return XCreateIC(method, XNInputStyle, XIMPreeditNothing | XIMStatusNothing, XNClientWindow, window,
                     XNFocusWindow, window, (void *)0);
}

static inline long cx11_events_of_input_context(XIC context) {
    long events = 0;
    XGetICValues(context, XNFilterEvents, &events, (void *)0);
    return events;
}

static inline void cx11_on_end_of_input_method(XIM method, XIMProc callback, void *data) {
    XIMCallback end = {(XPointer)data, callback};
    XSetIMValues(method, XNDestroyCallback, &end, (void *)0);
}

// The XA_ constants are casts, which Swift can't import.
static const Atom cx11_XA_ATOM = XA_ATOM;
static const Atom cx11_XA_CARDINAL = XA_CARDINAL;
static const Atom cx11_XA_INTEGER = XA_INTEGER;
static const Atom cx11_XA_PIXMAP = XA_PIXMAP;
static const Atom cx11_XA_STRING = XA_STRING;
static const Atom cx11_XA_WM_CLASS = XA_WM_CLASS;
static const Atom cx11_XA_WM_CLIENT_MACHINE = XA_WM_CLIENT_MACHINE;
static const Atom cx11_XA_WM_ICON_NAME = XA_WM_ICON_NAME;
static const Atom cx11_XA_WM_NAME = XA_WM_NAME;
static const Atom cx11_XA_WINDOW = XA_WINDOW;

#endif
