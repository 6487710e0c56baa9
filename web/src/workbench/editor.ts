// The editor of a ruleset's text: colours, completion, what keys mean, and mistakes where they stand.

import { autocompletion } from "@codemirror/autocomplete";
import { history, invertedEffects, isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { Annotation, Compartment, type Extension, Prec, StateEffect, type StateEffectType, StateField, Transaction, type TransactionSpec } from "@codemirror/state";
import { closeHoverTooltips, Decoration, type DecorationSet, EditorView, hoverTooltip, keymap, tooltips, WidgetType } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";
import type { Problem } from "../python/calls";
import { complete, HEADER, type Schema, sectionAt } from "./completion";
import { type Change, placeOf, placesIn } from "./places";

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

/** Marks what belongs to one drag. */
const inDrag = Annotation.define<boolean>();

/** What was edited from outside: where it stands, and what it was while it is being dragged. */
const setEdited = StateEffect.define<{ readonly from: number; readonly to: number; readonly was: string } | null>();

class Was extends WidgetType {
  constructor(private readonly was: string) {
    super();
  }

  override eq(other: Was): boolean {
    return other.was === this.was;
  }

  toDOM(): HTMLElement {
    const shown = document.createElement("span");
    shown.className = "cm-was";
    shown.textContent = `${this.was} → `;
    return shown;
  }
}

const edited = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { effects, changes }) => {
    const effect = effects.findLast((each) => each.is(setEdited));
    if (!effect) return marks.map(changes);
    if (effect.value === null || effect.value.from === effect.value.to) return Decoration.none;
    const { from, to, was } = effect.value;
    const mark = Decoration.mark({ class: "cm-edited" }).range(from, to);
    return Decoration.set(was ? [Decoration.widget({ widget: new Was(was), side: -1 }).range(from), mark] : [mark]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks that an effect sets anew, and that go along with the text. */
const marksOf = (set: StateEffectType<DecorationSet>): StateField<DecorationSet> => StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { effects, changes }) => effects.findLast((each) => each.is(set))?.value ?? marks.map(changes),
  provide: (field) => EditorView.decorations.from(field),
});

/** The names of kinds in the text, in the colours that they have in the charts. */
const setKinds = StateEffect.define<DecorationSet>();
/** The line of the curve under the pointer. */
const setPointed = StateEffect.define<DecorationSet>();

/** A number as it is written, not part of a name. */
const NUMBER = /(?<![\w."#-])-?\d[\d_]*(?:\.\d+)?(?![\w"])/g;
/** Pixels that a number's last digit takes when it is dragged. */
const PIXELS = 4;

const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.propertyName], color: "var(--text)" },
  { tag: [tags.string], color: "var(--string)" },
  { tag: [tags.number, tags.atom, tags.bool], color: "var(--number)" },
  { tag: tags.comment, color: "var(--dim)" },
  { tag: [tags.heading, tags.typeName, tags.bracket], color: "var(--accent)" },
]);

/** The table that the line of a position is in, such as `monsters.troll`. */
function tableAt(view: EditorView, at: number): string {
  const above = view.state.doc.sliceString(0, view.state.doc.lineAt(at).to).split("\n");
  return HEADER.exec(above.findLast((line) => HEADER.test(line)) ?? "")?.[1] ?? "";
}

/** Where the pointer is in a text: a line, and the table that it is in. */
export interface Pointed {
  readonly from: number;
  readonly to: number;
  readonly table: string;
}

/** What an editor of rulesets has beyond any. `onKind` is told the name of the table that the cursor goes to. */
export function forRulesets(schema: Schema, onKind: (key: string) => void, onPoint: (at: Pointed | null) => void): Extension[] {
  return [
    StreamLanguage.define(toml),
    lintGutter(),
    autocompletion({ override: [(context) => complete(context, schema)] }),
    hoverTooltip((view, at) => explain(view, at, schema)),
    EditorView.updateListener.of((update) => {
      if (!update.selectionSet || !update.view.hasFocus || !update.state.selection.main.empty) return;
      onKind(tableAt(update.view, update.state.selection.main.head));
    }),
    EditorView.domEventHandlers({
      pointermove: (event, view) => {
        const at = view.posAtCoords(event);
        const line = at === null ? null : view.state.doc.lineAt(at);
        onPoint(line && { from: line.from, to: line.to, table: tableAt(view, line.from) });
      },
      pointerleave: () => onPoint(null),
    }),
  ];
}

export class Editor {
  readonly view: EditorView;
  private readonly language = new Compartment();
  /** When the drag that goes on began; zero for none. */
  private dragging = 0;

  /** `onDrag` is told that a number of the text is a slider now. */
  constructor(
    parent: HTMLElement,
    private readonly onChange: (text: string) => void,
    private readonly onDrag: (dragging: boolean) => void,
    { label, extensions }: { readonly label: string; readonly extensions: readonly Extension[] },
  ) {
    this.view = new EditorView({
      parent,
      extensions: [
        Prec.highest(EditorView.domEventHandlers({
          mousedown: (event, view) => (view.dispatch({ effects: closeHoverTooltips }), event.altKey && this.slide(event, view)),
          keydown: ({ key }, view) => (key === "Alt" && view.dispatch({ effects: closeHoverTooltips }), false),
        })),
        tooltips({ tooltipSpace: (view) => view.dom.getBoundingClientRect() }),
        Prec.high(keymap.of([{ key: "Alt-ArrowUp", run: () => this.nudge(1) }, { key: "Alt-ArrowDown", run: () => this.nudge(-1) }])),
        history({ joinToEvent: (transaction, adjacent) => adjacent || transaction.annotation(inDrag) === true }),
        basicSetup,
        edited,
        marksOf(setKinds),
        marksOf(setPointed),
        EditorView.lineWrapping,
        lineEnd,
        undoLineEnd,
        this.language.of([]),
        extensions,
        syntaxHighlighting(COLORS),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.onChange(update.state.doc.toString());
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

  /** The language of the text from now on. */
  speak(language: StreamParser<unknown> | null): void {
    this.view.dispatch({ effects: this.language.reconfigure(language ? StreamLanguage.define(language) : []) });
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
    const end = ["\r\n", "\n", "\r"].find((each) => file.includes(each)) ?? "\n";
    return { changes: { from: 0, to: this.view.state.doc.length, insert: file }, effects: setLineEnd.of(end) };
  }

  /** Replace one part of the text and nothing else, which can be undone by itself. */
  replace({ from, to, insert }: Change): void {
    this.comeTo(from);
    this.view.dispatch({
      changes: { from, to, insert },
      effects: [setEdited.of({ from, to: from + insert.length, was: "" }), EditorView.scrollIntoView(from, { y: "nearest", yMargin: 40 })],
      annotations: isolateHistory.of("full"),
    });
  }

  /**
   * Make the text another one while something is dragged, and show what the number at a place was. All changes until
   * `endDrag` are undone at once.
   */
  drag(text: string, [from, to]: readonly [number, number], was: string): void {
    const old = this.text;
    const first = this.dragging === 0;
    this.dragging ||= Date.now();
    let [start, end, oldEnd] = [0, text.length, old.length];
    while (start < Math.min(end, oldEnd) && old[start] === text[start]) start += 1;
    while (end > start && oldEnd > start && old[oldEnd - 1] === text[end - 1]) [end, oldEnd] = [end - 1, oldEnd - 1];
    if (first) this.comeTo(start);
    this.view.dispatch({
      changes: start === end && start === oldEnd ? [] : { from: start, to: oldEnd, insert: text.slice(start, end) },
      effects: [setEdited.of({ from, to, was }), ...(first ? [EditorView.scrollIntoView(from, { y: "nearest", yMargin: 40 })] : [])],
      annotations: first ? [isolateHistory.of("before"), Transaction.time.of(this.dragging)] : [inDrag.of(true), Transaction.time.of(this.dragging)],
    });
  }

  /** The drag is over: what it did is one change. */
  endDrag(): void {
    if (this.dragging === 0) return;
    this.dragging = 0;
    const marked = this.view.state.field(edited).iter();
    const { from, to } = marked.value?.spec.widget ? (marked.next(), marked) : marked;
    this.view.dispatch({ effects: setEdited.of(marked.value ? { from, to, was: "" } : null), annotations: isolateHistory.of("full") });
  }

  /** How many steps can be undone, and how many done again. */
  get steps(): { readonly undo: number; readonly redo: number } {
    return { undo: undoDepth(this.view.state), redo: redoDepth(this.view.state) };
  }

  /** Put the cursor where a change begins, to which undoing it leads back. */
  private comeTo(at: number): void {
    this.view.dispatch({ selection: { anchor: Math.min(at, this.view.state.doc.length) } });
  }

  undo(): void {
    undo(this.view);
  }

  redo(): void {
    redo(this.view);
  }

  /** Show the names of kinds in their colours, by paths such as `monsters.troll`. */
  colour(colours: ReadonlyMap<string, string>): void {
    const places = placesIn(this.text) ?? new Map();
    const marks = [...colours].flatMap(([path, colour]) => {
      const [from, to] = places.get(path)?.key ?? [0, 0];
      return to > from ? [Decoration.mark({ class: "cm-kind", attributes: { style: `--kind: ${colour}` } }).range(from, to)] : [];
    });
    this.view.dispatch({ effects: setKinds.of(Decoration.set(marks, true)) });
  }

  /** Mark the line of a path; none if it stands nowhere. */
  point(path: string): void {
    const place = placesIn(this.text)?.get(path);
    const line = place && this.view.state.doc.lineAt(place.key[0]);
    this.view.dispatch({ effects: setPointed.of(Decoration.set(line ? [Decoration.line({ class: "cm-pointed" }).range(line.from)] : [])) });
  }

  /** The number that stands at a position: where, and its text. */
  private numberAt(at: number): { readonly from: number; readonly text: string } | null {
    const line = this.view.state.doc.lineAt(at);
    for (const found of line.text.matchAll(NUMBER)) {
      const from = line.from + found.index;
      if (from <= at && at <= from + found[0].length) return { from, text: found[0] };
    }
    return null;
  }

  /** A number by so many of its last digits more, and never below zero. */
  private static moved(written: string, steps: number): string {
    const digits = written.split(".")[1]?.length ?? 0;
    return Math.max(0, Number(written.replaceAll("_", "")) + steps * 10 ** -digits).toFixed(digits);
  }

  private nudge(steps: number): boolean {
    const found = this.numberAt(this.view.state.selection.main.head);
    if (found) this.replace({ from: found.from, to: found.from + found.text.length, insert: Editor.moved(found.text, steps) });
    return found !== null;
  }

  /** A number of the text is a slider as long as the pointer is down. */
  private slide(event: MouseEvent, view: EditorView): boolean {
    const at = view.posAtCoords(event);
    const found = at === null ? null : this.numberAt(at);
    if (!found) return false;
    event.preventDefault();
    const [before, after] = [this.text.slice(0, found.from), this.text.slice(found.from + found.text.length)];
    this.onDrag(true);
    const move = ({ clientX }: PointerEvent): void => {
      const now = Editor.moved(found.text, Math.round((clientX - event.clientX) / PIXELS));
      this.drag(before + now + after, [found.from, found.from + now.length], found.text);
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", () => {
      document.removeEventListener("pointermove", move);
      this.endDrag();
      this.onDrag(false);
    }, { once: true });
    return true;
  }

  /** Show mistakes where they stand. */
  mark(problems: readonly Problem[]): void {
    const found = problems.map((problem) => ({ ...rangeOf(this.text, problem.path), severity: "error" as const, message: problem.text }));
    this.view.dispatch(setDiagnostics(this.view.state, found as Diagnostic[]));
  }

  /** Select what stands at a path, and bring it into view. */
  jump(path: string): void {
    const { from, to } = rangeOf(this.text, path);
    this.select([from, to]);
  }

  /** Select a part of the text, and bring it into view. */
  select([from, to]: readonly [number, number]): void {
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
      dom.appendChild(document.createElement("p")).textContent = `${meant.meaning}${meant.required ? " (required)" : ""}`;
      dom.appendChild(document.createElement("p")).textContent = `Allowed: ${meant.allowed}`;
      const manual = dom.appendChild(document.createElement("a"));
      manual.textContent = "In the manual";
      manual.href = `manual/ruleset-keys.html#${section ? `${section}.` : ""}${meant.key}`;
      manual.target = "_blank";
      return { dom };
    },
  };
}
