import { useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { DeniedState, EmptyState, ErrorBoundary, ErrorState } from '../loading/states.tsx';
import type { TableColumn } from '../table/tableLayout.ts';
import { useTableLayout } from '../table/useTableLayout.ts';
import a11y from '../a11y.module.css';
import styles from './Gallery.module.css';
import { sampleRows } from './samples.ts';
import type { SampleRow } from './samples.ts';

const columns: TableColumn<SampleRow>[] = [
  { id: 'title', header: 'Idea', widthPx: 300, sticky: true, cell: (row) => row.title },
  { id: 'forum', header: 'Forum', widthPx: 140, cell: (row) => row.forum },
  { id: 'votes', header: 'Votes', widthPx: 90, align: 'end', cell: (row) => row.votes },
];

function Breaks(): never {
  throw new Error('This part breaks on purpose.');
}

const idOf = ({ id }: { id: string }): string => id;

/** Empty, failed, denied and broken. */
export function StatesPage() {
  const [isBroken, setIsBroken] = useState(false);
  const layout = useTableLayout(columns);
  return (
    <div className={styles.page}>
      <h1 className={a11y.hidden}>States</h1>
      <div className={styles.surface}>
        <EmptyState reason="No ideas match these filters." action={<Button>Clear filters</Button>} />
      </div>
      <div className={styles.surface}>
        <ErrorState what="ideas" onRetry={() => undefined} />
      </div>
      <div className={styles.surface}>
        <DeniedState />
      </div>
      <div className={styles.surface}>
        <ErrorBoundary>
          {isBroken ? <Breaks /> : <Button onClick={() => setIsBroken(true)}>Break this part</Button>}
        </ErrorBoundary>
      </div>
      <div className={`${styles.surface} ${styles.short}`}>
        <DataTable
          label="Small table"
          layout={layout}
          rows={smallRows}
          rowId={idOf}
          rowName={(row) => row.title}
          status="ready"
          keyboard={false}
        />
      </div>
      <div className={`${styles.surface} ${styles.short}`}>
        <DataTable
          label="Loading table"
          layout={layout}
          rows={undefined}
          rowId={idOf}
          rowName={(row) => row.title}
          status="loading"
          keyboard={false}
        />
      </div>
    </div>
  );
}

const smallRows = sampleRows(6);
