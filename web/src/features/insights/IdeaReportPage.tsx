import { useMemo } from 'react';
import { reportDefaults } from '../../../../contract/limits.ts';
import { insightsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { usePageState } from '../../host/pageState.ts';
import { choiceField, stringifySearch } from '../../host/search.ts';
import { ListPage } from '../../lists/ListPage.tsx';
import { ideaReportList } from '../../records/ideaReport.tsx';
import { SelectField } from '../../ui/fields/fields.tsx';
import { PageFrame } from '../../ui/page/SheetPage.tsx';
import { insightsMessages as texts } from './insightsMessages.ts';
import { useViewFilter, ViewFilter } from './ViewFilter.tsx';
import styles from './insights.module.css';

const periods = Object.keys(texts.periods) as (keyof typeof texts.periods)[];
const pageState = { period: choiceField(periods, reportDefaults.ideaReportPeriodStart) };

/** The ideas that came in a period, with the columns of one's choice (CONST-004, CONST-005). */
export function IdeaReportPage() {
  const [{ period }, setState] = usePageState(pageState);
  const filter = useViewFilter();
  const { view } = filter;
  const given = useMemo(
    () => ({ period_start: period, ...(view ? { saved_view: [view] } : {}) }),
    [period, view],
  );
  // the view that this browser keeps is asked for at once, not after all ideas
  if (view === undefined) return <PageFrame>{null}</PageFrame>;
  return (
    <ListPage
      list={ideaReportList}
      title={texts.report.title}
      given={given}
      controls={
        <span className={styles.choices}>
          <ViewFilter filter={filter} />
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
        </span>
      }
      empty={{
        reason: texts.report.empty,
        action: <Link href={insightsAddress + stringifySearch({ period })}>{texts.title}</Link>,
      }}
    />
  );
}
