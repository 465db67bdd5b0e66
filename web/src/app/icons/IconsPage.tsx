import { useState } from 'react';
import { formatNumber } from '../../ui/text/format.ts';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { EmptyState } from '../../ui/loading/states.tsx';
import { ToastRegion } from '../../ui/toasts/ToastRegion.tsx';
import { icons } from './list.ts';
import { iconsMessages } from './iconsMessages.ts';
import styles from './icons.module.css';

const texts = iconsMessages;

/** The icon sheet: every icon that the console uses, with its name (DEC-165). */
export function IconsPage() {
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const shown = Object.entries(icons).filter(([name]) => name.toLowerCase().includes(wanted));
  return (
    <div>
      <header className={styles.head}>
        <h1>{texts.title}</h1>
        <span className={styles.total}>{formatNumber(shown.length)}</span>
        <ToastRegion />
        <span className={styles.search}>
          <SearchField label={texts.search} value={query} onChange={setQuery} />
        </span>
      </header>
      {shown.length === 0 ? (
        <EmptyState title={texts.nothing} reason={texts.clear} />
      ) : (
        <ul className={styles.grid}>
          {shown.map(([name, Icon]) => (
            <li key={name} className={styles.cell}>
              <Icon size={24} aria-hidden="true" />
              <span className={styles.name}>{name.replace(/^Icon/, '')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
