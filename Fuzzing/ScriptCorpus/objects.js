var o = { a: 1, get b() { return this.a }, set b(v) { this.a = v }, ['c']: [1, , 3] };
function C(x) { this.x = x } C.prototype.f = function () { return arguments.length + this.x };
delete o.c[0]; o.b = new C(2).f(1, 2); for (var k in o) o[k] += k;
JSON.stringify(Object.freeze(o)) + Object.keys(o) + eval('o.a')
