import { reportDefaults } from '../../../../contract/limits.ts';
import { usePageState } from '../../host/pageState.ts';
import { choiceField } from '../../host/search.ts';
import { SelectField } from '../../ui/fields.tsx';
import { PageFrame, PageHead } from '../../ui/SheetPage.tsx';
import { FiguresRow } from './FiguresRow.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { ForumsCard } from './ForumsCard.tsx';
import { insightsMessages as texts } from './insightsMessages.ts';
import { StatusesCard } from './StatusesCard.tsx';
import { TopIdeasCard } from './TopIdeasCard.tsx';
import styles from './insights.module.css';

type Period = keyof typeof texts.periods;
const periods = Object.keys(texts.periods) as Period[];

/** The period that the figures and the top ideas are about (CONST-005). */
const pageState = { period: choiceField(periods, reportDefaults.ideaReportPeriodStart) };

/** The landing view: what came in, where ideas stand, which forums are busy, which ideas lead (DEC-160). */
export function InsightsPage() {
  const [{ period }, setState] = usePageState(pageState);
  return (
    <PageFrame flows>
      <PageHead title={texts.title} isOpen>
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
      </PageHead>
      <div className={styles.content}>
        <FirstSteps period={period} />
        <FiguresRow period={period} />
        <div className={styles.pair}>
          <StatusesCard />
          <ForumsCard />
        </div>
        <TopIdeasCard period={period} />
      </div>
    </PageFrame>
  );
}
