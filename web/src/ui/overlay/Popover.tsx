import { useId, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { firstField } from '../fields/firstField.ts';
import { Floating } from './Floating.tsx';
import type { Placement } from './position.ts';
import { holdKeysForField } from '../keyboard/waiting.ts';

/** What the trigger of a popover or menu must put on its button. */
export type TriggerProps = {
  ref: Ref<HTMLButtonElement>;
  onClick: () => void;
  'aria-expanded': boolean;
  'aria-haspopup': 'dialog' | 'menu';
  'aria-controls': string | undefined;
};

export type PopoverProps = {
  /** Draws the button: `(props) => <Button {...props}>Columns</Button>`. */
  trigger: (props: TriggerProps) => ReactNode;
  /** Accessible name of what opens. */
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  /** Left out, the popover keeps its own state. */
  opened?: boolean;
  onOpenedChange?: (opened: boolean) => void;
  placement?: Placement;
  widthPx?: number;
  maxHeightPx?: number;
};

/**
 * A small panel on a button. The focus goes to the first control inside and, on Escape, back to the
 * button. A click outside closes it.
 */
export function Popover({
  trigger,
  label,
  children,
  opened,
  onOpenedChange,
  placement = 'bottom-start',
  widthPx,
  maxHeightPx,
}: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [ownOpened, setOwnOpened] = useState(false);
  const isOpened = opened ?? ownOpened;
  const id = useId();

  const change = (next: boolean) => {
    setOwnOpened(next);
    onOpenedChange?.(next);
  };
  const close = () => {
    if (!isOpened) return;
    const panel = document.getElementById(id);
    if (panel?.contains(document.activeElement) === true) button.current?.focus({ preventScroll: true });
    change(false);
  };

  return (
    <>
      {trigger({
        ref: button,
        onClick: () => (isOpened ? close() : change(true)),
        'aria-expanded': isOpened,
        'aria-haspopup': 'dialog',
        'aria-controls': isOpened ? id : undefined,
      })}
      <Floating
        id={id}
        role="dialog"
        aria-label={label}
        opened={isOpened}
        onClose={close}
        anchor={button}
        placement={placement}
        sheet
        style={widthPx === undefined ? undefined : { width: widthPx }}
        maxHeightPx={maxHeightPx}
        onShown={focusFirst}
      >
        {typeof children === 'function' ? children(close) : children}
      </Floating>
    </>
  );
}

/** Takes the focus to its first control; while that is on its way, what is typed is kept for it. */
export function focusFirst(element: HTMLElement): void {
  const field = firstField(element, 'field');
  if (field === null) {
    const find = () => (element.isConnected ? firstField(element, 'field') : 'none');
    holdKeysForField({
      find,
      anchor: element,
      rest: () => firstControl(element),
      onEscape: () => element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    });
  } else if (field !== 'none') field.focus({ preventScroll: true });
  else firstControl(element)?.focus({ preventScroll: true });
}

const firstControl = (element: HTMLElement): HTMLElement | null =>
  element.querySelector<HTMLElement>('button:not(:disabled), a[href], [tabindex="0"]');
