import { SetPage } from './SetPage.tsx';

/** The parts of the product that features belong to. */
export function ProductAreasPage() {
  return <SetPage kind="areas" />;
}
