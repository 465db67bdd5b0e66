import { useRef } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import styles from './Tabs.module.css';

export type TabItem = {
  id: string;
  label: ReactNode;
  /** Small number after the label. */
  count?: string;
  /** With an address the tabs are links, as for saved views; without, they switch a panel. */
  href?: string;
};

export type TabsProps = {
  /** What the tabs choose between: 'Saved views'. */
  label: string;
  items: readonly TabItem[];
  value: string;
  /** Called for links, too (unless a modifier asks the browser for a new tab). */
  onChange: (id: string) => void;
  /** Id of the panel that the tabs switch; see `TabPanel`. */
  panelId?: string;
  /** Drawn after the last tab. */
  end?: ReactNode;
};

/** Tabs under a page head: 36 px high, a line under the current one. Too many scroll sideways. */
export function Tabs({ label, items, value, onChange, panelId, end }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const areLinks = items.every((item) => item.href !== undefined);

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const index = items.findIndex((item) => item.id === value);
    const move = moves[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? items.length - 1
          : move === undefined
            ? -1
            : (index + move + items.length) % items.length;
    const item = items[next];
    if (item === undefined) return;
    event.preventDefault();
    onChange(item.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };

  if (areLinks) {
    return (
      <nav aria-label={label} className={styles.bar}>
        <div className={styles.tabs}>
          {items.map((item) => (
            <a
              key={item.id}
              href={item.href}
              className={styles.tab}
              aria-current={item.id === value ? 'page' : undefined}
              onClick={(event: MouseEvent) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                event.preventDefault();
                onChange(item.id);
              }}
            >
              <TabContent item={item} />
            </a>
          ))}
        </div>
        {end}
      </nav>
    );
  }
  return (
    <div className={styles.bar}>
      <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={panelId === undefined ? undefined : `${panelId}-tab-${item.id}`}
            className={styles.tab}
            aria-selected={item.id === value}
            aria-controls={panelId !== undefined && item.id === value ? panelId : undefined}
            tabIndex={item.id === value ? 0 : -1}
            onClick={() => onChange(item.id)}
          >
            <TabContent item={item} />
          </button>
        ))}
      </div>
      {end}
    </div>
  );
}

function TabContent({ item }: { item: TabItem }) {
  return (
    <>
      {item.label}
      {item.count === undefined ? null : <span className={styles.count}>{item.count}</span>}
    </>
  );
}

/** What tabs without addresses switch. `id` is their `panelId`, `value` their value. */
export function TabPanel({ id, value, children }: { id: string; value: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={id} aria-labelledby={`${id}-tab-${value}`}>
      {children}
    </div>
  );
}
