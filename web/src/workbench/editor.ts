// The editor of a ruleset's text: colours, completion, what keys mean, and mistakes where they stand.

import { autocompletion } from "@codemirror/autocomplete";
import { invertedEffects, isolateHistory } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { StateEffect, StateField, Transaction, type TransactionSpec } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";
import type { Problem, Schema } from "./answers";
import { complete, HEADER, sectionAt } from "./completion";
import { placeOf, placesIn } from "./places";

/** How lines end in the file that is open. The editor itself, like Python, ends them by "\n". */
const setLineEnd = StateEffect.define<string>();
const lineEnd = StateField.define<string>({
  create: () => "\n",
  update: (end, { effects }) => effects.findLast((effect) => effect.is(setLineEnd))?.value ?? end,
});
/** Undoing the opening of a file brings back how lines ended before. */
const undoLineEnd = invertedEffects.of(({ effects, startState }) =>
  effects.some((effect) => effect.is(setLineEnd)) ? [setLineEnd.of(startState.field(lineEnd))] : [],
);

const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.propertyName], color: "var(--text)" },
  { tag: [tags.string], color: "var(--string)" },
  { tag: [tags.number, tags.atom, tags.bool], color: "var(--number)" },
  { tag: tags.comment, color: "var(--dim)" },
  { tag: [tags.heading, tags.typeName, tags.bracket], color: "var(--accent)" },
]);

export class Editor {
  readonly view: EditorView;

  constructor(parent: HTMLElement, schema: Schema, onChange: (text: string) => void) {
    this.view = new EditorView({
      parent,
      extensions: [
        basicSetup,
        lineEnd,
        undoLineEnd,
        StreamLanguage.define(toml),
        syntaxHighlighting(COLORS),
        lintGutter(),
        autocompletion({ override: [(context) => complete(context, schema)] }),
        hoverTooltip((view, at) => explain(view, at, schema)),
        EditorView.contentAttributes.of({ "aria-label": "Ruleset, as TOML", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
        keymap.of([{ key: "Escape", run: (view) => (view.contentDOM.blur(), true) }]),
      ],
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** The text with the ends of lines that its file had. */
  get file(): string {
    return this.text.replaceAll("\n", this.view.state.field(lineEnd));
  }

  /** Open a file, which can be undone by itself. */
  open(file: string): void {
    this.view.dispatch({ ...this.opening(file), annotations: isolateHistory.of("full") });
  }

  /** Begin with a file: nothing can be undone yet. */
  begin(file: string): void {
    this.view.dispatch({ ...this.opening(file), annotations: Transaction.addToHistory.of(false) });
  }

  private opening(file: string): TransactionSpec {
    const end = file.includes("\r\n") ? "\r\n" : "\n";
    return { changes: { from: 0, to: this.view.state.doc.length, insert: file }, effects: setLineEnd.of(end) };
  }

  /** Replace one part of the text and nothing else, which can be undone by itself. */
  replace(from: number, to: number, insert: string): void {
    this.view.dispatch({ changes: { from, to, insert }, annotations: isolateHistory.of("full") });
  }

  /** Show mistakes where they stand. */
  mark(problems: readonly Problem[]): void {
    const found = problems.map((problem) => ({ ...rangeOf(this.text, problem.path), severity: "error" as const, message: problem.text }));
    this.view.dispatch(setDiagnostics(this.view.state, found as Diagnostic[]));
  }

  /** Select what stands at a path, and bring it into view. */
  jump(path: string): void {
    const { from, to } = rangeOf(this.text, path);
    this.view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.view.focus();
  }
}

/** Where a path stands: a key, or "line 3, column 5"; the start of the text if it stands nowhere. */
function rangeOf(text: string, path: string): { from: number; to: number } {
  const at = /^line (\d+)(?:, column (\d+))?$/.exec(path);
  if (at) {
    const before = text.split("\n").slice(0, Number(at[1]) - 1);
    const from = Math.min(text.length, before.reduce((sum, line) => sum + line.length + 1, 0) + Number(at[2] ?? 1) - 1);
    return { from, to: from };
  }
  const place = placeOf(placesIn(text) ?? new Map(), path);
  return place ? { from: place.key[0], to: place.value[1] } : { from: 0, to: 0 };
}

/** What the key under the pointer means. */
function explain(view: EditorView, at: number, schema: Schema) {
  const line = view.state.doc.lineAt(at);
  const key = /^\s*([\w-]+)\s*=/.exec(line.text);
  const header = HEADER.exec(line.text);
  const lines = view.state.doc.toString().slice(0, line.to).split("\n");
  const section = sectionAt(lines);
  const meant = key && !header ? (schema[section] ?? []).find((each) => each.key === key[1]) : undefined;
  if (!meant) return null;
  return {
    pos: line.from,
    end: line.from + (key?.[0].length ?? 0),
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "explained";
      const name = dom.appendChild(document.createElement("strong"));
      name.textContent = section ? `${section}: ${meant.key}` : meant.key;
      dom.appendChild(document.createElement("p")).textContent = `${meant.meaning}${meant.required === "True" ? " (required)" : ""}`;
      dom.appendChild(document.createElement("p")).textContent = `Allowed: ${meant.allowed}`;
      const manual = dom.appendChild(document.createElement("a"));
      manual.textContent = "In the manual";
      manual.href = `manual/ruleset-keys.html#${section ? `${section}.` : ""}${meant.key}`;
      manual.target = "_blank";
      return { dom };
    },
  };
}
