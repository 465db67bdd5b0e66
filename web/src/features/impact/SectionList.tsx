import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { IMPACT_HEADINGS } from '../../../../contract/impact_reports.ts';
import type { ImpactSection } from '../../../../contract/impact_reports.ts';
import { loadAhead } from '../../ui/loading/ahead.ts';
import { loadable } from '../../ui/loading/loadable.tsx';
import { isEmptySection } from './impactDraft.ts';
import type { ImpactContents } from './impactDraft.ts';
import { impactTexts } from './impactMessages.ts';
import type { ImpactReport } from './impactQueries.ts';
import styles from './impact.module.css';

const texts = impactTexts.aside;

interface Ordered {
  label: string;
  items: readonly { id: string }[];
  title: (item: { id: string }) => string;
  renderItem: (item: { id: string }) => ReactNode;
  onReorder: (ids: readonly string[]) => void;
}
/** What drags them is needed by nobody who reads: it comes when the page is idle, or with the first key or pointer. */
const Sorting = loadable<Ordered>(
  async () => (await import('../../ui/fields/SortableList.tsx')).SortableList<{ id: string }>,
);

/**
 * The sections of a report: which are filled, a way to each, and their order.
 * @param onOrder told the sections in another order; undefined: it stays
 */
export function SectionList({
  report,
  contents,
  onOrder,
}: {
  report: ImpactReport;
  contents: ImpactContents;
  onOrder: ((sections: readonly string[]) => void) | undefined;
}) {
  const [sorts, setSorts] = useState(Sorting.isThere());
  const mayOrder = onOrder !== undefined;
  useEffect(
    () =>
      sorts || !mayOrder
        ? undefined
        : loadAhead([
            async () => {
              await Sorting.load();
              setSorts(true);
            },
          ]),
    [sorts, mayOrder],
  );
  const items = contents.map(({ key }) => ({ id: key as string }));
  const renderItem = ({ id }: { id: string }): ReactNode => {
    const isEmpty = isEmptySection(id as ImpactSection, contents, report);
    const Icon = isEmpty ? IconCircleDashed : IconCheck;
    return (
      <a
        href={`#impact-${id}`}
        className={styles.sectionLink}
        onClick={(event) => {
          event.preventDefault();
          document.getElementById(`impact-${id}`)?.scrollIntoView({ block: 'start' });
        }}
      >
        <Icon size={15} stroke={1.6} aria-hidden="true" />
        <span>{IMPACT_HEADINGS[id as ImpactSection]}</span>
        {isEmpty ? <span className={styles.quiet}>{texts.isEmpty}</span> : null}
      </a>
    );
  };
  return sorts && onOrder !== undefined ? (
    <Sorting
      label={texts.order}
      items={items}
      title={({ id }) => IMPACT_HEADINGS[id as ImpactSection]}
      renderItem={renderItem}
      onReorder={onOrder}
    />
  ) : (
    <ul aria-label={texts.order} className={styles.sectionList} data-sorts={mayOrder || undefined}>
      {items.map((item) => (
        <li key={item.id}>{renderItem(item)}</li>
      ))}
    </ul>
  );
}
