import { reportDefaults } from '../../../../contract/limits.ts';
import { useFeature } from '../../api/viewer.ts';
import { usePageState } from '../../host/pageState.ts';
import { choiceField } from '../../host/search.ts';
import { useFirstSteps } from '../../shared/firstSteps/firstStepsCalls.ts';
import { SelectField } from '../../ui/fields/fields.tsx';
import { PageFrame, PageHead } from '../../ui/page/SheetPage.tsx';
import { EmptyWorkspace, StepsLeft } from './Beginning.tsx';
import { FiguresRow } from './FiguresRow.tsx';
import { ForumsCard } from './ForumsCard.tsx';
import { MovedCard } from './MovedCard.tsx';
import { insightsMessages as texts } from './insightsMessages.ts';
import { StatusesCard } from './StatusesCard.tsx';
import { ThemesCard } from './ThemesCard.tsx';
import { TopIdeasCard } from './TopIdeasCard.tsx';
import styles from './insights.module.css';

type Period = keyof typeof texts.periods;
const periods = Object.keys(texts.periods) as Period[];

/** The period that all of the page is about but the statuses, which say so (CONST-005). */
const pageState = { period: choiceField(periods, reportDefaults.ideaReportPeriodStart) };

/**
 * The landing view: what came in, what moved, where ideas stand, which forums are busy, which ideas lead (DEC-160).
 * Without ideas it is the way to the first one.
 */
export function InsightsPage() {
  const [{ period }, setState] = usePageState(pageState);
  const seesThemes = useFeature('theme_detection');
  const steps = useFirstSteps();
  const facts = steps.data?.first_steps;
  const isEmpty = facts?.ideas_count === 0;
  return (
    <PageFrame flows>
      <PageHead title={texts.title} isOpen={!isEmpty}>
        {isEmpty ? null : (
          <span className={styles.period}>
            <SelectField
              label={texts.period}
              hideLabel
              size="bar"
              value={period}
              options={periods.map((value) => ({ value, label: texts.periods[value] }))}
              onChange={(value) => setState({ period: value })}
            />
          </span>
        )}
      </PageHead>
      {isEmpty ? (
        <div className={styles.content}>
          <EmptyWorkspace facts={facts} />
        </div>
      ) : (
        // asked for at once and seen when it is known that there is something: no zeros flash in an empty workspace
        <div className={styles.content} hidden={steps.isPending}>
          {facts === undefined ? null : <StepsLeft facts={facts} />}
          <FiguresRow period={period} />
          <MovedCard period={period} />
          <div className={styles.pair}>
            <StatusesCard />
            <ForumsCard period={period} />
          </div>
          {seesThemes ? <ThemesCard /> : null}
          <TopIdeasCard period={period} />
        </div>
      )}
    </PageFrame>
  );
}
