// How the search orders what it finds: pages before names of the reference and keys of rulesets. Sphinx puts this into
// a script of its own.

var Scorer = {
  score: ([page, , , , score, , kind]) => {
    if (kind === "object") return score;
    if (page.startsWith("decisions/")) return score + 50;
    return score + (page.startsWith("api/") ? 75 : 100);
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};

// A name is found by its last part: "spawn" does not mean every member of steep.spawn. A name that is written out comes
// first.
const namesWithAnyPart = Search.performObjectSearch;
Search.performObjectSearch = (term, terms) => {
  const found = [];
  for (const result of namesWithAnyPart(term, terms)) {
    const parts = result[1].toLowerCase().split(".");
    if (!parts.at(-1).includes(term)) continue;
    if (parts.every((part) => terms.has(part))) result[4] += 200;
    found.push(result);
  }
  return found;
};
