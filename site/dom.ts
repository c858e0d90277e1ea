// The few things that every part of the page does with its elements.

/** The element with an id, which index.html has. */
export function element<T extends Element = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`index.html has no #${id}`);
  return found as unknown as T;
}

/** A new element with properties and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Sets a text only where it differs, so that a live region is read once. */
export function say(where: Element, text: string): void {
  if (where.textContent !== text) where.textContent = text;
}

/** A whole number as people read it: 8,589,934,591. */
export function grouped(n: number): string {
  return n.toLocaleString('en-US');
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
