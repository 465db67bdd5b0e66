import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Kbd } from './Kbd.tsx';
import { uiMessages } from './messages.ts';
import { OptionList, useOptionList } from './OptionPicker.tsx';
import { matchingOptions } from './options.ts';
import type { Option, OptionsStatus } from './options.ts';
import { Overlay } from './Overlay.tsx';
import styles from './CommandPalette.module.css';

export type PaletteAction = {
  id: string;
  label: string;
  /** Heading it stands under. Actions of one group follow one another. */
  group: string;
  icon?: ReactNode;
  note?: ReactNode;
  /** Shortcut that does the same. */
  keys?: string;
  onSelect: () => void;
};

/**
 * The palette of Ctrl K: a search over actions, and over records when `onSearch` brings some. Opens
 * without any animation. Choosing closes it first and acts then.
 *
 * @param results records found for the text, shown below the actions as they come
 */
export function CommandPalette({
  opened,
  onClose,
  actions,
  results = [],
  onSearch,
  status = 'ready',
  placeholder = uiMessages.palette.placeholder,
}: {
  opened: boolean;
  onClose: () => void;
  actions: readonly PaletteAction[];
  results?: readonly PaletteAction[];
  onSearch?: (text: string) => void;
  status?: OptionsStatus;
  placeholder?: string;
}) {
  return (
    <Overlay
      opened={opened}
      onClose={onClose}
      place="top"
      panelClassName={styles.panel}
      label={uiMessages.palette.label}
      exitMs={0}
    >
      <PaletteBody {...{ onClose, actions, results, onSearch, status, placeholder }} />
    </Overlay>
  );
}

function PaletteBody({
  onClose,
  actions,
  results,
  onSearch,
  status,
  placeholder,
}: {
  onClose: () => void;
  actions: readonly PaletteAction[];
  results: readonly PaletteAction[];
  onSearch: ((text: string) => void) | undefined;
  status: OptionsStatus;
  placeholder: string;
}) {
  const [query, setQuery] = useState('');
  const toOption = (action: PaletteAction): Option => ({
    value: action.id,
    label: action.label,
    group: action.group,
    icon: action.icon,
    note: action.note,
    end: action.keys === undefined ? undefined : <Kbd keys={action.keys} />,
  });
  const options = [...matchingOptions(actions.map(toOption), query), ...results.map(toOption)];
  const source = {
    options,
    // Filtered already; without this the records would be filtered by their titles once more.
    onSearch: onSearch ?? (() => undefined),
    status,
    emptyText: uiMessages.palette.nothing,
  };
  const state = useOptionList(source, query, (option) => {
    const action = [...actions, ...results].find((other) => other.id === option.value);
    // Gone, with the focus given back, before the action opens something; and in this task, so that no key falls between.
    flushSync(onClose);
    action?.onSelect();
  });
  return (
    <div className={styles.box}>
      <div className={styles.search}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-label={placeholder}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={state.listId}
          aria-activedescendant={state.activeId}
          autoComplete="off"
          spellCheck={false}
          className={styles.input}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            state.setActiveIndex(0);
            onSearch?.(event.target.value);
          }}
          onKeyDown={(event) => state.onKeyDown(event)}
        />
      </div>
      <div className={styles.scroll}>
        <OptionList
          state={state}
          source={source}
          query={query}
          label={uiMessages.palette.label}
          selected={noneSelected}
        />
      </div>
    </div>
  );
}

const noneSelected: ReadonlySet<string> = new Set();
