import Mutation

/// The mutator. libFuzzer calls it to create a new file from an existing one.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  mutate(bytes, count, limit, seed) { text, random in
    random.next(below: 8) == 0
      ? insertingWords(words, into: text, &random) : mutatingXML(text, vocabulary, &random)
  }
}

/// The crossover. libFuzzer calls it to create a new file from two existing ones.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func crossOver(
  _ first: UnsafePointer<UInt8>, _ firstCount: Int, _ second: UnsafePointer<UInt8>,
  _ secondCount: Int, _ result: UnsafeMutablePointer<UInt8>, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  crossOver(first, firstCount, second, secondCount, result, limit, seed) { text, other, random in
    mutatingXML(text, from: other, vocabulary, &random)
  }
}

/// Words that usually make a file malformed.
private let words = [
  "<![CDATA[", "]]>", "<!--", "-->", "<?xml ", "?>", "<!DOCTYPE svg [", "<!ENTITY a 'b'>", "&a;",
  "&#x41;", "&lt;", "<style>", "</style>", "<g>", "</g>", "%", ";", ":", "'", "\"", "<", ">", "/>",
]

private let vocabulary = XMLVocabulary(
  elements: [
    "<g/>", "<svg viewBox='0 0 9 9'/>", "<use href='#a'/>", "<rect id='a' width='9' height='9'/>",
    "<path id='a' d='M0 0L9 9C1 2 3 4 5 6a1 2 3 0 1 4 5z'/>", "<polygon points='1 2 3 4 5 6'/>",
    "<circle r='5'/>", "<text id='a' x='1 2'>ab<tspan dy='3'>a</tspan></text>",
    "<text><textPath href='#a'>fi</textPath></text>", "<image href='x' width='9' height='9'/>",
    "<image href='data:image/svg+xml,%3Csvg/%3E' width='9' height='9'/>", "<defs/>", "<switch/>",
    "<symbol id='a' viewBox='0 0 9 9'/>", "<clipPath id='a'><circle r='5'/></clipPath>",
    "<mask id='a'><rect width='5' height='5' fill='white'/></mask>",
    "<pattern id='a' width='2' height='2'><path d='M0 0h1v1z'/></pattern>",
    "<marker id='a' orient='auto'><path d='M0 0h1v1z'/></marker>",
    "<linearGradient id='a'><stop offset='50%'/><stop stop-color='red'/></linearGradient>",
    "<radialGradient id='a' fr='1' spreadMethod='reflect' href='#a'/>",
    "<filter id='a'><feGaussianBlur stdDeviation='1'/><feOffset dx='1'/></filter>",
    "<feTurbulence baseFrequency='.1' numOctaves='3'/>", "<feImage href='#a'/>",
    "<feMorphology operator='dilate' radius='2'/>", "<feTile/>", "<feFlood flood-color='red'/>",
    "<feConvolveMatrix order='3' kernelMatrix='1 2 3 4 5 6 7 8 9'/>",
    "<feComponentTransfer><feFuncR type='table' tableValues='0 1'/></feComponentTransfer>",
    "<feDiffuseLighting><fePointLight x='1' z='2'/></feDiffuseLighting>",
    "<animate attributeName='x' values='0;9;1' dur='1s' repeatCount='indefinite'/>",
    "<animateTransform attributeName='transform' type='rotate' to='90' dur='2s'/>",
    "<animateMotion path='M0 0C1 2 3 4 5 6' dur='1s' rotate='auto'/>",
    "<set attributeName='fill' to='red' begin='a.end+1s'/>",
    "<style>rect{fill:red}</style>", "<foreignObject width='9' height='9'/>",
  ],
  attributes: [
    "id='a'", "class='a b'", "style='fill:red'", "transform='rotate(30) scale(2)'",
    "viewBox='0 0 1 1'", "width='9'", "height='50%'", "x='1'", "y='2em'", "fill='url(#a)'",
    "stroke='red'", "stroke-width='2'", "clip-path='url(#a)'", "mask='url(#a)'",
    "filter='url(#a) blur(1px)'", "marker-mid='url(#a)'", "href='#a'", "opacity='.5'",
    "stroke-dasharray='1 2'", "stroke-linejoin='round'", "pathLength='9'",
    "preserveAspectRatio='xMinYMax slice'", "overflow='visible'", "mix-blend-mode='screen'",
    "gradientUnits='userSpaceOnUse'", "patternUnits='userSpaceOnUse'",
    "primitiveUnits='objectBoundingBox'",
    "font-size='20'", "textLength='9'", "writing-mode='tb'", "letter-spacing='1'",
    "direction='rtl'",
    "begin='a.begin; click+1s; 2s'", "end='indefinite'", "min='1s'", "dur='1s'", "values='1;2;3'",
    "keyTimes='0;.5;1'", "keySplines='0 0 1 1'", "calcMode='paced'", "additive='sum'",
    "accumulate='sum'", "by='5'", "restart='whenNotActive'", "repeatCount='2.5'",
    "attributeName='d'", "attributeName='transform'", "attributeName='stroke-dasharray'",
    "in='SourceAlpha'", "in2='a'", "result='a'", "lang='de'", "media='(min-width: 1px)'",
  ],
  declarations: [
    "@keyframes a { 0% { x: 1px } 50% { opacity: 0 } to { transform: rotate(1turn) } }",
    "@media (min-width: 1px) { * { fill: red } }", "@supports (fill: red) { a { fill: red } }",
    "@layer a.b { * { fill: red } }",
    "@property --a { syntax: '<length>'; inherits: true; initial-value: 1px }",
    ".a > b ~ c + d:nth-child(2n+1), :is(rect, :not(g)) { fill: blue }",
    "* { & > g:has(rect) { fill: red } }",
    "* { animation: a 1s infinite alternate steps(3, end) }",
    "animation: a 1s linear(0, .5 25% 75%, 1);",
    "animation-delay: -1s;", "--a: calc(1px + 2%);", "width: var(--a, 1px);",
    "x: clamp(1px, 2em, 50%);",
    "fill: color-mix(in oklch, red 20%, var(--b, blue));",
    "fill: rgb(from red r g b / 50%) !important;",
    "transform: translate(1px) rotate3d(1, 1, 1, 30deg);",
    "filter: blur(1px) drop-shadow(1px 1px red);",
    "clip-path: polygon(0 0, 9px 0, 0 9px);", "offset-path: path('M0 0L9 9');",
    "offset-distance: 50%;",
    "stroke-dasharray: 1px 2px;", "font: italic 2em/3 a, b;", "text-shadow: 1px 1px red, 2px 2px;",
    "rotate: 30deg;", "scale: 2;", "translate: 1px 2%;", "transform-box: fill-box;", "all: unset;",
    "}",
  ])
