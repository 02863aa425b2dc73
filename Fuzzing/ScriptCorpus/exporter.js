var $bm_rt;
var amp = 0.1, freq = 2, n = 0;
try { if (value > 0) { n = Math.floor(3.7); } } catch (e) { n = e.message; }
for (var i = 0; i < n; i++) { amp *= Math.sin(i * freq); }
$bm_rt = [amp, Math.max(n, 2)];
