/* What ECharts misses outside a browser, and the two functions that ChartEngine calls. */
var self = this;
var setTimeout = function () { return 0; };
var clearTimeout = function () {};
var setInterval = function () { return 0; };
var clearInterval = function () {};
var figures = [];

function describe(text) {
  echarts.setPlatformAPI({ measureText: RpcStress.measureText });
  figures = RpcStress.figures(JSON.parse(text));
  return JSON.stringify(figures.map(function (f) {
    return { name: f.name, group: f.group, heading: f.heading, table: f.table || '', title: f.title, alt: f.alt, width: f.width, height: f.height };
  }));
}

function escapeXml(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/*
 * On a dark page the report shows the same file: a browser then swaps ink and paper and leaves the
 * colours that carry numbers as they are. Print and PDF are always light.
 */
function darkStyle() {
  var swap = [[RpcStress.LIGHT.paper, '#161b22'], [RpcStress.LIGHT.ink, '#e6edf3'], [RpcStress.LIGHT.muted, '#9da7b3'], [RpcStress.LIGHT.grid, '#30363d'], [RpcStress.LIGHT.fail, '#ff8f85']];
  return '<style>@media (prefers-color-scheme:dark){' + swap.map(function (s) {
    return '[fill="' + s[0] + '"]{fill:' + s[1] + '}[stroke="' + s[0] + '"]{stroke:' + s[1] + '}';
  }).join('') + '}</style>';
}

function draw(index) {
  var f = figures[index];
  var chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: f.width, height: f.height });
  try {
    chart.setOption(f.option());
    var svg = chart.getZr().painter.renderToString({ useViewBox: true, cssEmphasis: false, cssAnimation: false });
    return svg
      .replace(/ (?:class="zr\d+-cls-\d+"|pointer-events="visible"|xmlns:xlink="[^"]*"|baseProfile="full"|ecmeta_\w+="[^"]*")/g, '')
      .replace(/<style ?><!\[CDATA\[[\s\S]*?\]\]>\s*<\/style>/, '')
      .replace(/^(<svg[^>]*)>/, '$1 role="img"><title>' + escapeXml(f.title) + '</title><desc>' + escapeXml(f.alt) + '</desc>' + darkStyle());
  } finally {
    chart.dispose();
  }
}
