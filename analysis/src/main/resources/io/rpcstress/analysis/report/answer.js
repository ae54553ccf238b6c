/* On a phone the answer comes first: sections and conditions are folded, on paper and on wider screens they are not. */
(function () {
  'use strict';
  var narrow = window.matchMedia('(max-width: 30rem)');
  function fold() { document.querySelectorAll('details.menu').forEach(function (d) { d.open = !narrow.matches; }); }
  narrow.addEventListener('change', fold);
  fold();
})();

/* The first screen: the overview's controls, and what the page's scripts share. */
RpcStress.page = (function () {
  'use strict';
  var R = RpcStress;

  function options(select, list) {
    var before = select.value;
    select.replaceChildren();
    list.forEach(function (o) {
      var option = document.createElement('option');
      option.value = String(o[0]);
      option.textContent = o[1];
      select.appendChild(option);
    });
    if (list.some(function (o) { return String(o[0]) === before; })) { select.value = before; }
  }

  function cell(tag, text, attributes) {
    var node = document.createElement(tag);
    node.textContent = text;
    Object.keys(attributes || {}).forEach(function (k) { node.setAttribute(k, attributes[k]); });
    return node;
  }

  function theme(dark) {
    return dark
      ? { ink: '#e6edf3', muted: '#9da7b3', grid: '#30363d', paper: 'transparent', fail: '#ff8f85', raised: '#161b22', halo: '#0d1117' }
      : { ink: '#1b1f24', muted: '#57606a', grid: '#d8dee4', paper: 'transparent', fail: '#b3261e', raised: '#ffffff', halo: '#ffffff' };
  }

  function tooltip(th, formatter) {
    return {
      renderMode: 'richText', confine: true, formatter: formatter, backgroundColor: th.raised, borderColor: th.muted, borderWidth: 1,
      textStyle: { color: th.ink, fontSize: 13, fontFamily: R.FONT }
    };
  }

  return { cell: cell, options: options, theme: theme, tooltip: tooltip };
})();

(function () {
  'use strict';
  var R = RpcStress, P = R.page;
  var all = JSON.parse(document.getElementById('data').textContent).overviews;
  var el = function (id) { return document.getElementById(id); };
  var dark = window.matchMedia('(prefers-color-scheme: dark)');
  /** With fewer rows there is nothing to filter. */
  var MIN_FILTERED = 8;
  /** Rows without a number whose reasons stand in the note at most; the table has all. */
  var MAX_REASONS = 3;
  var chart;

  if (all.length === 0) { return; }

  function choice() {
    return { one: all[Number(el('a-subject').value)], baseline: Number(el('a-baseline').value), measure: Number(el('a-measure').value), family: el('a-family').value };
  }

  function judged(c) { return c.measure === 0 && c.baseline === c.one.judged; }

  /** What verdicts are about: of an open loop one percentile of the time. */
  function judgedBy(c) { return c.one.id === 'open' ? c.one.measures[0].label : 'time'; }

  /** Why a row has no verdict; empty where it has one. */
  function why(c, r) {
    if (r.verdict !== '') { return ''; }
    if (judged(c)) { return r.why; }
    return c.measure === 0 ? 'the report\u2019s verdicts are against ' + c.one.baselines[c.one.judged] : 'verdicts are about ' + judgedBy(c);
  }

  function hover(c, r) {
    var own = r.own ? '\n' + R.ownText(r) : '';
    if (r.verdict === 'baseline') { return r.label + ': the baseline' + own; }
    var reason = why(c, r).replace(/(.{1,60})(?: |$)/g, '$1\n').trim();
    return r.label + own + '\n' + R.times(r) + ', over ' + (R.counted(r) || r.points) + ' ' + c.one.points + (r.apart ? ', others than the rows above' : '')
      + (r.unit === '' ? '\nno interval' : '\ninterval over: ' + r.unit)
      + '\n' + (r.verdict === '' ? 'no verdict: ' + reason : r.verdict);
  }

  function lower(c) { return c.one.measures[c.measure].better === 'lower'; }

  function title(c) {
    return c.one.label + ': ' + c.one.measures[c.measure].label + ', times that of ' + c.one.baselines[c.baseline];
  }

  /** Whether its own interval shows a difference that its verdict, one of several, does not. */
  function leavesOutOne(r) { return r.verdict === 'no difference shown' && r.lo !== null && (r.lo > 1 || r.hi < 1); }

  function note(c, found) {
    var text = R.overPoints(c.one, found.rows) + '. ' + R.intervalsOver(found.rows) + ' Filled marks carry a verdict, hollow ones none. ';
    if (!judged(c)) { text += (c.measure === 0 ? 'Verdicts are judged together, against ' + c.one.baselines[c.one.judged] + ' only: pick it to see them. ' : 'Verdicts are about ' + judgedBy(c) + ' alone. '); }
    if (judged(c) && found.rows.some(leavesOutOne)) { text += 'Verdicts are judged together, after Holm, and an interval is printed as it is for one: it can leave out 1 where no difference is shown. '; }
    if (found.floor === null) { text += found.loads.length > 0 ? '' : 'No bare TCP has a number here, so there is no floor. '; }
    else if (found.rows[0].v < found.floor.v && lower(c)) { text += 'The floor is bare TCP as it was called here: who sends several calls in one packet can be below it. '; }
    if (found.missing.length > 0) { text += 'Without a number here: ' + found.missing.map(function (r) { return r.label + (judged(c) && r.why && found.missing.length <= MAX_REASONS ? ' (' + r.why + ')' : ''); }).join(', ') + '.'; }
    return text;
  }

  function drawTable(c, found) {
    var body = document.createElement('tbody'), head = document.createElement('thead'), top = document.createElement('tr');
    var heads = ['technology', 'ratio', '95 % interval', 'interval over', c.one.points, 'verdict', 'withheld because'];
    var words = function (i) { return /over|verdict|because/.test(heads[i]) ? { 'class': 'words' } : {}; };
    heads.forEach(function (h, i) { top.appendChild(P.cell('th', h, Object.assign({ scope: 'col' }, words(i)))); });
    head.appendChild(top);
    found.rows.concat(found.missing).forEach(function (r) {
      var row = document.createElement('tr'), isBase = r.verdict === 'baseline';
      row.appendChild(P.cell('th', r.label, { scope: 'row' }));
      [r.v === null ? '\u2013' : R.number(r.v), r.lo === null ? '' : R.number(r.lo) + ' to ' + R.number(r.hi), r.unit, isBase ? '' : R.counted(r) || String(r.points), r.verdict === '' ? 'no verdict' : r.verdict, why(c, r)]
        .forEach(function (t, i) { row.appendChild(P.cell('td', t, words(i + 1))); });
      body.appendChild(row);
    });
    el('a-table').replaceChildren(P.cell('caption', title(c)), head, body);
  }

  /** Of the shapes that a capability can have, the least first; -1 where nothing is stated. */
  function level(cell) {
    var shape = cell.querySelector('.shape');
    return shape ? '\u25cb\u25d0\u25cf'.indexOf(shape.textContent) : -1;
  }

  /** What a technology offers more of than the baseline's is marked, and the mark explained. */
  function markCapabilities(c) {
    var table = document.querySelector('table.matrix'), base = R.technologyOf(c.one.baselines[c.baseline]);
    if (!table) { return; }
    var rows = Array.prototype.slice.call(table.tBodies[0].rows);
    var ours = rows.filter(function (row) { return row.cells[0].textContent === base; })[0];
    rows.forEach(function (row) {
      Array.prototype.slice.call(row.cells, 1).forEach(function (cell, i) {
        var least = ours ? level(ours.cells[i + 1]) : -1;
        cell.classList.toggle('more', least >= 0 && level(cell) > least);
      });
    });
    el('a-more').textContent = ours ? '+ more than ' + base + ', the baseline.' : '';
  }

  function draw() {
    var c = choice(), th = P.theme(dark.matches), box = el('a-chart'), found = R.standing(c.one, c.measure, c.baseline, c.family);
    box.style.height = R.overviewHeight(found.drawn, box.clientWidth) + 'px';
    chart.resize();
    var option = R.overview(c.one, c, th, box.clientWidth, 0);
    option.tooltip = P.tooltip(th, function (p) { return hover(c, found.drawn[p.dataIndex]); });
    chart.setOption(option, { notMerge: true });
    chart.getZr().flush();
    el('a-title').textContent = title(c);
    el('a-note').textContent = note(c, found);
    drawTable(c, found);
    markCapabilities(c);
  }

  /** Another subject has other series. */
  function fill() {
    var one = all[Number(el('a-subject').value)];
    el('a-baseline').replaceChildren();
    P.options(el('a-baseline'), one.baselines.map(function (b, i) { return [i, b]; }));
    el('a-baseline').value = String(one.judged);
    P.options(el('a-measure'), one.measures.map(function (m, i) { return [i, m.label]; }));
    P.options(el('a-family'), [['', 'all']].concat(one.technologies.map(function (t) { return [t, t]; })));
    el('a-family').parentElement.hidden = one.measures[0].rows[one.judged].length < MIN_FILTERED;
  }

  P.options(el('a-subject'), all.map(function (one, i) { return [i, one.label]; }));
  el('a-subject').parentElement.hidden = all.length < 2;
  fill();
  chart = echarts.init(el('a-chart'), null, { renderer: 'canvas' });
  el('a-controls').addEventListener('submit', function (e) { e.preventDefault(); });
  el('a-controls').addEventListener('change', function (e) {
    if (e.target.id === 'a-subject') { fill(); }
    draw();
  });
  dark.addEventListener('change', draw);
  window.addEventListener('resize', draw);
  draw();
})();
