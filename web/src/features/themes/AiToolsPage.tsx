import { IconCopy, IconPencil, IconPlus, IconSearch, IconServer, IconTargetArrow } from '@tabler/icons-react';
import { THEME_COLORS } from '../../../../contract/themes.ts';
import { canWrite } from '../../../../contract/permissions.ts';
import { useFeature, useViewer } from '../../api/viewer.ts';
import {
  impactReportsAddress,
  manualAddress,
  newThemeReportAddress,
  themeReportsAddress,
} from '../../host/addresses.ts';
import { navigate } from '../../host/navigation.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import { SheetPage } from '../../ui/page/SheetPage.tsx';
import { themeTexts } from './themeMessages.ts';
import { useAiTools, useImpactTotal } from './themeQueries.ts';
import styles from './themes.module.css';

const texts = themeTexts.tools;

const ICONS = { same: IconCopy, titles: IconPencil, matches: IconTargetArrow, typing: IconSearch } as const;

/** Dots of a cluster of the picture: angle and distance by turns, so that they lie evenly. */
const DOTS = Array.from({ length: 18 }, (_, index) => ({
  x: Math.cos(index * 2.4) * Math.sqrt(index) * 8,
  y: Math.sin(index * 2.4) * Math.sqrt(index) * 8,
}));
/** Where the clusters lie, and how many dots each has. */
const CLUSTERS = [
  { x: 70, y: 66, dots: 18 },
  { x: 160, y: 96, dots: 12 },
  { x: 240, y: 56, dots: 11 },
  { x: 320, y: 94, dots: 15 },
  { x: 400, y: 58, dots: 10 },
  { x: 470, y: 90, dots: 12 },
] as const;

/** What the product finds by itself (NAV-007, DEC-164), and where that runs. */
export function AiToolsPage() {
  const { permissions } = useViewer();
  const hasThemes = useFeature('theme_detection');
  const hasImpact = useFeature('impact_reports');
  const mayWrite = canWrite(permissions, 'feedback');
  const { data } = useAiTools(hasThemes);
  const impact = useImpactTotal(hasImpact);
  const reports = data?.theme_sets.total_records ?? 0;
  const metrics = data?.report_recent_theme_metrics;
  return (
    <SheetPage title={texts.title}>
      <div className={styles.toolsPage}>
        <div className={styles.tools}>
          {hasThemes ? (
            <section className={styles.tool} aria-labelledby="tool-themes">
              <svg viewBox="0 0 540 160" className={styles.picture} aria-hidden="true">
                {CLUSTERS.map(({ x, y, dots }, index) => (
                  <g key={texts.picture[index]} transform={`translate(${x} ${y})`}>
                    {DOTS.slice(0, dots).map((dot) => (
                      <circle
                        key={`${dot.x} ${dot.y}`}
                        cx={dot.x}
                        cy={dot.y}
                        r={3.2}
                        fill={THEME_COLORS[index]}
                      />
                    ))}
                    <text y={Math.sqrt(dots) * 8 + 18} textAnchor="middle">
                      {texts.picture[index]}
                    </text>
                  </g>
                ))}
              </svg>
              <div className={styles.toolText}>
                <h2 id="tool-themes">{texts.explorer}</h2>
                <p>{texts.explorerText}</p>
                <div className={styles.toolFoot}>
                  <span className={styles.quiet}>
                    {data === undefined || metrics === undefined
                      ? null
                      : reports === 0
                        ? texts.none
                        : `${texts.reports(reports)} · ${texts.lastMonth(metrics.run, metrics.categorized)}`}
                  </span>
                  <Button onClick={() => navigate(themeReportsAddress)}>{texts.open}</Button>
                  {mayWrite ? (
                    <Button
                      variant="primary"
                      onClick={() => navigate(newThemeReportAddress())}
                      icon={<IconPlus size={16} stroke={2} aria-hidden="true" />}
                    >
                      {themeTexts.newReport}
                    </Button>
                  ) : null}
                </div>
              </div>
            </section>
          ) : null}
          {hasImpact ? (
            <section className={styles.tool} aria-labelledby="tool-impact">
              <svg viewBox="0 0 540 160" className={styles.picture} aria-hidden="true">
                <rect x={150} y={14} width={240} height={132} rx={8} className={styles.paper} />
                <rect x={170} y={30} width={120} height={10} rx={3} className={styles.paperInk} />
                {[0, 1, 2, 3].map((index) => (
                  <rect
                    key={index}
                    x={170 + index * 52}
                    y={52}
                    width={44}
                    height={22}
                    rx={4}
                    className={styles.paperBox}
                  />
                ))}
                {[150, 120, 86].map((width, index) => (
                  <rect
                    key={width}
                    x={170}
                    y={90 + index * 16}
                    width={width}
                    height={8}
                    rx={2}
                    fill={THEME_COLORS[4]}
                  />
                ))}
              </svg>
              <div className={styles.toolText}>
                <h2 id="tool-impact">{texts.impact}</h2>
                <p>{texts.impactText}</p>
                <div className={styles.toolFoot}>
                  <span className={styles.quiet}>
                    {impact === null ? null : impact === 0 ? texts.noImpact : texts.impactReports(impact)}
                  </span>
                  <Button onClick={() => navigate(impactReportsAddress)}>{texts.open}</Button>
                  {mayWrite ? (
                    <Button
                      variant="primary"
                      onClick={() => void openModal('raiseImpact', {})}
                      icon={<IconPlus size={16} stroke={2} aria-hidden="true" />}
                    >
                      {texts.newImpact}
                    </Button>
                  ) : null}
                </div>
              </div>
            </section>
          ) : null}
        </div>
        <section aria-labelledby="tools-help">
          <h2 id="tools-help" className={styles.toolsHead}>
            {texts.help}
          </h2>
          <ul className={styles.helpers}>
            {texts.helpers.map(({ id, title, text }) => {
              const Icon = ICONS[id];
              return (
                <li key={id}>
                  <span className={styles.helperIcon}>
                    <Icon size={18} stroke={1.6} aria-hidden="true" />
                  </span>
                  <span>
                    <strong>{title}</strong>
                    <span className={styles.quiet}>{text}</span>
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
        <div className={styles.local}>
          <span className={styles.helperIcon}>
            <IconServer size={18} stroke={1.6} aria-hidden="true" />
          </span>
          <span>
            <strong>{texts.local}</strong>
            <span className={styles.quiet}>{texts.localText}</span>
          </span>
          <a href={manualAddress('themes')} target="_blank" rel="noreferrer">
            {texts.how}
          </a>
        </div>
      </div>
    </SheetPage>
  );
}
