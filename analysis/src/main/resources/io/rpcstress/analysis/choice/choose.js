/*
 * "Which one for me?": ranks what was measured nearest to a question. Pure functions of the data, so that
 * they are tested without a browser. Nothing is interpolated or extrapolated: a number is shown with the load
 * that it was measured at, and what was not measured is a command line.
 *
 * A question: threads, bytes (of payload) or payload (its words), operation; and where the reader says so rate (calls/s), p99 (ms),
 * once (whether no call may run twice when something breaks), back (s, within which the rate is back then), cores (of each host), line (Mbit/s), cpuPrice (a CPU-hour), gbPrice (a GB), by (what is ranked by), kind (of load; '' lets the question decide),
 * way (of calling, as in rank's answer).
 */
RpcStress.choose = (function () {
  'use strict';
  /** What the largest part of a call's payload may have at most, bytes: the harness refuses more. */
  var MAX_PART = { greet: 4096, put: 16384, 'list-echo': 230000 };
  /** An element of list-echo, bytes: its payload is written as their number. */
  var ELEMENT_BYTES = 23;
  var DEFAULT_OPERATION = 'greet', DEFAULT_BYTES = 16;
  /** A rate this near to the one asked for is that rate. */
  var SAME = 0.01;
  /** A line this near to the one asked for, by factor, is that line: what it carries was read once. */
  var SAME_LINE = 1.25;
  /** Calls that a 99th percentile needs: ten beyond it, twice over. */
  var CALLS_FOR_P99 = 2000;
  var MIN_SECONDS = 60, DEFAULT_TIMEOUT_SECONDS = 600, AROUND_SECONDS = 100;
  /** Several client processes are no steady loop's: the harness refuses --until-steady with it. */
  var CLIENTS = '--clients';
  var PATH = '--path', TLS = '--tls', COMPRESSION = '--compression', JDK = '--jdk', GC = '--gc';
  var BY = { rate: 'speed', p99: 'p99', cpu: 'CPU', bytes: 'bytes', price: 'price' };
  var SECONDS_AN_HOUR = 3600, BYTES_A_MILLION_CALLS_TO_GB = 1e-3;

  /** Whether the reader or a file says it; a payload of 0 bytes is one. */
  function known(v) { return v !== null && v !== undefined; }

  function low(v) { return v.length > 1 ? v[1] : v[0]; }

  function high(v) { return v.length > 1 ? v[2] : v[0]; }

  function grouped(v) {
    var text = v >= 100 || v === Math.round(v) ? String(Math.round(v)) : String(Number(v.toPrecision(3)));
    return text.indexOf('e') >= 0 ? text : text.replace(/\B(?=(\d{3})+(?!\d))(?!\.)/g, function (_, __, at) { return text.indexOf('.') >= 0 && at > text.indexOf('.') ? '' : ','; });
  }

  function isOpen(e) { return e.kind === 'open'; }

  /** What a search for a rate found. */
  function isSearch(e) { return e.kind === 'search'; }

  function isClosed(e) { return !isOpen(e) && !isSearch(e); }

  /** Whether the reader asks what happens when something breaks. */
  function isOfFaults(q) { return Boolean(q.once || q.back); }

  /** Whether the reader set a limit that is held or not. */
  function isLimited(q) { return Boolean(q.rate || q.p99) || isOfFaults(q); }

  /** Whether a row's calls did what is asked for; one that does not say it may have. */
  function isOfOperation(e, q) { return !q.operation || !e.operation || e.operation === q.operation; }

  /** Whether a message of a pack is called: its encoding is chosen with the technology, and stands in the row's subject. */
  function isMessage(e) { return e.operation === 'message'; }

  /** Whether its payload is words, such as two services, of which bytes say nothing. */
  function isWorded(e) { return Boolean(e.payload && e.operation) && !MAX_PART[e.operation] && !isMessage(e); }

  /** Whether bytes say what a call carries: encodings of one message have as many as they need. */
  function isSized(q) { return !q.payload && !isMessage(q); }

  /** What rows have of a name, each once. */
  function distinct(rows, what) {
    return rows.map(function (e) { return e[what]; }).filter(function (v, i, all) { return v !== undefined && all.indexOf(v) === i; });
  }

  /** How many messages a call has; 1 where it is no stream. */
  function messages(e) { return Number((/(?:^|,)messages=([0-9]+)/.exec(e.payload) || ['', 1])[1]); }

  /** A payload without the length of its streams, which is no load: what they carry a second is compared. */
  function wordsOf(payload) { return payload.split(',').filter(function (p) { return p.indexOf('messages=') !== 0; }).join(','); }

  /** Whether a row carries the words of a question; one without words carries any. */
  function isOfWords(e, q) { return !q.payload || wordsOf(e.payload || '') === q.payload; }

  /** What a closed loop does a second: calls, or the messages of its streams. */
  function speed(e) { return e.rate.map(function (v) { return v * messages(e); }); }

  function unitOf(e) { return messages(e) === 1 ? 'calls/s' : 'messages/s'; }

  /** The payloads in words that an operation was measured with. */
  function payloads(doc, operation) {
    return doc.rows.filter(function (e) { return isOfOperation(e, { operation: operation }) && isWorded(e); })
      .map(function (e) { return wordsOf(e.payload); }).filter(function (v, i, all) { return all.indexOf(v) === i; });
  }

  /** Which kind of load answers: a rate or an objective is an open loop's, where there is one of the operation. */
  function kindOf(doc, q) {
    if (q.kind && doc.kinds[q.kind]) { return q.kind; }
    var order = isLimited(q) ? ['open', 'search', 'steady', 'first'] : ['steady', 'first', 'open', 'search'];
    var kinds = order.filter(function (k) { return doc.kinds[k]; });
    return kinds.filter(function (k) { return doc.rows.some(function (e) { return e.kind === k && isOfOperation(e, q); }); })[0] || kinds[0] || '';
  }

  function apart(a, b) { return a && b ? Math.abs(Math.log(a / b)) : 0; }

  function sizeApart(e, q) { return known(e.size) && known(q.bytes) ? apart(e.size + 1, q.bytes + 1) : 0; }

  /** Nearest first; of those as near one with a result, with nothing against it, of the longest streams, of most processes. */
  function nearest(list, q) {
    return list.slice().sort(function (a, b) {
      return apart(a.threads, q.threads) + sizeApart(a, q) - apart(b.threads, q.threads) - sizeApart(b, q)
        || (a.failed ? 1 : 0) - (b.failed ? 1 : 0) || (a.against ? 1 : 0) - (b.against ? 1 : 0) || messages(b) - messages(a) || b.n - a.n || (b.requests || 0) - (a.requests || 0);
    })[0];
  }

  /** Whether that rate was offered to it, and other work on the hosts left no answer. */
  function isDisturbed(e, q) { return isOpen(e) && Boolean(e.against && e.disturbed && !e.lost) && (!q.rate || Math.abs(e.rate[0] / q.rate - 1) <= SAME); }

  function holds(e, q) { return !e.against && !e.lost && e.p99 !== undefined && high(e.p99) < q.p99 * 1000; }

  /**
   * How calls were made beside threads and payload: only rows of one way are of one load. Calls in flight
   * and clients are no part of an open loop's way: it starts each call when it is due, from one process.
   */
  function wayOf(e, open) { return [open ? 1 : e.inFlight || 1].concat(optionsOf(e, open), e.objective || []).join(' '); }

  /** The way of an open loop that is most like one of a closed loop. */
  function openWay(way) {
    var words = (way || '').split(' ');
    return wayOf({ options: words.slice(1) }, true);
  }

  /** What a row is about: of an open loop without what only closed ones have. */
  function subjectOf(e, open) { return open ? e.subject.replace(/ (in-flight|clients) [0-9]+/g, '') : e.subject; }

  function optionOf(e, name, none) {
    var at = (e.options || []).indexOf(name);
    return at < 0 ? none : e.options[at + 1];
  }

  /** The ways of some rows: each with its key, its words and a row of it; words say only in what they differ. */
  function ways(list, open) {
    var found = [], parts = [
      function (e) { return plural(e.inFlight || 1, 'call') + ' in flight'; },
      function (e) { return plural(Number(optionOf(e, CLIENTS, 1)), 'client'); },
      function (e) { return e.objective || ''; },
      function (e) { return optionOf(e, PATH, '') === '' ? 'direct' : 'via ' + optionOf(e, PATH, ''); },
      function (e) { return optionOf(e, TLS, '') === '' ? 'not encrypted' : 'TLS: ' + optionOf(e, TLS, ''); },
      function (e) { return optionOf(e, COMPRESSION, '') === '' ? 'not compressed' : 'compression: ' + optionOf(e, COMPRESSION, ''); },
      function (e) { return optionOf(e, JDK, '') === '' ? 'any JDK' : 'JDK ' + optionOf(e, JDK, ''); },
      function (e) { return optionOf(e, GC, '') === '' ? 'default collector' : 'collector: ' + optionOf(e, GC, ''); }
    ];
    list.forEach(function (e) { if (!found.some(function (w) { return w.key === wayOf(e, open); })) { found.push({ key: wayOf(e, open), like: e }); } });
    var telling = parts.filter(function (part) { return found.some(function (w) { return part(w.like) !== part(found[0].like); }); });
    found.forEach(function (w) { w.label = telling.map(function (part) { return part(w.like); }).join(', '); });
    return found;
  }

  /** The arrivals that open loops had, in the order of the rows, and the warm-ups, the longest last. */
  function offers(doc) {
    var found = { arrivals: [], warmup: [] };
    doc.rows.filter(isOpen).forEach(function (e) {
      Object.keys(found).forEach(function (what) { if (e[what] && found[what].indexOf(e[what]) < 0) { found[what].push(e[what]); } });
    });
    found.warmup.sort(function (a, b) { return secondsOf(a) - secondsOf(b); });
    return found;
  }

  /** How long a warm-up takes in all. */
  function secondsOf(warmup) { return (warmup.match(/[0-9]+/g) || []).reduce(function (sum, n) { return sum + Number(n); }, 0); }

  /** Of several loads one is ranked: the arrivals and the warm-up of the question, else the first and the longest. */
  function offer(doc, q) {
    var all = offers(doc), longest = all.warmup[all.warmup.length - 1];
    return { arrivals: all.arrivals.indexOf(q.arrivals) < 0 ? all.arrivals[0] : q.arrivals, warmup: all.warmup.indexOf(q.warmup) < 0 ? longest : q.warmup };
  }

  /** Whether a row is of that load; one that does not say it may be. */
  function isOffered(e, wanted) {
    return ['arrivals', 'warmup'].every(function (what) { return !e[what] || !wanted[what] || e[what] === wanted[what]; });
  }

  /** The load that is ranked, in words: its arrivals, rates and warm-up; empty where the rows do not say. */
  function offeredWords(wanted, rows) {
    if (!wanted.arrivals) { return ''; }
    var rates = rows.filter(function (r) { return r.e && r.e.rate; }).map(function (r) { return r.e.rate[0]; }), least = Math.min.apply(null, rates), most = Math.max.apply(null, rates);
    return [wanted.arrivals + ' arrivals', rates.length === 0 ? '' : least === most ? grouped(least) + ' calls/s' : 'each at its own rate, ' + grouped(least) + ' to ' + grouped(most) + ' calls/s', wanted.warmup || ''].filter(Boolean).join(', ');
  }

  /**
   * Of an open loop: the lowest rate from the one asked for on, or the highest below it. Without one the highest
   * that it held: a rate that was too much for it takes nothing from those below.
   */
  function nearestOffered(list, q) {
    var size = Math.min.apply(null, list.map(function (e) { return sizeApart(e, q); }));
    var near = list.filter(function (e) { return sizeApart(e, q) === size; });
    var byRate = near.slice().sort(function (a, b) { return a.rate[0] - b.rate[0] || a.n - b.n; });
    if (!q.rate) {
      var measured = byRate.filter(function (e) { return !e.failed; }), good = measured.filter(function (e) { return !e.invalid; }), held = q.p99 ? good.filter(function (e) { return holds(e, q); }) : good;
      return held[held.length - 1] || good[0] || measured[0] || byRate[0];
    }
    var from = byRate.filter(function (e) { return e.rate[0] >= q.rate * (1 - SAME); });
    if (from.length === 0) { return byRate[byRate.length - 1]; }
    return from.filter(function (e) { return e.rate[0] === from[0].rate[0]; }).pop();
  }

  /** The lowest rate above a row's that it did not hold; empty where there is none. */
  function tooMuch(e, list) {
    var above = list.filter(function (o) { return isOpen(e) && !e.invalid && !e.failed && (o.invalid && o.lost || o.failed) && o.rate && e.rate && o.rate[0] > e.rate[0]; });
    var first = above.sort(function (a, b) { return a.rate[0] - b.rate[0]; })[0];
    return first ? ['not held at ' + grouped(first.rate[0]) + ' calls/s: ' + (first.lost || first.failed)] : [];
  }

  /** How many processes gave no result where others did. */
  function failedBeside(e, list) {
    return e.failed ? 0 : list.filter(function (o) { return o.failed && o.threads === e.threads && (!isOpen(e) || o.rate[0] === e.rate[0]); }).length;
  }

  function changed(object, parts) { return Object.assign({}, object, parts); }

  function plural(n, word) { return grouped(n) + ' ' + word + (n === 1 ? '' : 's'); }

  /** How the hosts that it was measured on differ from the reader's; a sweep has one pair and one line. */
  function elsewhere(e, q) {
    var list = [], hosts = q.hosts || {}, client = hosts.client, server = (hosts.servers || {})[e.protocol];
    if (q.cores && (client === undefined || server === undefined)) { list.push('the files do not say its cores'); }
    else if (q.cores && (client !== q.cores || server !== q.cores)) {
      list.push('measured with ' + (client === server ? plural(client, 'core') + ' a host' : plural(client, 'core') + ' for the client and ' + server + ' for the server') + ', not ' + q.cores);
    }
    if (q.line && hosts.line === undefined) { list.push('the files do not say what its line carries'); }
    else if (q.line && Math.exp(apart(hosts.line, q.line)) > SAME_LINE) { list.push('measured on a line of ' + grouped(hosts.line) + ' Mbit/s, not ' + grouped(q.line)); }
    return list;
  }

  function exact(e, q) {
    return elsewhere(e, q).length === 0 && (!isClosed(e) || !q.threads || e.threads === q.threads) && (!known(q.bytes) || e.size === q.bytes);
  }

  /** What a closed loop says of a rate: whether that many threads reached it. */
  function reached(e, q) {
    if (e.rate.length < 2) { return ['open', grouped(e.rate[0]) + ' calls/s, once: no interval']; }
    if (low(e.rate) >= q.rate) { return ['yes', 'reached']; }
    return high(e.rate) < q.rate ? ['no', 'not reached by ' + plural(e.threads, 'thread')] : ['open', 'the interval holds ' + grouped(q.rate) + ' calls/s'];
  }

  function answerOfClosed(e, q) {
    if (!q.rate && !q.p99) { return ['', '']; }
    if (e.against) { return ['open', 'not judged: ' + e.against]; }
    var rate = q.rate ? exact(e, q) ? reached(e, q) : ['open', 'not measured there'] : ['yes', ''];
    return q.p99 && rate[0] !== 'no' ? ['open', (q.rate && rate[0] === 'yes' ? 'rate reached; ' : '') + 'p99 under a rate not measured'] : rate;
  }

  function answerOfOpen(e, q) {
    if (!q.rate && !q.p99) { return ['', '']; }
    var at = e.rate[0], there = grouped(at) + ' calls/s';
    if (e.against && e.lost) { return at <= q.rate * (1 + SAME) || !q.rate ? ['no', 'not held at ' + there] : ['open', 'not held at ' + there + ', below it not measured']; }
    if (e.against) { return ['open', 'not shown: ' + e.against]; }
    if (q.p99 && e.p99 === undefined) { return ['open', 'too few calls for a p99 at ' + there]; }
    var within = !q.p99 || high(e.p99) < q.p99 * 1000, beyond = q.p99 && low(e.p99) >= q.p99 * 1000;
    if (elsewhere(e, q).length > 0) { return ['open', 'not measured on such hosts']; }
    if (!exact(e, q)) { return ['open', 'not measured with that payload']; }
    if (q.rate && at < q.rate * (1 - SAME)) { return beyond ? ['no', 'not held even at ' + there] : ['open', 'measured up to ' + there + ' only']; }
    if (within && e.lost) { return ['open', 'not held by every process at ' + there]; }
    if (within) { return ['yes', 'held at ' + there]; }
    return beyond && (!q.rate || at <= q.rate * (1 + SAME)) ? ['no', 'not held at ' + there] : ['open', beyond ? 'not held at ' + there + ', below it not measured' : 'the interval of p99 at ' + there + ' spans ' + q.p99 + ' ms'];
  }

  /** A search answers for the rates up to the one that it found, at what calls took there, and for its own calls alone. */
  function answerOfSearch(e, q) {
    if (!q.rate && !q.p99) { return ['', '']; }
    if (elsewhere(e, q).length > 0) { return ['open', 'not measured on such hosts']; }
    if (known(q.bytes) && !known(e.size) || q.operation && !e.operation) { return ['open', 'the file does not say its payload']; }
    if (!exact(e, q)) { return ['open', 'not measured with that payload']; }
    if (q.p99 && (e.p99 === undefined || high(e.p99) >= q.p99 * 1000)) { return ['open', 'searched for ' + e.objective]; }
    return q.rate && e.rate[0] < q.rate * (1 - SAME) ? ['open', 'found up to ' + grouped(e.rate[0]) + ' calls/s only'] : ['yes', 'held at ' + grouped(e.rate[0]) + ' calls/s'];
  }

  function answer(e, q) {
    if (e.failed && isOpen(e) && q.rate && e.rate[0] > q.rate * (1 + SAME)) { return ['open', 'failed at ' + grouped(e.rate[0]) + ' calls/s, below it not measured']; }
    if (e.failed) { return exact(e, q) ? ['no', 'failed there: ' + e.failed] : ['open', 'the nearest point failed: ' + e.failed]; }
    if (e.rate === undefined) { return ['open', 'no number: ' + (e.against || 'no process is left')]; }
    return isOpen(e) ? answerOfOpen(e, q) : isSearch(e) ? answerOfSearch(e, q) : answerOfClosed(e, q);
  }

  /** The answer that a subject's calls under faults give; of one that was measured under none there is none. */
  function underFaults(doc, subject, q) {
    var all = doc.faults.filter(function (f) { return f.subject === subject; }), state = 'yes', said = [];
    function faults(list) { return list.map(function (f) { return f.fault; }).join(', '); }
    if (all.length === 0) { return ['none', 'not measured under a fault']; }
    var failed = all.filter(function (f) { return f.failed; });
    all = all.filter(function (f) { return !f.failed; });
    if (failed.length > 0) {
      if (q.back) { return ['no', 'failed under ' + faults(failed)]; }
      state = 'open';
      said.push('failed under ' + faults(failed));
    }
    if (q.once) {
      var again = all.filter(function (f) { return f.twice > 0; }), counted = all.filter(function (f) { return f.each; });
      if (again.length > 0) { return ['no', 'ran calls twice under ' + faults(again)]; }
      if (counted.length > 0) { said.push('ran no call twice under ' + faults(counted)); }
      if (counted.length < all.length) {
        state = 'open';
        said.push('its server did not count each call under ' + faults(all.filter(function (f) { return !f.each; })));
      }
    }
    if (q.back) {
      var over = all.filter(function (f) { return f.away || known(f.back); }), late = over.filter(function (f) { return f.away || f.back > q.back; });
      if (over.length === 0) { return ['none', 'not measured under a fault that ends']; }
      if (late.length > 0) { return ['no', 'not back within ' + q.back + ' s under ' + faults(late)]; }
      said.push('back within ' + grouped(Math.max.apply(null, over.map(function (f) { return f.back; }))) + ' s under ' + faults(over));
    }
    return [state, said.join('; ')];
  }

  /** Of an answer for the load and one for faults that which leaves more open. */
  function worse(a, b) {
    var order = ['no', 'none', 'open', 'yes', ''];
    return order.indexOf(b[0]) < order.indexOf(a[0]) ? b : a;
  }

  /** The choices of which something is known, with or without a fault, and the answer of each under faults. */
  function broken(doc, rows, q) {
    return distinct(rows.concat(doc.faults), 'subject').filter(function (s) { return !isFloor({ subject: s }); }).map(function (s) {
      var found = underFaults(doc, s, q);
      return { subject: s, state: found[0], text: found[1] };
    });
  }

  /** Of both hosts, and of the proxy or broker between them; null where a part is not known. */
  function cpuSeconds(e) { return e.cpu ? e.cpu[0] : null; }

  function carried(e) { return e.carried ? ': that of the proxy or broker was not read' : ''; }

  function gigabytes(e) { return e.bytes === undefined ? null : e.bytes * BYTES_A_MILLION_CALLS_TO_GB; }

  /** Of a million calls, in the reader's money; null where he gave no price, or a cost is not known. */
  function price(e, q) {
    var cpu = q.cpuPrice ? cpuSeconds(e) : 0, gb = q.gbPrice ? gigabytes(e) : 0;
    if (!q.cpuPrice && !q.gbPrice || cpu === null || gb === null) { return null; }
    return cpu / SECONDS_AN_HOUR * (q.cpuPrice || 0) + gb * (q.gbPrice || 0);
  }

  function order(e, q) {
    var value = {
      rate: function () { return e.rate && !(isOpen(e) && q.rate) ? -(isOpen(e) ? e.rate : speed(e))[0] : isOpen(e) && e.p99 ? e.p99[0] : null; },
      p99: function () { return e.p99 ? e.p99[0] : null; },
      cpu: function () { return cpuSeconds(e); },
      bytes: function () { return gigabytes(e); },
      price: function () { return price(e, q); }
    }[q.by || 'rate']();
    return value === null ? Infinity : value;
  }

  /** Open loops at one rate part by the time of their slowest calls. */
  function byP99(a, b) { return isOpen(a) && isOpen(b) && a.p99 && b.p99 ? a.p99[0] - b.p99[0] : 0; }

  /** In what the load and the hosts differ from those that the reader asks for. */
  function otherwise(e, q) {
    var list = [];
    if (isClosed(e) && q.threads && e.threads !== q.threads) { list.push('measured at ' + plural(e.threads, 'thread') + ', not ' + q.threads); }
    if (known(q.bytes) && e.size === undefined) { list.push('the files do not say its payload'); }
    else if (known(q.bytes) && e.size !== q.bytes) { list.push('measured with ' + grouped(e.size) + ' bytes, not ' + grouped(q.bytes)); }
    return list.concat(elsewhere(e, q));
  }

  function missing(e, q) {
    var list;
    if (e.failed) { return ['failed: ' + e.failed]; }
    list = otherwise(e, q);
    if (e.kind === 'first') { list.push('steady state not measured'); }
    if (e.n < 2) { list.push(isSearch(e) ? 'one search' : 'measured once: no interval'); }
    if (isClosed(e) && q.p99) { list.push('response time at a rate not measured'); }
    if (e.against) { list.push(e.against); }
    if (e.leftOut) { list.push(e.leftOut); }
    if (e.kind !== 'first' && e.compiling >= COMPILING) { list.push('CPU: ' + compiling(e)); }
    if (cpuSeconds(e) === null || gigabytes(e) === null) { list.push(cpuSeconds(e) === null ? 'CPU not known' + carried(e) : 'bytes not known'); }
    return list;
  }

  var TIERS = { yes: 0, '': 0, open: 1, no: 2, none: 3 };

  /** What the reader leaves open is one for all rows, the one that most of them have: several loads have no order. */
  function atOne(list, q) {
    function most(what, asked) {
      var having = {}, best = asked;
      if (known(asked)) { return asked; }
      list.forEach(function (e) {
        if (!known(e[what]) || !e.rate) { return; }
        having[e[what]] = having[e[what]] || {};
        having[e[what]][e.subject] = true;
        if (!known(best) || Object.keys(having[e[what]]).length > Object.keys(having[best]).length) { best = e[what]; }
      });
      return best;
    }
    return { threads: most('threads', q.threads), bytes: most('size', q.bytes) };
  }

  /** A question about a load: what the load does not say stays as it was asked. */
  function aboutLoad(doc, q, load) {
    var operation = load.operation || q.operation, words = payloads(doc, operation);
    return changed(q, {
      threads: load.rate === 0 ? load.threads : q.threads, rate: load.rate > 0 ? load.rate : null, bytes: known(load.size) ? load.size : q.bytes,
      arrivals: load.arrivals || q.arrivals, warmup: load.warmup || q.warmup, operation: operation, payload: words.indexOf(wordsOf(load.payload || '')) < 0 ? words[0] || '' : wordsOf(load.payload || '')
    });
  }

  /** The question that a reader finds: about the load that the first screen shows, within the limits that the report was made for. */
  function opening(doc) {
    var kind = kindOf(doc, {}), threads = distinct(doc.rows.filter(function (e) { return e.kind === kind; }), 'threads').sort(function (a, b) { return a - b; });
    var none = { threads: threads[Math.floor(threads.length / 2)], bytes: distinct(doc.rows, 'size')[0], operation: distinct(doc.rows, 'operation')[0] || '', p99: null };
    var q = changed(aboutLoad(doc, changed(none, offer(doc, {})), doc.first || {}), doc.limits);
    // Of those that hold every limit it is the cost of a call that decides.
    return changed(q, { by: doc.limits && cheapest(holding(ranking(doc, sized(q)).rows)) ? 'cpu' : 'rate' });
  }

  /** The same without bytes where these do not say what a call carries. */
  function sized(q) { return changed(q, isSized(q) ? {} : { bytes: null }); }

  /** The choices that hold what is asked for. */
  function holding(rows) { return rows.filter(function (r) { return r.state === 'yes' && !isFloor(r); }); }

  /** The ranking with its sentence, and what to run. */
  function rank(doc, asking) {
    var q = sized(asking), found = ranking(doc, q), rows = found.rows;
    found.answers = rows.concat(isOfFaultsAlone(q) ? broken(doc, rows, q) : []).some(function (r) { return r.state === 'yes'; });
    found.said = sentence(doc, found, q);
    found.sentence = found.said.join('');
    found.commands = commands(doc, q.rate || q.p99 ? rows.concat(otherwiseCalled(found.ofOperation, rows, found.way)) : rows, changed(q, found.offer));
    return found;
  }

  /** The rows, best first: subjects of which nothing was measured come last. */
  function ranking(doc, q) {
    var kind = kindOf(doc, q), open = kind === 'open', wanted = open ? offer(doc, q) : {}, subjects = [], rows;
    q.hosts = doc.hosts;
    var ofOperation = doc.rows.filter(function (e) { return isOfOperation(e, q); });
    var all = ways(ofOperation.filter(function (e) { return e.kind === kind; }), open), asWay = function (key) { return all.filter(function (w) { return w.key === key; })[0]; };
    var way = asWay(q.way) || open && asWay(openWay(q.way)) || all[0];
    var fitting = way ? ofOperation.filter(function (e) { return wayOf(e, open) === way.key; }) : ofOperation;
    fitting.forEach(function (e) { if (subjects.indexOf(subjectOf(e, open)) < 0) { subjects.push(subjectOf(e, open)); } });
    var near = open ? q : changed(q, atOne(fitting.filter(function (e) { return e.kind === kind && isOfWords(e, q); }), q));
    rows = subjects.map(function (subject) {
      var own = fitting.filter(function (e) { return subjectOf(e, open) === subject; }), list = own.filter(function (e) { return e.kind === kind && isOffered(e, wanted) && isOfWords(e, q); });
      if (list.length === 0) { return { subject: subject, like: own[0], e: null, state: 'none', text: 'not measured', missing: [] }; }
      var e = open ? nearestOffered(list, q) : nearest(list, near), held = answer(e, q), found = isOfFaults(q) ? worse(held, underFaults(doc, subject, q)) : held, failures = failedBeside(e, list);
      return {
        subject: subject, like: e, e: e, held: held[0], state: found[0], text: found[1], failures: failures,
        missing: missing(e, q).concat(failures > 0 ? [processes(failures) + ' more failed'] : [], q.rate ? [] : tooMuch(e, list))
      };
    });
    rows.forEach(function (r) {
      r.excluded = excluded(r, q);
      r.ranked = r.excluded === '';
      if (!r.ranked && r.missing.indexOf(r.excluded) < 0) { r.missing.push('not ranked: ' + r.excluded); }
    });
    rows.sort(function (a, b) {
      return TIERS[a.state] - TIERS[b.state] || (a.ranked ? 0 : 1) - (b.ranked ? 0 : 1) || isInvalid(a) - isInvalid(b) || (a.e && b.e ? (order(a.e, q) < order(b.e, q) ? -1 : order(a.e, q) > order(b.e, q) ? 1 : byP99(a.e, b.e)) : 0);
    });
    ofOtherLength(rows);
    var load = [open ? offeredWords(wanted, rows) : '', q.payload || '', way ? way.label : ''].filter(Boolean).join(', '), label = [doc.kinds[kind], load].filter(Boolean).join(': ');
    return { kind: kind, label: label, load: load, ways: all, way: way ? way.key : '', offer: wanted, rows: rows, ofOperation: ofOperation };
  }

  /** Those whom an open loop would measure on the same path, and whom closed loops called in other ways only. */
  function otherwiseCalled(all, rows, wayKey) {
    var there = rows.map(function (r) { return offeredTo(r.like); }), others = [];
    all.filter(function (e) { return wayKey !== '' && wayOf(e, true) === openWay(wayKey); }).forEach(function (e) {
      if (there.indexOf(offeredTo(e)) >= 0) { return; }
      there.push(offeredTo(e));
      others.push({ subject: subjectOf(e, true), like: e, e: null, state: 'none', text: 'not measured', missing: [] });
    });
    return others;
  }

  /** An interval whose upper end is this many times its lower one says nothing of an order. */
  var MAX_WIDTH = 2;

  function isInvalid(r) { return r.e && r.e.invalid ? 1 : 0; }

  /** Bare TCP, or calls within a process: below the others, and no choice. */
  function isFloor(r) { return /^(tcp|in-process)(@|$| |\/)/.test(r.subject); }

  /** What parts rows that are ranked so: by speed open loops, which have one rate, by their p99. */
  function parting(e, q) {
    var by = q.by === 'price' ? (q.cpuPrice ? 'cpu' : 'bytes') : q.by;
    if (by === 'bytes') { return known(e.bytes) ? [e.bytes, e.bytes, e.bytes] : []; }
    return (by === 'cpu' ? e.cpu : isOpen(e) ? e.p99 : e.rate && speed(e)) || [];
  }

  /** Whether more of what parts rows is better. */
  function isMoreBetter(e, q) { return !isOpen(e) && (q.by || 'rate') === 'rate'; }

  function isWide(v) { return high(v) >= MAX_WIDTH * low(v); }

  /** Whether more processes may give a row its place: it has a number without an interval, or a wide one. */
  function isUncertain(r, q) {
    var v = r.e && !r.e.failed && !r.e.invalid ? parting(r.e, q) : [];
    return v.length === 1 || v.length > 1 && isWide(v);
  }

  /** Why a row is not ranked; empty where it is. */
  function excluded(r, q) {
    var e = r.e, v = e ? parting(e, q) : [];
    if (!e || e.failed || !e.rate) { return !e ? 'not measured' : e.failed ? 'failed: ' + e.failed : e.against || 'no number'; }
    if (isFloor(r)) { return 'a floor, no choice'; }
    if (e.invalid) { return e.against; }
    if (r.state === 'no') { return r.text; }
    if (order(e, q) === Infinity) { return 'no ' + BY[q.by || 'rate'] + ' known'; }
    if (v.length < 2) { return e.n < 2 ? 'measured once: no interval' : 'no interval'; }
    if (!isWide(v)) { return ''; }
    var isP99 = isOpen(e) && v === e.p99, scale = isP99 ? 1000 : 1;
    return 'its interval, ' + grouped(low(v) / scale) + ' to ' + grouped(high(v) / scale) + ' ' + (v === e.cpu ? 'us a call' : isP99 ? 'ms' : unitOf(e)) + ', is wider than a factor of 2';
  }

  /** A longer run from a JVM's start is a warmer one: whose runs are not as long as the first row's says so. */
  function ofOtherLength(rows) {
    var first = rows.filter(function (r) { return r.e && r.e.requests && !r.e.failed; })[0];
    rows.forEach(function (r) {
      if (first && r.e && r.e.requests && !r.e.failed && r.e.requests !== first.e.requests) {
        r.missing.push('runs of ' + plural(r.e.requests, 'request') + ', those of ' + first.subject + ' have ' + grouped(first.e.requests));
      }
    });
  }

  /** Whether intervals overlap: of open loops at one rate. */
  function overlap(a, b, q) {
    var ours = parting(a, q), theirs = parting(b, q);
    return (!isOpen(a) || a.rate[0] === b.rate[0]) && low(theirs) <= high(ours) && low(ours) <= high(theirs);
  }

  /** Whether the whole interval of one is better than that of another. */
  function isAhead(a, b, q) {
    var ours = parting(a, q), theirs = parting(b, q);
    return ours.length > 1 && (!isOpen(a) || a.rate[0] === b.rate[0]) && (isMoreBetter(a, q) ? low(ours) > high(theirs) : high(ours) < low(theirs));
  }

  /** Those that have no place in the ranking, and yet are better than a row that has one. */
  function aheadOf(row, out, q) {
    return out.filter(function (r) { return r.e && !r.e.invalid && r.state !== 'no' && !isFloor(r) && isAhead(r.e, row.e, q); });
  }

  function ahead(rows, row) { return namesOf(rows) + ', not ranked, ' + (rows.length > 1 ? 'lie' : 'lies') + ' wholly ahead of ' + row.subject + '.'; }

  var CLOSE = 'too close to call', BEHIND = /^(faster|slower)$/;

  /** How a row stands to the first one: as the report judges the two, else by their ratio or their own intervals, of which nothing is corrected. */
  function standing(doc, first, r, q) {
    var judged = r.e.than === first.e.subject ? r.e : first.e.than === r.e.subject ? first.e : null, lacks = isSearch(r.e) ? 0 : doc.enough - Math.min(first.e.n, r.e.n);
    var isOfCpu = q.by === 'cpu';
    if (judged && !isOfCpu) { return judged.standing; }
    if (lacks > 0) { return 'too few processes: ' + lacks + ' more'; }
    return (isOfCpu && cpuBeside(r.e, first.e).length > 1 ? isNear(r.e, first.e) : overlap(first.e, r.e, q)) ? CLOSE : 'slower';
  }

  /** Who comes next, how sure that is, and what would make another the first. One that is not ranked may come before it. */
  function runnerUp(doc, ranked, out, q) {
    var by = q.by || 'rate', first = ranked[0], next = ranked[1];
    if (!next) { return ''; }
    var judged = by === 'rate' || by === 'cpu' || isOpen(first.e) && by === 'p99', top = judged ? aheadOf(first, out, q) : [];
    if (top.length > 0) { return ' That it is first is not shown: ' + ahead(top, first) + changing(doc, first, q); }
    var same = judged ? ranked.filter(function (r) { return r !== first && standing(doc, first, r, q) === CLOSE; }) : [];
    if (same.length > 0) { return ' Too close to call with ' + first.subject + ': ' + namesOf(same) + '.' + changing(doc, first, q); }
    var before = judged ? aheadOf(next, out, q) : [];
    if (before.length > 0) { return ' No runner-up: ' + ahead(before, next) + changing(doc, first, q); }
    var a = order(first.e, q), b = order(next.e, q), said = judged ? standing(doc, first, next, q) : 'slower';
    if (a === b && isOpen(first.e)) { a = first.e.p99[0]; b = next.e.p99[0]; }
    var times = by === 'cpu' && cpuBeside(next.e, first.e)[0] || (a < 0 ? a / b : b / a);
    return ' Runner-up: ' + next.subject + (a === 0 ? '' : ', behind by a factor of ' + grouped(times)) + (BEHIND.test(said) ? '' : ' (' + said.split('; ')[0].replace(/ \(.*\)$/, '') + ')') + '.' + changing(doc, first, q);
  }

  /** What rows are ranked by. */
  function byWords(e, q) { return isOpen(e) && (q.by || 'rate') === 'rate' ? BY.p99 : BY[q.by || 'rate']; }

  /** One clause: the nearest question that another would come first of. */
  function changing(doc, first, q) {
    /** Only of rows that were measured there, the one that comes first now among them. */
    function other(parts) {
      var ranked = ranking(doc, changed(q, parts)).rows.filter(function (r) {
        return r.ranked && r.state !== 'no' && (!parts.threads || r.e.threads === parts.threads) && (!parts.rate || r.e.rate[0] === parts.rate);
      });
      return ranked.length > 1 && ranked[0].subject !== first.subject && ranked.some(function (r) { return r.subject === first.subject; }) ? ranked[0].subject + ' comes first' : '';
    }
    var loads = isOpen(first.e) ? (q.rate ? values('rate', first.e).map(function (v) { return [{ rate: v }, 'at ' + grouped(v) + ' calls/s']; }) : []) : values('threads', first.e).map(function (v) { return [{ threads: v }, 'at ' + plural(v, 'thread')]; });
    function values(what, e) {
      return doc.rows.filter(function (r) { return r.kind === e.kind && known(r[what]); }).map(function (r) { return what === 'rate' ? r.rate[0] : r[what]; })
        .filter(function (v, i, all) { return all.indexOf(v) === i && v !== q[what]; }).sort(function (a, b) { return apart(a, q[what]) - apart(b, q[what]); });
    }
    var others = isSearch(first.e) ? [] : ['cpu', 'bytes', 'rate'].concat(q.cpuPrice || q.gbPrice ? ['price'] : []);
    var ways = loads.concat(others.filter(function (by) { return by !== (q.by || 'rate'); }).map(function (by) { return [{ by: by }, 'by ' + byWords(first.e, { by: by })]; }));
    for (var i = 0; i < ways.length; i++) {
      var found = other(ways[i][0]);
      if (found !== '') { return ' What would change that: ' + ways[i][1] + ' ' + found + '.'; }
    }
    return '';
  }

  /** Who is not ranked, and why: each reason once. */
  function notRanked(out) {
    var by = {};
    out.forEach(function (r) { (by[r.excluded] = by[r.excluded] || []).push(r.subject); });
    return out.length === 0 ? '' : ' Not ranked: ' + Object.keys(by).map(function (why) { return by[why].join(', ') + ' (' + why + ')'; }).join('; ') + '.';
  }

  function asked(q) {
    return [q.rate ? grouped(q.rate) + ' calls/s' : '', q.p99 ? 'p99 below ' + q.p99 + ' ms' : '', q.once ? 'no call run twice' : '', q.back ? 'the rate back within ' + q.back + ' s' : ''].filter(Boolean).join(' with ');
  }

  /** The same with the payload in words, where several were measured. */
  function askedOf(doc, q) { return asked(q) + (q.payload && payloads(doc, q.operation).length > 1 ? ', ' + q.payload : ''); }

  function onlyOne(r) { return 'No order, and no preference: only ' + r.subject + ' was measured well enough to be ranked'; }

  /** Who comes before whom, and who has no place and why; or why there is no order, and what would give one. */
  function inOrder(doc, ranked, out, good, q) {
    if (ranked.length > 1) { return ' Ranked by ' + byWords(ranked[0].e, q) + ': ' + namesOf(ranked) + '.' + notRanked(out); }
    if (out.length === 0 || ranked.length === 0 && good.length < 2) { return ''; }
    var least = Math.min.apply(null, out.concat(ranked).map(function (r) { return r.e.n; }));
    return (ranked.length === 1 ? ' ' + onlyOne(ranked[0]) + '.' : ' No order.') + notRanked(out)
      + (out.some(function (r) { return isUncertain(r, q); }) ? ' More processes narrow an interval: the same sweep with --repeat ' + (least < doc.enough ? doc.enough : 2 * least) + '.' : '');
  }

  /** The answer, and what it rests on. */
  function sentence(doc, found, q) {
    var kind = found.kind, label = found.label, load = found.load, rows = found.rows, by = q.by || 'rate', ranked = rows.filter(function (r) { return r.ranked; }), out = rows.filter(function (r) { return !r.ranked; }), first = ranked[0];
    if (isOfFaultsAlone(q)) { return [ofFaults(doc, rows, q), '']; }
    if (!rows.some(function (r) { return r.e && !r.e.failed && r.e.rate; })) { return ['Not measured: no row has a number for that.', '']; }
    if (asked(q) !== '') {
      var good = ranked.filter(function (r) { return r.state === 'yes'; });
      var held = holding(rows);
      var left = out.filter(function (r) { return r.e && r.state !== 'no' && !isFloor(r) && !isDisturbed(r.e, q); });
      return [answered(askedOf(doc, q), q, rows, kind) + (isOfFaults(q) ? lacking(broken(doc, rows, q)) : ''),
        (load === '' ? '' : inOrder(doc, ranked, left, held, q) + ' Load: ' + load + '.') + runnerUp(doc, good, left, q) + limit(held, q)];
    }
    if (!rows.some(function (r) { return r.e && order(r.e, q) !== Infinity; })) { return ['Nothing to rank by: ' + (by === 'price' ? 'give a price whose cost is known.' : 'no ' + BY[by] + ' is known here.'), '']; }
    if (!first) { return ['Nothing to rank.', notRanked(out)]; }
    return [(ranked.length > 1 ? first.subject + ' comes first of ' + ranked.length : onlyOne(first)) + ' by ' + BY[by] + (kind === 'open' && by === 'rate' ? ', and by p99 at the same rate' : '') + ': ' + label + '.',
      runnerUp(doc, ranked, out, q)
      + (first.e.against ? ' Note: ' + first.e.against + '.' : '')
      + (otherwise(first.e, q).length > 0 ? ' Differs from your question: ' + otherwise(first.e, q).join('; ') + '.' : '')
      + notRanked(out)];
  }

  function isOfFaultsAlone(q) { return isOfFaults(q) && !q.rate && !q.p99; }

  /** Who holds what was asked of faults, and who does not and why. */
  function ofFaults(doc, rows, q) {
    var all = broken(doc, rows, q), good = all.filter(function (r) { return r.state === 'yes'; });
    return (good.length > 0 ? capital(asked(q)) + ': ' + namesOf(good) + (good.length === 1 ? ' does.' : ' do.') : 'Nothing here shows ' + asked(q) + '.') + lacking(all);
  }

  function lacking(all) {
    var out = all.filter(function (r) { return r.state !== 'yes'; });
    return out.length === 0 ? '' : ' When something breaks: ' + out.map(function (r) { return r.subject + ' (' + r.text + ')'; }).join('; ') + '.';
  }

  function capital(text) { return text.charAt(0).toUpperCase() + text.slice(1); }

  /** As far as it is shown, and never more than it is. */
  function roundedDown(v) {
    var shown = v >= 100 ? Math.round(v) : Number(v.toPrecision(3));
    return shown > v ? shown - (v >= 100 ? 1 : Math.pow(10, Math.floor(Math.log10(v)) - 2)) : shown;
  }

  /** Of those that hold a p99 the one that a lower limit would leave out first. */
  function limit(good, q) {
    if (!q.p99 || good.length === 0) { return ''; }
    var last = good.slice().sort(function (a, b) { return high(b.e.p99) - high(a.e.p99); })[0];
    return ' A p99 limit of ' + grouped(roundedDown(high(last.e.p99) / 1000)) + ' ms or less would leave out ' + last.subject + '.';
  }

  /** What disturbed some rows, each cause once. */
  function causesOf(rows) {
    return rows.reduce(function (all, r) { return all.concat(r.e.disturbed.split(', ')); }, []).filter(function (one, i, all) { return all.indexOf(one) === i; }).join(', ');
  }

  function namesOf(rows) { return rows.map(function (r) { return r.subject; }).join(', '); }

  /** Who holds what was asked, who was shown not to, and what that rests on. */
  function answered(what, q, rows, kind) {
    var choices = rows.filter(function (r) { return !isFloor(r); }), good = choices.filter(function (r) { return r.state === 'yes'; }), lost = choices.filter(function (r) { return r.state === 'no'; });
    var disturbed = choices.filter(function (r) { return r.e && isDisturbed(r.e, q); });
    var said = good.length > 0
      ? capital(what) + ': ' + holders(good, choices.length)
      : (lost.length === choices.length ? 'Nothing' : disturbed.length > 0 ? 'Measured, but nothing' : 'Not measured: nothing') + ' here shows ' + what + '.';
    if (disturbed.length > 0) { said += ' Disturbed by ' + causesOf(disturbed) + ': ' + namesOf(disturbed) + '.'; }
    if (good.length === 0 && q.p99 && kind !== 'open' && kind !== 'search') { said += ' Only an open loop, which makes calls when they are due, measures a p99 at a rate, and none was run here.'; }
    var failing = good.filter(function (r) { return r.failures > 0; });
    return said + (lost.length > 0 ? ' Shown not to: ' + namesOf(lost) + '.' : '') + once(good.concat(lost), kind)
      + (failing.length > 0 ? ' Failed processes: ' + failing.map(function (r) { return r.subject + ' ' + r.failures + ' of ' + (r.failures + r.e.n); }).join(', ') + '.' : '');
  }

  /** Who holds it; where that is several, what else there is to decide by. */
  function holders(good, all) {
    if (good.length < 2) { return namesOf(good) + ' holds it.'; }
    var failing = good.some(function (r) { return r.failures > 0; }), costs = good.filter(function (r) { return r.e && (r.e.cpu || known(r.e.bytes)); });
    return (good.length < all || failing ? namesOf(good) + ' hold it.' : (all === 2 ? 'both' : 'all ' + all) + ' hold it: ' + namesOf(good) + '.')
      + (costs.length < 2 ? '' : ' If that is enough, what decides is processor time and bytes a call, below, and \u201cWhat it can do\u201d in the report.');
  }

  /** One run of an open loop says what it held, and nothing of the next run. */
  function once(answering, kind) {
    var single = answering.filter(function (r) { return r.e && !r.e.failed && r.e.n < 2; });
    if (kind !== 'open' || single.length === 0) { return ''; }
    return (single.length === answering.length ? ' Measured once' : ' Measured once, and so not judged: ' + single.map(function (r) { return r.subject; }).join(', '))
      + (single.length === answering.length ? ' each: no interval.' : '.');
  }

  /** Whether the reader's own service was called: only he knows where it is. */
  function isOwn(e) { return e.operation === 'call' || /^own-/.test(e.protocol); }

  /** The words for what a call carries; null where the harness has no such call. */
  function payloadWords(like, q) {
    if (isOwn(like)) { return null; }
    var operation = q.operation || like.operation || DEFAULT_OPERATION, bytes = known(q.bytes) ? q.bytes : like.size, parts = (like.payload || '').split(',');
    var words = operation === DEFAULT_OPERATION ? [] : ['--operation', operation];
    // Its pack lies with the reader, under the name that it was made with.
    var encoded = like.pack && /^encoding=([a-z]+),?(.*)$/.exec(like.payload);
    if (encoded) { return (isMessage({ operation: operation }) ? [] : words).concat(['--message', like.pack + '.pack.jar', '--encoding', encoded[1]], encoded[2] ? ['--payload', encoded[2]] : []); }
    if (isMessage({ operation: operation })) { return null; }
    // Bytes are no words of such a payload: it is asked for as it was measured.
    if (!MAX_PART[operation]) {
      var own = isOfWords(like, q) && like.payload || q.payload;
      return known(q.bytes) && q.bytes !== like.size ? null : own ? words.concat(['--payload', own]) : words;
    }
    if (operation === 'list-echo') {
      var elements = known(bytes) ? Math.round(bytes / ELEMENT_BYTES) : Number(parts[0].split('=')[1]) || 0;
      return elements * ELEMENT_BYTES > MAX_PART[operation] ? null : words.concat(['--payload', 'elements=' + elements]);
    }
    if (parts.length < 2) {
      if (bytes > MAX_PART[operation]) { return null; }
      return !known(bytes) || operation === DEFAULT_OPERATION && bytes === DEFAULT_BYTES ? words : words.concat(['--payload-bytes', String(bytes)]);
    }
    var sizes = parts.map(function (p) { return Number(p.split('=')[1]); }), largest = sizes.indexOf(Math.max.apply(null, sizes));
    var sum = sizes.reduce(function (a, b) { return a + b; }, 0);
    sizes[largest] += (known(bytes) ? bytes : sum) - sum;
    if (sizes[largest] < 1 || sizes[largest] > MAX_PART[operation]) { return null; }
    return words.concat(['--payload', parts.map(function (p, i) { return p.split('=')[0] + '=' + sizes[i]; }).join(',')]);
  }

  function time(ms) { return ms === Math.round(ms) ? ms + 'ms' : Math.max(1, Math.round(ms * 1000)) + 'us'; }

  function start(doc, command, protocols) {
    return ['java', '-jar', 'client-harness.jar', command, '--protocol', protocols.join(',')].concat(doc.place);
  }

  function closed(doc, g, q) {
    return start(doc, 'run', g.protocols).concat(['--threads', String(q.threads)], g.payload, g.options, g.inFlight > 1 ? ['--in-flight', String(g.inFlight)] : [],
      ['--warmup', '10s', '--duration', '1s', '--windows', '10'], g.options.indexOf(CLIENTS) < 0 ? ['--until-steady', '--warmup-cap', '60s'] : [], ['--repeat', '5', '--out', 'results/chosen']);
  }

  /** The words for arrivals and warm-up: warm, where the reader asks of no measured load. */
  function loadWords(q) {
    var shape = q.arrivals && q.arrivals !== 'constant' ? ['--shape', q.arrivals] : [], seconds = /([0-9]+) s warm-up/.exec(q.warmup || ''), full = /^([0-9]+) (m?s) at full speed/.exec(q.warmup || '');
    if (!q.warmup) { return shape.concat(['--full-speed', '10s']); }
    return shape.concat(full ? ['--full-speed', full[1] + full[2]] : [], ['--warmup', seconds ? seconds[1] + 's' : '0s']);
  }

  function offered(doc, g, q) {
    var words = start(doc, 'rate', g.protocols), seconds = Math.max(MIN_SECONDS, q.rate ? Math.ceil(CALLS_FOR_P99 / q.rate) : 0);
    words = words.concat(q.rate ? ['--rate', String(q.rate)] : ['--search', '--slo', 'p99=' + time(q.p99)]);
    words = words.concat(['--threads', String(q.threads)], g.payload, g.options, loadWords(q), ['--duration', seconds + 's']);
    if (seconds + AROUND_SECONDS > DEFAULT_TIMEOUT_SECONDS) { words.push('--timeout', seconds + AROUND_SECONDS + 's'); }
    return words.concat(['--out', 'results/chosen']);
  }

  /** The words for the way of calling; an open loop has one client, and says itself when it calls. */
  function optionsOf(e, open) {
    var options = e.options || [], at = open ? options.indexOf(CLIENTS) : -1;
    return at < 0 ? options : options.slice(0, at).concat(options.slice(at + 2));
  }

  function offeredTo(e) { return [e.protocol].concat(optionsOf(e, true), isMessage(e) ? e.payload : []).join(' '); }

  /** Why the harness has no such call: it is too large, or smaller than the parts that stay as they are. */
  function refused(like, q) {
    if (isOwn(like)) { return ' A service of your own: call it again with --url or --target.'; }
    var operation = q.operation || like.operation || DEFAULT_OPERATION, sizes = (like.payload || '').split(',').map(function (p) { return Number(p.split('=')[1]); });
    if (!MAX_PART[operation]) { return ' Not with ' + operation + (known(q.bytes) ? ', of which no payload of ' + grouped(q.bytes) + ' bytes was measured.' : ', whose pack is not known.'); }
    var least = sizes.length < 2 ? 1 : sizes.reduce(function (a, b) { return a + b; }, 0) - Math.max.apply(null, sizes) + 1;
    return ' Not with ' + operation + ', which ' + (q.bytes < least ? 'with ' + like.payload + ' carries ' + grouped(least) + ' bytes at least.' : 'carries ' + grouped(MAX_PART[operation] + least - 1) + ' bytes at most.');
  }

  /** One command a way of calling, for all that it could show; none twice. */
  function grouping(rows, q, wanted, line, why, open) {
    var groups = {};
    rows.filter(wanted).forEach(function (r) {
      var payload = payloadWords(r.like, q), options = optionsOf(r.like, open), inFlight = open ? 1 : r.like.inFlight || 1, key = [inFlight].concat(options, payload || refused(r.like, q)).join(' ');
      groups[key] = groups[key] || { why: why, inFlight: inFlight, options: options, payload: payload, protocols: [], like: r.like };
      if (groups[key].protocols.indexOf(r.like.protocol) < 0) { groups[key].protocols.push(r.like.protocol); }
    });
    return Object.keys(groups).map(function (key) {
      var g = groups[key];
      return g.payload === null
        ? { why: why + refused(g.like, q), subjects: g.protocols, text: '' }
        : { why: why, subjects: g.protocols, text: line(g).join(' ') };
    });
  }

  /** What hosts a command is for, where it was measured on others; they are not an option of it. */
  function onHosts(rows, q) {
    var other = rows.some(function (r) { return r.e && elsewhere(r.e, q).length > 0; });
    var words = [q.cores ? plural(q.cores, 'core') + ' each' : '', q.line ? 'a line of ' + grouped(q.line) + ' Mbit/s' : ''].filter(Boolean).join(' and ');
    return other && words !== '' ? ' On hosts with ' + words + '.' : '';
  }

  /** What was disturbed is measured again as it was: another command on the same hosts would be disturbed, too. */
  function again(rows, q) {
    return rows.length === 0 ? [] : [{
      why: 'Measured' + (q.rate ? ' at ' + grouped(q.rate) + ' calls/s' : '') + ', but disturbed by ' + causesOf(rows) + ': end what else runs there, then run the same sweep with --retry-flagged 3:',
      subjects: rows.map(function (r) { return r.subject; }), text: ''
    }];
  }

  /** Why to run a command, and where. */
  function reason(doc, command) {
    return command.why + ' ' + (command.text === '' ? command.subjects.join(', ') : 'Run this on the client\u2019s host' + (doc.place.indexOf('--host') < 0 ? ', with --host and the servers\u2019 host, which the files do not say:' : ':'));
  }

  function processes(n) { return grouped(n) + (n === 1 ? ' process' : ' processes'); }

  /** From this share of compilers on processor time is not that of a warm process. */
  var COMPILING = 0.1;

  function compiling(e) { return Math.round(100 * e.compiling) + ' % of it compiling'; }

  /** The ratio of a row's processor time to that of another at its load; empty where the other takes more. */
  function cpuBeside(e, other) { return e.cpuBy && e.cpuBy[other.subject] || []; }

  /** Whether it is not shown to be more: the interval of the ratio reaches down to 1. */
  function isNear(e, least) {
    var ratio = cpuBeside(e, least);
    return ratio.length > 1 && low(ratio) <= 1;
  }

  /** Of several that hold the limits at one rate the one whose calls cost the least processor time; null where one is unknown. */
  function cheapest(good) {
    if (!good.every(function (r) { return r.e && isOpen(r.e) && r.e.cpu; })) { return null; }
    var all = good.map(function (r) { return r.e; }).sort(function (a, b) { return a.cpu[0] - b.cpu[0]; });
    return all.length > 1 && all.every(function (e) { return e.rate[0] === all[0].rate[0]; }) ? all[0] : null;
  }

  function ofTable(value) { return value === undefined ? '' : grouped(value); }

  function intervalText(v, times) {
    if (!v || v.length === 0) { return ''; }
    return grouped(v[0] * times) + (v.length > 1 ? ' (' + grouped(v[1] * times) + '-' + grouped(v[2] * times) + ')' : '');
  }

  /** Without what compilers took, us a call; unknown where their share is. */
  function compiled(e) { return e.cpu && known(e.compiling) ? e.cpu[0] * (1 - e.compiling) : undefined; }

  /** The same beside the cheapest, where there is one. */
  function withoutCompilers(e, least) {
    var own = compiled(e), other = least ? compiled(least) : 1;
    return known(own) && known(other) ? grouped(own / other) : '';
  }

  /** What else a choice needs to know of a row. */
  function remarks(doc, r, q, least, good) {
    var list = isOfFaults(q) ? [underFaults(doc, r.subject, q)[1]] : [];
    if (!r.e) { return list.join(', '); }
    var near = r.e === least ? good.filter(function (o) { return o.e !== least && isNear(o.e, least); }) : [];
    return list.concat(near.length > 0 ? [CLOSE + ' with ' + namesOf(near)] : [], least && isNear(r.e, least) ? [CLOSE] : [],
      r.e.carried ? ['CPU not known' + carried(r.e)] : [], r.failures > 0 ? [processes(r.failures) + ' more failed'] : []).join(', ');
  }

  /**
   * Those that hold the limits, a line each below a line of heads. What is known of none is no column, nor is the
   * number of processes where each has enough of them.
   */
  function tableLines(doc, good, q, least) {
    var each = function (of) { return function (r) { return r.e ? of(r.e) : ''; }; };
    var columns = [
      ['', function (r) { return r.subject; }],
      ['p99, ms', each(function (e) { return intervalText(e.p99, 1e-3); })],
      least ? null : [(good.some(function (r) { return r.e && isOpen(r.e); }) ? 'p99' : 'time') + ' vs ' + distinct(good.map(function (r) { return r.e || {}; }), 'than').join(' or '), each(function (e) { return e.ratio && (!isOpen(e) || e.p99) ? intervalText(e.ratio, 1) + ' ' + e.standing : ''; })],
      ['CPU, us', each(function (e) { return ofTable(e.cpu && e.cpu[0]); })],
      ['on A', each(function (e) { return ofTable(e.client && e.client[0]); })],
      ['on B', each(function (e) { return ofTable(e.server && e.server[0]); })],
      ['between', each(function (e) { return ofTable(e.between && e.between[0]); })],
      least ? ['vs ' + least.subject, each(function (e) { return e === least ? '1' : intervalText(cpuBeside(e, least), 1); })] : null,
      [least ? 'no JIT' : 'no JIT, us', each(function (e) { return withoutCompilers(e, least); })],
      ['bytes', each(function (e) { return ofTable(e.bytes); })],
      ['processes', each(function (e) { return good.every(function (r) { return r.e && r.e.n >= doc.enough; }) ? '' : grouped(e.n); })],
      ['', function (r) { return remarks(doc, r, q, least, good); }]
    ].filter(Boolean).map(function (c) { return [c[0]].concat(good.map(c[1])); }).filter(function (c) { return c.slice(1).some(Boolean); });
    return good.concat(null).map(function (_, i) {
      return ('  ' + columns.map(function (c, k) {
        var width = Math.max.apply(null, c.map(function (text) { return text.length; })), room = new Array(width - c[i].length + 1).join(' ');
        return c[0] === '' ? c[i] + room : room + c[i];
      }).join('  ')).replace(/ +$/, '');
    }).filter(function (line) { return line !== ''; });
  }

  /** What the heads of costs mean; none where no cost is known. */
  function legend(good, least) {
    var costs = good.filter(function (r) { return r.e && r.e.cpu; }).map(function (r) { return r.e; }), rate = least ? least.rate[0] : 0;
    return costs.length === 0 ? [] : ['CPU: processor time of a call, compilers (JIT) included' + (costs.some(function (e) { return known(compiled(e)); }) ? ' (\u201cno JIT\u201d: without them)' : '')
      + ', on the client\u2019s host (A), on the server\u2019s (B) and between them.' + (rate > 0 ? ' At ' + grouped(rate) + ' calls/s, 100 us a call are ' + grouped(rate / 100) + ' % of a core.' : '')];
  }

  /** The answer to the question that a reader finds, for a terminal; where nothing answers, with what to run. */
  function lines(doc) {
    var q = opening(doc), found = rank(doc, q), good = holding(isOfFaultsAlone(q) ? broken(doc, found.rows, q) : found.rows), least = cheapest(good);
    var said = good.length === 0 ? [found.sentence]
      : [found.said[0]].concat(tableLines(doc, good, q, least), legend(good, least), found.said[1] === '' ? [] : found.said[1].trim());
    return (found.answers ? [] : found.commands).reduce(function (all, c) { return all.concat(reason(doc, c), c.text === '' ? [] : '  ' + c.text); }, said);
  }

  /** What breaks something, for all of which that was not measured. */
  function breaking(doc, rows, q) {
    var lacks = rows.filter(function (r) { return r.like && !isFloor(r) && /^(none|open)$/.test(underFaults(doc, r.subject, q)[0]); });
    var at = doc.place.indexOf('--host'), host = at < 0 || doc.place[at + 1] === '127.0.0.1' ? '--local' : '--host ' + doc.place[at + 1];
    return lacks.length === 0 ? [] : [{
      why: 'Not measured when something breaks.', subjects: lacks.map(function (r) { return r.subject; }),
      text: './sweep.sh ' + host + ' --experiment faults ' + (q.rate ? '--rate ' + q.rate + ' ' : '') + '--protocols ' + distinct(lacks.map(function (r) { return r.like; }), 'protocol').join(',')
    }];
  }

  /** What to run for what is missing. */
  function commands(doc, rows, q) {
    var unsure = function (r) { return /^(none|open)$/.test(known(r.held) ? r.held : r.state); }, unbroken = isOfFaults(q) ? breaking(doc, rows, q) : [];
    if (!q.threads || isOfFaultsAlone(q)) { return unbroken; }
    if (q.rate || q.p99) {
      var load = changed(q, { once: false, back: null });
      // What an open loop has shown holds for all that differ in what it does not have.
      var shown = rows.filter(function (r) { return r.e && isOpen(r.e) && !unsure(r); }).map(function (r) { return offeredTo(r.e); });
      var disturbed = rows.filter(function (r) { return r.e && isDisturbed(r.e, q) && exact(r.e, q); });
      return again(disturbed, q).concat(unbroken, grouping(rows, q, function (r) { return unsure(r) && disturbed.indexOf(r) < 0 && shown.indexOf(offeredTo(r.like)) < 0; }, function (g) { return offered(doc, g, q); },
        (q.rate ? 'Not measured at ' + askedOf(doc, load) + ': an open loop measures it.' : 'The highest rate with ' + askedOf(doc, load) + ' was not searched.') + onHosts(rows, q), true));
    }
    return grouping(rows, q, function (r) {
      return r.state === 'none' || r.e.failed || r.e.kind !== 'steady' || !exact(r.e, q) || r.e.n < 2 || Boolean(r.e.against);
    }, function (g) { return closed(doc, g, q); }, 'Not measured, steady and in several processes, at ' + grouped(q.threads) + (q.threads === 1 ? ' thread' : ' threads') + (known(q.bytes) ? ' and ' + grouped(q.bytes) + ' bytes' : '') + '.' + onHosts(rows, q));
  }

  return { rank: rank, opening: opening, aboutLoad: aboutLoad, lines: lines, isLimited: isLimited, reason: reason, distinct: distinct, offers: offers, speed: speed, unitOf: unitOf, price: price, gigabytes: gigabytes, isWorded: isWorded, isMessage: isMessage, isSized: isSized, payloads: payloads, grouped: grouped, plural: plural };
})();
