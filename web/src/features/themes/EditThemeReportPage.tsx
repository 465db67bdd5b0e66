import { ThemeReports } from './ThemeReportsPage.tsx';

/** The form of a theme report (ROUTE-008), over their list. */
export function EditThemeReportPage({ theme_set_id: id }: { theme_set_id: string }) {
  return <ThemeReports form="edit" themeSetId={id} />;
}
