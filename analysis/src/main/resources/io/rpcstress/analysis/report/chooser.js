/* The reader's question and its answer on the page; what the answer is stands in choose.js. */
(function () {
  'use strict';
  var C = RpcStress.choose, P = RpcStress.page;
  var doc = JSON.parse(document.getElementById('choices').textContent);
  var el = function (id) { return document.getElementById(id); };
  var offers = C.offers(doc);
  var SAID = { yes: 'yes', no: 'no', open: 'not shown', none: 'not measured', '': '' };

  if (doc.rows.length === 0) {
    el('c-form').hidden = true;
    el('c-table').parentElement.hidden = true;
    el('c-said').textContent = 'Nothing was measured yet.';
    return;
  }

  /** A number, where one stands that may. */
  function number(id) {
    var input = el(id);
    input.setAttribute('aria-invalid', input.checkValidity() ? 'false' : 'true');
    return input.value !== '' && input.checkValidity() ? Number(input.value) : null;
  }

  function question() {
    return {
      threads: number('c-threads'), bytes: number('c-bytes'), payload: el('c-payload').value, operation: el('c-operation').value, rate: number('c-rate'), p99: number('c-p99'), cores: number('c-cores'), line: number('c-line'),
      once: el('c-once').checked, back: number('c-back'), cpuPrice: number('c-cpu'), gbPrice: number('c-gb'), by: el('c-by').value, kind: el('c-kind').value, arrivals: el('c-arrivals').value, warmup: el('c-warmup').value, way: el('c-way').value
    };
  }

  /** What is no number of its range says so, and is no part of the question. */
  function leftOut() {
    return Array.prototype.filter.call(el('c-form').querySelectorAll('input'), function (i) { return !i.checkValidity(); }).map(function (i) {
      return i.parentElement.textContent.trim() + ': left out, ' + (i.step === 'any' ? 'a number' : 'a whole number') + ' from ' + i.min + ' to ' + C.grouped(Number(i.max)) + ' expected. ';
    }).join('');
  }

  /** A value with its interval below it. */
  function valueCell(v, times) {
    var td = P.cell('td', v ? C.grouped(v[0] * times) : '\u2013');
    if (v && v.length > 1) { td.appendChild(P.cell('small', ' ' + C.grouped(v[1] * times) + ' to ' + C.grouped(v[2] * times))); }
    return td;
  }

  function load(e) {
    return [e.threads ? C.plural(e.threads, 'thread') : '', e.requests ? C.plural(e.requests, 'request') : '', e.kind === 'open' && e.rate ? C.grouped(e.rate[0]) + ' calls/s offered' : '', e.arrivals ? e.arrivals + ' arrivals' : '', e.warmup || '', C.isWorded(e) ? e.payload : e.size === undefined ? '' : C.grouped(e.size) + ' bytes', e.objective || '', e.n > 1 && !e.objective ? e.n + ' processes' : ''].filter(Boolean).join(', ');
  }

  function numberCell(v) { return P.cell('td', v === null ? '\u2013' : C.grouped(v)); }

  function wordsCell(text) { return P.cell('td', text, { 'class': 'words' }); }

  function saidCell(r) {
    var said = P.cell('td', SAID[r.state], { 'class': 'words said-' + (r.state || 'any') });
    if (r.text !== '' && r.text !== SAID[r.state]) { said.appendChild(P.cell('small', ' ' + r.text)); }
    return said;
  }

  /** What the table shows: a column for the question and one for the price only where there is one, a rate that was reached only of closed loops. */
  function columns(q, found) {
    return [
      ['rank', function (r) { return P.cell('td', r.ranked ? String(found.rows.filter(function (o) { return o.ranked; }).indexOf(r) + 1) : '\u2013'); }],
      [C.isMessage(q) ? 'technology and encoding' : 'technology', function (r) { return P.cell('th', r.subject, { scope: 'row', 'class': 'words' }); }],
      C.isLimited(q) ? ['your question', saidCell] : null,
      found.kind === 'open' ? null : [found.rows.filter(function (r) { return r.e; }).map(function (r) { return C.unitOf(r.e); })[0] || 'calls/s', function (r) { return valueCell(r.e && r.e.rate ? C.speed(r.e) : null, 1); }],
      ['p99, ms', function (r) { return valueCell(r.e ? r.e.p99 : null, 1e-3); }],
      // A microsecond a call is a second for a million of them.
      ['client CPU-s / million calls', function (r) { return valueCell(r.e ? r.e.client : null, 1); }],
      ['server CPU-s / million calls', function (r) { return valueCell(r.e ? r.e.server : null, 1); }],
      found.rows.some(function (r) { return r.e && r.e.between; }) ? ['proxy or broker CPU-s / million calls', function (r) { return valueCell(r.e ? r.e.between : null, 1); }] : null,
      ['GB / million calls', function (r) { return numberCell(r.e ? C.gigabytes(r.e) : null); }],
      q.cpuPrice || q.gbPrice ? ['price / million calls', function (r) { return numberCell(r.e ? C.price(r.e, q) : null); }] : null,
      ['measured at', function (r) { return wordsCell(r.e ? load(r.e) : '\u2013'); }],
      ['missing', function (r) { return wordsCell(r.missing.join('; ')); }]
    ].filter(Boolean);
  }

  function line(r, shown) {
    var row = document.createElement('tr');
    shown.forEach(function (column) { row.appendChild(column[1](r)); });
    return row;
  }

  /** A command that breaks between its words only: a browser would break behind the dashes of an option. */
  function commandLine(text) {
    var code = document.createElement('code');
    text.split(' ').forEach(function (word, i) {
      if (i > 0) { code.appendChild(document.createTextNode(' ')); }
      code.appendChild(P.cell('span', word, { 'class': 'word' }));
    });
    return code;
  }

  /** Where open loops of several kinds were measured the reader picks; what is ranked stands in the select. */
  function pick(what, found) {
    var select = el('c-' + what);
    select.parentElement.hidden = found.kind !== 'open' || offers[what].length < 2;
    if (found.offer[what]) { select.value = found.offer[what]; }
  }

  /** As the arrivals, of whatever else parts loads: calls in flight, clients, the path. */
  function pickWay(found) {
    P.options(el('c-way'), found.ways.map(function (w) { return [w.key, w.label]; }));
    el('c-way').parentElement.hidden = found.ways.length < 2;
    el('c-way').value = found.way;
  }

  /** Of an operation whose payloads are no number of bytes the reader picks one that was measured. */
  function pickPayload() {
    var payloads = C.payloads(doc, el('c-operation').value);
    P.options(el('c-payload'), payloads.map(function (p) { return [p, p]; }));
    el('c-payload').parentElement.hidden = payloads.length === 0;
    el('c-bytes').parentElement.hidden = !C.isSized({ operation: el('c-operation').value, payload: payloads[0] });
  }

  function draw() {
    pickPayload();
    var q = question(), found = C.rank(doc, q), shown = columns(q, found), head = document.createElement('thead'), top = document.createElement('tr'), body = document.createElement('tbody');
    shown.forEach(function (column) { top.appendChild(P.cell('th', column[0], { scope: 'col', 'class': /^technology/.test(column[0]) ? 'words about' : /question|measured|missing/.test(column[0]) ? 'words' : '' })); });
    head.appendChild(top);
    found.rows.forEach(function (r) { body.appendChild(line(r, shown)); });
    el('c-table').replaceChildren(P.cell('caption', 'Nearest to your question: ' + (found.label || 'nothing of that kind')
      + (/^(open|search|)$/.test(found.kind) ? '' : '; closed-loop percentiles are not a user\u2019s latency')), head, body);
    pickWay(found);
    pick('arrivals', found);
    pick('warmup', found);
    el('c-said').textContent = leftOut() + found.sentence;
    var run = el('c-run');
    run.replaceChildren();
    // Where nothing answers, what to run is the answer; else it stands behind the rows.
    if (C.isLimited(q) && !found.answers) { el('c-said').after(run); } else { el('choose').appendChild(run); }
    if (!q.threads) { run.appendChild(P.cell('p', 'Say how many threads call: then there is a command line for what was not measured.')); }
    found.commands.forEach(function (c) {
      run.appendChild(P.cell('p', C.reason(doc, c)));
      if (c.text !== '') {
        var pre = document.createElement('pre');
        pre.appendChild(commandLine(c.text));
        run.appendChild(pre);
      }
    });
  }

  /** The form says what is asked. */
  function fill(q) {
    el('c-once').checked = Boolean(q.once);
    ['threads', 'bytes', 'rate', 'p99', 'back', 'operation', 'arrivals', 'warmup', 'by'].forEach(function (what) { el('c-' + what).value = q[what] === null || q[what] === undefined ? '' : String(q[what]); });
    pickPayload();
    el('c-payload').value = q.payload;
  }

  var operations = C.distinct(doc.rows, 'operation');
  ['arrivals', 'warmup'].forEach(function (what) { P.options(el('c-' + what), offers[what].map(function (o) { return [o, o]; })); });
  P.options(el('c-operation'), (operations.length === 0 ? [''] : operations).map(function (o) { return [o, o || 'any']; }));
  el('c-operation').parentElement.hidden = operations.length < 2;
  ['c-once', 'c-back'].forEach(function (id) { el(id).parentElement.hidden = doc.faults.length === 0; });
  P.options(el('c-kind'), [['', 'what answers best']].concat(Object.keys(doc.kinds).map(function (k) { return [k, doc.kinds[k]]; })));
  el('c-kind').parentElement.hidden = Object.keys(doc.kinds).length < 2;
  if (C.distinct(doc.rows, 'size').indexOf(0) >= 0) { el('c-bytes').min = '0'; }
  fill(C.opening(doc));
  document.addEventListener('load-picked', function (e) {
    fill(C.aboutLoad(doc, question(), e.detail));
    el('c-kind').value = doc.kinds[e.detail.kind] ? e.detail.kind : '';
    draw();
  });
  el('c-form').addEventListener('submit', function (e) { e.preventDefault(); });
  el('c-form').addEventListener('input', draw);
  draw();
  // A report that was made for limits opens with who keeps them.
  if (doc.limits) {
    var said = C.rank(doc, C.opening(doc)).said, first = P.cell('p', said[0], { 'class': 'headline' });
    if (said[1] !== '') { first.appendChild(P.cell('span', said[1], { 'class': 'why' })); }
    document.querySelector('.headline').before(first);
  }
})();
