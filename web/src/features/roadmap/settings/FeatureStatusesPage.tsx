import { SetPage } from './SetPage.tsx';

/** The statuses of features, which are the columns of the board. */
export function FeatureStatusesPage() {
  return <SetPage kind="statuses" />;
}
