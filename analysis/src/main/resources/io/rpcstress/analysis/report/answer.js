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
  var loads = JSON.parse((document.getElementById('loads') || { textContent: '[]' }).textContent);
  var el = function (id) { return document.getElementById(id); };
  var dark = window.matchMedia('(prefers-color-scheme: dark)');
  /** With fewer rows there is nothing to filter. */
  var MIN_FILTERED = 8;
  /** Rows without a number whose reasons stand in the note at most; the table has all. */
  var MAX_REASONS = 3;
  /** Pixels that fit one page of A4 or Letter, with the margins of page.css, the headline and the notes. */
  var PAPER_WIDTH = 680, PAPER_HEIGHT = 560;
  var at = Math.max(0, all.findIndex(function (one) { return one.chosen; })), chart, maxHeight = Infinity;

  if (all.length === 0) { return; }

  function choice() {
    return { one: all[at], baseline: Number(el('a-baseline').value), measure: Number(el('a-measure').value), family: el('a-family').value };
  }

  function judged(c) { return c.measure === 0 && c.baseline === c.one.judged; }

  /** Why nothing of a chart is judged; empty where it is. */
  function unjudged(c) {
    return judged(c) ? '' : 'Only ' + c.one.measures[0].label + ' against ' + c.one.baselines[c.one.judged] + ' is judged.';
  }

  function hover(c, r) {
    var own = r.own ? '\n' + R.ownText(r) : '';
    if (r.standing === 'baseline') { return r.label + ': the baseline' + own; }
    return r.label + own + '\n' + R.times(r) + (r.n > 0 ? '\n' + r.n + (r.n === 1 ? ' process' : ' processes') + ' a side' : '')
      + (r.unit === '' ? '\nno interval' : '\ninterval over: ' + r.unit)
      + '\n' + (r.standing || unjudged(c)).replace(/(.{1,60})(?: |$)/g, '$1\n').trim();
  }

  function lower(c) { return c.one.measures[c.measure].better === 'lower'; }

  function title(c) { return R.overviewTitle(c.one, c.measure, c.baseline); }

  function note(c, found) {
    var text = R.ratioOf(c.one, found.rows) + '. ' + R.intervalsOver(found.rows) + ' ' + unjudged(c) + ' ';
    if (found.rows.some(function (r) { return /^(faster|slower|close)$/.test(R.kindOf(r)); })) { text += 'All are judged together, and an interval beside a standing is the one that decides. '; }
    if (found.floor === null) { text += found.loads.length > 0 ? '' : 'No bare TCP has a number here. '; }
    else if (found.rows[0].v < found.floor.v && lower(c)) { text += 'The floor is bare TCP as it was called here: who sends several calls in one packet can be below it. '; }
    if (found.missing.length > 0) { text += 'Without a number here: ' + found.missing.map(function (r) { return r.label + (r.standing !== '' && found.missing.length <= MAX_REASONS ? ' (' + r.standing + ')' : ''); }).join(', ') + '.'; }
    return text;
  }

  function drawTable(c, found) {
    var body = document.createElement('tbody'), head = document.createElement('thead'), top = document.createElement('tr');
    var heads = ['technology', 'ratio', '95 % interval', 'interval over', 'processes', 'standing'];
    var words = function (i) { return /over|standing/.test(heads[i]) ? { 'class': 'words' } : {}; };
    heads.forEach(function (h, i) { top.appendChild(P.cell('th', h, Object.assign({ scope: 'col' }, words(i)))); });
    head.appendChild(top);
    found.rows.concat(found.missing).forEach(function (r) {
      var row = document.createElement('tr');
      row.appendChild(P.cell('th', r.label, { scope: 'row' }));
      [r.v === null ? '\u2013' : R.number(r.v), r.lo === null ? '' : R.number(r.lo) + ' to ' + R.number(r.hi), r.unit, r.n === 0 ? '' : String(r.n), r.standing]
        .forEach(function (t, i) { row.appendChild(P.cell('td', t, words(i + 1))); });
      body.appendChild(row);
    });
    el('a-table').replaceChildren(P.cell('caption', title(c)), head, body);
  }

  /** The legend of the marks that there are. */
  function explain(found) {
    var kinds = found.rows.map(R.kindOf);
    document.querySelectorAll('[data-kind]').forEach(function (li) { li.hidden = kinds.indexOf(li.dataset.kind) < 0; });
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
    el('a-more').textContent = table.querySelector('.more') ? '+ more than ' + base + ', the baseline.' : '';
  }

  function draw() {
    var c = choice(), th = P.theme(dark.matches && maxHeight === Infinity), box = el('a-chart'), found = R.standing(c.one, c.measure, c.baseline, c.family);
    el('a-chart').closest('figure').hidden = !c.one.drawn;
    if (!c.one.drawn) { return; }
    box.style.height = Math.min(R.overviewHeight(found.drawn, box.clientWidth), maxHeight) + 'px';
    chart.resize();
    var option = R.overview(c.one, c, th, box.clientWidth, 0);
    option.tooltip = P.tooltip(th, function (p) { return hover(c, found.drawn[p.dataIndex]); });
    chart.setOption(option, { notMerge: true });
    chart.getZr().flush();
    el('a-title').textContent = title(c);
    el('a-note').textContent = note(c, found);
    explain(found);
    drawTable(c, found);
    markCapabilities(c);
  }

  function drawAt(width, height) {
    el('a-chart').style.width = width;
    maxHeight = height;
    draw();
  }

  /** Fills a select, and keeps what was picked if the load has it, too. */
  function pick(id, names, first) {
    var select = el(id), before = select.selectedOptions[0] ? select.selectedOptions[0].textContent : '';
    select.replaceChildren();
    P.options(select, names.map(function (name, i) { return [i, name]; }));
    select.value = String(names.indexOf(before) < 0 ? first : names.indexOf(before));
  }

  function fill() {
    var one = all[at];
    pick('a-baseline', one.baselines, one.judged);
    pick('a-measure', one.measures.map(function (m) { return m.label; }), 0);
    P.options(el('a-family'), [['', 'all']].concat(one.technologies.map(function (t) { return [t, t]; })));
    el('a-family').parentElement.hidden = one.measures[0].rows[one.judged].length < MIN_FILTERED;
  }

  function line(texts, kind) {
    var row = document.createElement('tr');
    texts.forEach(function (text, i) { row.appendChild(P.cell(kind(i)[0], text, kind(i)[1])); });
    return row;
  }

  /** All of the first screen is of one load: headline, chart and costs. */
  function show() {
    var load = loads[at], headline = document.querySelector('.headline'), table = document.querySelector('table[data-id=call-cost]');
    headline.replaceChildren(load.said);
    if (load.withheld !== '') { headline.append(' ', P.cell('span', load.withheld, { 'class': 'why' })); }
    var head = document.createElement('thead'), body = document.createElement('tbody');
    head.appendChild(line(load.header, function () { return ['th', { scope: 'col' }]; }));
    load.rows.forEach(function (cells) { body.appendChild(line(cells, function (i) { return i === 0 ? ['th', { scope: 'row' }] : ['td', {}]; })); });
    table.replaceChildren(P.cell('caption', load.costs), head, body);
    if (chart) {
      fill();
      draw();
    }
    document.dispatchEvent(new CustomEvent('load-picked', { detail: load }));
  }

  /** Grouped by loop, where there are several. */
  function offer() {
    var groups = {}, select = el('l-load');
    loads.forEach(function (load, i) {
      if (!groups[load.scope]) {
        groups[load.scope] = document.createElement('optgroup');
        groups[load.scope].label = load.scope;
        select.appendChild(groups[load.scope]);
      }
      groups[load.scope].appendChild(P.cell('option', load.words, { value: String(i) }));
    });
    select.value = String(at);
    el('l-controls').hidden = loads.length < 2;
    el('l-controls').addEventListener('submit', function (e) { e.preventDefault(); });
    select.addEventListener('change', function () {
      at = Number(select.value);
      show();
    });
  }

  if (loads.length > 0) { offer(); }
  if (el('a-chart')) {
    fill();
    chart = echarts.init(el('a-chart'), null, { renderer: 'svg' });
    el('a-controls').addEventListener('submit', function (e) { e.preventDefault(); });
    el('a-controls').addEventListener('change', draw);
    dark.addEventListener('change', draw);
    window.addEventListener('resize', draw);
    // Drawn anew for paper: shrunk, its text could not be read.
    window.addEventListener('beforeprint', function () { drawAt(PAPER_WIDTH + 'px', PAPER_HEIGHT); });
    window.addEventListener('afterprint', function () { drawAt('', Infinity); });
    draw();
  }
})();
