/** The field of a layer that takes the focus, and the text that was typed before it stood. */

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"], [tabindex]:not([tabindex="-1"])';
const fields =
  'input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"]';
/** What says that a part of the layer is still on its way. */
const ahead = '[data-pending-field], [data-waiting], [data-editor]:not(:has([contenteditable]))';

/** By id of its field: whether an editor tells already what is written in it. Before, a text would stand in the page and in no form. */
const editors = new Map<string, () => boolean>();

/** An editor says how it is known whether it stands; the answer takes that away. */
export function editorStands(id: string, stands: () => boolean): () => void {
  editors.set(id, stands);
  return () => {
    if (editors.get(id) === stands) editors.delete(id);
  };
}

/** Whether a field takes text already: an editor is drawn before it does. */
export function fieldStands(element: HTMLElement): boolean {
  return element.contentEditable !== 'true' || editors.get(element.id)?.() === true;
}

/**
 * Where the focus of a layer goes first: to what asks for it, else to the first field. Null while a field may
 * still come, 'none' when the layer stands without one.
 */
export function firstField(panel: HTMLElement, prefer: 'field' | 'panel'): HTMLElement | null | 'none' {
  const asked = panel.querySelector<HTMLElement>('[data-autofocus]');
  if (asked !== null)
    return asked.matches(focusable) ? asked : (asked.querySelector<HTMLElement>(focusable) ?? asked);
  if (prefer === 'panel') return 'none';
  const first = panel.querySelector<HTMLElement>(`${fields}, ${ahead}`);
  if (first === null) return 'none';
  return first.matches(ahead) || !fieldStands(first) ? null : first;
}

/** Gives the focus to a field; the caret stands behind the text that it holds. */
export function focusField(field: HTMLElement): void {
  field.focus({ preventScroll: true });
  if (document.activeElement !== field) return;
  if (
    field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement && field.selectionStart !== null)
  ) {
    field.setSelectionRange(field.value.length, field.value.length);
  } else if (field.isContentEditable) {
    const selection = document.getSelection();
    selection?.selectAllChildren(field);
    selection?.collapseToEnd();
  }
}
