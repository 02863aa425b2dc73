// Animations have points, colours and paths as values, and layers draw into display lists: whoever
// uses AnimCore uses AnimGraphics.
@_exported public import AnimGraphics
