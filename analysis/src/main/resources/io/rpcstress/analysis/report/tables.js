/* Every table out of the page: as it is shown, as CSV and as JSON, without a network. */
(function () {
  'use strict';
  var KINDS = [
    { name: 'CSV', type: 'text/csv', ending: '.csv', text: csv },
    { name: 'JSON', type: 'application/json', ending: '.json', text: json }
  ];

  function texts(row) { return Array.prototype.map.call(row.cells, function (c) { return c.textContent.trim(); }); }

  function title(table) { return table.caption ? table.caption.textContent : ''; }

  function read(table) {
    var head = table.tHead ? table.tHead.rows[0] : null;
    return {
      title: title(table),
      columns: head ? texts(head) : [],
      rows: Array.prototype.concat.apply([], Array.prototype.map.call(table.tBodies, function (b) { return Array.prototype.map.call(b.rows, texts); }))
    };
  }

  /** As the files beside the report: a line a row, quotes where they are needed. */
  function csv(found) {
    return [found.columns].concat(found.rows).map(function (row) {
      return row.map(function (t) { return /[",\r\n]/.test(t) ? '"' + t.replace(/"/g, '""') + '"' : t; }).join(',');
    }).join('\n') + '\n';
  }

  function json(found) { return JSON.stringify(found) + '\n'; }

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

  document.querySelectorAll('main .scroll > table').forEach(function (table) {
    var line = document.createElement('p');
    line.className = 'save';
    KINDS.forEach(function (kind) {
      var button = document.createElement('button');
      button.type = 'button';
      button.textContent = kind.name;
      var name = table.parentElement.getAttribute('aria-label');
      button.setAttribute('aria-label', kind.name + ' of: ' + name);
      button.addEventListener('click', function () { save(table, kind); });
      line.appendChild(button);
    });
    table.parentElement.insertAdjacentElement('afterend', line);
  });
})();
