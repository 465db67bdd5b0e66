import { ThemeReports } from './ThemeReportsPage.tsx';

/** The form of a new theme report (ROUTE-007), over their list. */
export function NewThemeReportPage() {
  return <ThemeReports form="create" />;
}
