import { useColorScheme } from '../../theme/useColorScheme.ts';
import { Button } from '../elements/Button.tsx';
import { ChartsPage } from './ChartsPage.tsx';
import { FormsPage } from './FormsPage.tsx';
import { OverlaysPage } from './OverlaysPage.tsx';
import { PartsPage } from './PartsPage.tsx';
import { StatesPage } from './StatesPage.tsx';
import { TablePage } from './TablePage.tsx';
import styles from './Gallery.module.css';

const pages = {
  table: TablePage,
  parts: PartsPage,
  forms: FormsPage,
  overlays: OverlaysPage,
  states: StatesPage,
  charts: ChartsPage,
};

/** The parts of `ui/` in their states, for the eye and for the tests. Not in the production build. */
export function Gallery() {
  const { toggle } = useColorScheme();
  const name = new URLSearchParams(location.search).get('page') ?? 'table';
  const Page = pages[name as keyof typeof pages] ?? TablePage;
  return (
    <div className={styles.shell}>
      <nav className={styles.sidebar} aria-label="Gallery">
        {Object.keys(pages).map((page) => (
          <a
            key={page}
            href={`?page=${page}`}
            className={styles.entry}
            aria-current={page === name ? 'page' : undefined}
          >
            {page}
          </a>
        ))}
        <span className={styles.grow} />
        <Button variant="text" onClick={toggle}>
          Scheme
        </Button>
      </nav>
      <main className={styles.sheet}>
        <Page />
      </main>
    </div>
  );
}
