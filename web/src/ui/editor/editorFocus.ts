import { fieldStands } from '../fields/firstField.ts';
import { holdKeysForField } from '../keyboard/waiting.ts';

/** Takes the keys for an editor that is on its way, until it stands; unless someone writes elsewhere. `id` is the field's. */
export function holdKeysForEditor(id: string): void {
  const waiting = document.getElementById(id);
  holdKeysForField({
    find: () => {
      // the frame of an editor stands before its text does
      const element =
        document.getElementById(id) ??
        document.querySelector<HTMLElement>(`[data-editor="${CSS.escape(id)}"]`);
      // within what goes away nothing takes the focus any more
      if (element === null || element.closest('[inert]') !== null) return 'none';
      return element.contentEditable === 'true' && fieldStands(element) ? element : null;
    },
    ...(waiting === null ? {} : { anchor: waiting }),
    // what is around the editor knows what Escape means there
    onEscape: () =>
      void document
        .getElementById(id)
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
  });
}
