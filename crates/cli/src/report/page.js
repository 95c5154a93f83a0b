"use strict";
// Tables that can be sorted: a button in each head.
document.querySelectorAll("table.sortable").forEach(function (table) {
  const body = table.tBodies[0];
  const heads = Array.from(table.tHead.rows[0].cells);
  heads.forEach(function (head, column) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", function () {
      const isNumber = head.classList.contains("number");
      const was = head.getAttribute("aria-sort");
      const isUp = was ? was === "descending" : !isNumber;
      heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      const key = function (row) {
        const cell = row.cells[column];
        return isNumber ? Number.parseFloat(cell.dataset.value) : cell.textContent;
      };
      const rows = Array.from(body.rows).sort(function (one, other) {
        const [a, b] = isUp ? [key(one), key(other)] : [key(other), key(one)];
        if (!isNumber) { return a.localeCompare(b); }
        // What is not known stands last, whichever way.
        const unknown = Number.isNaN(key(one)) - Number.isNaN(key(other));
        return unknown === 0 ? a - b || 0 : unknown;
      });
      body.append(...rows);
    });
  });
});
// What the pointer is on lights up wherever it is shown; numbers of routes and tickets belong to one version of a map.
["0", "1"].forEach(function (version) {
  ["route", "ticket"].forEach(function (kind) {
    const all = document.querySelectorAll('[data-version="' + version + '"] [data-' + kind + "]");
    const light = function (id, isOn) {
      all.forEach(function (one) { if (one.dataset[kind] === id) { one.classList.toggle("lit", isOn); } });
    };
    all.forEach(function (one) {
      one.addEventListener("pointerenter", function () { light(one.dataset[kind], true); });
      one.addEventListener("pointerleave", function () { light(one.dataset[kind], false); });
    });
  });
});
