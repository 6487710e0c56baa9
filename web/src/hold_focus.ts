// Tab goes round in an open dialog: a browser alone would also lead it out of the page.

const STOPS = "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary";

export function holdFocus(dialog: HTMLDialogElement): void {
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Tab") return;
    const stops = [...dialog.querySelectorAll<HTMLElement>(STOPS)].filter((each) => each.tabIndex >= 0 && each.checkVisibility());
    const [last, next] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (document.activeElement !== last && document.activeElement !== dialog) return;
    event.preventDefault();
    next?.focus();
  });
}
