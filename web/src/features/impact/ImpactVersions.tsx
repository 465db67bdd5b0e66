import { useState } from 'react';
import { IMPACT_HEADINGS } from '../../../../contract/impact_reports.ts';
import { isEmptyHtml } from '../../../../contract/rich_text.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { RichText } from '../../ui/text/RichText.tsx';
import { contentsOf } from './impactDraft.ts';
import { useImpactVersion, useImpactVersions } from './impactQueries.ts';
import type { ImpactVersion } from './impactQueries.ts';
import { versionTexts as texts } from './versionsMessages.ts';
import styles from './impact.module.css';

/** Older versions of a report, to read. @param onBringBack left out: they are only read */
export function ImpactVersions({
  reportId,
  opened,
  onClose,
  onBringBack,
}: {
  reportId: string;
  opened: boolean;
  onClose: () => void;
  onBringBack?: (version: ImpactVersion) => void;
}) {
  const versions = useImpactVersions(reportId, opened);
  const records = versions.data?.impact_report_versions.records ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const id = chosen ?? records[0]?.id ?? null;
  const version = useImpactVersion(opened ? id : null);
  const shown = version.data?.impact_report_version ?? null;
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title} size="large">
      {versions.isError ? (
        <ErrorState what={texts.what} onRetry={() => void versions.refetch()} />
      ) : versions.isPending ? (
        <DelayedSkeleton>
          <SkeletonLines count={5} />
        </DelayedSkeleton>
      ) : records.length === 0 ? (
        <EmptyState title={texts.none} />
      ) : (
        <div className={styles.versions}>
          <ul aria-label={texts.list}>
            {records.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-current={one.id === id || undefined}
                  onClick={() => setChosen(one.id)}
                >
                  <strong>{texts.of(one.version)}</strong>
                  <span className={styles.quiet}>
                    {texts.by(one.updated_by?.name ?? null, one.created_at)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <div className={styles.version} aria-live="polite">
            {shown === null ? (
              version.isError ? (
                <ErrorState what={texts.what} onRetry={() => void version.refetch()} />
              ) : (
                <DelayedSkeleton>
                  <SkeletonLines count={5} />
                </DelayedSkeleton>
              )
            ) : (
              <>
                <h3>{shown.title}</h3>
                <p className={styles.quiet}>{texts.figures(shown.figures, shown.figures_at)}</p>
                {contentsOf(shown.contents)
                  .filter(({ value }) => value.startsWith('<') && !isEmptyHtml(value))
                  .map(({ key, value }) => (
                    <section key={key}>
                      <h4>{IMPACT_HEADINGS[key]}</h4>
                      <RichText html={value} />
                    </section>
                  ))}
                {onBringBack === undefined ? null : (
                  <Button onClick={() => onBringBack(shown)}>{texts.bringBack}</Button>
                )}
              </>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}
