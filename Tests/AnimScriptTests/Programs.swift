/// Programs and their results as text, by subject. All results agree with another implementation of
/// the language.
enum Programs {
  typealias Program = (source: String, result: String)

  static let all =
    arrays + texts + objects + functions + statements + operators + mathematics + json
    + regularExpressions + globals

  private static let arrays: [Program] = [
    (#"[1, 2, 3].at === undefined || [1, 2, 3].at(-1)"#, #"3"#),
    (#"[1, 2, 3, 4].copyWithin(0, 2).join()"#, #"3,4,3,4"#),
    (#"[1, 2, 3, 4, 5].copyWithin(1, 0, 3).join()"#, #"1,1,2,3,5"#),
    (#"[1, 2, 3, 4, 5].copyWithin(-2, -4, -3).join()"#, #"1,2,3,2,5"#),
    (
      #"[1, 2, 3].every(x => x < 4) + ',' + [1, 2, 3].every(x => x < 3) + ',' + [].every(x => false)"#,
      #"true,false,true"#
    ),
    (
      #"[1, 2, 3].some(x => x > 2) + ',' + [1, 2, 3].some(x => x > 3) + ',' + [].some(x => true)"#,
      #"true,false,false"#
    ),
    (#"[1, 2, 3, 4].fill(9, 1, 3).join()"#, #"1,9,9,4"#),
    (#"[1, 2, 3, 4].fill(9, -1).join()"#, #"1,2,3,9"#),
    (#"new Array(3).fill(0).map((x, i) => i * i).join()"#, #"0,1,4"#),
    (#"[5, 6, 7].find(x => x > 5) + ',' + [5, 6, 7].find(x => x > 7)"#, #"6,undefined"#),
    (#"[5, 6, 7].findIndex(x => x > 5) + ',' + [5, 6, 7].findIndex(x => x > 7)"#, #"1,-1"#),
    (#"var s = ''; [1, 2].forEach((x, i, a) => s += x + i + a.length); s"#, #"35"#),
    (#"var s = ''; [1, , 3].forEach(x => s += x); s"#, #"13"#),
    (#"[1, [2, [3, [4]]]].flat(2).length"#, #"4"#),
    (#"[1, [2, [3, [4]]]].flat(Infinity).join()"#, #"1,2,3,4"#),
    (#"[1, 2].flatMap(x => [x, x * 2]).join()"#, #"1,2,2,4"#),
    (
      #"[1, 2, 3].includes(2) + ',' + [1, 2, 3].includes(2, 2) + ',' + [1, 2, 3].includes(3, -1)"#,
      #"true,false,true"#
    ),
    (
      #"[1, 2, 1].indexOf(1, 1) + ',' + [1, 2, 1].indexOf(1, -1) + ',' + [1].indexOf('1')"#,
      #"2,2,-1"#
    ),
    (
      #"[1, 2, 1].lastIndexOf(1) + ',' + [1, 2, 1].lastIndexOf(1, 1) + ',' + [1, 2, 1].lastIndexOf(1, -2)"#,
      #"2,0,0"#
    ),
    (#"[1, null, undefined, 'x', [2, 3]].join('-')"#, #"1---x-2,3"#),
    (#"[1, 2, 3].join(undefined) + [1].join('x')"#, #"1,2,31"#),
    (#"[...[7, 8].keys()].join() + [...[7, 8].values()].join()"#, #"0,17,8"#),
    (#"[1, 2, 3].map((x, i, a) => x * i + a.length).join()"#, #"3,5,9"#),
    (#"[1, 2, 3].map(parseInt).join()"#, #"1,NaN,NaN"#),
    (#"var a = [1, 2, 3]; a.pop() + a.length + [].pop()"#, #"NaN"#),
    (#"var a = []; a.push(1, 2, 3) + a.join()"#, #"31,2,3"#),
    (
      #"[1, 2, 3, 4].reduce((a, b) => a - b) + ',' + [1, 2, 3, 4].reduce((a, b) => a - b, 100)"#,
      #"-8,90"#
    ),
    (
      #"[1, 2, 3, 4].reduceRight((a, b) => a - b) + ',' + [[1], [2]].reduceRight((a, b) => a.concat(b)).join()"#,
      #"-2,2,1"#
    ),
    (#"try { [].reduce((a, b) => a) } catch (e) { e.name }"#, #"TypeError"#),
    (#"[1, 2, 3].reverse().join() + [].reverse().length"#, #"3,2,10"#),
    (#"var a = [1, 2, 3]; a.shift() + a.join() + [].shift()"#, #"12,3undefined"#),
    (#"var a = [3]; a.unshift(1, 2) + a.join()"#, #"31,2,3"#),
    (
      #"[0, 1, 2, 3, 4].slice(1, 3).join() + '|' + [0, 1, 2, 3, 4].slice(-2).join() + '|' + [0, 1, 2].slice(2, 1).length"#,
      #"1,2|3,4|0"#
    ),
    (#"[3, 1, 2].sort((a, b) => a - b).join() + [undefined, 3, , 1].sort().length"#, #"1,2,34"#),
    (#"[5, 25, 100, 1].sort().join()"#, #"1,100,25,5"#),
    (
      #"[{ k: 1, v: 'a' }, { k: 0, v: 'b' }, { k: 1, v: 'c' }, { k: 0, v: 'd' }].sort((a, b) => a.k - b.k).map(x => x.v).join('')"#,
      #"bdac"#
    ),
    (#"['b', undefined, 'a'].sort().map(String).join()"#, #"a,b,undefined"#),
    (#"var a = [0, 1, 2, 3]; a.splice(-2).join() + '|' + a.join()"#, #"2,3|0,1"#),
    (#"var a = [0, 1, 2, 3]; a.splice(1, 0, 'x', 'y').length + '|' + a.join()"#, #"0|0,x,y,1,2,3"#),
    (#"var a = [0, 1, 2, 3]; a.splice(2, 99).join() + '|' + a.join()"#, #"2,3|0,1"#),
    (#"[1, [2, 3]].toString() + [].toString() + String([null])"#, #"1,2,3"#),
    (
      #"Array.isArray([]) + ',' + Array.isArray({ length: 0 }) + ',' + Array.isArray(Array.prototype)"#,
      #"true,false,true"#
    ),
    (#"Array.of(7).length + Array(3).length + Array(1, 2).length"#, #"6"#),
    (#"Array.from({ length: 3, 0: 'a', 2: 'c' }).join('-')"#, #"a--c"#),
    (#"Array.from([1, 2, 3], (x, i) => x * i).join()"#, #"0,2,6"#),
    (#"[1, 2, 3].length = 2"#, #"2"#),
    (#"var a = [1, 2, 3]; a.length = 5; a.length + ',' + (4 in a) + a.join()"#, #"5,false1,2,3,,"#),
    (#"try { [].length = -1 } catch (e) { e.name }"#, #"RangeError"#),
    (#"try { new Array(-1) } catch (e) { e.name }"#, #"RangeError"#),
    (#"var a = [1]; a[3] = 4; Object.keys(a).join() + a.length"#, #"0,34"#),
    (
      #"var a = [1, 2, 3]; delete a[1]; a.length + ',' + (1 in a) + a.indexOf(undefined)"#,
      #"3,false-1"#
    ),
    (#"[1, 2, 3].concat(4, [5, [6]]).length"#, #"6"#),
    (#"var a = [1, 2]; a.foo = 3; Object.keys(a).join() + a.length"#, #"0,1,foo2"#),
    (#"[[1, 2], [3]].map(([x, y = 0]) => x + y).join()"#, #"3,3"#),
    (#"[] == false"#, #"true"#),
    (#"[1] == 1"#, #"true"#),
    (#"[1, 2] + [3]"#, #"1,23"#),
    (#"[,].length + [1, , 2].length"#, #"4"#),
  ]

  private static let texts: [Program] = [
    (#"'abc'.at === undefined ? 'c' : 'abc'.at(-1)"#, #"c"#),
    (#"'abc'.charAt(1) + 'abc'.charAt(5) + 'abc'[2] + 'abc'[9]"#, #"bcundefined"#),
    (
      #"'aé😀'.length + ',' + 'aé😀'.codePointAt(2) + ',' + 'a'.codePointAt(3) + ',' + '😀'.charCodeAt(1)"#,
      #"4,128512,undefined,56832"#
    ),
    (#"'abc'.charCodeAt(-1) + ',' + 'a'.concat('b', 1, null)"#, #"NaN,ab1null"#),
    (
      #"'abcdef'.endsWith('ef') + ',' + 'abcdef'.endsWith('cd', 4) + ',' + 'abc'.startsWith('b') + ',' + 'abc'.startsWith('b', 1)"#,
      #"true,true,false,true"#
    ),
    (
      #"'abc'.includes('bc') + ',' + 'abc'.includes('a', 1) + ',' + 'abc'.includes('')"#,
      #"true,false,true"#
    ),
    (
      #"'abcabc'.indexOf('c', 3) + ',' + 'abc'.indexOf('x') + ',' + 'abc'.indexOf('', 9) + ',' + 'abcabc'.lastIndexOf('a', 2)"#,
      #"5,-1,3,0"#
    ),
    (
      #"'a'.localeCompare('b') + ',' + 'b'.localeCompare('a') + ',' + 'a'.localeCompare('a')"#,
      #"-1,1,0"#
    ),
    (
      #"'abc'.padEnd(6, 'xy') + 'abc'.padEnd(2) + '5'.padStart(3, '0') + 'a'.padStart(3) + '|'"#,
      #"abcxyxabc005  a|"#
    ),
    (#"'ab'.repeat(3) + 'x'.repeat(0)"#, #"ababab"#),
    (#"try { 'x'.repeat(-1) } catch (e) { e.name }"#, #"RangeError"#),
    (
      #"'aXbX'.replace('X', 'Y') + 'aXbX'.replace(/X/g, 'Y') + 'abc'.replace('x', 'y')"#,
      #"aYbXaYbYabc"#
    ),
    (#"'John Smith'.replace(/(\w+)\s(\w+)/, '$2, $1')"#, #"Smith, John"#),
    (#"'abc'.replace(/b/, "[$`|$&|$'|$$]")"#, #"a[a|b|c|$]c"#),
    (#"'abc'.replace('b', () => '$&')"#, #"a$&c"#),
    (#"'a1b2'.replace(/\d/g, d => d * 2)"#, #"a2b4"#),
    (#"'abc'.replace(/(?<x>b)/, '<$<x>>')"#, #"a<b>c"#),
    (#"'aaa'.replaceAll === undefined ? 'bbb' : 'aaa'.replaceAll('a', 'b')"#, #"bbb"#),
    (#"'abcdef'.search(/[d-f]/) + ',' + 'abc'.search('x')"#, #"3,-1"#),
    (
      #"'abcdef'.slice(2) + ',' + 'abcdef'.slice(-2) + ',' + 'abcdef'.slice(2, -1) + ',' + 'abcdef'.slice(4, 2)"#,
      #"cdef,ef,cde,"#
    ),
    (
      #"'abcdef'.substring(4, 2) + ',' + 'abcdef'.substring(-1, 2) + ',' + 'abcdef'.substring(3)"#,
      #"cd,ab,def"#
    ),
    (
      #"'abcdef'.substr(-3, 2) + ',' + 'abcdef'.substr(1) + ',' + 'abcdef'.substr(2, -1)"#,
      #"de,bcdef,"#
    ),
    (
      #"'a,b,,c'.split(',').length + ',' + 'abc'.split('').join('-') + ',' + 'a,b,c'.split(',', 2).join()"#,
      #"4,a-b-c,a,b"#
    ),
    (
      #"'a1b2c'.split(/(\d)/).join('|') + ',' + 'abc'.split().length + ',' + ''.split('').length + ',' + ''.split(',').length"#,
      #"a|1|b|2|c,1,0,1"#
    ),
    (#"'ÀÉ'.toLowerCase() + 'àß'.toUpperCase() + 'İ'.toLowerCase().length"#, #"àéÀSS2"#),
    (#"'ΑΣ'.toLowerCase()"#, #"ας"#),
    (#"'\t a \n'.trim() + '|' + ' a '.trimStart() + '|' + ' a '.trimEnd() + '|'"#, #"a|a | a|"#),
    (#"'abc'.toString() === 'abc'.valueOf()"#, #"true"#),
    (#"String.fromCharCode(72, 105, 65601) + String.fromCodePoint(128512).length"#, #"HiA2"#),
    (#"try { String.fromCodePoint(-1) } catch (e) { e.name }"#, #"RangeError"#),
    (#"String.raw`a\n${1}b`"#, #"a\n1b"#),
    (#"[...'a😀'].length + ',' + Object.keys('ab').join()"#, #"2,0,1"#),
    (#"'abc' < 'abd' && 'Z' < 'a' && 'a' < 'aa'"#, #"true"#),
    (#"'abc'.length = 5, 'abc'.length"#, #"3"#),
    (#"'\x41\u0042\u{43}\0'.length"#, #"4"#),
    (#"'a' + 1 + 2 + ('3' - 1) + (+'4') + -'5'"#, #"a1224-5"#),
    (#"`line ${`nested ${1 + 1}`} end`"#, #"line nested 2 end"#),
    (
      #"'abc'.match(/z/) + ',' + 'aBC'.match(/[A-Z]/g).join('') + ',' + 'abc'.match(/(b)(c)/).index"#,
      #"null,BC,1"#
    ),
    (#"'abc'.match(/z/g) === null && 'abc'.match(/z/) === null"#, "true"),
    (#"'x'.match(/(y)?x/)[1] + ',' + 'abc'.match(/b/).input"#, #"undefined,abc"#),
    (#"'a-b_c'.split(/[-_]/).join('')"#, #"abc"#),
  ]

  private static let objects: [Program] = [
    (#"Object.assign({ a: 1 }, { b: 2 }, null, { a: 3 }).a + Object.assign({}, 'xy')[1]"#, #"3y"#),
    (
      #"var o = Object.create({ a: 1 }, { b: { value: 2, enumerable: true } }); o.a + o.b + Object.keys(o).join()"#,
      #"3b"#
    ),
    (#"Object.create(null).toString === undefined"#, #"true"#),
    (
      #"var o = {}; Object.defineProperty(o, 'x', { value: 1 }); o.x = 2; o.x + ',' + Object.keys(o).length + delete o.x"#,
      #"1,0false"#
    ),
    (
      #"var o = {}; Object.defineProperty(o, 'x', { get() { return 5 }, configurable: true }); o.x + ',' + delete o.x + o.x"#,
      #"5,trueundefined"#
    ),
    (
      #"'use strict'; var o = Object.freeze({ a: 1 }); try { o.a = 2 } catch (e) { e.name + o.a }"#,
      #"TypeError1"#
    ),
    (
      #"'use strict'; var o = Object.preventExtensions({ a: 1 }); try { o.b = 2 } catch (e) { e.name }"#,
      #"TypeError"#
    ),
    (
      #"var o = Object.seal({ a: 1 }); o.a = 2; delete o.a; o.b = 1; o.a + ',' + Object.isSealed(o) + Object.isFrozen(o) + Object.isExtensible(o)"#,
      #"2,truefalsefalse"#
    ),
    (
      #"Object.keys({ b: 1, a: 2, 2: 0, 1: 0 }).join() + Object.values({ x: 1, y: [2] }).join()"#,
      #"1,2,b,a1,2"#
    ),
    (
      #"Object.entries([7, 8]).join('|') + Object.getOwnPropertyNames('ab').join()"#,
      #"0,7|1,80,1,length"#
    ),
    (
      #"var d = Object.getOwnPropertyDescriptor({ get a() { return 1 } }, 'a'); typeof d.get + d.set + d.enumerable + d.configurable"#,
      #"functionundefinedtruetrue"#
    ),
    (
      #"var d = Object.getOwnPropertyDescriptor([1], 'length'); d.value + ',' + d.writable + d.enumerable + d.configurable"#,
      #"1,truefalsefalse"#
    ),
    (
      #"Object.getOwnPropertyDescriptors === undefined ? 'a' : Object.keys(Object.getOwnPropertyDescriptors({ a: 1 })).join()"#,
      #"a"#
    ),
    (
      #"Object.getPrototypeOf([]) === Array.prototype && Object.getPrototypeOf(Object.prototype) === null"#,
      #"true"#
    ),
    (
      #"var p = { a: 1 }, o = Object.setPrototypeOf({}, p); o.a + ',' + p.isPrototypeOf(o)"#,
      #"1,true"#
    ),
    (
      #"Object.is(NaN, NaN) + ',' + Object.is(0, -0) + ',' + Object.is('a', 'a')"#,
      #"true,false,true"#
    ),
    (
      #"({ a: 1 }).hasOwnProperty('a') + ',' + ({}).hasOwnProperty('toString') + ',' + ('toString' in {})"#,
      #"true,false,true"#
    ),
    (
      #"({ a: 1 }).propertyIsEnumerable('a') + ',' + [1].propertyIsEnumerable('length')"#,
      #"true,false"#
    ),
    (
      #"Object.prototype.toString.call([]) + Object.prototype.toString.call(null) + Object.prototype.toString.call(1) + Object.prototype.toString.call(/x/) + Object.prototype.toString.call(() => 1)"#,
      #"[object Array][object Null][object Number][object RegExp][object Function]"#
    ),
    (#"Object.fromEntries === undefined ? 1 : Object.fromEntries([['a', 1], ['b', 2]]).b"#, #"2"#),
    (
      #"var o = { valueOf() { return 7 }, toString() { return 'x' } }; o * 2 + `${o}` + (o + 1)"#,
      #"14x8"#
    ),
    (#"var o = { toString() { return '3' } }; o * 2 + o"#, #"63"#),
    (#"var o = { a: 1, ...{ b: 2, a: 3 }, ...null }; o.a + o.b"#, #"5"#),
    (#"var { a = 5, ...r } = { b: 1, c: 2 }; a + Object.keys(r).join()"#, #"5b,c"#),
    (#"var k = 'x'; ({ [k + 1]: 2, k })['x1']"#, #"2"#),
    (#"({ __proto__: { z: 9 } }).z"#, #"9"#),
    (
      #"var o = { a: { b: 1 } }; o?.a?.b + ',' + o?.x?.b + ',' + o.f?.()"#,
      #"1,undefined,undefined"#
    ),
    (#"Object(1) instanceof Number && typeof Object('a') && Object(true) == true"#, #"true"#),
    (#"var o = {}; o[1] = 'n'; o['1'] + o[1.0]"#, #"nn"#),
    (
      #"var s = ''; for (var k in Object.create({ a: 1 }, { b: { value: 1, enumerable: true }, c: { value: 2 } })) s += k; s"#,
      #"ba"#
    ),
    (#"var s = ''; for (var k in 'ab') s += k; for (var k in [5, 6]) s += k; s"#, #"0101"#),
    (#"var s = ''; for (var k in null) s += k; s + 'none'"#, #"none"#),
    (
      #"var o = { get x() { return this._x * 2 }, set x(v) { this._x = v + 1 } }; o.x = 4; o.x"#,
      #"10"#
    ),
    (
      #"var o = {}; Object.defineProperty(o, 'a', { enumerable: true }); String(o.a) + Object.keys(o)"#,
      #"undefineda"#
    ),
    (
      #"var o = { a: 1 }; Object.defineProperty(o, 'a', { writable: false }); String(o.a) + Object.keys(o)"#,
      #"1a"#
    ),
    (
      #"var d = Object.getOwnPropertyDescriptor(Object.defineProperty({}, 'a', {}), 'a'); [d.value, d.writable, d.enumerable, d.configurable].map(String).join()"#,
      #"undefined,false,false,false"#
    ),
  ]

  private static let functions: [Program] = [
    (#"(function (a, b) {}).length + ((a, b = 1, c) => 1).length + ((...r) => 1).length"#, #"3"#),
    (#"var f = function () { return arguments.length }; f(1, undefined, 3)"#, #"3"#),
    (#"function f(a) { 'use strict'; arguments[0] = 5; return a } f(1)"#, #"1"#),
    (#"function f(a, a2 = a) { return a2 } f(3)"#, #"3"#),
    (
      #"function f({ a, b = 2 } = {}, [c] = [3]) { return [a, b, c].join() } f() + f({ a: 1 }, [9])"#,
      #",2,31,2,9"#
    ),
    (#"var f = (a, b) => ({ sum: a + b }); f(1, 2).sum"#, #"3"#),
    (
      #"(function () { return typeof this })() + (function () { 'use strict'; return typeof this })()"#,
      #"objectundefined"#
    ),
    (
      #"var o = { f() { return [1].map(function () { return this === o }, o)[0] } }; o.f()"#,
      #"true"#
    ),
    (
      #"function F() { if (!new.target) return 'called'; this.a = 1 } F() + new F().a"#,
      #"called1"#
    ),
    (#"function F() { return { a: 2 } } new F().a"#, #"2"#),
    (#"function F() { this.a = 1; return 5 } new F().a"#, #"1"#),
    (
      #"function F() {} F.prototype.x = 3; var o = new F; o.x + ',' + (o instanceof F) + (o.constructor === F)"#,
      #"3,truetrue"#
    ),
    (#"var f = function fact(n) { return n ? n * fact(n - 1) : 1 }; f(5)"#, #"120"#),
    (#"[1, 2, 3].map(function (x) { return x * this.k }, { k: 2 }).join()"#, #"2,4,6"#),
    (#"Math.max(...[1, 9, 3], 4) + [...'ab', ...[1]].join()"#, #"9a,b,1"#),
    (#"((a, b) => a * b).apply(null, [3, 4]) + ((a, b) => a - b).call(null, 9, 2)"#, #"19"#),
    (
      #"var g = function () { return this.v + [].join.call(arguments) }.bind({ v: 'b' }, 1); g(2) + g.length"#,
      #"b1,20"#
    ),
    (#"var c = 0; function next() { return ++c } next() + next() * next()"#, #"7"#),
    (#"(function () { var x = 1; { let x = 2; var y = x } return x + y })()"#, #"3"#),
    (#"var x = 1; (function () { return typeof x; var x = 2 })()"#, #"undefined"#),
    (#"(() => { try { return 'a' } finally { } })()"#, #"a"#),
    (
      #"function outer() { var n = 0; return { inc: () => ++n, get: () => n } } var o = outer(); o.inc(); o.inc(); o.get()"#,
      #"2"#
    ),
    (#"if (true) { function g() { return 1 } } g()"#, #"1"#),
    (#"typeof hoisted; var hoisted = 1"#, #"undefined"#),
    (#"(function f(n) { return n > 0 ? f(n - 1) : 'deep' })(100)"#, #"deep"#),
    (#"var f = x => y => z => x + y + z; f(1)(2)(3)"#, #"6"#),
    (#"(a => a)`x`[0]"#, #"x"#),
    (#"void function () {}()"#, #"undefined"#),
  ]

  private static let statements: [Program] = [
    (#"var s = ''; for (var i = 0, j = 5; i < j; i++, j--) s += i + j; s"#, #"555"#),
    (#"var s = ''; for (let [k, v] of Object.entries({ a: 1, b: 2 })) s += k + v; s"#, #"a1b2"#),
    (#"var i = 0; while (true) { if (++i > 4) break; if (i % 2) continue } i"#, #"5"#),
    (#"var n = 0; a: for (;;) { for (;;) { n++; if (n > 3) break a; continue a } } n"#, #"4"#),
    (
      #"var r = ''; switch ('b') { case 'a': r += 1; case 'b': r += 2; case 'c': r += 3; break; case 'd': r += 4 } r"#,
      #"23"#
    ),
    (
      #"var r = ''; switch (9) { default: r += 'd'; case 1: r += 1; break; case 2: r += 2 } r"#,
      #"d1"#
    ),
    (#"switch (NaN) { case NaN: 'same'; break; default: 'never' }"#, #"never"#),
    (#"try { throw { code: 7 } } catch ({ code }) { code }"#, #"7"#),
    (#"try { null.x } catch { 'caught' }"#, #"caught"#),
    (#"var s = ''; try { s += 1; throw 2 } catch (e) { s += e } finally { s += 3 } s"#, #"123"#),
    (#"(() => { try { throw 1 } catch (e) { return 'c' } finally { } })()"#, #"c"#),
    (#"(() => { l: { break l; return 1 } return 2 })()"#, #"2"#),
    (#"var s = 0; for (const x of [1, 2, 3]) { if (x == 2) continue; s += x } s"#, #"4"#),
    (#"var s = 0; for (var x of [1, 2, 3, 4]) { if (x == 3) break; s += x } s + x"#, #"6"#),
    (#"var a; { a = 1 } if (a) a = 2; else a = 3; a"#, #"2"#),
    (#"var a = 0; if (a) 1; else if (!a) 2; else 3"#, #"2"#),
    (#"for (var i = 0; i < 3; i++); i"#, #"3"#),
    (
      #"var f = []; for (let i = 0; i < 2; i++) { let j = i * 2; f.push(() => i + j) } f.map(g => g()).join()"#,
      #"0,3"#
    ),
    (#"do { var once = 1 } while (false); once"#, #"1"#),
    (#"var x = 5; x; ; x + 1"#, #"6"#),
    (#";[1, 2].length"#, #"2"#),
    (
      #"throwing: try { throw new RangeError('r') } catch (e) { e instanceof Error && e.name + e.message }"#,
      #"RangeErrorr"#
    ),
    (#"try { undefined() } catch (e) { e.name }"#, #"TypeError"#),
    (#"try { (void 0).x } catch (e) { e.name }"#, #"TypeError"#),
    (#"try { x } catch (e) { e.name } let x"#, #"ReferenceError"#),
    (#"try { new (() => 1) } catch (e) { e.name }"#, #"TypeError"#),
    (#"try { 1 in 1 } catch (e) { e.name }"#, #"TypeError"#),
    (#"try { 1 instanceof 1 } catch (e) { e.name }"#, #"TypeError"#),
    (#"try { var [a] = null } catch (e) { e.name }"#, #"TypeError"#),
    (#"try { var { a } = undefined } catch (e) { e.name }"#, #"TypeError"#),
    (#"try { [...1] } catch (e) { e.name }"#, #"TypeError"#),
    (#"try { decodeURIComponent('%') } catch (e) { e.name }"#, #"URIError"#),
    (#"try { JSON.parse('[1,]') } catch (e) { e.name }"#, #"SyntaxError"#),
    (#"try { (1).toFixed(101) } catch (e) { e.name }"#, #"RangeError"#),
    (#"try { (1).toString(1) } catch (e) { e.name }"#, #"RangeError"#),
  ]

  private static let operators: [Program] = [
    (
      #"5 / 2 + ',' + 5 % 3 + ',' + -5 % 3 + ',' + 2 ** 10 + ',' + 7 / 0 + ',' + 0 / 0"#,
      #"2.5,2,-2,1024,Infinity,NaN"#
    ),
    (
      #"1 + null + ',' + (1 + undefined) + ',' + (true + true) + ',' + ([] + 1) + ',' + ({} + 1)"#,
      #"1,NaN,2,1,[object Object]1"#
    ),
    (
      #"'3' * '4' + ',' + '10' / 4 + ',' + ('a' - 1) + ',' + +'' + ',' + +' 12 ' + ',' + +'1e3' + ',' + +[5] + ',' + +{}"#,
      #"12,2.5,NaN,0,12,1000,5,NaN"#
    ),
    (
      #"1 == '1' && null == undefined && !(null == 0) && !(NaN == NaN) && '' == 0 && '0' == false"#,
      #"true"#
    ),
    (#"1 === 1.0 && 'a' === 'a' && !([] === []) && null !== undefined"#, #"true"#),
    (
      #"2 < 10 && '2' > '10' && !('a' < 1) && !('a' > 1) && null >= 0 && !(undefined >= 0)"#,
      #"true"#
    ),
    (
      #"(5 & 3) + ',' + (5 | 3) + ',' + (5 ^ 3) + ',' + ~5 + ',' + (1 << 31) + ',' + (-8 >> 1) + ',' + (-8 >>> 28)"#,
      #"1,7,6,-6,-2147483648,-4,15"#
    ),
    (#"4294967296 | 0"#, #"0"#),
    (
      #"(2147483648 | 0) + ',' + (1e20 | 0) + ',' + (-1 >>> 0) + ',' + (1.9 | 0) + ',' + (-1.9 | 0) + ',' + ('7' | 0)"#,
      #"-2147483648,1661992960,4294967295,1,-1,7"#
    ),
    (#"(0 || 'a') + (1 && 'b') + (null ?? 'c') + (0 ?? 'd') + ('' || null || 'e')"#, #"abc0e"#),
    (#"var a = 1; a += 2; a *= 3; a -= 1; a /= 2; a %= 3; a **= 4; a"#, #"1"#),
    (#"var a = 6; a <<= 2; a >>= 1; a |= 1; a &= 7; a ^= 2; a >>>= 1; a"#, #"3"#),
    (#"var i = 1; i++ + i++ + ',' + i + ',' + (--i - i--) + ',' + i"#, #"3,3,0,1"#),
    (#"var o = { n: 1 }; o.n++; ++o.n; o['n'] += 2; o.n--; o.n"#, #"4"#),
    (
      #"typeof 1 + typeof 'a' + typeof true + typeof undefined + typeof null + typeof {} + typeof [] + typeof (() => 1) + typeof undeclared"#,
      #"numberstringbooleanundefinedobjectobjectobjectfunctionundefined"#
    ),
    (#"(1, 2, 3)"#, #"3"#),
    (#"true ? false ? 1 : 2 : 3"#, #"2"#),
    (#"!0 + !'' + !!'a' + !NaN + !{} + !null"#, #"5"#),
    (#"-'3' + +true - -1"#, #"-1"#),
    (#"delete {}.x && !(delete Math.PI)"#, #"true"#),
    (#"var kept = 1; (delete kept) + ',' + kept"#, #"false,1"#),
    (#"var a = [1, 2, 3], b = a; b[0] = 9; a[0] + (a === b)"#, #"10"#),
    (#"'a' in { a: 1 } && !('b' in { a: 1 }) && 0 in [1] && 'length' in []"#, #"true"#),
    (#"[10, 1, 3] > [10, 1, 2]"#, #"true"#),
    (
      #"0.1 * 3 + ',' + 1 / 3 + ',' + 1e21 + ',' + 1e-7 + ',' + 123456789.125 + ',' + -0 + ',' + 100"#,
      #"0.30000000000000004,0.3333333333333333,1e+21,1e-7,123456789.125,0,100"#
    ),
    (
      #"(0.1).toFixed(20) + ',' + (1.45).toFixed(1) + ',' + (-1.5).toFixed(0) + ',' + (1e-10).toFixed(2)"#,
      #"0.10000000000000000555,1.4,-2,0.00"#
    ),
    (
      #"(1234.5678).toExponential() + ',' + (0.00015).toExponential(1) + ',' + (1e21).toPrecision(3) + ',' + (0).toPrecision(2)"#,
      #"1.2345678e+3,1.5e-4,1.00e+21,0.0"#
    ),
    (
      #"(25).toString(36) + ',' + (-255).toString(16) + ',' + (0.1).toString(2).length + ',' + (1e21).toString(7).length"#,
      #"p,-ff,57,25"#
    ),
    (
      #"Number.MAX_SAFE_INTEGER + ',' + Number.EPSILON + ',' + Number.MIN_VALUE + ',' + Number.MAX_VALUE"#,
      #"9007199254740991,2.220446049250313e-16,5e-324,1.7976931348623157e+308"#
    ),
    (
      #"Number.isInteger(5.0) + ',' + Number.isInteger(5.5) + ',' + Number.isSafeInteger(2 ** 53) + ',' + Number.isNaN('a') + ',' + isNaN('a') + ',' + Number.isFinite('1') + ',' + isFinite('1')"#,
      #"true,false,false,false,true,false,true"#
    ),
    (
      #"Number('12px') + ',' + Number(null) + ',' + Number(undefined) + ',' + Number(true) + ',' + Number([]) + ',' + Number('0b11') + ',' + Number('-0x1') + ',' + Number(' \n')"#,
      #"NaN,0,NaN,1,0,3,NaN,0"#
    ),
    (
      #"parseInt('0x1f') + ',' + parseInt('101', 2) + ',' + parseInt('z', 36) + ',' + parseInt('') + ',' + parseInt('-12.9') + ',' + parseInt('9', 8) + ',' + parseInt(null, 36)"#,
      #"31,5,35,NaN,-12,NaN,1112745"#
    ),
    (
      #"parseFloat('3.14abc') + ',' + parseFloat('.5') + ',' + parseFloat('-Infinityx') + ',' + parseFloat('e5') + ',' + parseFloat('1e') + ',' + parseFloat('1.2.3')"#,
      #"3.14,0.5,-Infinity,NaN,1,1.2"#
    ),
    (
      #"Boolean('') + ',' + Boolean('0') + ',' + Boolean([]) + ',' + Boolean(-0) + ',' + new Boolean(false) + ',' + !!new Boolean(false)"#,
      #"false,true,true,false,false,true"#
    ),
  ]

  private static let mathematics: [Program] = [
    (
      #"Math.abs(-3) + ',' + Math.ceil(1.2) + ',' + Math.ceil(-1.8) + ',' + Math.floor(-1.2) + ',' + Math.round(1.5) + ',' + Math.round(-1.5) + ',' + Math.round(0.49999999999999994)"#,
      #"3,2,-1,-2,2,-1,0"#
    ),
    (
      #"Math.trunc(-4.7) + ',' + Math.sign(-3) + ',' + Math.sign(0) + ',' + Math.sqrt(2) + ',' + Math.cbrt(-8) + ',' + Math.hypot(3, 4, 12) + ',' + Math.hypot()"#,
      #"-4,-1,0,1.4142135623730951,-2,13,0"#
    ),
    (
      #"Math.max(1, '5', 3) + ',' + Math.min(2, -1) + ',' + Math.max(1, NaN) + ',' + Math.min() + ',' + Math.max(-0, 0)"#,
      #"5,-1,NaN,Infinity,0"#
    ),
    (
      #"Math.pow(2, 0.5) + ',' + Math.pow(-2, 3) + ',' + Math.pow(0, 0) + ',' + Math.exp(0) + ',' + Math.log(1) + ',' + Math.log(-1) + ',' + Math.log10(0.001)"#,
      #"1.4142135623730951,-8,1,1,0,NaN,-3"#
    ),
    (
      #"Math.atan2(1, -1) + ',' + Math.atan2(-0, -1) + ',' + Math.atan2(0, 0) + ',' + Math.sin(0) + ',' + Math.cos(0) + ',' + Math.acos(2)"#,
      #"2.356194490192345,-3.141592653589793,0,0,1,NaN"#
    ),
    (
      #"Math.clz32(1) + ',' + Math.clz32(0) + ',' + Math.imul(0xffffffff, 5) + ',' + Math.fround(5.5) + ',' + Math.fround(5.05)"#,
      #"31,32,-5,5.5,5.050000190734863"#
    ),
    (
      #"Math.PI + ',' + Math.E + ',' + Math.LN2 + ',' + Math.LN10 + ',' + Math.LOG2E + ',' + Math.LOG10E + ',' + Math.SQRT2 + ',' + Math.SQRT1_2"#,
      #"3.141592653589793,2.718281828459045,0.6931471805599453,2.302585092994046,1.4426950408889634,0.4342944819032518,1.4142135623730951,0.7071067811865476"#
    ),
    (
      #"1 / Math.round(-0.2) + ',' + 1 / Math.ceil(-0.5) + ',' + 1 / Math.max(-0, -0)"#,
      #"-Infinity,-Infinity,-Infinity"#
    ),
  ]

  private static let json: [Program] = [
    (
      #"JSON.stringify({ a: 1, b: 'x"\n', c: [true, null], d: undefined, e: () => 1, f: NaN, g: Infinity })"#,
      #"{"a":1,"b":"x\"\n","c":[true,null],"f":null,"g":null}"#
    ),
    (
      #"JSON.stringify([undefined, () => 1, -0, 1e21, '\u2028', '\ud800'])"#,
      "[null,null,0,1e+21,\"\u{2028}\",\"\\ud800\"]"
    ),
    (
      #"JSON.stringify({ b: 1, a: { d: [], c: {} } }, null, 2)"#,
      "{\n  \"b\": 1,\n  \"a\": {\n    \"d\": [],\n    \"c\": {}\n  }\n}"
    ),
    (#"JSON.stringify({ a: 1, b: 2, c: { a: 3, d: 4 } }, ['a', 'c'])"#, #"{"a":1,"c":{"a":3}}"#),
    (
      #"JSON.stringify({ a: 1, b: 'x' }, (k, v) => typeof v === 'number' ? v + 1 : v)"#,
      #"{"a":2,"b":"x"}"#
    ),
    (
      #"JSON.stringify({ toJSON() { return { z: 1 } } }) + JSON.stringify('a') + JSON.stringify(undefined) + JSON.stringify(null)"#,
      #"{"z":1}"a"undefinednull"#
    ),
    (#"JSON.stringify([1, [2]], null, '--')"#, "[\n--1,\n--[\n----2\n--]\n]"),
    (
      #"JSON.stringify({ a: new Number(3), b: new String('s'), c: Object(false) })"#,
      #"{"a":3,"b":"s","c":false}"#
    ),
    (#"try { var o = {}; o.o = o; JSON.stringify(o) } catch (e) { e.name }"#, #"TypeError"#),
    (
      #"JSON.parse('{"a":[1,2,{"b":null}],"c":"\\u0041\\n","d":-1.5e-2,"e":true}').a[2].b + JSON.parse('"\\u0041"') + JSON.parse(' [ 1 , 2 ] ').length"#,
      #"nullA2"#
    ),
    (
      #"JSON.parse('{"a":1,"b":{"c":2}}', (k, v) => typeof v === 'number' ? v * 10 : v).b.c"#,
      #"20"#
    ),
    (#"JSON.parse('{"a":1,"a":2}').a + JSON.parse('1') + JSON.parse('null')"#, #"3"#),
    (#"JSON.parse('{"__proto__":1}').__proto__"#, #"1"#),
    (
      #"['01', '1.', '.5', "'a'", '{a:1}', '[1,]', 'nul', '"\t"', '1 2', ''].map(t => { try { JSON.parse(t); return 'ok' } catch (e) { return e.name[0] } }).join('')"#,
      #"SSSSSSSSSS"#
    ),
    (
      #"JSON.stringify({ a: { b: 1 } }, function (k, v) { return k === 'b' ? Object.keys(this).join() + typeof this.b : v })"#,
      #"{"a":{"b":"bnumber"}}"#
    ),
    (
      #"JSON.parse('{"a":{"b":1}}', function (k, v) { return k === 'b' ? this.b + Object.keys(this).length : v }).a.b"#,
      #"2"#
    ),
  ]

  private static let regularExpressions: [Program] = [
    (
      #"/a.c/.test('abc') + ',' + /a.c/.test('a\nc') + ',' + /a.c/s.test('a\nc') + ',' + /^b/m.test('a\nb') + ',' + /B/i.test('abc')"#,
      #"true,false,true,true,true"#
    ),
    (
      #"/(\d+)-(\d+)/.exec('10-20').slice(1).join() + /x*/.exec('aaa')[0].length + /a{2,3}/.exec('aaaa')[0]"#,
      #"10,200aaa"#
    ),
    (
      #"/a{2,3}?/.exec('aaaa')[0] + /a+?b/.exec('aab')[0] + /(a|ab)(c|bcd)(d*)/.exec('abcd').join()"#,
      #"aaaababcd,a,bcd,"#
    ),
    (
      #"/(?=b)b/.test('b') + ',' + /a(?!b)/.exec('abac').index + ',' + /(?<!a)b/.exec('abb').index + ',' + /(?<=a)b/.test('ab')"#,
      #"true,2,2,true"#
    ),
    (
      #"/\bword\b/.test('a word.') + ',' + /\Bb/.test('ab') + ',' + /^\s*$/.test(' \t\n') + ',' + /\w+/.exec('é_a1')[0] + ',' + /\D\S\W/.test('a !')"#,
      #"true,true,true,_a1,false"#
    ),
    (#"/(.)\1/.exec('abccd')[0] + /(?<q>['"]).*?\k<q>/.exec(`a "b' c" d`)[0]"#, #"cc"b' c""#),
    (
      #"/[^a-c]/.exec('abcd')[0] + /[\]\-x]/.exec('a-')[0] + /[a\-z]/.test('m') + /[-a]/.test('-') + /[\d.]+/.exec('v1.25')[0]"#,
      #"d-falsetrue1.25"#
    ),
    (
      #"/\u0041\x42\t/.test('AB\t') + ',' + /\u{1F600}/u.test('😀') + ',' + /^.$/u.test('😀') + ',' + /^.$/.test('😀')"#,
      #"true,true,true,false"#
    ),
    (
      #"var r = /a/g; r.test('aa') + ',' + r.lastIndex + ',' + r.test('aa') + r.lastIndex + r.test('aa') + r.lastIndex"#,
      #"true,1,true2false0"#
    ),
    (#"var r = /a/y; r.test('ba') + ',' + r.test('ab') + r.lastIndex"#, #"false,true1"#),
    (
      #"/a|b|/.exec('c')[0].length + ',' + /(?:)/.source + ',' + String(/a\/b/gi) + ',' + /x/gimsuy.flags"#,
      #"0,(?:),/a\/b/gi,gimsuy"#
    ),
    (#"try { new RegExp('(') } catch (e) { e.name }"#, #"SyntaxError"#),
    (#"'aBcD'.replace(/[A-Z]/g, c => '_' + c.toLowerCase())"#, #"a_bc_d"#),
    (
      #"'2020-01-02'.replace(/(?<y>\d+)-(?<m>\d+)/, (...a) => a[a.length - 1].m + '/' + a[1])"#,
      #"01/2020-02"#
    ),
    (#"'one two'.replace(/(\w+) (\w+)/, '$2 $1 $3 $0 $10')"#, #"two one $3 $0 one0"#),
    (#"'aaa'.lastIndexOf('a', -5) + 'x'.replace(/y?/g, '-')"#, #"0-x-"#),
    (#"'abc'.replace(/(?:)/g, '-')"#, #"-a-b-c-"#),
    (
      #"/(a*)*/.exec('b')[0].length + ',' + /(?:a|b)*c/.test('ababc') + ',' + /^(?:\d{3}|\w{2})$/.test('ab')"#,
      #"0,true,true"#
    ),
    (#"/(z)((a+)?(b+)?(c))*/.exec('zaacbbbcac').join('|')"#, #"zaacbbbcac|z|ac|a||c"#),
    (
      #"/\cJ/.test('\n') + ',' + /[\b]/.test('\b') + ',' + /\0/.test('\0') + ',' + /a{,2}/.test('a{,2}') + ',' + /x{1/.test('x{1')"#,
      #"true,true,true,true,true"#
    ),
    (
      #"/[^]/.test('\n') + ',' + /[]/.test('a') + ',' + /\//.test('/') + ',' + /[/]/.test('/')"#,
      #"true,false,true,true"#
    ),
    (
      #"/ß/i.test('ẞ') + ',' + /\u017f/i.test('s') + ',' + /\u212a/iu.test('k')"#,
      #"false,false,true"#
    ),
  ]

  private static let globals: [Program] = [
    (
      #"encodeURI('a b/ä?x=1&y#z') + encodeURIComponent("a b/ä?'()*!~") + decodeURI('%20%2F') + decodeURIComponent('%20%2F')"#,
      #"a%20b/%C3%A4?x=1&y#za%20b%2F%C3%A4%3F'()*!~ %2F /"#
    ),
    (
      #"isNaN(undefined) + ',' + isFinite(null) + ',' + typeof globalThis + ',' + typeof NaN + ',' + undefined + Infinity"#,
      #"true,true,object,number,undefinedInfinity"#
    ),
    (
      #"new Error('m').toString() + new Error().message.length + Error('x').message + (new TypeError('t') instanceof Error)"#,
      #"Error: m0xtrue"#
    ),
    (
      #"var e = new RangeError('r'); e.name + Object.keys(e).length + Object.prototype.toString.call(e)"#,
      #"RangeError0[object Error]"#
    ),
    (
      #"var it = [7, 8].entries(); it.next().value.join() + it.next().done + it.next().done"#,
      #"0,7falsetrue"#
    ),
    (#"eval('1 + 1') + eval('var q = 5; q * 2')"#, #"12"#),
    (
      #"typeof eval + typeof parseInt + typeof Object + typeof JSON + typeof Math"#,
      #"functionfunctionfunctionobjectobject"#
    ),
  ]
}
