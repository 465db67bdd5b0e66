import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { IMPACT_HEADINGS } from '../../../../contract/impact_reports.ts';
import { SortableList } from '../../ui/fields/SortableList.tsx';
import { isEmptySection } from './impactDraft.ts';
import type { ImpactContents } from './impactDraft.ts';
import { impactTexts } from './impactMessages.ts';
import type { ImpactReport } from './impactQueries.ts';
import styles from './impact.module.css';

const texts = impactTexts.aside;

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
  return (
    <SortableList
      label={texts.order}
      items={contents.map(({ key }) => ({ id: key }))}
      title={({ id }) => IMPACT_HEADINGS[id]}
      disabled={onOrder === undefined}
      onReorder={(ids) => onOrder?.(ids)}
      renderItem={({ id }) => {
        const isEmpty = isEmptySection(id, contents, report);
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
            <span>{IMPACT_HEADINGS[id]}</span>
            {isEmpty ? <span className={styles.quiet}>{texts.isEmpty}</span> : null}
          </a>
        );
      }}
    />
  );
}
