// Helpers for the page's elements.

/** Returns the element with an id, or throws an Error. */
export function element<T extends Element = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`index.html has no #${id}`);
  return found as unknown as T;
}

/** Creates an element with properties and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Sets a text if it differs: screen readers read each change. */
export function say(where: Element, text: string): void {
  if (where.textContent !== text) where.textContent = text;
}

/** Formats a whole number with commas: 8,589,934,591. */
export function grouped(n: number): string {
  return n.toLocaleString('en-US');
}

/** Returns the message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
