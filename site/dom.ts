// Helpers for the page's elements.

/** Returns the element with an id, or throws an Error. */
export function element(id: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`#${id}`);
  if (found === null) throw new Error(`index.html has no #${id}`);
  return found;
}

/** Returns elements of a kind by the ends of their ids, which begin alike. Throws an Error if one is missing. */
export function elements<K extends keyof HTMLElementTagNameMap, N extends string>(
  kind: K,
  prefix: string,
  ...names: N[]
): Record<N, HTMLElementTagNameMap[K]> {
  const found = names.map((name) => [name, element(`${prefix}${name}:is(${kind})`)]);
  return Object.fromEntries(found);
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

/** Calls a function when a form is submitted, which sends nothing. */
export function onSubmit(form: string, call: () => void): void {
  element(form).addEventListener('submit', (event) => {
    event.preventDefault();
    call();
  });
}

/** Sets a text if it differs: screen readers read each change. */
export function say(where: Element, text: string): void {
  if (where.textContent !== text) where.textContent = text;
}

/** Copies a text, and says so. */
export async function copyText(text: string, name: string, where: Element): Promise<void> {
  say(where, '');
  try {
    await navigator.clipboard.writeText(text);
    say(where, `${name} copied.`);
  } catch {
    say(where, 'The browser does not let this page use the clipboard.');
  }
}

const PAUSE = 600; // ms, longer than between two digits that are typed
let announcing: ReturnType<typeof setTimeout> | undefined;

/** Has screen readers read a text once no other one follows for a moment. */
export function announce(text: string): void {
  clearTimeout(announcing);
  announcing = setTimeout(() => say(element('announced'), text), PAUSE);
}

/** Reads something from a field. If that throws, marks the field as wrong. */
export function readFrom<T>(field: HTMLElement, read: () => T): T {
  try {
    return read();
  } catch (error) {
    field.setAttribute('aria-invalid', 'true');
    throw error;
  }
}

/** Moves the focus to a section of the page. */
export function goToSection(id: string): void {
  element(id).focus({ preventScroll: true });
  element(id).scrollIntoView();
}
