/** Told from a field that is about to take the focus, so that whatever hides it opens. */
export const REVEAL = 'reveal';

/** What says that something is wrong: fields, buttons that stand for one, sentences about several fields. */
const INVALID = '[aria-invalid="true"], button[data-invalid], p[data-invalid]';

/**
 * Leads to the first field that is marked as wrong, in the next frame, when the marks are drawn. A closed
 * section around it opens. Without one nothing happens.
 *
 * @param root where to look; null: nowhere
 */
export function focusInvalidField(root: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = root?.querySelector<HTMLElement>(INVALID);
    if (!field) return;
    field.dispatchEvent(new CustomEvent(REVEAL, { bubbles: true }));
    field.focus();
  });
}
