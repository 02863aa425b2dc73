const make = (a, { b = 2, ...rest } = {}, ...more) => () => a + b + more.length;
let fs = []; for (let i = 0; i < 3; i++) fs.push(() => i);
outer: for (const f of fs) { for (;;) { if (f() > 1) break outer; continue outer; } }
`${make(1, { c: 1 }, 2)()} ${fs.map(f => f())}`
