/**
 * The waiting field: takes the keys that are typed before the field they are meant for stands.
 *
 * Whatever opens a layer calls `holdKeys` in the same task as the key press or click: a real text field
 * takes the focus, so that dead keys, composition, paste, selection and caret are the browser's own. When
 * the layer's first field stands, text and caret move over, and keys that are no text (Ctrl Enter, Tab,
 * a further shortcut) are pressed there in their order. There is one waiting field at a time: a shortcut that is
 * typed while it waits is one of those keys. Decision 0020.
 */
import { flushSync } from 'react-dom';
import { focusField } from '../fields/firstField.ts';
import { awaitLayer } from '../overlay/inert.ts';
import { addLayer, isShortcutPress, takesText } from './keyboard.ts';
import { uiMessages } from '../messages.ts';
import { endsPiece, replaySteps, stepsInOneLine } from './typedAhead.ts';
import type { AheadKey, AheadPiece, AheadStep } from './typedAhead.ts';
import styles from './waiting.module.css';

/** What is being waited for. */
export type Wait = {
  /** The field once it stands; null while it is on its way; 'none' when there will be none. */
  find: () => HTMLElement | null | 'none';
  /** Where the waiting field is drawn; left out: at the top of the window. */
  anchor?: HTMLElement;
  /** What has the focus in a layer without a field. */
  rest?: () => HTMLElement | null;
  onEscape: () => void;
};

type Hold = {
  wait: Wait;
  /** A layer keeps the page below out of reach; a field of the page does not. */
  layer: { id: number; remove: () => void } | null;
  /** Lies over the page from the key press on, until the layer brings its own scrim; null for a layer that is there. */
  veil: { element: HTMLElement; since: number } | null;
  opener: HTMLElement | null;
  isClaimed: boolean;
  /** The layer that had claimed them went away. */
  isGivenBack: boolean;
  /** Its code did not come. */
  isFailed: boolean;
  pieces: AheadPiece[];
  observer: MutationObserver;
  frame: number;
};

let hold: Hold | null = null;
let area: HTMLTextAreaElement | null = null;
let box: HTMLElement | null = null;
let isComposing = false;
let isChecking = false;
/** Steps that are left when one of them has opened a further layer: they belong to it. */
let left: AheadStep[] = [];

const notYet = (): null => null;

function fieldOf(): HTMLTextAreaElement {
  if (area !== null) return area;
  box = document.createElement('div');
  box.id = 'waiting';
  box.className = styles.box ?? '';
  area = document.createElement('textarea');
  area.className = styles.field ?? '';
  area.autocapitalize = 'sentences';
  area.setAttribute('aria-busy', 'true');
  // what it has is meant for another field, which may take it over
  area.dataset['pendingField'] = '';
  area.setAttribute('aria-label', uiMessages.waiting.label);
  area.placeholder = uiMessages.waiting.label;
  area.rows = 1;
  area.addEventListener('keydown', onKeyDown);
  area.addEventListener('compositionstart', () => {
    isComposing = true;
  });
  area.addEventListener('compositionend', () => {
    isComposing = false;
    // the text of the composition stands after this event
    setTimeout(check);
  });
  area.addEventListener('input', () => {
    if (box !== null && area !== null) box.dataset['typed'] = String(area.value !== '');
  });
  box.append(area);
  return area;
}

function show(wait: Wait): void {
  fieldOf();
  if (box === null) return;
  const rect = wait.anchor?.getBoundingClientRect();
  box.dataset['at'] = rect === undefined ? 'top' : 'anchor';
  Object.assign(
    box.style,
    rect === undefined
      ? { left: '', top: '', width: '', height: '' }
      : {
          left: `${rect.left}px`,
          top: `${rect.top}px`,
          width: `${rect.width}px`,
          height: `${rect.height}px`,
        },
  );
}

/**
 * Takes all keys from now on for a layer that is on its way, and dims the page: who pressed the key sees it answered
 * at once. An overlay that opens claims the keys (`claimKeys`). Called by what opens layers; a shortcut or button needs
 * nothing of its own.
 */
export function holdKeys(onEscape: () => void): void {
  begin({ find: notYet, onEscape }, 'layer on its way');
}

/** As `holdKeys` for an overlay that stands while its first field is on its way. `opener` is where its focus goes back to. */
export function holdKeysForOverlay(onEscape: () => void, opener: HTMLElement | null): void {
  begin({ find: notYet, onEscape }, 'layer');
  // what is out of reach by now has lost the focus
  if (hold !== null && opener !== null) hold.opener = opener;
}

/** Takes the keys for a field of the page that is on its way, such as an editor in a composer. No one who writes elsewhere is disturbed. */
export function holdKeysForField(wait: Wait): void {
  const active = document.activeElement;
  if (wait.find() === 'none') return;
  if (hold !== null || (takesText(active) && active?.matches('[data-pending-field]') !== true)) return;
  begin(wait, 'field');
}

/** What has the focus, or had it before keys were held: where the focus of a layer goes back to. */
export function focusBehind(): HTMLElement | null {
  if (hold !== null) return hold.opener;
  const active = document.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}

function begin(wait: Wait, kind: 'layer on its way' | 'layer' | 'field'): void {
  if (typeof document === 'undefined') return;
  const isLayer = kind !== 'field';
  const before = hold;
  const opener = focusBehind();
  if (before !== null) end(before);
  const field = fieldOf();
  const observer = new MutationObserver(check);
  hold = {
    wait,
    layer: isLayer ? addLayer({ isModal: true, onEscape: cancelKeys }) : null,
    veil: kind === 'layer on its way' ? (before?.veil ?? drawVeil()) : null,
    opener,
    isClaimed: !isLayer,
    isGivenBack: false,
    isFailed: false,
    pieces: before?.pieces ?? [],
    observer,
    frame: 0,
  };
  if (box !== null) box.dataset['typed'] = String(field.value !== '');
  show(wait);
  if (box !== null && !box.isConnected) document.body.append(box);
  field.focus({ preventScroll: true });
  if (isLayer) {
    awaitLayer(true);
    document.addEventListener('keydown', takeStrayKey, true);
    document.addEventListener('pointerdown', onPointerDown, true);
  }
  if (hold.veil !== null) document.body.append(hold.veil.element);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['contenteditable', 'data-waiting', 'disabled', 'hidden'],
  });
  queueMicrotask(check);
}

function drawVeil(): Hold['veil'] {
  const element = document.createElement('div');
  element.className = styles.veil ?? '';
  return { element, since: performance.now() };
}

function end(ended: Hold): void {
  ended.veil?.element.remove();
  ended.observer.disconnect();
  cancelAnimationFrame(ended.frame);
  ended.layer?.remove();
  if (hold === ended) hold = null;
  const done = box;
  // not at once: the focus has to leave first, and another layer may begin in its place
  queueMicrotask(() => {
    if (hold === null) done?.remove();
  });
  if (ended.layer !== null) {
    awaitLayer(false);
    document.removeEventListener('keydown', takeStrayKey, true);
    document.removeEventListener('pointerdown', onPointerDown, true);
  }
}

/**
 * The keys that are held belong to the layer that opens now; they go to the field that `find` answers.
 * Answers where the focus goes back to, since when the page has been dimmed (ms; the layer's scrim goes on from there),
 * and what the layer calls when it goes away: the keys are then dropped, unless it is only set up once more.
 * Undefined when no keys are held for a layer.
 */
export function claimKeys(
  wait: Wait,
): { opener: HTMLElement | null; dimmedMs: number; giveBack: () => void } | undefined {
  const claimed = hold;
  if (claimed === null || claimed.layer === null || claimed.isClaimed) return undefined;
  claimed.isClaimed = true;
  if (claimed.isGivenBack) area?.focus({ preventScroll: true });
  claimed.wait = wait;
  // the layer that opened registers itself, and makes what is below it unreachable
  claimed.layer.remove();
  awaitLayer(false);
  const dimmedMs = claimed.veil === null ? 0 : performance.now() - claimed.veil.since;
  claimed.veil?.element.remove();
  claimed.veil = null;
  show(wait);
  // not within React's own work: the events of the field change state
  queueMicrotask(check);
  return {
    opener: claimed.opener,
    dimmedMs,
    giveBack: () => {
      if (hold !== claimed) return;
      claimed.isClaimed = false;
      claimed.isGivenBack = true;
      area?.blur();
      queueMicrotask(() => {
        if (hold === claimed) dropUnclaimedKeys();
      });
    },
  };
}

/** The layer stands and claimed nothing, or went away: what was typed for it goes nowhere. */
export function dropKeys(): void {
  const dropped = hold;
  if (dropped === null) return;
  const had = document.activeElement === area;
  end(dropped);
  clear();
  if (had) {
    if (dropped.opener?.isConnected === true) dropped.opener.focus({ preventScroll: true });
    // below a layer that is still going away nothing takes the focus: the layer gives it back
    if (document.activeElement === area) area?.blur();
  }
}

/** As `dropKeys`, unless an overlay has claimed the keys. */
export function dropUnclaimedKeys(): void {
  if (hold !== null && !hold.isClaimed && !hold.isFailed) dropKeys();
}

/**
 * The layer could not be loaded. Its keys stay held, for another try (`holdKeys` goes on with them) or until
 * Escape or a click in the page: letters that are still being typed must not reach the page. Answers whether there are any.
 */
export function keepKeys(): boolean {
  if (hold === null || hold.layer === null || hold.isClaimed) return false;
  hold.isFailed = true;
  hold.wait = { ...hold.wait, onEscape: () => undefined };
  // nothing will lie over the page: the mouse reaches it, and takes the keys away from the field
  awaitLayer(false);
  hold.veil?.element.remove();
  hold.veil = null;
  return true;
}

function onPointerDown(event: PointerEvent): void {
  // the message that offers another try stands beside the page
  const isInPage = event.target instanceof Element && event.target.closest('#root') !== null;
  if (hold?.isFailed === true && isInPage) dropKeys();
}

function cancelKeys(): void {
  const { onEscape } = hold?.wait ?? {};
  dropKeys();
  onEscape?.();
}

function clear(): void {
  if (area !== null) area.value = '';
  isComposing = false;
}

function onKeyDown(event: KeyboardEvent): void {
  const held = hold;
  if (held === null || area === null || event.isComposing) return;
  // a form in the page keeps what was typed when Escape is pressed; a layer closes, and what was typed for it goes
  const isForForm = held.layer === null && (area.value !== '' || held.pieces.length > 0);
  if (event.key === 'Escape' && !isForForm) {
    event.preventDefault();
    event.stopPropagation();
    cancelKeys();
    return;
  }
  if (event.key === 'Escape' || endsPiece(event, area.value, isShortcutPress(event))) {
    event.preventDefault();
    const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
    held.pieces.push({ text: area.value, key: { key, code, shiftKey, ctrlKey, metaKey, altKey } });
    area.value = '';
  }
  // nothing else hears of it: neither shortcuts nor the page
  event.stopPropagation();
}

/** Whether the focus is at the waiting field, or was taken by the page below before that was out of reach. */
function isFocusOurs(held: Hold): boolean {
  const active = document.activeElement;
  return (
    active === area ||
    (held.layer !== null &&
      !held.isFailed &&
      (active === null || active === document.body || active.closest('#root') !== null))
  );
}

/** Hands over as soon as the field stands and no composition runs. */
function check(): void {
  const held = hold;
  if (held === null || isComposing || isChecking || !held.isClaimed) return;
  cancelAnimationFrame(held.frame);
  const field = held.wait.find();
  if (field === null) {
    // it stays over the place of the field, which may be scrolled into view meanwhile
    show(held.wait);
    // what is there and not yet drawn, or not yet ready, tells no one
    held.frame = requestAnimationFrame(check);
    return;
  }
  isChecking = true;
  try {
    if (field === 'none') {
      const had = isFocusOurs(held);
      const keys = replaySteps([...held.pieces, { text: area?.value ?? '', key: null }]);
      end(held);
      clear();
      if (had) {
        area?.blur();
        standsWithoutField(held, keys);
      }
      return;
    }
    if (isFocusOurs(held)) {
      focusField(field);
      // drawn only in the next frame: what is hidden takes no focus
      if (isFocusOurs(held)) {
        held.frame = requestAnimationFrame(check);
        return;
      }
    }
    handOver(held, field);
  } finally {
    isChecking = false;
  }
}

/** A layer without a field: letters go nowhere. Its overlay has taken the focus; Enter is a key of what has it. */
function standsWithoutField(held: Hold, steps: readonly AheadStep[]): void {
  held.wait.rest?.()?.focus({ preventScroll: true });
  const keys = steps.filter(
    (step) => step.kind === 'key' && (step.key.ctrlKey === true || step.key.metaKey === true),
  );
  run(keys, document.activeElement);
}

function handOver(held: Hold, field: HTMLElement): void {
  const { value = '', selectionStart = 0, selectionEnd = 0 } = area ?? {};
  const steps = replaySteps([...held.pieces, { text: value, key: null }]);
  const isPlain =
    held.pieces.length === 0 && steps.length === 1 && (isMultiLine(field) || !value.includes('\n'));
  end(held);
  clear();
  const from =
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? caretOf(field) : null;
  run(steps, field);
  // selection and caret within what was typed; after keys they are where the keys left them
  if (
    isPlain &&
    from !== null &&
    selectionEnd < value.length &&
    (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
  ) {
    if (field.selectionStart !== null) field.setSelectionRange(from + selectionStart, from + selectionEnd);
  }
}

function caretOf(field: HTMLInputElement | HTMLTextAreaElement): number | null {
  return field.selectionStart;
}

function isMultiLine(field: HTMLElement): boolean {
  return field instanceof HTMLTextAreaElement || field.isContentEditable;
}

/** Does the steps one after the other; those behind one that opens a further layer belong to that. */
function run(steps: readonly AheadStep[], first: Element | null): void {
  let target = first;
  const queue = [...steps];
  while (queue.length > 0) {
    if (hold !== null) {
      left = queue;
      moveOn(hold);
      return;
    }
    const [step] = queue.splice(0, 1);
    if (step?.kind === 'text') {
      const field = target instanceof HTMLElement && takesText(target) ? target : null;
      // Enter is a key of a button, too
      if (step.text.includes('\n') && (field === null || !isMultiLine(field)))
        queue.unshift(...stepsInOneLine(step.text));
      else if (field !== null) typeInto(field, step.text);
    } else if (step !== undefined) {
      press(target, step.key);
      const active = document.activeElement;
      target = active instanceof HTMLElement && active !== document.body ? active : null;
      if (target === null && hold === null) return;
    }
  }
}

function moveOn(next: Hold): void {
  for (const step of left) {
    const last = next.pieces.at(-1);
    if (step.kind === 'key') next.pieces.push({ text: '', key: step.key });
    else if (last === undefined || last.key !== null) next.pieces.push({ text: step.text, key: null });
    else last.text += step.text;
  }
  left = [];
}

function press(target: Element | null, key: AheadKey): void {
  const at = target ?? document.body;
  const event = new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true });
  let isFree = true;
  flushSync(() => {
    isFree = at.dispatchEvent(event);
  });
  if (!isFree || !(at instanceof HTMLElement)) return;
  // what the browser does of itself for a key that was really pressed
  if (key.key === 'Tab') focusNext(at, key.shiftKey === true);
  else if (key.key === 'Enter' && key.ctrlKey !== true && key.metaKey !== true) enterAt(at);
}

const isOff = (element: Element | null): boolean =>
  element !== null && (element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true');

/** Enter presses a button, and sends the form of a line when the button that sends it works. */
function enterAt(at: HTMLElement): void {
  if (at.matches('button, a[href]')) {
    if (!isOff(at)) at.click();
  } else if (at instanceof HTMLInputElement && at.form !== null) {
    const submit = at.form.querySelector<HTMLElement>('[type="submit"], button:not([type])');
    if (!isOff(submit)) at.form.requestSubmit();
  }
}

const stops =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"], [tabindex]:not([tabindex="-1"])';

function focusNext(from: HTMLElement, isBack: boolean): void {
  const room = from.closest('[role="dialog"], [role="alertdialog"]') ?? document;
  const all = [...room.querySelectorAll<HTMLElement>(stops)].filter(
    (element) => element.checkVisibility() && element.tabIndex >= 0,
  );
  const at = all.indexOf(from);
  if (at >= 0) all[(at + (isBack ? -1 : 1) + all.length) % all.length]?.focus();
}

/** Puts text at the caret of a field as if it had been typed there. */
export function typeInto(field: HTMLElement, text: string): void {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const room = field.maxLength < 0 ? text.length : Math.max(0, field.maxLength - field.value.length);
    const typed = text.slice(0, room);
    flushSync(() => {
      if (field.selectionStart === null) {
        // an input of a kind that has no caret, such as email: React hears of it by the setter of its kind alone
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
          field,
          field.value + typed,
        );
      } else
        field.setRangeText(typed, field.selectionStart, field.selectionEnd ?? field.selectionStart, 'end');
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: typed }));
    });
    return;
  }
  // an editor knows itself where its caret is, and has the text before the next key
  if (field.isContentEditable)
    flushSync(() => field.dispatchEvent(new CustomEvent<string>(TYPED_AHEAD, { detail: text })));
}

/** Told to an editor: text, in `detail`, that was typed before it stood. */
export const TYPED_AHEAD = 'earshot:typed-ahead';

/** A click beside, or a page that has just come, took the focus away while the layer is on its way: the key is meant for the layer all the same. */
function takeStrayKey(): void {
  if (
    hold !== null &&
    document.activeElement !== area &&
    (document.activeElement === document.body || isFocusOurs(hold))
  )
    area?.focus({ preventScroll: true });
}
