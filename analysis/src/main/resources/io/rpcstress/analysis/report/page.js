/* The grid explorer. The charts' looks are in charts.js; here are the controls and what they show. */
(function () {
  'use strict';
  var R = RpcStress, P = R.page, cell = P.cell, options = P.options, tooltip = P.tooltip;
  var doc = R.dress(JSON.parse(document.getElementById('data').textContent));
  var el = function (id) { return document.getElementById(id); };
  var dark = window.matchMedia('(prefers-color-scheme: dark)');
  var cursor = { t: 0, r: 0 };
  var heat, line;

  /** Pixels of a legend's mark, and of a line of its names. */
  var LEGEND_MARK = 30, LEGEND_LINE = 26;

  if (!el('explore')) {
    document.documentElement.dataset.ready = 'yes';
    return;
  }

  function counted(n, what) { return n + ' ' + what + (n === 1 ? '' : 's'); }

  /** The choices, read once for each redraw. */
  function choice() {
    var s = Number(el('x-series').value), m = R.metric(doc, el('x-metric').value);
    var ratio = el('x-view').value === 'ratio';
    var byRequests = el('x-slice-by').value === 'requests';
    return {
      s: s, metric: m, ratio: ratio, id: ratio ? 'ratio:' + m.id : m.id, byRequests: byRequests,
      slice: Number(el('x-slice').value), log: el('x-log').checked,
      unit: ratio ? 'ratio' : m.unit
    };
  }

  /** Text of a cell, the same for the hover, the screen reader and the table. */
  function cellText(c, s, t, r) {
    var st = R.cellStatus(doc, s, c.id, t, r), v = R.cellValue(doc, s, c.id, t, r);
    if (st === 'x') { return '\u00d7 failed: ' + failure(s, t, r); }
    if (v === null) { return '\u2013'; }
    return R.number(v) + (st === '~' ? '*' : '');
  }

  function mark(s, t, r) { return doc.series[s].marks[t * doc.requests.length + r] || ''; }

  function failure(s, t, r) {
    if (R.status(doc, s, t, r) === 'x') { return mark(s, t, r); }
    return doc.series[doc.series[s].base].label + ' ' + mark(doc.series[s].base, t, r);
  }

  function readout(c, t, r) {
    var why = R.cellStatus(doc, c.s, c.id, t, r) === '~' ? ' \u00b7 ' + mark(c.s, t, r) : '';
    var v = R.cellValue(doc, c.s, c.id, t, r), text = cellText(c, c.s, t, r);
    return counted(doc.threads[t], 'thread') + ' \u00d7 ' + counted(doc.requests[r], 'request') + ': '
      + (v === null && text === '\u2013' ? 'unknown or not measured' : text + (v === null ? '' : c.ratio ? ' times' : ' ' + c.unit)) + why;
  }

  function heatTitle(c) {
    var label = doc.series[c.s].label;
    if (!c.ratio) { return label + ': ' + R.named(c.metric); }
    var base = doc.series[doc.series[c.s].base];
    return label + ' against ' + (base ? base.label : 'nothing') + ': ' + c.metric.label + ' (above 1, ' + (base ? base.label : 'the baseline') + ' is better)';
  }

  function drawHeat(c) {
    var th = P.theme(dark.matches), list = R.classes(doc, c.id), option = R.base(th), data = [];
    for (var t = 0; t < doc.threads.length; t++) {
      for (var r = 0; r < doc.requests.length; r++) {
        var v = R.cellValue(doc, c.s, c.id, t, r);
        if (R.cellStatus(doc, c.s, c.id, t, r) === 'x') {
          data.push({ value: [t, r, 0], visualMap: false, itemStyle: { color: dark.matches ? '#0d1117' : '#ffffff', decal: R.hatch(th.fail) } });
        } else if (v !== null) {
          data.push([t, r, v]);
        }
      }
    }
    var narrow = el('x-heat').clientWidth < 520;
    option.tooltip = tooltip(th, function (p) { return readout(c, p.value[0], p.value[1]).replace(': ', '\n'); });
    option.grid = { left: 62, right: 10, top: 12, bottom: 54 };
    option.xAxis = R.gridAxis(th, 'threads', 28, doc.threads, narrow ? 7 : 11);
    option.yAxis = R.gridAxis(th, 'requests', 44, doc.requests, 16);
    option.visualMap = {
      type: 'piecewise', show: false, seriesIndex: 0, dimension: 2, hoverLink: false,
      pieces: list.map(function (k, i) {
        var piece = { color: k.color };
        if (i > 0) { piece.gte = list[i - 1].below; }
        if (k.below !== Infinity) { piece.lt = k.below; }
        if (i === 0 && k.below === Infinity) { piece.gte = 0; }
        return piece;
      })
    };
    option.series = [
      { type: 'heatmap', data: data, progressive: 0, emphasis: { itemStyle: { borderColor: th.ink, borderWidth: 2 } } },
      { type: 'custom', id: 'cursor', silent: true, z: 10, data: [[cursor.t, cursor.r]], tooltip: { show: false }, renderItem: function (_, api) {
        var p = api.coord([api.value(0), api.value(1)]), size = api.size([1, 1]);
        return { type: 'rect', shape: { x: p[0] - size[0] / 2, y: p[1] - size[1] / 2, width: size[0], height: size[1] }, style: { fill: 'none', stroke: th.ink, lineWidth: 2.5 } };
      } }
    ];
    heat.setOption(option, { notMerge: true });
    heat.getZr().flush();
    drawKey(c, list);
    el('x-heat-title').textContent = heatTitle(c);
    el('x-read').textContent = readout(c, cursor.t, cursor.r);
  }

  /** The classes' colours, as text beside swatches. */
  function drawKey(c, list) {
    var key = el('x-key');
    key.replaceChildren();
    list.forEach(function (k) { key.appendChild(swatch(k.name, k.color)); });
    key.appendChild(swatch('\u00d7 failed', ''));
  }

  function swatch(name, color) {
    var item = cell('li', name), box = document.createElement('span');
    box.className = color === '' ? 'hatched' : '';
    if (color !== '') { box.style.backgroundColor = color; }
    item.insertBefore(box, item.firstChild);
    return item;
  }

  var CROSS = 'path://M1 0L5 4L9 0L10 1L6 5L10 9L9 10L5 6L1 10L0 9L4 5L0 1Z';

  function sliceAt(c, i) { return c.byRequests ? [i, c.slice] : [c.slice, i]; }

  function sliceTitle(c) {
    var fixed = c.byRequests ? counted(doc.requests[c.slice], 'request') : counted(doc.threads[c.slice], 'thread');
    return (c.ratio ? 'Ratio to the baseline, ' + c.metric.label : R.named(c.metric)) + ' at ' + fixed;
  }

  function shown(c) {
    return doc.series.map(function (_, s) { return s; }).filter(function (s) { return !c.ratio || (doc.series[s].base >= 0 && doc.series[s].base !== s); });
  }

  /**
   * The series that have a colour, which is theirs in every figure: all, or where they are too many the chosen one, its baseline, variants of its technology,
   * then others of colours that these have not; the rest is grey.
   */
  function inColour(c) {
    var all = shown(c), technology = function (s) { return doc.series[s].label.split(/[@\/ ]/)[0]; }, taken = {};
    if (all.length <= R.MAX_LINES) { return all; }
    var rank = function (s) { return s === c.s ? 0 : s === doc.series[c.s].base ? 1 : technology(s) === technology(c.s) ? 2 : 3; };
    return all.slice().sort(function (a, b) { return rank(a) - rank(b) || a - b; }).filter(function (s) {
      var color = doc.series[s].look.color, own = rank(s) < 3 || !taken[color];
      taken[color] = true;
      return own;
    }).slice(0, R.MAX_LINES);
  }

  /** Whether a slice has a point of a series, measured or failed. */
  function hasPoint(c, s) {
    return (c.byRequests ? doc.threads : doc.requests).some(function (_, i) {
      var at = sliceAt(c, i);
      return R.cellStatus(doc, s, c.id, at[0], at[1]) === 'x' || R.cellValue(doc, s, c.id, at[0], at[1]) !== null;
    });
  }

  /** A legend's names, cut where they are wider than the chart, and the lines that they fill. */
  function legendOf(names, width) {
    var lines = 1, at = 0, shown = {}, room = width - LEGEND_MARK - 20;
    names.forEach(function (name) {
      shown[name] = R.fitted(name, '13px', room);
      var own = LEGEND_MARK + 5 + R.measureText(shown[name], '13px').width + 14;
      if (at > 0 && at + own > width - 10) { lines++; at = 0; }
      at += own;
    });
    return { entries: names, shown: shown, lines: lines };
  }

  /** A single value stands in the middle of its axis. */
  function alone(axis, x) {
    axis.min = x - 1;
    axis.max = x + 1;
    axis.interval = 1;
    axis.axisLabel = Object.assign({}, axis.axisLabel, { formatter: function (v) { return v === x ? String(v) : ''; } });
  }

  function drawLine(c) {
    var th = P.theme(dark.matches), option = R.base(th), xs = c.byRequests ? doc.threads : doc.requests, all = [], crosses = [];
    var symbols = xs.length <= 40, coloured = inColour(c);
    option.series = shown(c).map(function (s) {
      var failed = [];
      var data = xs.map(function (x, i) {
        var at = sliceAt(c, i), v = R.cellValue(doc, s, c.id, at[0], at[1]);
        if (R.cellStatus(doc, s, c.id, at[0], at[1]) === 'x') { failed.push(x); return [x, null]; }
        if (v !== null) { all.push(v); }
        return [x, v];
      });
      if (coloured.indexOf(s) < 0) {
        return { type: 'line', name: doc.series[s].label, data: data, connectNulls: false, showSymbol: false, silent: true, z: 1, itemStyle: { color: th.muted }, lineStyle: { color: th.muted, width: 1, opacity: 0.45 } };
      }
      if (failed.length > 0) { crosses.push([s, failed]); }
      var look = doc.series[s].look;
      return {
        type: 'line', name: doc.series[s].label, data: data, connectNulls: false, showSymbol: symbols, symbol: look.symbol, symbolSize: 7,
        itemStyle: { color: look.color }, lineStyle: { color: look.color, width: s === c.s ? 3.5 : 2, type: look.dash }
      };
    });
    option.tooltip = tooltip(th, function (list) {
      var i = xs.indexOf(list[0].value[0]);
      return counted(xs[i], c.byRequests ? 'thread' : 'request') + '\n' + coloured.map(function (s) {
        var at = sliceAt(c, i);
        return doc.series[s].label + '  ' + cellText(c, s, at[0], at[1]);
      }).join('\n') + (coloured.length < shown(c).length ? '\ngrey: in the table below' : '');
    });
    option.tooltip.trigger = 'axis';
    var named = coloured.filter(function (s) { return hasPoint(c, s); }).map(function (s) { return doc.series[s].label; }), legend = legendOf(named, el('x-line').clientWidth);
    option.legend = R.legend(th, { bottom: 0, icon: undefined, itemStyle: {}, itemWidth: LEGEND_MARK, data: legend.entries });
    option.legend.formatter = function (name) { return legend.shown[name]; };
    option.grid = { left: 64, right: 16, top: 12, bottom: 58 + LEGEND_LINE * legend.lines };
    option.xAxis = R.axis(th, { type: 'value', min: xs[0], max: xs[xs.length - 1], name: c.byRequests ? 'threads' : 'requests', nameGap: 28, axisLabel: { color: th.ink, fontSize: 13, hideOverlap: true, showMaxLabel: true } });
    if (xs.length === 1) { alone(option.xAxis, xs[0]); }
    option.yAxis = R.axis(th, { type: c.log ? 'log' : 'value', name: c.unit, nameGap: 46, splitLine: { show: true, lineStyle: { color: th.grid } }, axisLabel: { color: th.ink, fontSize: 13, formatter: function (v) { return R.short(v); } } });
    var floor = 0;
    if (c.log) { R.bound(option.yAxis, [all]); floor = option.yAxis.min || 1; } else { option.yAxis.min = 0; }
    crosses.forEach(function (k, n) {
      option.series.push({
        type: 'scatter', name: doc.series[k[0]].label + ' failed', silent: true, symbol: CROSS, symbolSize: 8, symbolOffset: [0, -7 - 11 * n], clip: false,
        itemStyle: { color: doc.series[k[0]].look.color }, tooltip: { show: false }, data: k[1].map(function (x) { return [x, floor]; })
      });
    });
    el('x-line').style.height = 'calc(26rem + ' + LEGEND_LINE * (legend.lines - 1) + 'px)';
    line.resize();
    line.setOption(option, { notMerge: true });
    line.getZr().flush();
    el('x-line-title').textContent = sliceTitle(c);
    el('x-line-help').textContent = 'The same numbers stand in the table below. A cross marks a failed point.'
      + (coloured.length < shown(c).length ? ' In colour: ' + doc.series[c.s].label + ', its baseline, then variants of its technology, ' + coloured.length + ' in all; the others are grey.' : '');
  }

  function drawTable(c) {
    var table = el('x-table'), xs = c.byRequests ? doc.threads : doc.requests;
    var head = document.createElement('thead'), top = document.createElement('tr'), body = document.createElement('tbody');
    ['technology', c.byRequests ? 'threads' : 'requests', c.ratio ? 'ratio' : R.named(c.metric), 'doubtful for'].forEach(function (name) { top.appendChild(cell('th', name, { scope: 'col' })); });
    head.appendChild(top);
    shown(c).forEach(function (s) {
      xs.forEach(function (x, i) {
        var row = document.createElement('tr'), at = sliceAt(c, i), st = R.cellStatus(doc, s, c.id, at[0], at[1]);
        if (st === ' ') { return; }
        row.appendChild(cell('th', doc.series[s].label, { scope: 'row' }));
        row.appendChild(cell('td', String(x)));
        row.appendChild(cell('td', cellText(c, s, at[0], at[1]), st === 'x' ? { 'class': 'failed' } : {}));
        row.appendChild(cell('td', st === '~' ? mark(s, at[0], at[1]) : ''));
        body.appendChild(row);
      });
    });
    table.replaceChildren(cell('caption', sliceTitle(c)), head, body);
  }

  function redraw() {
    var c = choice();
    drawHeat(c);
    drawLine(c);
    drawTable(c);
  }

  function sliceOptions() {
    var byRequests = el('x-slice-by').value === 'requests', values = byRequests ? doc.requests : doc.threads;
    el('x-slice-label').textContent = byRequests ? 'Requests' : 'Threads';
    options(el('x-slice'), values.map(function (v, i) { return [i, String(v)]; }));
  }

  function moveCursor(t, r) {
    cursor = { t: Math.min(Math.max(t, 0), doc.threads.length - 1), r: Math.min(Math.max(r, 0), doc.requests.length - 1) };
    heat.setOption({ series: [{ id: 'cursor', data: [[cursor.t, cursor.r]] }] });
    el('x-read').textContent = readout(choice(), cursor.t, cursor.r);
  }

  function sliceAtCursor() {
    el('x-slice').value = String(el('x-slice-by').value === 'requests' ? cursor.r : cursor.t);
    redraw();
  }

  function onKey(e) {
    var step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] }[e.key];
    if (step) { moveCursor(cursor.t + step[0], cursor.r + step[1]); e.preventDefault(); }
    else if (e.key === 'Home') { moveCursor(0, cursor.r); e.preventDefault(); }
    else if (e.key === 'End') { moveCursor(doc.threads.length - 1, cursor.r); e.preventDefault(); }
    else if (e.key === 'Enter') { sliceAtCursor(); e.preventDefault(); }
  }

  function resize() { heat.resize(); redraw(); }

  /** The middle one of the request counts at which most series have a point: none is missing from the first chart that need not be. */
  function middleOfMost() {
    var having = doc.requests.map(function (_, r) {
      return doc.series.filter(function (_, s) { return doc.threads.some(function (_, t) { return R.status(doc, s, t, r) !== ' '; }); }).length;
    });
    var most = Math.max.apply(null, having), found = [];
    having.forEach(function (n, r) { if (n === most) { found.push(r); } });
    return found[Math.floor(found.length / 2)];
  }

  function metricsThatAreKnown() {
    return doc.metrics.filter(function (m) { return doc.series.some(function (s) { return s.values[m.id]; }); });
  }

  options(el('x-series'), doc.series.map(function (s, i) { return [i, s.label]; }));
  options(el('x-metric'), metricsThatAreKnown().map(function (m) { return [m.id, R.named(m)]; }));
  sliceOptions();
  el('x-slice').value = String(middleOfMost());
  heat = echarts.init(el('x-heat'), null, { renderer: 'canvas' });
  line = echarts.init(el('x-line'), null, { renderer: 'canvas' });
  heat.on('click', function (p) { if (p.seriesIndex === 0) { moveCursor(p.value[0], p.value[1]); sliceAtCursor(); } });
  el('x-heat').addEventListener('keydown', onKey);
  el('x-controls').addEventListener('submit', function (e) { e.preventDefault(); });
  el('x-controls').addEventListener('change', function (e) {
    if (e.target.id === 'x-slice-by') { sliceOptions(); }
    redraw();
  });
  dark.addEventListener('change', redraw);
  window.addEventListener('resize', resize);
  redraw();
  document.documentElement.dataset.ready = 'yes';
})();
