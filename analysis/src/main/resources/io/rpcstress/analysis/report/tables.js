/* Every table: sorted and filtered with mouse or keyboard, its marks explained, and out of the page as CSV and JSON. */
(function () {
  'use strict';
  var KINDS = [
    { name: 'CSV', type: 'text/csv', ending: '.csv', text: csv },
    { name: 'JSON', type: 'application/json', ending: '.json', text: json }
  ];

  /** With fewer rows there is nothing to filter. */
  var MIN_FILTERED = 8;
  /** A cell of more words is a sentence. */
  var MAX_WORDS = 4;
  var reasons = JSON.parse(document.getElementById('reasons').textContent);

  function textOf(cell) { return cell.dataset.text === undefined ? cell.textContent.trim() : cell.dataset.text; }

  function texts(row) { return Array.prototype.map.call(row.cells, textOf); }

  function title(table) { return table.caption ? table.caption.textContent : ''; }

  /** A cell's numbers, then what stands behind them or instead. */
  var PARTS = /^(-?[0-9][0-9.e-]*)?(?: (?:to|of|and) (-?[0-9][0-9.e-]*))?(.*)$/;

  function flat(lists) { return Array.prototype.concat.apply([], lists); }

  /** What programs get: each number of a cell, and its marks, in a column of its own. */
  function read(table) {
    var heads = table.tHead ? Array.prototype.slice.call(table.tHead.rows[0].cells) : [];
    var fields = heads.map(function (th) { return th.dataset.fields ? JSON.parse(th.dataset.fields) : null; });
    function parts(text, i) {
      if (!fields[i]) { return [text]; }
      var found = PARTS.exec(text), marked = / marks$/.test(fields[i][fields[i].length - 1]);
      var numbers = [found[1] || '', found[2] || ''].slice(0, fields[i].length - (marked ? 1 : 0));
      return marked ? numbers.concat(found[3].trim()) : numbers;
    }
    return {
      title: title(table),
      columns: flat(heads.map(function (th, i) { return fields[i] || [textOf(th)]; })),
      rows: flat(Array.prototype.map.call(table.tBodies, function (b) {
        return Array.prototype.map.call(b.rows, function (row) { return flat(texts(row).map(parts)); });
      }))
    };
  }

  /** A spreadsheet takes such a text for a formula. */
  var FORMULA = /^(?:[=@\t\r]|[+-](?![0-9.]+(?: |$)).*[(|!])/;

  /** As the files beside the report: a line a row, quotes where they are needed. */
  function csv(found) {
    return [found.columns].concat(found.rows).map(function (row) {
      return row.map(function (t) { return FORMULA.test(t) ? "'" + t : t; }).map(function (t) { return /[",\r\n]/.test(t) ? '"' + t.replace(/"/g, '""') + '"' : t; }).join(',');
    }).join('\n') + '\n';
  }

  function json(found) {
    var isNumber = found.columns.map(function (_, i) {
      var known = found.rows.map(function (row) { return row[i]; }).filter(Boolean);
      return known.length > 0 && known.every(function (t) { return /^-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?$/.test(t); });
    });
    return JSON.stringify({
      title: found.title,
      columns: found.columns,
      rows: found.rows.map(function (row) { return row.map(function (t, i) { return !isNumber[i] ? t : t === '' ? null : Number(t); }); })
    }) + '\n';
  }

  function fileName(table, ending) {
    return (table.dataset.id || title(table).toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').substring(0, 60) || 'table') + ending;
  }

  function save(table, kind) {
    var url = URL.createObjectURL(new Blob([kind.text(read(table))], { type: kind.type })), link = document.createElement('a');
    link.href = url;
    link.download = fileName(table, kind.ending);
    link.click();
    // Not at once: the browser reads it after this turn.
    setTimeout(function () { URL.revokeObjectURL(url); }, 60000);
  }

  /** A number where the text begins with one; else nothing. */
  function numberOf(text) {
    var found = /^[-+]?[0-9][0-9,]*(\.[0-9]+)?(e[-+]?[0-9]+)?/.exec(text);
    return found ? Number(found[0].replace(/,/g, '')) : null;
  }

  /** Numbers by size and before words; what is empty or unknown comes last, whichever way. */
  function order(x, y, sign) {
    var unknown = function (t) { return t === '' || t === '\u2013' || t === '-'; };
    if (unknown(x) || unknown(y)) { return (unknown(x) ? 1 : 0) - (unknown(y) ? 1 : 0); }
    var a = numberOf(x), b = numberOf(y);
    if (a !== null && b !== null) { return sign * (a - b); }
    return a !== null ? -1 : b !== null ? 1 : sign * (x < y ? -1 : x > y ? 1 : 0);
  }

  function sort(table, column, way) {
    Array.prototype.forEach.call(table.tBodies, function (body) {
      var rows = Array.prototype.slice.call(body.rows);
      rows.forEach(function (row, i) { if (row.dataset.at === undefined) { row.dataset.at = String(i); } });
      rows.sort(function (a, b) {
        var found = way === 'none' ? 0 : order(textOf(a.cells[column]), textOf(b.cells[column]), way === 'ascending' ? 1 : -1);
        return found || Number(a.dataset.at) - Number(b.dataset.at);
      });
      rows.forEach(function (row) { body.appendChild(row); });
    });
  }

  /** A button in each column's head: ascending, descending, as it was. */
  function sortable(table) {
    var head = table.tHead ? table.tHead.rows[0] : null;
    if (!head || head.querySelector('button') || !table.tBodies[0] || table.tBodies[0].rows.length < 2) { return; }
    Array.prototype.forEach.call(head.cells, function (th, column) {
      var button = document.createElement('button');
      button.type = 'button';
      button.className = 'sort';
      button.textContent = th.textContent;
      th.dataset.head = th.textContent; // on paper, where buttons are not repeated on each page
      th.replaceChildren(button);
      button.addEventListener('click', function () {
        var way = { ascending: 'descending', descending: 'none' }[th.getAttribute('aria-sort')] || 'ascending';
        Array.prototype.forEach.call(head.cells, function (other) { other.removeAttribute('aria-sort'); });
        if (way !== 'none') { th.setAttribute('aria-sort', way); }
        sort(table, column, way);
      });
    });
  }

  /** Shows the rows that have every word; says how many. */
  function filter(table, words, said) {
    var all = 0, shown = 0, wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    Array.prototype.forEach.call(table.tBodies, function (body) {
      Array.prototype.forEach.call(body.rows, function (row) {
        var text = texts(row).join(' ').toLowerCase();
        row.hidden = !wanted.every(function (word) { return text.indexOf(word) >= 0; });
        all++;
        shown += row.hidden ? 0 : 1;
      });
    });
    stopAt(table, marksOf(table)[0]);
    said.textContent = wanted.length === 0 ? '' : shown + ' of ' + all + ' rows';
  }

  function filterable(table, line, name) {
    var there = line.querySelector('input');
    if (there) { there.dispatchEvent(new Event('input')); return; }
    if (!table.tBodies[0] || table.tBodies[0].rows.length < MIN_FILTERED) { return; }
    var input = document.createElement('input'), said = document.createElement('span');
    input.type = 'search';
    input.placeholder = 'filter rows';
    input.setAttribute('aria-label', 'Filter the rows of: ' + name);
    said.setAttribute('role', 'status');
    said.className = 'hint';
    input.addEventListener('input', function () { filter(table, input.value, said); });
    line.appendChild(input);
    line.appendChild(said);
  }

  /* A mark's reason: on hover, focus and tap. */
  var tip = document.createElement('div');
  tip.id = 'tip';
  tip.setAttribute('role', 'tooltip');
  tip.hidden = true;
  document.body.appendChild(tip);

  function why(mark) {
    var parts = mark.dataset.why ? mark.dataset.why.split(' ') : mark.textContent.split(''), row = mark.closest('tr');
    var own = mark.dataset.why || !row ? null : row.querySelector('.mark[data-why]');
    // A row that names its flags says more than what the sweep has.
    if (own && parts.indexOf('~') >= 0) { parts = parts.filter(function (p) { return p !== '~'; }).concat(own.dataset.why.split(' ')); }
    return parts.map(function (p) { return p + ': ' + (reasons[p] || 'see docs/method.md'); }).join('\n');
  }

  function showTip(mark) {
    tip.textContent = why(mark);
    tip.hidden = false;
    var box = mark.getBoundingClientRect(), width = document.documentElement.clientWidth;
    tip.style.left = Math.max(8, Math.min(box.left, width - tip.offsetWidth - 8)) + 'px';
    tip.style.top = (box.bottom + tip.offsetHeight + 8 > window.innerHeight ? box.top - tip.offsetHeight - 6 : box.bottom + 6) + 'px';
  }

  function hideTip() { tip.hidden = true; }

  function markOf(e) { return e.target.closest ? e.target.closest('.mark') : null; }

  ['mouseover', 'focusin', 'click'].forEach(function (type) {
    document.addEventListener(type, function (e) { var m = markOf(e); if (m) { showTip(m); } else if (type !== 'focusin') { hideTip(); } });
  });
  document.addEventListener('focusout', hideTip);
  document.addEventListener('scroll', function () {
    var m = document.activeElement && document.activeElement.closest('.mark');
    if (m && !tip.hidden) { showTip(m); } else { hideTip(); }
  }, true);
  document.addEventListener('keydown', function (e) { if (e.key === 'Escape') { hideTip(); } });
  document.querySelectorAll('.mark').forEach(function (mark) { mark.setAttribute('aria-label', why(mark)); });

  /* A table's marks are one stop of the Tab key, the one where the focus was last; arrows go from one to the next. */
  function marksOf(table) { return Array.prototype.filter.call(table.querySelectorAll('.mark'), function (m) { return !m.closest('tr').hidden; }); }

  function stopAt(table, mark) {
    table.querySelectorAll('.mark').forEach(function (m) { m.tabIndex = m === mark ? 0 : -1; });
  }

  document.addEventListener('keydown', function (e) {
    var mark = markOf(e), step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[e.key];
    if (!mark || !step) { return; }
    var table = mark.closest('table'), all = marksOf(table), next = all[all.indexOf(mark) + step];
    e.preventDefault();
    if (next) { next.focus(); }
  });

  document.addEventListener('focusin', function (e) {
    var mark = markOf(e);
    if (mark) { stopAt(mark.closest('table'), mark); }
  });

  document.querySelectorAll('main .scroll > table').forEach(function (table) {
    var line = document.createElement('p'), name = table.parentElement.getAttribute('aria-label');
    line.className = 'save';
    KINDS.forEach(function (kind) {
      var button = document.createElement('button');
      button.type = 'button';
      button.textContent = kind.name;
      button.setAttribute('aria-label', kind.name + ' of: ' + name);
      button.addEventListener('click', function () { save(table, kind); });
      line.appendChild(button);
    });
    markSentences(table);
    markWords(table);
    stopAt(table, marksOf(table)[0]);
    sortable(table);
    filterable(table, line, name);
    // Tables that answer a choice are made anew.
    new MutationObserver(function () { markSentences(table); markWords(table); sortable(table); filterable(table, line, name); }).observe(table, { childList: true });
    table.parentElement.insertAdjacentElement('afterend', line);
    sayThatItScrolls(table, line);
  });

  /** Text of more than a few words has a width of its own, or a crowded table makes a column of single words of it. */
  function markSentences(table) {
    var isSentence = function (cell) { return textOf(cell).split(' ').length > MAX_WORDS; };
    Array.prototype.forEach.call(table.tHead ? table.tHead.rows[0].cells : [], function (th) { if (isSentence(th)) { th.classList.add('sentence'); } });
    Array.prototype.forEach.call(table.tBodies, function (body) {
      Array.prototype.forEach.call(body.rows, function (row) {
        Array.prototype.forEach.call(row.cells, function (cell) { if (cell.tagName === 'TD' && isSentence(cell)) { cell.classList.add('sentence'); } });
      });
    });
  }

  /** Prose may begin with a number; a number with its interval has few words. */
  function isProse(text) { return text.split(' ').filter(function (word) { return /^[a-z]/i.test(word); }).length > MAX_WORDS; }

  /** A column of words begins where its lines do; numbers stand under each other by their ends. */
  function markWords(table) {
    if (table.classList.contains('chosen')) { return; }
    var head = table.tHead ? table.tHead.rows[0] : null, rows = Array.prototype.concat.apply([], Array.prototype.map.call(table.tBodies, function (b) { return Array.prototype.slice.call(b.rows); }));
    Array.prototype.forEach.call(head ? head.cells : [], function (th, column) {
      var cells = rows.map(function (row) { return row.cells[column]; }).filter(function (cell) { return cell && !/^[-\u2013]?$/.test(textOf(cell)); });
      if (cells.length === 0 || cells.some(function (cell) { return numberOf(textOf(cell)) !== null; }) && !cells.some(function (cell) { return isProse(textOf(cell)); })) { return; }
      [th].concat(cells).forEach(function (cell) { cell.classList.add('words'); });
    });
  }

  /** Where a box ends between two rows it looks whole. */
  function sayThatItScrolls(table, line) {
    var box = table.parentElement, said = document.createElement('span');
    if (!table.classList.contains('compact') || box.scrollHeight <= box.clientHeight + 1) { return; }
    said.className = 'hint rows';
    said.textContent = table.tBodies[0].rows.length + ' rows: scroll for more';
    line.insertBefore(said, line.firstChild);
  }
})();

/* What processes did over time is drawn by several measures: the reader picks one; files have all. */
(function () {
  'use strict';
  var heads = Array.prototype.slice.call(document.querySelectorAll('#figures h3[data-group^=time]')), form = document.createElement('form'), label = document.createElement('label'), select = document.createElement('select');
  if (heads.length < 2) { return; }

  function draw() {
    heads.forEach(function (head, i) {
      [head, head.nextElementSibling].forEach(function (e) { e.classList.toggle('unpicked', i !== select.selectedIndex); });
    });
  }

  heads.forEach(function (head, i) {
    select.appendChild(document.createElement('option')).textContent = i === 0 ? 'calls a second' : head.textContent.replace(/^[^:]*: /, '');
  });
  form.className = 'controls over-time';
  label.appendChild(document.createTextNode('Over time '));
  label.appendChild(select);
  form.appendChild(label);
  form.addEventListener('submit', function (e) { e.preventDefault(); });
  select.addEventListener('change', draw);
  heads[0].insertAdjacentElement('beforebegin', form);
  draw();
})();

/* The capabilities of many technologies: the reader picks whose columns are shown; files have all. */
(function () {
  'use strict';
  /** As many fit beside each other. */
  var MAX_UNPICKED = 8, FIRST = 6;
  var table = document.querySelector('table[data-id=capabilities]'), shown = {}, form = document.createElement('fieldset');
  if (!table || table.tHead.rows[0].cells.length - 1 <= MAX_UNPICKED) { return; }
  var names = Array.prototype.slice.call(table.tHead.rows[0].cells, 1).map(function (th) { return th.dataset.head || th.textContent; });
  var ranked = Array.prototype.map.call(document.querySelectorAll('table.matrix tbody th'), function (th) { return th.textContent; });

  function show(all) {
    Array.prototype.forEach.call(table.rows, function (row) {
      names.forEach(function (name, i) { row.cells[i + 1].hidden = !all && !shown[name]; });
    });
  }

  function choice(name) {
    var label = document.createElement('label'), box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = Boolean(shown[name]);
    box.addEventListener('change', function () {
      shown[name] = box.checked;
      show(false);
    });
    label.className = 'check';
    label.appendChild(box);
    label.appendChild(document.createTextNode(' ' + name));
    form.appendChild(label);
  }

  // In the first screen's order, then those without a row there.
  names.slice().sort(function (a, b) { return place(a) - place(b) || names.indexOf(a) - names.indexOf(b); })
    .slice(0, FIRST).forEach(function (name) { shown[name] = true; });

  function place(name) { return ranked.indexOf(name) < 0 ? ranked.length : ranked.indexOf(name); }

  form.className = 'controls pick';
  form.appendChild(document.createElement('legend')).textContent = 'Technologies shown';
  names.forEach(choice);
  table.parentElement.insertAdjacentElement('beforebegin', form);
  show(false);
})();

/* Columns of detail stand behind a switch, so that a wide table fits a screen; files have them all. */
(function () {
  'use strict';
  document.querySelectorAll('main .scroll > table').forEach(function (table) {
    var heads = table.tHead ? Array.prototype.slice.call(table.tHead.rows[0].cells) : [], line = table.parentElement.nextElementSibling, isOpen = false;
    var details = heads.map(function (_, i) { return i; }).filter(function (i) { return heads[i].classList.contains('detail'); });
    if (details.length === 0) { return; }
    var button = document.createElement('button'), widest = table.classList.contains('widest');

    function show(all) {
      Array.prototype.forEach.call(table.rows, function (row) { details.forEach(function (i) { row.cells[i].hidden = !all; }); });
      table.classList.toggle('widest', widest && all);
      table.classList.toggle('wide', widest && !all);
    }

    button.type = 'button';
    button.textContent = 'all ' + heads.length + ' columns';
    button.setAttribute('aria-label', 'all ' + heads.length + ' columns of: ' + table.parentElement.getAttribute('aria-label'));
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', function () {
      isOpen = !isOpen;
      button.setAttribute('aria-pressed', String(isOpen));
      show(isOpen);
    });
    line.insertBefore(button, line.firstChild);
    show(false);
  });
})();
