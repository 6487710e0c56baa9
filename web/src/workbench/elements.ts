// What the modules of the workbench find in its page.

/** The element of a selector, which the page has. */
export const element = <T extends Element = HTMLElement>(selector: string): T => document.querySelector<T>(selector)!;

/** Show why something failed. */
export function fail(fault: unknown): void {
  const trouble = element("#trouble");
  trouble.hidden = false;
  trouble.textContent = fault instanceof Error ? fault.message : String(fault);
}
