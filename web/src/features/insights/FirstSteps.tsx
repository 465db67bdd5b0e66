import { canRead, canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { forumSettingsAddress } from '../../host/addresses.ts';
import { navigate } from '../../host/navigation.ts';
import '../../host/modals.ts';
import { Button } from '../../ui/Button.tsx';
import { openModal } from '../../ui/modals.ts';
import { insightsMessages } from './insightsMessages.ts';
import { useKeyFigures } from './insightsQueries.ts';
import styles from './insights.module.css';

const texts = insightsMessages.firstSteps;

/** What to do in a workspace in which nothing is there yet; nothing once there is, or while that is not known. */
export function FirstSteps({ period }: { period: string }) {
  const { permissions } = useViewer();
  const figures = useKeyFigures(period).data?.report_key_figures;
  if (figures === undefined || !canWrite(permissions, 'feedback')) return null;
  const { ideas, feedback_records, open_ideas_count } = figures;
  if (open_ideas_count + ideas.count + ideas.before + feedback_records.count + feedback_records.before > 0)
    return null;
  return (
    <section className={styles.firstSteps} aria-label={texts.title}>
      <div>
        <h2>{texts.title}</h2>
        <p className={styles.note}>{texts.note}</p>
      </div>
      <div className={styles.firstButtons}>
        {canRead(permissions, 'settings') ? (
          <Button variant="text" onClick={() => navigate(forumSettingsAddress)}>
            {texts.forums}
          </Button>
        ) : null}
        <Button onClick={() => openModal('idea', { mode: 'create' })}>{texts.idea}</Button>
        <Button onClick={() => openModal('feedback', {})}>{texts.feedback}</Button>
      </div>
    </section>
  );
}
