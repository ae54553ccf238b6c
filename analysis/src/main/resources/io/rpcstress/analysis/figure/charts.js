/*
 * What every chart looks like, said once: the figures' files (made by ChartEngine) and the explorer
 * of the report both call these functions. They take the chart data (ChartData) and give options
 * for ECharts; they touch no page, no clock and no network.
 */
var RpcStress = (function () {
  'use strict';

  var LIGHT = { ink: '#1b1f24', muted: '#57606a', grid: '#d8dee4', paper: '#ffffff', fail: '#b3261e', hatch: '#8c959f' };
  /** Unquoted: the SVG writer puts it into an attribute as it is. */
  var FONT = 'Helvetica Neue, Arial, DejaVu Sans, sans-serif';
  /** Okabe and Ito's palette, which colour-blind readers can tell apart; lines differ by mark and dash too. */
  var SERIES = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#6b6b6b', '#9a8700'];
  var SYMBOLS = [
    'circle', 'rect', 'triangle', 'diamond', 'roundRect', 'path://M0 0L10 0L5 9Z', 'path://M3 0H7V3H10V7H7V10H3V7H0V3H3Z', 'path://M0 0H10L6 5L10 10H0L4 5Z'
  ];
  var DASHES = ['solid', [7, 4], [2, 3], [10, 3, 2, 3], [5, 2], 'solid', [2, 2], [8, 2, 2, 2]];
  /** Viridis: even steps of lightness, the same order for colour-blind readers and in grey print. */
  var VIRIDIS = ['#440154', '#482878', '#3e4989', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6ece58', '#b5de2b', '#fde725'];
  /** Purple to orange around white: no red, no green. */
  var RATIO = [
    { below: 0.5, color: '#542788', name: 'below 0.5' },
    { below: 0.8, color: '#8073ac', name: '0.5 to 0.8' },
    { below: 0.95, color: '#c3bfdd', name: '0.8 to 0.95' },
    { below: 1.05, color: '#f2f2f2', name: '0.95 to 1.05' },
    { below: 1.25, color: '#fee0b6', name: '1.05 to 1.25' },
    { below: 2, color: '#fdb863', name: '1.25 to 2' },
    { below: 4, color: '#e08214', name: '2 to 4' },
    { below: 9, color: '#b35806', name: '4 to 9' },
    { below: Infinity, color: '#6b3000', name: '9 and more' }
  ];
  /** Cells of a map that are marked one by one; more are too small to see, and make a large figure. */
  var MARKED_CELLS = 400;
  var CLOSED_LOOP = 'Closed-loop percentiles are not a user\u2019s latency.';
  var PAPER_THREADS = [10, 110, 210, 310, 410, 510, 610, 710, 810, 910, 990];
  var PAPER_REQUESTS = [10, 210, 410, 610, 810, 900];
  /** Figure numbers of the paper, by technology type. */
  var PAPER_FIGURE = { 1: 8, 2: 9, 3: 10 };
  /** The groups of figures that stand together on a page, each under its heading. */
  var HEADINGS = {
    answer: 'Each technology relative to itself before',
    bars: 'Average runtime and TPS',
    heat: 'The whole grid',
    ratio: 'Ratio to the baseline over the grid',
    latency: 'Latency by percentile',
    threads: 'Throughput and cost over threads',
    rates: 'What becomes of an offered rate',
    cold: 'Cold against warm',
    scaling: 'How throughput scales with calls under way',
    cost: 'Cost of a call',
    time: 'Each process over time',
    'time-p99': 'Each process over time: 99th percentile',
    'time-cpu': 'Each process over time: client CPU of a call',
    limits: 'What limits each point',
    encodings: 'Transport and encoding together'
  };
  var BAR_WIDTH = 1120, BAR_HEIGHT = 520, HEAT_WIDTH = 1120, HEAT_HEIGHT = 760;

  function metric(doc, id) {
    return doc.metrics.filter(function (m) { return m.id === id; })[0];
  }

  function named(m) { return m.unit === '' ? m.label : m.label + ' (' + m.unit + ')'; }

  /** Value of a cell; null where it is unknown, not measured or failed. */
  function value(doc, s, id, t, r) {
    var column = doc.series[s].values[id];
    var v = column ? column[t * doc.requests.length + r] : null;
    return v === undefined ? null : v;
  }

  /** '.' sound, '~' marked, 'x' failed, ' ' not measured. */
  function status(doc, s, t, r) {
    return doc.series[s].status.charAt(t * doc.requests.length + r);
  }

  /** other / baseline for what is better when lower, baseline / other else: above 1 the baseline leads. */
  function ratio(doc, s, id, t, r) {
    var b = doc.series[s].base, mine = value(doc, s, id, t, r), base = b < 0 ? null : value(doc, b, id, t, r);
    if (mine === null || base === null || !(mine > 0) || !(base > 0)) { return null; }
    return metric(doc, id).better === 'lower' ? mine / base : base / mine;
  }

  function number(v) {
    if (v === null || v === undefined) { return '\u2013'; }
    var a = Math.abs(v);
    var digits = a >= 100 ? 0 : a >= 10 ? 1 : a >= 1 ? 2 : a === 0 ? 0 : 3;
    var parts = v.toFixed(digits).split('.');
    parts[0] = whole(parts[0]);
    return parts.join('.');
  }

  function whole(v) { return String(v).replace(/\B(?=(\d{3})+$)/g, ','); }

  function short(v) {
    if (v >= 1e6) { return number(v / 1e6).replace(/\.?0+$/, '') + 'M'; }
    if (v >= 1e4) { return (v / 1e3).toFixed(v % 1000 === 0 ? 0 : 1) + 'k'; }
    return String(Math.round(v * 1e6) / 1e6);
  }

  /** Round bounds for at most ten classes, spaced by ratio since the values span decades. */
  function breaks(min, max) {
    var ladders = [[1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8], [1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]];
    for (var k = 0; k < ladders.length; k++) {
      var list = [], from = Math.floor(Math.log(min) / Math.LN10), to = Math.ceil(Math.log(max) / Math.LN10);
      for (var e = from; e <= to; e++) {
        for (var j = 0; j < ladders[k].length; j++) {
          var b = Number((ladders[k][j] * Math.pow(10, e)).toPrecision(3));
          if (b > min && b < max) { list.push(b); }
        }
      }
      if (list.length <= VIRIDIS.length - 1) { return list; }
    }
    return [];
  }

  /** Classes of a metric over every technology, so that two heat maps can be held side by side. */
  function classes(doc, id) {
    if (id.indexOf('ratio:') === 0) {
      return RATIO.map(function (c) { return { below: c.below, color: c.color, name: c.name }; });
    }
    var cache = doc.classCache || (doc.classCache = {});
    return cache[id] || (cache[id] = metricClasses(doc, id));
  }

  function metricClasses(doc, id) {
    var min = Infinity, max = 0;
    doc.series.forEach(function (s) {
      (s.values[id] || []).forEach(function (v) {
        if (v !== null && v > 0) { min = Math.min(min, v); max = Math.max(max, v); }
      });
    });
    if (max === 0) { return []; }
    var list = breaks(min, max), unit = metric(doc, id).unit, out = [];
    for (var i = 0; i <= list.length; i++) {
      var color = list.length === 0 ? VIRIDIS[4] : VIRIDIS[Math.round(i * (VIRIDIS.length - 1) / list.length)];
      var name = list.length === 0 ? short(min) + ' ' + unit
        : i === 0 ? 'below ' + short(list[0])
        : i === list.length ? short(list[i - 1]) + ' and more'
        : short(list[i - 1]) + ' to ' + short(list[i]);
      out.push({ below: i < list.length ? list[i] : Infinity, color: color, name: name });
    }
    return out;
  }

  function classOf(list, v) {
    for (var i = 0; i < list.length; i++) { if (v < list[i].below) { return i; } }
    return list.length - 1;
  }

  function cellValue(doc, s, id, t, r) {
    return id.indexOf('ratio:') === 0 ? ratio(doc, s, id.substring(6), t, r) : value(doc, s, id, t, r);
  }

  /** A cell of a ratio map is failed when either side is. */
  function cellStatus(doc, s, id, t, r) {
    var mine = status(doc, s, t, r);
    if (id.indexOf('ratio:') !== 0 || mine === 'x' || doc.series[s].base < 0) { return mine; }
    var base = status(doc, doc.series[s].base, t, r);
    return base === 'x' || base === ' ' ? base : mine;
  }

  function axis(theme, extra) {
    var a = {
      nameLocation: 'middle',
      nameTextStyle: { color: theme.ink, fontSize: 14, fontFamily: FONT },
      axisLabel: { color: theme.ink, fontSize: 13, fontFamily: FONT },
      axisLine: { show: true, lineStyle: { color: theme.muted } },
      axisTick: { show: true, lineStyle: { color: theme.muted } },
      splitLine: { show: false, lineStyle: { color: theme.grid } }
    };
    Object.keys(extra).forEach(function (k) { a[k] = extra[k]; });
    return a;
  }

  function titled(theme, title, subtitle) {
    return {
      text: title, subtext: subtitle, borderWidth: 0, borderColor: 'transparent', left: 12, top: 8, itemGap: 6,
      textStyle: { color: theme.ink, fontSize: 20, fontWeight: 'bold', fontFamily: FONT },
      subtextStyle: { color: theme.muted, fontSize: 13, lineHeight: 18, fontFamily: FONT }
    };
  }

  /** The sentence that stands under every plot of the grid. */
  function footnote(theme, left) {
    return { text: CLOSED_LOOP, borderColor: 'transparent', left: left, bottom: 4, textStyle: { color: theme.muted, fontSize: 12, fontWeight: 'normal', fontFamily: FONT } };
  }

  function legend(theme, extra) {
    var l = { borderColor: 'transparent', icon: 'rect', itemStyle: { borderColor: theme.muted, borderWidth: 0.6 }, itemGap: 14, itemWidth: 20, itemHeight: 12, textStyle: { color: theme.ink, fontSize: 13, fontFamily: FONT } };
    Object.keys(extra).forEach(function (k) { l[k] = extra[k]; });
    return l;
  }

  function isFirst(value, at, list) { return list.indexOf(value) === at; }

  /** What a legend of such names takes below a plot, beside the axis and its name: more where they fill several lines. */
  function belowPlot(least, names) {
    var lines = 1, at = 0;
    names.forEach(function (name) {
      var width = 34 + 5 + measureText(name, '13px').width + 14;
      if (at > 0 && at + width > BAR_WIDTH - 20) { lines++; at = 0; }
      at += width;
    });
    return least + 26 * (lines - 1);
  }

  function base(theme) {
    return { animation: false, backgroundColor: theme.paper, textStyle: { fontFamily: FONT, color: theme.ink } };
  }

  /**
   * Colour, mark and dash of a series by its place among all. The first, which others are held against in
   * each part of a figure, has its colour alone; from the eighth on colours come again with other marks.
   */
  function look(place) {
    var others = SERIES.length - 1, at = place === 0 ? 0 : 1 + (place - 1) % others;
    var mark = place === 0 ? 0 : 1 + (place - 1 + Math.floor((place - 1) / others)) % others;
    return { color: SERIES[at], symbol: SYMBOLS[mark], dash: DASHES[mark] };
  }

  /** Gives each series of a document one look, the same in all its figures. */
  function dress(doc) {
    var lists = [doc.series].concat((doc.overThreads || []).map(linesOf), doc.timedLatency ? [doc.timedLatency.lines] : [], (doc.overTime || []).map(linesOf), (doc.rates || []).map(linesOf));
    // The longest first: the parts of its figure are then neighbours, which differ in colour.
    var labels = [].concat.apply([], lists.slice().sort(function (a, b) { return b.length - a.length; })).map(function (l) { return l.label; }).filter(isFirst);
    lists.forEach(function (list) { list.forEach(function (l) { l.look = look(labels.indexOf(l.label)); }); });
    return doc;
  }

  function linesOf(chart) { return chart.lines; }

  function hatch(color) {
    return { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4, color: color };
  }

  /** All of a grid that has no more than `most`; of a larger one the paper's ticks, or as many of its own, evenly. */
  function pick(have, wanted, most) {
    var both = [];
    if (have.length <= most) { return have.map(function (_, i) { return i; }); }
    wanted.forEach(function (w) { var i = have.indexOf(w); if (i >= 0) { both.push(i); } });
    if (both.length >= Math.min(2, have.length) && both.length * 2 >= Math.min(have.length, wanted.length)) { return both; }
    var n = Math.min(most, have.length), out = [];
    for (var k = 0; k < n; k++) { out.push(n === 1 ? 0 : Math.round(k * (have.length - 1) / (n - 1))); }
    return out;
  }

  /** Figures 8 to 10: a group of bars a thread count, a bar a request count. */
  function bars(doc, s, id, title) {
    var theme = LIGHT, m = metric(doc, id);
    var ts = pick(doc.threads, PAPER_THREADS, 11), rs = pick(doc.requests, PAPER_REQUESTS, 6);
    var option = base(theme), failed = false, marked = false;
    option.series = rs.map(function (r, k) {
      var color = rs.length === 1 ? VIRIDIS[2] : VIRIDIS[Math.round(k * (VIRIDIS.length - 1) / (rs.length - 1))];
      return {
        type: 'bar', name: doc.requests[r] + ' requests', barMaxWidth: 26, barGap: '6%', barCategoryGap: '22%',
        itemStyle: { color: color, borderColor: theme.ink, borderWidth: 0.6 }, emphasis: { disabled: true },
        data: ts.map(function (t) {
          var st = status(doc, s, t, r);
          if (st === 'x') {
            failed = true;
            return { value: 0, itemStyle: { borderWidth: 0, color: 'none' }, label: { show: true, position: 'top', distance: 1, formatter: '\u00d7', color: theme.fail, fontSize: 17, fontWeight: 'bold' } };
          }
          var v = value(doc, s, id, t, r);
          if (v === null) { return null; }
          if (st === '~') { marked = true; return { value: v, label: { show: true, position: 'top', distance: 2, formatter: '*', color: theme.ink, fontSize: 14 } }; }
          return v;
        })
      };
    });
    var key = (failed ? '   \u00d7 failed: no result' : '') + (marked ? '   * doubtful: see the report' : '');
    option.title = [titled(theme, title, doc.conditions + key), footnote(theme, 88)];
    option.legend = legend(theme, { bottom: 30, selectedMode: false });
    option.grid = { left: 88, right: 24, top: titleHeight(doc) + 8, bottom: 112 };
    option.xAxis = axis(theme, { type: 'category', name: 'threads', nameGap: 32, data: ts.map(function (t) { return String(doc.threads[t]); }) });
    option.yAxis = axis(theme, { type: 'value', min: 0, name: named(m), nameGap: 62, splitLine: { show: true, lineStyle: { color: theme.grid } } });
    return option;
  }

  function titleHeight(doc) { return 52 + 18 * doc.conditions.split('\n').length; }

  /** One path for all cells of a class, joined along the rows: small files, sharp in print. */
  function cellPath(cells, api) {
    var size = api.size([1, 1]), w = size[0], h = size[1], d = '', cut = function (v) { return Math.round(v * 100) / 100; };
    for (var i = 0; i < cells.length; i++) {
      var from = cells[i], run = 1;
      while (i + 1 < cells.length && cells[i + 1][1] === from[1] && cells[i + 1][0] === from[0] + run) { run++; i++; }
      var p = api.coord(from);
      d += 'M' + cut(p[0] - w / 2) + ' ' + cut(p[1] - h / 2) + 'h' + cut(w * run) + 'v' + cut(h) + 'h' + cut(-w * run) + 'Z';
    }
    return d;
  }

  function layer(name, color, cells, decal) {
    return {
      type: 'custom', name: name, silent: true, itemStyle: { color: color, decal: decal }, data: [[0, 0]], animation: false, clip: true,
      renderItem: function (params, api) {
        return { type: 'path', shape: { pathData: cellPath(cells, api) }, style: { fill: color, decal: decal } };
      }
    };
  }

  /** The labels of a grid's axis that fit: round numbers, and the first. */
  function gridLabels(values, most) {
    var steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
    var shown = function (q) { return values.filter(function (v, i) { return i === 0 || v % q === 0; }); };
    for (var k = 0; k < steps.length; k++) {
      var list = shown(steps[k]);
      if (list.length <= most && (list.length >= 3 || list.length === values.length)) {
        return { interval: function (i, text) { return list.indexOf(Number(text)) >= 0; } };
      }
    }
    return { interval: 'auto' };
  }

  function gridAxis(theme, name, gap, values, most) {
    var a = axis(theme, { type: 'category', name: name, nameGap: gap, data: values.map(String) });
    a.axisLabel.interval = gridLabels(values, most).interval;
    a.axisTick = { alignWithLabel: true, interval: a.axisLabel.interval, lineStyle: { color: theme.muted } };
    return a;
  }

  /** A heat map over the whole grid: threads across, requests up. */
  function heat(doc, s, id, title) {
    var theme = LIGHT, list = classes(doc, id), option = base(theme);
    var cells = list.map(function () { return []; }), failed = [];
    for (var r = 0; r < doc.requests.length; r++) {
      for (var t = 0; t < doc.threads.length; t++) {
        var st = cellStatus(doc, s, id, t, r), v = cellValue(doc, s, id, t, r);
        if (st === 'x') { failed.push([t, r]); }
        else if (v !== null) { cells[classOf(list, v)].push([t, r]); }
      }
    }
    option.series = [];
    list.forEach(function (c, k) { if (cells[k].length > 0) { option.series.push(layer(c.name, c.color, cells[k], null)); } });
    if (failed.length > 0) { option.series.push(layer('failed: no result', '#ffffff', failed, hatch(theme.fail))); }
    if (id.indexOf('ratio:') === 0 && doc.published && doc.series[s].paperVariant && doc.threads.length * doc.requests.length <= MARKED_CELLS) { option.series.push(published(doc, s, id)); }
    option.title = [titled(theme, title, doc.conditions), footnote(theme, 82)];
    option.legend = legend(theme, { orient: 'vertical', right: 14, top: titleHeight(doc) + 8, selectedMode: false, itemGap: 9, itemHeight: 16 });
    option.grid = { left: 82, right: 196, top: titleHeight(doc) + 8, bottom: 84 };
    option.xAxis = gridAxis(theme, 'threads', 34, doc.threads, 16);
    option.yAxis = gridAxis(theme, 'requests', 54, doc.requests, 22);
    return option;
  }

  /** Marks the cells whose ratio lies in the range that the paper published. */
  function published(doc, s, id) {
    var inside = [], all = 0;
    doc.threads.forEach(function (_, t) {
      doc.requests.forEach(function (_, r) {
        var v = cellValue(doc, s, id, t, r);
        if (v !== null) { all++; }
        if (v !== null && v >= doc.published[0] && v <= doc.published[1]) { inside.push([t, r]); }
      });
    });
    return {
      type: 'scatter', name: 'published ' + doc.published.map(number).join(' to ') + ':\n' + inside.length + ' of ' + all, symbol: 'circle', symbolSize: 7, data: inside,
      itemStyle: { color: '#ffffff', borderColor: LIGHT.ink, borderWidth: 1 }
    };
  }

  /** Latency by percentile, on the scale that gives each further nine the same room. */
  function percentiles(doc, title) {
    var theme = LIGHT, option = base(theme);
    var ticks = [50, 90, 99, 99.9, 99.99];
    var x = function (p) { return -Math.log(1 - p / 100) / Math.LN10; };
    option.series = doc.latency.curves.map(function (c) { return curveOf(doc.series[c.series], 8, c.points.map(function (p) { return [x(p[0]), p[1]]; })); });
    var points = pointsOf(doc.latency), last = Math.max.apply(null, [1].concat(points.map(function (p) { return x(p[0]); }))) + 0.1;
    ticks = ticks.filter(function (p) { return x(p) <= last; });
    option.title = titled(theme, title, doc.conditions + '\n' + doc.latency.where + ', histograms of the ' + (doc.latency.windows ? 'windows' : 'warm runs') + ' added. ' + CLOSED_LOOP);
    option.legend = legend(theme, { bottom: 8, selectedMode: false, icon: undefined, itemStyle: {}, itemWidth: 34 });
    option.grid = { left: 92, right: 30, top: titleHeight(doc) + 26, bottom: belowPlot(92, option.series.map(function (s) { return s.name; }).filter(isFirst)) };
    option.xAxis = axis(theme, {
      type: 'value', min: 0, max: last, name: 'percentile (each nine gets the same room)', nameGap: 36, splitLine: { show: false },
      axisLabel: { show: true, color: theme.ink, fontSize: 13, fontFamily: FONT, customValues: ticks.map(x), formatter: function (v) { return 'p' + Math.round((100 - 100 * Math.pow(10, -v)) * 100) / 100; } },
      axisTick: { customValues: ticks.map(x), lineStyle: { color: theme.muted } }
    });
    option.yAxis = axis(theme, { type: 'log', name: 'latency (us, log scale)', nameGap: 66, splitLine: { show: true, lineStyle: { color: theme.grid } }, axisLabel: { color: theme.ink, fontSize: 13, formatter: function (v) { return short(v); } } });
    bound(option.yAxis, [points.map(function (p) { return p[1]; })]);
    return option;
  }

  /** The points of a chart's curves; of a part of a figure those of all parts, which share their axes. */
  function pointsOf(chart) { return [].concat.apply([], (chart.all || chart.curves).map(function (c) { return c.points; })); }

  function curveOf(series, size, data) {
    return {
      type: 'line', name: series.label, symbol: series.look.symbol, symbolSize: size, emphasis: { disabled: true },
      itemStyle: { color: series.look.color }, lineStyle: { color: series.look.color, width: 2.2, type: series.look.dash }, data: data
    };
  }

  /** Whole decades would leave half a log plot empty: bounds at 1, 2 or 5. */
  function bound(logAxis, lists) {
    var all = [].concat.apply([], lists).filter(function (v) { return v > 0; });
    if (all.length === 0) { return; }
    var min = Math.min.apply(null, all), max = Math.max.apply(null, all);
    var step = function (v, up) {
      var e = Math.pow(10, Math.floor(Math.log(v) / Math.LN10)), m = [1, 2, 5, 10];
      if (up) { for (var i = 0; i < 4; i++) { if (m[i] * e >= v) { return m[i] * e; } } }
      for (var j = 3; j >= 0; j--) { if (m[j] * e <= v) { return m[j] * e; } }
      return e;
    };
    logAxis.min = Number(step(min * 0.999, false).toPrecision(3));
    logAxis.max = Number(step(max * 1.001, true).toPrecision(3));
    logAxis.axisLabel.customValues = [];
    logAxis.axisTick = { show: false };
    for (var e = Math.floor(Math.log(logAxis.min) / Math.LN10); e <= Math.ceil(Math.log(logAxis.max) / Math.LN10); e++) {
      [1, 2, 5].forEach(function (k) {
        var v = Number((k * Math.pow(10, e)).toPrecision(3));
        if (v >= logAxis.min && v <= logAxis.max) { logAxis.axisLabel.customValues.push(v); }
      });
    }
  }

  /** The ten orders of one point: what a fresh process costs, and whether the rest is steady. */
  function coldWarm(doc, title) {
    var theme = LIGHT, option = base(theme);
    option.series = doc.cold.curves.map(function (c) { return curveOf(doc.series[c.series], 9, c.points); });
    option.title = titled(theme, title, doc.conditions + '\n' + doc.cold.where + '. Order 0 is the first run of a fresh client process; the averages leave it out.');
    option.legend = legend(theme, { bottom: 8, selectedMode: false, icon: undefined, itemStyle: {}, itemWidth: 34 });
    option.grid = { left: 92, right: 30, top: titleHeight(doc) + 26, bottom: belowPlot(92, option.series.map(function (s) { return s.name; }).filter(isFirst)) };
    option.xAxis = axis(theme, { type: 'value', min: 0, max: Math.max(1, doc.cold.last), minInterval: 1, interval: 1, name: 'order', nameGap: 32 });
    option.yAxis = axis(theme, { type: 'log', name: 'runtime (ms, log scale)', nameGap: 66, splitLine: { show: true, lineStyle: { color: theme.grid } }, axisLabel: { color: theme.ink, fontSize: 13, formatter: function (v) { return short(v); } } });
    bound(option.yAxis, [pointsOf(doc.cold).map(function (p) { return p[1]; })]);
    return option;
  }

  /** Throughput over threads, with the fitted law as a line through what was measured. */
  function scaling(doc, title) {
    var theme = LIGHT, option = base(theme);
    option.series = [];
    doc.scaling.curves.forEach(function (c) {
      var own = doc.series[c.series].look, name = doc.series[c.series].label + ' at ' + c.requests + ' requests', color = own.color;
      option.series.push({
        type: 'scatter', name: name, symbol: own.symbol, symbolSize: 9, emphasis: { disabled: true },
        itemStyle: { color: color }, data: c.points
      });
      if (c.fit.length > 0) {
        option.series.push({
          type: 'line', name: name, showSymbol: false, emphasis: { disabled: true }, data: c.fit,
          lineStyle: { color: color, width: 2, type: own.dash }, itemStyle: { color: color }
        });
      }
    });
    option.title = titled(theme, title, doc.conditions + '\nPoints: measured, one a process. Lines: Universal Scalability Law, fitted; none where it does not fit.');
    option.legend = legend(theme, { bottom: 8, selectedMode: false, icon: undefined, itemStyle: {}, data: option.series.filter(function (s) { return s.type === 'scatter'; }).map(function (s) { return { name: s.name, icon: s.symbol }; }) });
    option.grid = { left: 92, right: 30, top: titleHeight(doc) + 26, bottom: belowPlot(92, option.series.map(function (s) { return s.name; }).filter(isFirst)) };
    option.xAxis = axis(theme, { type: 'value', min: 0, name: 'calls under way', nameGap: 32 });
    option.yAxis = axis(theme, { type: 'value', min: 0, name: 'good calls a second (1/s)', nameGap: 66, splitLine: { show: true, lineStyle: { color: theme.grid } }, axisLabel: { color: theme.ink, fontSize: 13, formatter: function (v) { return short(v); } } });
    if (doc.scaling.all) {
      option.xAxis.max = roundUp(Math.max.apply(null, pointsOf(doc.scaling).map(function (p) { return p[0]; })));
      option.yAxis.max = roundUp(Math.max.apply(null, pointsOf(doc.scaling).map(function (p) { return p[1]; })));
    }
    return option;
  }

  /** Ends that an axis from 0 may have, by decade, and how far its ticks are apart: two to five of them, all round. */
  var ENDS = [[1, 0.5], [1.2, 0.4], [1.5, 0.5], [2, 0.5], [2.5, 0.5], [3, 1], [4, 1], [5, 1], [6, 2], [8, 2], [10, 5]];

  /** The first of them that holds a value: an axis that ends there has its last tick at its end. */
  function roundEnd(v) {
    var decade = v > 0 ? Math.pow(10, Math.floor(Math.log(v) / Math.LN10)) : 1;
    var found = ENDS.filter(function (e) { return Number((e[0] * decade).toPrecision(2)) >= v; })[0];
    return { max: Number((found[0] * decade).toPrecision(2)), interval: Number((found[1] * decade).toPrecision(2)) };
  }

  function roundUp(v) { return roundEnd(v).max; }

  /** Cost of one good call: one small chart a cost, one bar a technology, "unknown" where it is. */
  function cost(doc, title) {
    var theme = LIGHT, option = base(theme);
    var ids = doc.cost.metrics, columns = costColumns(doc);
    var top = titleHeight(doc) + 58, width = 100 / columns, height = costRowHeight(doc);
    var left = Math.min(width / 2, Math.max(9.5, costNames(doc)));
    option.title = [titled(theme, title, doc.conditions + '\n' + doc.cost.where + ', warm runs together.')];
    option.grid = []; option.xAxis = []; option.yAxis = []; option.series = [];
    ids.forEach(function (id, k) {
      var m = metric(doc, id), col = k % columns, row = Math.floor(k / columns);
      option.title.push({ text: named(m), borderColor: 'transparent', left: (col * width + 1) + '%', top: top + row * height - 30, textStyle: { fontSize: 14, fontWeight: 'bold', color: theme.ink, fontFamily: FONT } });
      option.grid.push({ left: (col * width + left) + '%', width: (width - left - 6.5) + '%', top: top + row * height, height: height - 52 });
      option.xAxis.push(axis(theme, { type: 'value', min: 0, gridIndex: k, show: false }));
      option.yAxis.push(axis(theme, { type: 'category', inverse: true, gridIndex: k, data: doc.series.map(function (s) { return s.label; }), axisTick: { show: false } }));
      option.series.push({
        type: 'bar', xAxisIndex: k, yAxisIndex: k, barMaxWidth: 22, emphasis: { disabled: true },
        label: { show: true, position: 'right', color: theme.ink, fontSize: 13, fontFamily: FONT },
        data: doc.series.map(function (_, s) {
          var v = value(doc, s, id, doc.cost.thread, doc.cost.request);
          return v === null
            ? { value: 0, itemStyle: { color: 'none' }, label: { formatter: status(doc, s, doc.cost.thread, doc.cost.request) === 'x' ? '\u00d7 failed' : 'unknown', color: theme.muted } }
            : { value: v, itemStyle: { color: doc.series[s].look.color }, label: { formatter: number(v) } };
        })
      });
    });
    return option;
  }

  /** What a mark says: filled where something is shown, hollow where it is not. */
  var FASTER = '#0072b2', SLOWER = '#d55e00', TIED = '#6b6b6b';

  /** The technology of a label: grpc of "grpc@tuned in-flight 4". */
  function technologyOf(label) { return /^[a-z0-9-]*/.exec(label)[0]; }

  /** Technology and variant of a label: "grpc@tuned" of "grpc@tuned in-flight 4". */
  function nameOf(label) { return label.split(' ')[0]; }

  /** What a label says of its load: "in-flight 4" of "grpc@tuned in-flight 4". */
  function loadOf(label) { var space = label.indexOf(' '); return space < 0 ? '' : label.slice(space + 1); }

  /**
   * The loads of rows that are each compared with the baseline at its own; none where there is one
   * load, where all rows are loads of the baseline's own, and of two sweeps, which rank nobody.
   */
  function loadsOf(one, rows, name) {
    if (one.id.indexOf('compared') === 0 || rows.every(function (r) { return nameOf(r.label) === nameOf(name); })) { return []; }
    var loads = rows.map(function (r) { return loadOf(r.label); });
    loads = loads.filter(function (l, i) { return loads.indexOf(l) === i; });
    return loads.length > 1 ? loads : [];
  }

  /**
   * One overview as rows, best first and the baseline among them: m the measure, b the baseline,
   * family the only technology shown ('' for all). Those without a number are missing. Of several
   * ways of calling each has the baseline and its rows together, below a heading where they are drawn.
   */
  function standing(one, m, b, family) {
    var name = one.baselines[b], sign = one.measures[m].better === 'higher' ? -1 : 1;
    var rows = one.measures[m].rows[b].map(function (r) {
      return { label: r[0], technology: technologyOf(r[0]), v: r[1], lo: r[2], hi: r[3], standing: r[4], unit: r[5], n: r[6] };
    });
    var known = rows.filter(function (r) { return r.v !== null; }), loads = loadsOf(one, rows, name);
    var group = function (r) { return loads.length === 0 ? 0 : loads.indexOf(loadOf(r.label)); };
    var filtered = known.filter(function (r) { return family === '' || r.technology === family; });
    var shown = filtered.length > 0 ? filtered : known.slice(), based = loads.filter(function (l) { return shown.some(function (r) { return loadOf(r.label) === l; }); });
    (based.length > 0 ? based : ['']).forEach(function (l) { known.push({ label: l === '' ? name : name + ' ' + l, technology: technologyOf(name), v: 1, lo: null, hi: null, standing: 'baseline', unit: '', n: 0 }); });
    known.forEach(function (r) { r.own = (one.measures[m].own || {})[r.label] || null; });
    known.sort(function (x, y) { return group(x) - group(y) || sign * (x.v - y.v) || (x.label < y.label ? -1 : 1); });
    var floor = known.filter(function (r) { return loads.length === 0 && r.technology === 'tcp' && one.id.indexOf('compared') !== 0; })[0] || null;
    var wanted = function (r) { return family === '' || r.technology === family || r.standing === 'baseline' || r === floor; };
    var ranked = known.filter(wanted), drawn = [];
    ranked.forEach(function (r, i) {
      var load = loadOf(r.label);
      if (loads.length > 0 && (i === 0 || loadOf(ranked[i - 1].label) !== load)) { drawn.push({ label: load, name: load === '' ? defaultLoad(loads) : load, heading: true, v: 1, lo: null, hi: null, standing: '' }); }
      r.name = loads.length > 0 ? nameOf(r.label) : r.label;
      drawn.push(r);
    });
    return { rows: ranked, drawn: drawn, floor: floor, loads: loads, missing: rows.filter(function (r) { return r.v === null && wanted(r); }) };
  }

  /** What the load without a word is called beside the others. */
  function defaultLoad(loads) {
    return loads.every(function (l) { return l === '' || /^via /.test(l); }) ? 'direct' : 'at the defaults';
  }

  /** What the rows' intervals were drawn from: a sentence. */
  function intervalsOver(rows) {
    var units = rows.filter(function (r) { return r.lo !== null; }).map(function (r) { return r.unit; }).filter(isFirst);
    return units.length === 0 ? 'No row has an interval.' : '95 % interval over: ' + units.join('; or ') + '.';
  }

  function times(r) {
    return number(r.v) + '\u00d7' + (r.lo === null ? '' : ' (' + number(r.lo) + ' to ' + number(r.hi) + ')');
  }

  /** What a row has itself. */
  function ownText(r) { return number(r.own[0]) + ' ' + r.own[1]; }

  /** The kind of a standing, of which each has a mark; what is not judged has no words. */
  function kindOf(r) {
    var kinds = { 'too close': 'close', 'too few': 'few', disturbed: 'disturbed', 'did not hold the rate': 'lost', 'the steady state': 'assumed' }, first = r.standing.split('; ')[0];
    if (/^(faster|slower|baseline|)$/.test(r.standing)) { return r.standing || 'plain'; }
    return Object.keys(kinds).filter(function (k) { return first.indexOf(k) >= 0; }).map(function (k) { return kinds[k]; })[0] || 'other';
  }

  /** Of a longer reason the table has all. */
  var MAX_STANDING = 34;

  /** A row as text beside its mark. */
  function standingText(r, brief) {
    if (r.heading) { return ''; }
    if (r.standing === 'baseline') { return 'baseline' + (r.own ? ': ' + ownText(r) : ''); }
    var words = r.standing.split('; ')[0];
    return (brief || words === '' ? times(r) : times(r) + ' ' + (words.length > MAX_STANDING ? words.slice(0, MAX_STANDING - 1) + '\u2026' : words));
  }

  /** Whether several ways of calling have a baseline of their own among the rows. */
  function several(rows) { return rows.filter(function (r) { return r.standing === 'baseline'; }).length > 1; }

  /** What the rows' ratios are of: a sentence without its full stop. */
  function ratioOf(one, rows) {
    if (one.id.indexOf('compared') === 0) { return 'Each technology relative to itself before, at this load'; }
    return 'Each row relative to the baseline at this load' + (several(rows) ? ', called the same way: rows of different ways have no order' : '') + (one.id === 'open' ? '. Response time runs from when a call was due' : '');
  }

  function isNarrow(width) { return width < 620; }

  /** The least that names and numbers leave of a drawing for its marks. */
  var MIN_PLOT = 200;

  /** What a narrow drawing keeps free on each side. */
  var NARROW_SIDE = 14;

  /** How much of a narrow drawing a row's name may have beside its numbers. */
  function roomForName(r, boxWidth) { return boxWidth - measureText(standingText(r, true), '13px').width - 10; }

  /** Whether a name does not fit beside its numbers, so that each has a line of its own. */
  function isCrowded(rows, width) {
    return isNarrow(width) && rows.some(function (r) { return measureText(r.name, 'bold 13px').width > roomForName(r, width - 2 * NARROW_SIDE); });
  }

  /** A chart of more rows has its scale on top, too: its end is on another screen. */
  var MAX_ROWS_ONE_AXIS = 10, TOP_AXIS = 24;

  function topAxis(rows) { return rows.length > MAX_ROWS_ONE_AXIS ? TOP_AXIS : 0; }

  function overviewHeight(rows, width) { return 108 + topAxis(rows) + rows.length * (isNarrow(width) ? (isCrowded(rows, width) ? 64 : 46) : 28); }

  function standingColor(r, theme) {
    return { faster: FASTER, slower: SLOWER, close: TIED }[kindOf(r)] || theme.ink;
  }

  /** The mark of a row: its shape says what its colour says. */
  function standingMark(r, x, y, theme) {
    var color = standingColor(r, theme), filled = { fill: color, stroke: color, lineWidth: 1.5 }, hollow = { fill: theme.raised || theme.paper, stroke: theme.ink, lineWidth: 1.8 };
    return {
      baseline: { type: 'rect', shape: { x: x - 2, y: y - 8, width: 4, height: 16 }, style: { fill: theme.ink } },
      faster: { type: 'circle', shape: { cx: x, cy: y, r: 6 }, style: filled },
      slower: { type: 'rect', shape: { x: x - 5.5, y: y - 5.5, width: 11, height: 11 }, style: filled },
      close: { type: 'polygon', shape: { points: [[x, y - 7], [x + 7, y], [x, y + 7], [x - 7, y]] }, style: filled },
      few: { type: 'circle', shape: { cx: x, cy: y, r: 5.5 }, style: hollow },
      disturbed: { type: 'polygon', shape: { points: [[x, y - 6], [x + 6, y + 5], [x - 6, y + 5]] }, style: hollow },
      lost: { type: 'polygon', shape: { points: [[x, y + 6], [x + 6, y - 5], [x - 6, y - 5]] }, style: hollow },
      assumed: { type: 'polygon', shape: { points: [[x, y - 7], [x + 7, y], [x, y + 7], [x - 7, y]] }, style: hollow },
      other: { type: 'rect', shape: { x: x - 5, y: y - 5, width: 10, height: 10 }, style: hollow },
      plain: { type: 'circle', shape: { cx: x, cy: y, r: 4 }, style: filled }
    }[kindOf(r)];
  }

  /** A name, cut in its middle where there is no room: those of many dimensions differ at their ends. */
  function fitted(text, font, room) {
    var cut = text;
    for (var kept = text.length - 2; kept > 2 && measureText(cut, font).width > room; kept--) {
      cut = text.slice(0, Math.ceil(kept / 2)) + '\u2026' + text.slice(text.length - Math.floor(kept / 2));
    }
    return cut;
  }

  function words(text, x, y, align, theme, extra) {
    var style = { text: text, x: x, y: y, align: align, verticalAlign: 'middle', fill: theme.ink, fontSize: 13, fontFamily: FONT };
    Object.keys(extra || {}).forEach(function (k) { style[k] = extra[k]; });
    return { type: 'text', style: style };
  }

  function stroke(x1, y1, x2, y2, color, width, dash) {
    return { type: 'line', shape: { x1: x1, y1: y1, x2: x2, y2: y2 }, style: { stroke: color, lineWidth: width, lineDash: dash || null } };
  }

  /** A name above a vertical line, kept inside the drawing, on a ground of its own where another's line crosses it. */
  function above(text, x, y, width, theme) {
    var half = measureText(text, '12px').width / 2;
    // A ground is drawn one below its text: above the lines of its group.
    return Object.assign(words(text, Math.min(Math.max(x, half + 4), width - half - 4), y, 'center', theme, { fontSize: 12, fill: theme.muted, backgroundColor: theme.halo || theme.paper, padding: [3, 2] }), { z2: 2 });
  }

  /** Ratios to one baseline: a row a series, least first, on a scale on which twice is as far as half. */
  function overview(one, choice, theme, width, top) {
    var found = standing(one, choice.measure, choice.baseline, choice.family), rows = found.drawn, narrow = isNarrow(width), option = base(theme);
    // A heading has a line of its own, and no marks beside it.
    var beside = rows.filter(function (r) { return !r.heading; });
    var widest = function (text, font) { return Math.max.apply(null, beside.map(function (r) { return measureText(text(r), font).width; })); };
    var crowded = isCrowded(rows, width), left = narrow ? NARROW_SIDE : Math.min(270, 24 + widest(function (r) { return r.name; }, 'bold 13px'));
    var texts = function (brief) { return 20 + widest(function (r) { return standingText(r, brief); }, '13px'); };
    // Where names are long the marks alone say the standings, or no room is left for the marks.
    var brief = width - left - texts(false) < MIN_PLOT, right = narrow ? NARROW_SIDE : texts(brief);
    option.grid = { left: left, right: right, top: top + 46 + topAxis(rows), bottom: 52 };
    option.xAxis = axis(theme, { type: 'log', name: one.measures[choice.measure].label + ', times that of ' + one.baselines[choice.baseline] + (narrow ? '' : ' (log scale; ' + (one.measures[choice.measure].better === 'higher' ? 'more' : 'less') + ' is better)'), nameGap: 30, splitLine: { show: true, lineStyle: { color: theme.grid } }, axisLabel: { color: theme.ink, fontSize: 13, hideOverlap: true, formatter: function (v) { return short(v); } } });
    option.xAxis.nameTextStyle = { color: theme.ink, fontSize: 13, fontFamily: FONT };
    bound(option.xAxis, [rows.map(function (r) { return r.lo === null ? r.v : r.lo; }), rows.map(function (r) { return r.hi === null ? r.v : r.hi; })]);
    if (topAxis(rows) > 0) { option.xAxis = [option.xAxis, changed(option.xAxis, { position: 'top', name: '', splitLine: { show: false } })]; }
    option.yAxis = { type: 'category', inverse: true, data: rows.map(function (r) { return r.label; }), axisLabel: { show: false }, axisTick: { show: false }, axisLine: { show: false } };
    option.series = [
      { type: 'custom', name: 'lines', silent: true, z: 1, tooltip: { show: false }, encode: { x: 0, y: 1 }, data: [[1, 0]], renderItem: function (params, api) {
        var box = params.coordSys, bottom = box.y + box.height, at = function (v) { return api.coord([v, 0])[0]; }, name = one.baselines[choice.baseline];
        var children = [stroke(at(1), box.y - 4, at(1), bottom, theme.ink, 1.5)];
        if (found.floor !== null && found.floor.label !== name) {
          children.push(stroke(at(found.floor.v), box.y - 22 - topAxis(rows), at(found.floor.v), bottom, theme.muted, 1.5, [6, 4]));
          children.push(above('floor: ' + found.floor.label, at(found.floor.v), box.y - 32 - topAxis(rows), width, theme));
        }
        children.push(above(name + ' = 1', at(1), box.y - 14 - topAxis(rows), width, theme));
        return { type: 'group', children: children };
      } },
      { type: 'custom', name: 'rows', z: 2, encode: { x: 0, y: 1 }, data: rows.map(function (r, i) { return [r.v, i]; }), renderItem: function (params, api) {
        var i = params.dataIndex, r = rows[i], p = api.coord([r.v, i]), box = params.coordSys, y = narrow ? p[1] + (crowded ? 18 : 10) : p[1];
        var bold = { fontWeight: r.standing === 'baseline' ? 'bold' : 'normal' }, color = standingColor(r, theme), children = [];
        if (r.heading) {
          var from = narrow ? box.x : 6, between = p[1] - box.height / rows.length / 2;
          if (i > 0) { children.push(stroke(from, between, width - from, between, theme.muted, 1)); }
          children.push(words(fitted(r.name, 'bold 13px', narrow ? box.width : width - 2 * from), from, p[1], 'left', theme, { fontWeight: 'bold', fill: theme.muted, backgroundColor: theme.halo || theme.paper }));
          return { type: 'group', silent: true, children: children };
        }
        if (narrow) {
          // As high as its line: what crosses a name would be taken for one of its letters.
          var ground = { backgroundColor: theme.halo || theme.paper, padding: [4, 0] };
          var text = standingText(r, true), room = crowded ? box.width : roomForName(r, box.width);
          children.push(words(fitted(r.name, 'bold 13px', room), box.x, p[1] - (crowded ? 20 : 10), 'left', theme, changed(ground, { fontWeight: bold.fontWeight })));
          children.push(words(text, box.x + box.width, p[1] - (crowded ? 2 : 10), 'right', theme, ground));
        } else {
          children.push(words(fitted(r.name, 'bold 13px', left - 18), box.x - 12, y, 'right', theme, { fontWeight: bold.fontWeight }));
          children.push(words(standingText(r, brief), box.x + box.width + 12, y, 'left', theme));
        }
        if (r.lo !== null) {
          var low = api.coord([r.lo, i])[0], to = api.coord([r.hi, i])[0], line = color === theme.ink ? theme.muted : color;
          children.push(stroke(low, y, to, y, line, 2.5), stroke(low, y - 5, low, y + 5, line, 2), stroke(to, y - 5, to, y + 5, line, 2));
        }
        children.push(standingMark(r, p[0], y, theme));
        return { type: 'group', children: children };
      } }
    ];
    return option;
  }

  /** What a chart of an overview shows: load, measure and baseline. */
  function overviewTitle(one, m, b) { return one.at + ': ' + one.measures[m].label + ', times that of ' + one.baselines[b]; }

  /** More names than these are counted. */
  var MAX_NAMES = 3;

  /** Who was faster; what the chart shows, where none is shown to be. */
  function finding(one, found) {
    var us = one.baselines[one.judged], judged = found.rows.filter(function (r) { return r !== found.floor; });
    var named = function (kind) {
      var names = judged.filter(function (r) { return kindOf(r) === kind; }).map(function (r) { return r.label; });
      return names.length > MAX_NAMES ? names.length + ' of ' + (judged.length - 1) : names.join(', ');
    };
    var slower = named('slower'), faster = named('faster'), close = named('close'), parts = [];
    if (slower === '' && faster === '') { return overviewTitle(one, 0, one.judged); }
    if (slower !== '') { parts.push(us + ' is faster than ' + slower); }
    if (faster !== '') { parts.push(us + ' is slower than ' + faster); }
    if (close !== '') { parts.push('too close to call: ' + close); }
    return one.at + ': ' + parts.join('; ');
  }

  /** The overview against the report's own baseline, as a file. */
  function overviewFigure(one) {
    var choice = { measure: 0, baseline: one.judged, family: '' }, found = standing(one, 0, one.judged, ''), rows = found.rows;
    var top = 96 + 18 * one.conditions.split('\n').length, title = finding(one, found);
    var alt = 'Ratios with their intervals, ' + (several(rows) ? 'way by way, ' : '') + 'least first: ' + rows.map(function (r) { return r.label + ' ' + (r.standing === 'baseline' ? 'baseline' : standingText(r, false)); }).join('; ') + '.';
    return figure('answer-' + one.id, 'answer', 'answer-' + one.id, title, alt, BAR_WIDTH, top + overviewHeight(found.drawn, BAR_WIDTH), function () {
      var option = overview(one, choice, LIGHT, BAR_WIDTH, top);
      option.title = titled(LIGHT, title, one.conditions + '\n' + ratioOf(one, rows) + '.\n' + intervalsOver(rows) + ' Filled: shown. Hollow: not.');
      return option;
    });
  }

  /** The least and the greatest of [{ label, value }], as a figure's title names them; without what is unknown. */
  function spread(list, unit) {
    var known = list.filter(function (one) { return one.value > 0; }).sort(function (a, b) { return a.value - b.value; });
    if (known.length < 2) { return ''; }
    var text = function (one) { return number(one.value) + unit + ' (' + one.label + ')'; };
    return ': ' + text(known[0]) + ' to ' + text(known[known.length - 1]);
  }

  /** Of curves by percentile: the 99th percentile. */
  function spreadOfLatencies(curves) {
    return spread(curves.map(function (c) {
      return { label: c.label, value: c.points.filter(function (p) { return p[0] === 99; }).map(function (p) { return p[1]; })[0] };
    }), ' us');
  }

  /** The first run of each curve divided by the median of its later ones. */
  function spreadOfFirstRuns(doc) {
    return spread(doc.cold.curves.map(function (c) {
      var later = c.points.filter(function (p) { return p[0] > 0; }).map(function (p) { return p[1]; }).sort(function (a, b) { return a - b; });
      var first = c.points.filter(function (p) { return p[0] === 0; }).map(function (p) { return p[1]; })[0];
      return { label: doc.series[c.series].label, value: first / later[Math.floor(later.length / 2)] };
    }), ' times');
  }

  /** Processor time of both hosts at the point of the cost chart. */
  function spreadOfCosts(doc) {
    return spread(doc.series.map(function (one, s) {
      var of = ['clientCpu', 'serverCpu'].map(function (id) { return value(doc, s, id, doc.cost.thread, doc.cost.request); });
      return { label: one.label, value: of[0] === null || of[1] === null ? NaN : of[0] + of[1] };
    }), ' us');
  }

  /** The calls a second at the most threads. */
  function spreadAtMostThreads(lines) {
    var rates = lines.map(function (l) { return { label: l.label, last: l.panels[0][l.panels[0].length - 1] }; }).filter(function (l) { return l.last; });
    var most = Math.max.apply(null, rates.map(function (l) { return l.last[0]; }));
    var there = spread(rates.filter(function (l) { return l.last[0] === most; }).map(function (l) { return { label: l.label, value: l.last[1] }; }), '/s');
    return there === '' ? ': throughput and cost over threads' : ': calls at ' + most + ' threads' + there.slice(1);
  }

  /** An encoding's processor time divided by the first one's, transport by transport. */
  function spreadOfEncodings(chart) {
    var first = chart.encodings[0], other = chart.encodings.slice(1).map(function (e) {
      return e.label + '/' + first.label + spread(e.values.map(function (v, i) { return { label: chart.transports[i], value: first.values[i] > 0 ? v / first.values[i] : NaN }; }), '').slice(1);
    });
    return other.length === 1 ? other[0] : '';
  }

  /** What limits most of the points, and how many of them. */
  function mostFrequentLimit(doc, cells) {
    var of = cells.filter(function (c) { return c >= 0; }), counts = LIMITS.map(function (_, k) { return of.filter(function (c) { return c === k; }).length; });
    var most = Math.max.apply(null, counts);
    return of.length === 0 ? 'not known' : doc.limiters[counts.indexOf(most)] + ' (' + most + ' of ' + of.length + ' points)';
  }

  /** As many series as one chart tells apart: more of them are drawn in several charts. */
  var MAX_LINES = 8;
  var PANEL_NAMES = [['calls/s', 'good calls a second (1/s)'], ['client CPU', 'client CPU a call (us)'], ['server CPU', 'server CPU a call (us)']];

  /** Lists of at most MAX_LINES, about as long as each other and without two of one colour: the first of all is in each of several, to hold the others against. */
  function parts(lines) {
    if (lines.length <= MAX_LINES) { return [lines]; }
    var out = [], others = lines.slice(1), each = Math.ceil(others.length / Math.ceil(others.length / (MAX_LINES - 1)));
    others.forEach(function (l) {
      var part = out.filter(function (p) { return p.length <= each && !p.some(function (o) { return o.look.color === l.look.color; }); })[0];
      if (!part) {
        part = [lines[0]];
        out.push(part);
      }
      part.push(l);
    });
    return out;
  }

  /** One figure a part of the lines; its number behind name and title where there are several. The drawing gets all lines, too: parts share their axes. */
  function inParts(out, lines, name, group, table, title, alt, height, option) {
    var all = parts(lines);
    all.forEach(function (part, i) {
      var own = all.length === 1 ? title : title + ' (' + (i + 1) + ' of ' + all.length + ')';
      out.push(figure(all.length === 1 ? name : name + '-' + (i + 1), group, table, own, alt + ' Series: ' + part.map(function (l) { return l.label; }).join(', ') + '.', BAR_WIDTH, typeof height === 'function' ? height(part) : height, function () { return option(part, own, lines); }));
    });
  }

  /** One figure a part of the curves of a chart of counted loops, which the drawing finds in the document as if there were no others. */
  function curvesInParts(out, doc, key, name, group, table, title, alt, draw) {
    var lines = doc[key].curves.map(function (c) { return { label: doc.series[c.series].label, look: doc.series[c.series].look, own: doc.series[c.series], curve: c }; });
    inParts(out, lines, name, group, table, title, alt, 600, function (part, own) {
      if (part.length === lines.length) { return draw(doc, own); }
      var some = { conditions: doc.conditions, series: part.map(function (l) { return l.own; }) };
      some[key] = changed(doc[key], { curves: part.map(function (l, n) { return changed(l.curve, { series: n }); }), all: doc[key].curves });
      return draw(some, own);
    });
  }

  function changed(object, parts) { return Object.assign({}, object, parts); }

  function conditionLines(text) { return text.split('\n').length; }

  function lineOf(l, data, extra) {
    var s = {
      type: 'line', name: l.label, data: data, symbol: l.look.symbol, symbolSize: 8, emphasis: { disabled: true },
      itemStyle: { color: l.look.color }, lineStyle: { color: l.look.color, width: 2, type: l.look.dash }
    };
    Object.keys(extra || {}).forEach(function (key) { s[key] = extra[key]; });
    return s;
  }

  /** The whiskers of points [x, value, low, high]; nothing where the ends are not known. */
  function whiskers(l, points, panel) {
    var color = l.look.color;
    return {
      type: 'custom', name: l.label, silent: true, xAxisIndex: panel, yAxisIndex: panel, encode: { x: 0, y: [1, 2, 3] }, itemStyle: { color: color },
      data: points.filter(function (p) { return p.length > 3; }),
      renderItem: function (params, api) {
        var low = api.coord([api.value(0), api.value(2)]), high = api.coord([api.value(0), api.value(3)]);
        return { type: 'group', children: [stroke(low[0], low[1], high[0], high[1], color, 1.6), stroke(low[0] - 4, low[1], low[0] + 4, low[1], color, 1.6), stroke(high[0] - 4, high[1], high[0] + 4, high[1], color, 1.6)] };
      }
    };
  }

  function ticksAt(a, values) {
    a.axisLabel.customValues = values;
    a.axisTick = { customValues: values, lineStyle: a.axisTick.lineStyle };
    return a;
  }

  /** An axis of thread counts or rates: by ratio where they span decades, with a tick at each that fits: of all values, or of some. */
  function loadAxis(theme, values, extra, ticked) {
    function ascending(list) { return list.slice().sort(function (x, y) { return x - y; }).filter(function (v, i, sorted) { return i === 0 || v !== sorted[i - 1]; }); }
    var all = ascending(values), ticks = ascending(ticked || values), most = ticks[ticks.length - 1];
    var log = all.length > 1 && all[all.length - 1] / all[0] >= 8;
    var a = axis(theme, { type: log ? 'log' : 'value', min: log ? all[0] / 1.3 : 0, max: log ? all[all.length - 1] * 1.3 : all[all.length - 1] * 1.05 });
    Object.keys(extra).forEach(function (key) { a[key] = extra[key]; });
    var fit = [];
    ticks.forEach(function (v) { var last = fit[fit.length - 1]; if (fit.length === 0 || (log ? v / last >= 1.7 : v - last >= most / 8)) { fit.push(v); } });
    // How far the axis goes is said rather than what lies just before.
    if (fit.length > 1) { fit[fit.length - 1] = most; }
    a.axisLabel = { color: theme.ink, fontSize: 12, fontFamily: FONT, formatter: function (v) { return short(v); } };
    return ticksAt(a, fit);
  }

  /** Throughput and what a call costs, over threads: three panels, whiskers are the intervals of the means. */
  function overThreads(chart, lines, title, all) {
    var theme = LIGHT, option = base(theme), top = 82 + 18 * conditionLines(chart.conditions), xs = [];
    all.forEach(function (l) { l.panels.forEach(function (p) { p.forEach(function (d) { xs.push(d[0]); }); }); });
    option.title = [titled(theme, title, chart.conditions + '\n' + chart.where + 'CPU: of all calls together. Whiskers: 95 % interval of the mean, over server starts where they are known.')];
    option.grid = []; option.xAxis = []; option.yAxis = []; option.series = [];
    PANEL_NAMES.forEach(function (names, k) {
      var values = [];
      all.forEach(function (l) { l.panels[k].forEach(function (d) { values.push(d[2] === undefined ? d[1] : d[2], d[3] === undefined ? d[1] : d[3]); }); });
      option.title.push({ text: names[1], borderColor: 'transparent', left: (k * 33.3 + 1.2) + '%', top: top, textStyle: { fontSize: 14, fontWeight: 'bold', color: theme.ink, fontFamily: FONT } });
      option.grid.push({ left: (k * 33.3 + 5.2) + '%', width: '27%', top: top + 32, bottom: belowPlot(96, lines.map(function (l) { return l.label; })) });
      option.xAxis.push(loadAxis(theme, xs, { gridIndex: k, name: 'threads', nameGap: 28 }));
      var y = axis(theme, { type: 'log', gridIndex: k, splitLine: { show: true, lineStyle: { color: theme.grid } }, axisLabel: { color: theme.ink, fontSize: 12, formatter: function (v) { return short(v); } } });
      bound(y, [values]);
      option.yAxis.push(y);
      if (values.length === 0) { option.title.push({ text: 'not known', borderColor: 'transparent', left: (k * 33.3 + 15) + '%', top: top + 120, textStyle: { fontSize: 14, fontWeight: 'normal', color: theme.muted, fontFamily: FONT } }); }
      lines.forEach(function (l) {
        option.series.push(lineOf(l, l.panels[k].map(function (d) { return [d[0], d[1]]; }), { xAxisIndex: k, yAxisIndex: k, showSymbol: l.panels[k].length <= 40 }), whiskers(l, l.panels[k], k));
      });
    });
    option.legend = markLegend(theme, lines);
    return option;
  }

  /** Names beside their marks, as the lines have them. */
  function markLegend(theme, lines) {
    return legend(theme, { bottom: 8, selectedMode: false, icon: undefined, itemStyle: {}, itemWidth: 34, data: lines.map(function (l) { return l.label; }) });
  }

  /** Latency by percentile of timed loops. */
  function timedPercentiles(chart, lines, title, all) {
    var series = lines.map(function (l) { return { label: l.label + (l.few ? ' <' : ''), look: l.look }; });
    var few = lines.some(function (l) { return l.few; }) ? '\n<: fewer than 80 % of the threads had a call under way.' : '';
    return percentiles({
      series: series, conditions: chart.conditions + few,
      latency: { where: chart.where, windows: true, curves: lines.map(function (l, n) { return { series: n, points: l.points }; }), all: all }
    }, title);
  }

  var TIME_COLUMNS = 3, TIME_PANEL = 172, TIME_PLOT = 118, MAX_PANELS = 12;

  /** What is drawn over time: where a point of a curve has it, and how it is called. A rate begins at 0; the others span decades. */
  var OVER_TIME = [
    { column: 1, file: '', group: 'time', title: '', unit: 'calls/s', said: 'Good replies a second', alt: 'good replies a second' },
    { column: 3, file: 'p99-', group: 'time-p99', title: ': 99th percentile', unit: 'p99, us', said: '99th percentile of each interval (a gap: too few replies; of several drawn as one the highest)', alt: '99th percentile of the latency, us' },
    { column: 4, file: 'cpu-', group: 'time-cpu', title: ': client CPU of a call', unit: 'us/call', said: 'CPU time that the client took for a good reply', alt: 'client CPU of a good reply, us' }
  ];

  /** What a point of a curve has there; null where it is not known. */
  function knownAt(p, column) { return p[column] !== undefined && p[column] !== null && p[column] > 0 ? p[column] : null; }

  /** Labels of a small panel's log axis: decades, where more would stand on each other. */
  function smallLogAxis(theme, k, unit, values) {
    var y = axis(theme, { type: 'log', gridIndex: k, name: unit, nameGap: 44, splitLine: { show: true, lineStyle: { color: theme.grid } }, axisLabel: { color: theme.ink, fontSize: 12, fontFamily: FONT, formatter: function (v) { return short(v); } } });
    bound(y, [values]);
    if ((y.axisLabel.customValues || []).length > 5) {
      y.axisLabel.customValues = y.axisLabel.customValues.filter(function (v) { return Math.abs(Math.log(v) / Math.LN10 - Math.round(Math.log(v) / Math.LN10)) < 1e-6; });
    }
    return y;
  }

  /** Every value that some lines have in a column. */
  function valuesOf(lines, column) {
    var all = [];
    lines.forEach(function (l) { l.curves.forEach(function (curve) { curve.forEach(function (p) { if (knownAt(p, column) !== null) { all.push(p[column]); } }); }); });
    return all;
  }

  /** Panels whose curves would all lie below this share of a scale have a finer one. */
  var MIN_SHARE = 0.25;

  function highest(lines, column) {
    var most = 0;
    lines.forEach(function (l) { l.curves.forEach(function (curve) { curve.forEach(function (p) { most = Math.max(most, p[column]); }); }); });
    return most;
  }

  /** The scale of each panel, by its label: one for all, but a finer one for all those that it would draw as flat lines, and so on. */
  function scalesOf(lines, offered) {
    var scales = {}, rest = lines;
    while (rest.length > 0) {
      var most = highest(rest, 1), scale = roundEnd(Math.max(offered, most)), flat = [];
      rest.forEach(function (l) {
        if (offered || most === 0 || highest([l], 1) >= scale.max * MIN_SHARE) { scales[l.label] = scale; } else { flat.push(l); }
      });
      rest = flat;
    }
    return scales;
  }

  /** Where the seconds of all panels end: at the first whole step behind the last of them, of at most six. */
  function secondsEnd(last) {
    last = last || 1;
    var decade = Math.pow(10, Math.floor(Math.log(last / 6) / Math.LN10));
    var step = [1, 2, 3, 5, 10].map(function (m) { return Number((m * decade).toPrecision(2)); }).filter(function (d) { return d * 6 >= last; })[0];
    return { max: Number((Math.ceil(last / step) * step).toPrecision(6)), interval: step };
  }

  /** The numbers of one axis all in its end's unit: 5k below 10k. */
  function inUnitOf(end) {
    var unit = end >= 1e6 ? 1e6 : end >= 1e4 ? 1e3 : 1, letter = unit === 1e6 ? 'M' : unit === 1e3 ? 'k' : '';
    return function (v) { return v === 0 ? '0' : Math.round(v / unit * 1e6) / 1e6 + letter; };
  }

  /**
   * A panel a series, a curve a process: thin while it warms up, thick where it is counted. All panels have
   * one time axis and one scale from 0, over all parts of the figure, so that their heights can be compared.
   * Where a rate was offered that is always so: what falls behind it is to be seen. Elsewhere series of less
   * than a quarter of it would be flat lines without their warm-up: they share a finer scale, and say so.
   * Percentiles and costs have one scale of ratios.
   */
  function overTime(chart, lines, title, m) {
    var isRate = m.column === 1, all = isRate ? [] : valuesOf(chart.lines, m.column);
    var theme = LIGHT, option = base(theme), columns = Math.min(TIME_COLUMNS, lines.length), width = 100 / columns, top = 112;
    var offered = isRate ? chart.offered || 0 : 0, scales = scalesOf(chart.lines, offered), shared = roundEnd(Math.max(offered, highest(chart.lines, 1))).max, seconds = secondsEnd(highest(chart.lines, 0)), finer = false;
    option.grid = []; option.xAxis = []; option.yAxis = []; option.series = []; option.title = [];
    lines.forEach(function (l, k) {
      var col = k % columns, row = Math.floor(k / columns), at = top + row * TIME_PANEL;
      var scale = scales[l.label], number = inUnitOf(scale.max);
      var note = !isRate || scale.max === shared ? '' : 'scale to ' + number(scale.max), room = BAR_WIDTH * width / 100 - 16 - (note === '' ? 0 : measureText(note, '13px').width + 12);
      finer = finer || note !== '';
      option.title.push({ text: fitted(l.label, 'bold 14px', room), borderColor: 'transparent', left: (col * width + 1) + '%', top: at - 26, textStyle: { fontSize: 14, fontWeight: 'bold', color: theme.ink, fontFamily: FONT } });
      if (note !== '') { option.title.push({ text: note, borderColor: 'transparent', right: (100 - (col + 1) * width + 1) + '%', top: at - 25, textStyle: { fontSize: 13, fontWeight: 'normal', color: theme.muted, fontFamily: FONT } }); }
      option.grid.push({ left: (col * width + 5.8) + '%', width: (width - 8) + '%', top: at, height: TIME_PLOT });
      option.xAxis.push(axis(theme, { type: 'value', min: 0, max: seconds.max, interval: seconds.interval, gridIndex: k, name: k + columns < lines.length ? '' : 'seconds', nameGap: 24, axisLabel: { color: theme.ink, fontSize: 12, fontFamily: FONT } }));
      option.yAxis.push(!isRate ? smallLogAxis(theme, k, col === 0 ? m.unit : '', all) : axis(theme, { type: 'value', min: 0, max: scale.max, interval: scale.interval, gridIndex: k, name: col === 0 ? m.unit : '', nameGap: 44, splitLine: { show: true, lineStyle: { color: theme.grid } }, axisLabel: { color: theme.ink, fontSize: 12, fontFamily: FONT, formatter: number } }));
      if (offered) { option.series.push({ type: 'line', silent: true, showSymbol: false, xAxisIndex: k, yAxisIndex: k, data: [[0, offered], [seconds.max, offered]], lineStyle: { color: theme.muted, width: 1.2, type: [2, 4] } }); }
      l.curves.forEach(function (curve) {
        var warming = curve.filter(function (p) { return p[2] === 0; }), counted = curve.filter(function (p) { return p[2] === 1; });
        var plain = { xAxisIndex: k, yAxisIndex: k, showSymbol: false, lineStyle: { color: l.look.color, width: 1, type: 'solid' } };
        var place = function (p) { return [p[0], isRate ? p[1] : knownAt(p, m.column)]; };
        option.series.push(lineOf(l, warming.concat(counted.slice(0, 1)).map(place), plain));
        option.series.push(lineOf(l, counted.map(place), { xAxisIndex: k, yAxisIndex: k, showSymbol: false, lineStyle: { color: l.look.color, width: 3, type: 'solid' } }));
      });
    });
    option.title.unshift(titled(theme, title, m.said + ' from the opening of the gate on, a curve a process. Thin: warm-up. Thick: counted.' + (offered ? ' Dotted: offered.' : '')
      + (finer ? '\nScale to ' + inUnitOf(shared)(shared) + ', but where a finer one is named.' : '') + (chart.of > 3 ? (finer ? ' ' : '\n') + 'The first, the middle and the last of ' + chart.of + ' loads are drawn.' : '')));
    return option;
  }

  function timeHeight(lines) { return 108 + Math.ceil(lines.length / Math.min(TIME_COLUMNS, lines.length)) * TIME_PANEL; }

  /** p99 and goodput against the rate that was offered; a ring where the knee is. */
  function overRates(lines, title, all) {
    var theme = LIGHT, option = base(theme), rates = [], offered = [], p99 = [], known = false, out = false;
    all.forEach(function (l) { l.points.forEach(function (p) {
      rates.push(p[0]);
      offered.push(p[0]);
      [p[1], p[3], p[4]].forEach(function (v) { if (v !== null) { p99.push(v); } });
      [p[2], p[5], p[6]].forEach(function (v) { if (v !== null) { rates.push(Math.max(1, v)); } });
      known = known || p[4] !== null || p[6] !== null;
      out = out || p[7] === 1;
    }); });
    var more = [known ? 'Whiskers: 95 % interval, over server starts where they are known.' : '', out ? 'Hollow: flags take every process out; the mean of all.' : ''].filter(Boolean).join(' ');
    var top = more === '' ? 96 : 114;
    option.title = [titled(theme, title, 'Open loop: response time, from when a call was due. Ring: the knee, the highest rate that held below one that did not. Dotted: every call answered in time.' + (more === '' ? '' : '\n' + more))];
    var below = belowPlot(96, lines.map(function (l) { return l.label; }));
    option.grid = [{ left: 84, width: '40%', top: top + 8, bottom: below }, { right: 24, width: '40%', top: top + 8, bottom: below }];
    option.title.push({ text: 'p99 response time (us, log scale)', borderColor: 'transparent', left: 20, top: top - 24, textStyle: { fontSize: 14, color: theme.ink, fontFamily: FONT } });
    option.title.push({ text: 'goodput (calls/s)', borderColor: 'transparent', left: '53%', top: top - 24, textStyle: { fontSize: 14, color: theme.ink, fontFamily: FONT } });
    option.xAxis = [0, 1].map(function (k) { return loadAxis(theme, rates, { gridIndex: k, name: 'offered, calls/s', nameGap: 30 }, offered); });
    var y = axis(theme, { type: 'log', gridIndex: 0, splitLine: { show: true, lineStyle: { color: theme.grid } }, axisLabel: { color: theme.ink, fontSize: 13, formatter: function (v) { return short(v); } } });
    bound(y, [p99]);
    var good = loadAxis(theme, rates, { gridIndex: 1, splitLine: { show: true, lineStyle: { color: theme.grid } } }, offered);
    option.yAxis = [y, good];
    var ends = [Math.min.apply(null, rates), Math.max.apply(null, rates)];
    option.series = [{ type: 'line', silent: true, showSymbol: false, xAxisIndex: 1, yAxisIndex: 1, data: [[ends[0], ends[0]], [ends[1], ends[1]]], lineStyle: { color: theme.muted, width: 1.2, type: [2, 4] } }];
    lines.forEach(function (l) {
      [1, 2].forEach(function (column) {
        var axisIndex = { xAxisIndex: column - 1, yAxisIndex: column - 1 };
        var drawn = l.points.filter(function (p) { return p[column] !== null && p[column] > 0; });
        var points = drawn.map(function (p) { return p[7] === 1 ? { value: [p[0], p[column]], itemStyle: { color: theme.paper, borderColor: l.look.color, borderWidth: 2 } } : [p[0], p[column]]; });
        var knee = drawn.filter(function (p) { return p[0] === l.knee; }).slice(-1).map(function (p) { return [p[0], p[column]]; });
        option.series.push(lineOf(l, points, axisIndex));
        option.series.push(whiskers(l, drawn.filter(function (p) { return p[2 * column + 1] !== null; }).map(function (p) { return [p[0], p[column], p[2 * column + 1], p[2 * column + 2]]; }), column - 1));
        option.series.push(lineOf(l, knee, { xAxisIndex: column - 1, yAxisIndex: column - 1, symbol: 'circle', symbolSize: 18, itemStyle: { color: 'transparent', borderColor: l.look.color, borderWidth: 2.2 }, lineStyle: { width: 0 } }));
      });
    });
    option.legend = markLegend(theme, lines);
    return option;
  }

  /** Colours and letters of what can limit a point, in the order of doc.limiters. */
  var LIMITS = [
    { color: '#0072b2', letter: 'C' }, { color: '#d55e00', letter: 'S' }, { color: '#009e73', letter: '\u2192' }, { color: '#56b4e9', letter: '\u2190' },
    { color: '#e69f00', letter: 'T' }, { color: '#d8dee5', letter: '\u2013' }, { color: '#f2f2f2', letter: '?' }
  ];
  /** Cells of a table that still have room for a letter. */
  var MAX_LETTERED = 40;

  /** Rows and columns of what limits each point: [{label, cells: [limiter or -1]}], [column names]. */
  function limitTable(doc) {
    var columns = [], rows = [];
    if (doc.timedLimits.length > 0) {
      doc.timedLimits.forEach(function (c) {
        if (columns.indexOf(c.at) < 0) { columns.push(c.at); }
        if (!rows.some(function (r) { return r.label === c.label; })) { rows.push({ label: c.label, cells: [] }); }
      });
      rows.forEach(function (r) {
        r.cells = columns.map(function (at) {
          var found = doc.timedLimits.filter(function (c) { return c.label === r.label && c.at === at; })[0];
          return found ? doc.limiters.indexOf(found.limiter) : -1;
        });
      });
      return { columns: columns, rows: rows };
    }
    doc.threads.forEach(function (t) { doc.requests.forEach(function (r) { columns.push(doc.requests.length === 1 ? t + ' threads' : t + ' x ' + r); }); });
    rows = doc.series.map(function (s) { return { label: s.label, cells: columns.map(function (_, i) { var c = s.limits.charAt(i); return c === ' ' || c === '' ? -1 : Number(c); }) }; });
    return { columns: columns, rows: rows };
  }

  function limitLegend(theme, doc, used, extra) {
    extra.data = used.map(function (k) { return { name: LIMITS[k].letter + '  ' + doc.limiters[k], icon: 'rect' }; });
    extra.selectedMode = false;
    return legend(theme, extra);
  }

  function usedLimits(lists) {
    return LIMITS.map(function (_, k) { return k; }).filter(function (k) { return lists.some(function (l) { return l.indexOf(k) >= 0; }); });
  }

  /** A row a series, a column a point, a colour and a letter a limiter. */
  function limitMatrix(doc, table, title) {
    var theme = LIGHT, option = base(theme), used = usedLimits(table.rows.map(function (r) { return r.cells; }));
    var left = Math.min(280, 24 + Math.max.apply(null, table.rows.map(function (r) { return measureText(r.label, '13px').width; })));
    option.title = [titled(theme, title, 'The busiest resource, from 80 % of it on' + (doc.timedLimits.length > 0 ? '.' : ', at threads x requests.'))];
    option.grid = { left: left, right: 24, top: 84, bottom: 96 };
    option.xAxis = axis(theme, { type: 'category', data: table.columns, position: 'bottom' });
    option.yAxis = axis(theme, { type: 'category', inverse: true, data: table.rows.map(function (r) { return r.label; }), axisTick: { show: false } });
    option.series = used.map(function (k) {
      var data = [];
      table.rows.forEach(function (r, y) { r.cells.forEach(function (c, x) { if (c === k) { data.push([x, y]); } }); });
      return {
        type: 'custom', name: LIMITS[k].letter + '  ' + doc.limiters[k], silent: true, itemStyle: { color: LIMITS[k].color }, encode: { x: 0, y: 1 }, data: data,
        renderItem: function (params, api) {
          var p = api.coord([api.value(0), api.value(1)]), size = api.size([1, 1]);
          return { type: 'group', children: [
            { type: 'rect', shape: { x: p[0] - size[0] / 2 + 1, y: p[1] - size[1] / 2 + 1, width: size[0] - 2, height: size[1] - 2 }, style: { fill: LIMITS[k].color } },
            { type: 'text', style: { text: LIMITS[k].letter, x: p[0], y: p[1], align: 'center', verticalAlign: 'middle', fill: k === 0 || k === 1 ? '#fffffe' : '#1b1f23', fontSize: 13, fontWeight: 'bold', fontFamily: FONT } }
          ] };
        }
      };
    });
    option.legend = limitLegend(theme, doc, used, { bottom: 12 });
    return option;
  }

  /** The same over a grid too large for letters: threads across, requests up. */
  function limitMap(doc, s, title) {
    var theme = LIGHT, option = base(theme), cells = LIMITS.map(function () { return []; }), text = doc.series[s].limits;
    for (var r = 0; r < doc.requests.length; r++) {
      for (var t = 0; t < doc.threads.length; t++) {
        var c = text.charAt(t * doc.requests.length + r);
        if (c !== ' ' && c !== '') { cells[Number(c)].push([t, r]); }
      }
    }
    var used = cells.map(function (_, k) { return k; }).filter(function (k) { return cells[k].length > 0; });
    option.title = [titled(theme, title, doc.conditions)];
    option.series = used.map(function (k) { return layer(LIMITS[k].letter + '  ' + doc.limiters[k], LIMITS[k].color, cells[k], null); });
    option.legend = limitLegend(theme, doc, used, { orient: 'vertical', right: 14, top: titleHeight(doc) + 8, itemGap: 9, itemHeight: 16 });
    option.grid = { left: 82, right: 196, top: titleHeight(doc) + 8, bottom: 64 };
    option.xAxis = gridAxis(theme, 'threads', 34, doc.threads, 16);
    option.yAxis = gridAxis(theme, 'requests', 54, doc.requests, 22);
    return option;
  }

  function limitFigures(doc, out) {
    var table = limitTable(doc);
    if (usedLimits(table.rows.map(function (r) { return r.cells; })).filter(function (k) { return k < 5; }).length === 0) { return; }
    if (table.columns.length <= MAX_LETTERED) {
      var height = 190 + Math.max(3, table.rows.length) * 30;
      var most = 'What limits most points: ' + mostFrequentLimit(doc, [].concat.apply([], table.rows.map(function (r) { return r.cells; })));
      out.push(figure(doc.timedLimits.length > 0 ? 'limits-timed' : 'limits', 'limits', doc.timedLimits.length > 0 ? 'steady-limiter' : 'limiter', most, 'Table of colours and letters: what limits each point, a row a technology, a column a point.', BAR_WIDTH, height, function () { return limitMatrix(doc, table, most); }));
      return;
    }
    doc.series.forEach(function (one, s) {
      var title = one.label + ': what limits most points is ' + mostFrequentLimit(doc, one.limits.split('').map(function (c) { return c === ' ' ? -1 : Number(c); }));
      out.push(figure('limits-' + one.file, 'limits', 'limiter', title, 'Map of colours: what limits each point of ' + one.label + ' over every thread and request count.', HEAT_WIDTH, HEAT_HEIGHT, function () { return limitMap(doc, s, title); }));
    });
  }

  /** One measure of the processes of one load over time, in parts of as many panels as a figure has. */
  function timeFigures(chart, m, out) {
    var file = 'over-time-' + m.file + chart.load.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    for (var i = 0; i < chart.lines.length; i += MAX_PANELS) {
      (function (lines, part) {
        var title = 'Each process over time, ' + chart.load + m.title + part;
        out.push(figure(file + part.replace(/[^0-9]+/g, '-').replace(/-$/, ''), m.group, 'time-series', title, 'Line charts, one a technology: ' + m.alt + ' over time, one curve a process. Series: ' + lines.map(function (l) { return l.label; }).join(', ') + '.', BAR_WIDTH, timeHeight(lines), function () { return overTime(chart, lines, title, m); }));
      })(chart.lines.slice(i, i + MAX_PANELS), chart.lines.length > MAX_PANELS ? ' (part ' + (i / MAX_PANELS + 1) + ')' : '');
    }
  }

  function loadFigures(doc, out) {
    doc.overThreads.forEach(function (chart) {
      var known = chart.lines.filter(function (l) { return l.panels.some(function (p) { return p.length > 0; }); });
      inParts(out, known, 'over-threads-' + chart.id, 'threads', chart.table, chart.label + spreadAtMostThreads(known), 'Line charts with intervals: calls a second, client and server CPU time of a call, over threads.', 560, function (lines, title, all) { return overThreads(chart, lines, title, all); });
    });
    if (doc.timedLatency) {
      var chart = doc.timedLatency;
      inParts(out, chart.lines, 'latency-' + chart.id, 'latency', 'steady', chart.label + ': latency by percentile, p99' + spreadOfLatencies(chart.lines), 'Line chart: latency in microseconds by percentile, both by ratio, one line a technology.', 600, function (lines, title, all) { return timedPercentiles(chart, lines, title, all); });
    }
    doc.rates.forEach(function (chart, i) {
      inParts(out, chart.lines, 'rates' + (doc.rates.length === 1 ? '' : '-' + (i + 1)), 'rates', chart.table, 'p99 and goodput against the offered rate: ' + chart.title, 'Line charts: 99th percentile of the response time and goodput by offered rate, the knee ringed.', 560, overRates);
    });
    // Measure by measure: the page shows one of them at a time.
    OVER_TIME.forEach(function (m) {
      doc.overTime.forEach(function (chart) {
        if (m.column === 1 || valuesOf(chart.lines, m.column).length > 0) { timeFigures(chart, m, out); }
      });
    });
    limitFigures(doc, out);
  }

  /** What the names of the series take, percent of the figure's width. */
  function costNames(doc) { return 100 * (14 + Math.max.apply(null, doc.series.map(function (s) { return measureText(s.label, '13px').width; }))) / BAR_WIDTH; }

  /** Beside names so long that they leave a third of the width no bars there are two columns. */
  function costColumns(doc) { return Math.min(costNames(doc) > 14 ? 2 : 3, doc.cost.metrics.length); }

  function costRowHeight(doc) { return 66 + 30 * doc.series.length; }

  function costHeight(doc) { return titleHeight(doc) + 34 + Math.ceil(doc.cost.metrics.length / costColumns(doc)) * costRowHeight(doc); }

  function has(doc, s, id) {
    return (doc.series[s].values[id] || []).some(function (v) { return v !== null; });
  }

  /** One to be drawn; of a report with the id of the table that has its numbers. */
  function figure(name, group, table, title, alt, width, height, option) {
    if (!HEADINGS[group]) { throw new Error('figure ' + name + ' is of ' + group + ', a group without a heading'); }
    return { name: name, group: group, heading: HEADINGS[group], table: table, title: title, alt: alt, width: width, height: height, option: option };
  }

  /** A group of bars a transport, a bar an encoding. */
  function encodingBars(chart, title) {
    var theme = LIGHT, option = base(theme);
    option.title = [titled(theme, title, chart.conditions)];
    option.legend = legend(theme, { bottom: 12, selectedMode: false });
    option.grid = { left: 88, right: 24, top: titleHeight(chart) + 8, bottom: chart.transports.length > 9 ? 130 : 76 };
    option.xAxis = axis(theme, { type: 'category', data: chart.transports, axisTick: { show: false }, axisLabel: { color: theme.ink, fontSize: 13, fontFamily: FONT, interval: 0, rotate: chart.transports.length > 9 ? 35 : 0 } });
    option.yAxis = axis(theme, { type: 'value', min: 0, name: 'processor time of both hosts (us a call)', nameGap: 62, splitLine: { show: true, lineStyle: { color: theme.grid } } });
    option.series = chart.encodings.map(function (one, k) {
      return { type: 'bar', name: one.label, barMaxWidth: 26, barGap: '6%', barCategoryGap: '22%', itemStyle: { color: SERIES[k], borderColor: theme.ink, borderWidth: 0.6 }, emphasis: { disabled: true }, data: one.values };
    });
    return option;
  }

  function encodingFigure(chart) {
    var title = 'Processor time of a call at ' + chart.where + ': ' + (spreadOfEncodings(chart) || 'by transport and encoding');
    return figure('encodings', 'encodings', chart.table, title, 'Bar chart: processor time of both hosts in us a call, a group of bars for each transport, a bar for each encoding.', BAR_WIDTH, BAR_HEIGHT, function () { return encodingBars(chart, title); });
  }

  /** Every figure of a sweep, in the order in which the report shows them. */
  function figures(doc) {
    var out = doc.overviews.filter(function (one) { return one.chosen && one.drawn; }).map(overviewFigure);
    dress(doc);
    loadFigures(doc, out);
    // One bar or one field is no picture of a grid: the tables have its number.
    var onGrid = doc.threads.length * doc.requests.length > 1 ? doc.series : [];
    onGrid.forEach(function (one, s) {
      ['timeAvg', 'tpsAvg'].forEach(function (id, k) {
        var no = one.paperVariant ? PAPER_FIGURE[one.type] : undefined, m = metric(doc, id);
        var title = (no ? 'Figure ' + no + ' (' + 'ab'.charAt(k) + ') \u00b7 ' : '') + one.label + ': ' + m.label;
        out.push(figure((no ? 'figure-' + no + 'ab'.charAt(k) : 'bars') + '-' + one.file + (k === 0 ? '-runtime' : '-tps'), 'bars', one.points, title,
          'Bar chart: ' + m.label + ' of ' + one.label + ' in ' + m.unit + ' by threads, one bar for each request count.', BAR_WIDTH, BAR_HEIGHT, function () { return bars(doc, s, id, title); }));
      });
    });
    onGrid.forEach(function (one, s) {
      ['timeAvg', 'tpsAvg'].forEach(function (id, k) {
        var m = metric(doc, id), title = one.label + ': ' + named(m) + ' over the grid';
        if (has(doc, s, id)) {
          out.push(figure('heatmap-' + one.file + (k === 0 ? '-runtime' : '-tps'), 'heat', one.points, title,
            'Heat map: ' + m.label + ' of ' + one.label + ' in ' + m.unit + ' over every thread and request count; failed points are hatched.', HEAT_WIDTH, HEAT_HEIGHT, function () { return heat(doc, s, id, title); }));
        }
      });
    });
    onGrid.forEach(function (one, s) {
      if (s === one.base || one.base < 0) { return; }
      var b = doc.series[one.base].label, title = one.label + ' / ' + b + ': ratio of average runtimes (above 1, ' + b + ' is faster)';
      out.push(figure('ratio-' + one.file + '-to-' + doc.series[one.base].file, 'ratio', one.ratios, title,
        'Heat map: average runtime of ' + one.label + ' divided by that of ' + b + ' over the grid; failed points are hatched.', HEAT_WIDTH, HEAT_HEIGHT, function () { return heat(doc, s, 'ratio:timeAvg', title); }));
    });
    if (doc.latency) {
      curvesInParts(out, doc, 'latency', 'latency-percentiles', 'latency', doc.latency.table, 'Latency by percentile, p99' + spreadOfLatencies(doc.latency.curves.map(function (c) { return { label: doc.series[c.series].label, points: c.points }; })), 'Line chart: latency in microseconds by percentile, one line a technology.', percentiles);
    }
    if (doc.cold) {
      curvesInParts(out, doc, 'cold', 'cold-warm', 'cold', doc.cold.table, 'First run of a process against the later ones' + spreadOfFirstRuns(doc), 'Line chart: runtime in milliseconds of the runs in order, order 0 first, one line a technology.', coldWarm);
    }
    if (doc.scaling) {
      curvesInParts(out, doc, 'scaling', 'scalability', 'scaling', 'scalability', 'Throughput over calls under way, and the law fitted to it', 'Scatter chart: good calls a second by calls under way, one mark a process and one colour a technology, with the fitted Universal Scalability Law as a line.', scaling);
    }
    if (doc.cost) {
      var title = 'Processor time of one good call, both hosts' + spreadOfCosts(doc);
      out.push(figure('cost-per-call', 'cost', doc.cost.table, title, 'Bar charts: processor time, context switches, allocation and bytes of one good call, one bar a technology.', BAR_WIDTH, costHeight(doc), function () { return cost(doc, title); }));
    }
    if (doc.encodings) { out.push(encodingFigure(doc.encodings)); }
    return doc.only ? out.filter(function (f) { return doc.only.indexOf(f.group) >= 0; }) : out;
  }

  /** Widths of a common sans-serif face, a little generous: the same layout on every machine. */
  function measureText(text, font) {
    var size = parseFloat(/([\d.]+)px/.exec(font || '12px')[1]), width = 0;
    for (var i = 0; i < text.length; i++) {
      var c = text.charAt(i);
      width += /[ijl.,:;'|!()\[\] ]/.test(c) ? 0.36 : /[mwMW@%]/.test(c) ? 0.95 : /[A-Z]/.test(c) ? 0.72 : 0.62;
    }
    return { width: width * size * (/bold/.test(font || '') ? 1.1 : 1) };
  }

  return {
    LIGHT: LIGHT, FONT: FONT, MAX_LINES: MAX_LINES, CLOSED_LOOP: CLOSED_LOOP,
    axis: axis, base: base, gridAxis: gridAxis, named: named, legend: legend, bound: bound, breaks: breaks, classes: classes, classOf: classOf, dress: dress, hatch: hatch,
    cellStatus: cellStatus, cellValue: cellValue, figures: figures, intervalsOver: intervalsOver, fitted: fitted, isNarrow: isNarrow, measureText: measureText, metric: metric, number: number, overview: overview, overviewHeight: overviewHeight, ownText: ownText, short: short,
    kindOf: kindOf, overviewTitle: overviewTitle, ratioOf: ratioOf, standing: standing, standingText: standingText, technologyOf: technologyOf, times: times,
    status: status, value: value
  };
})();
