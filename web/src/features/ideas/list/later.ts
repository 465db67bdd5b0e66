/** Parts of the list that it does without at first. Their code comes right after the rows. */
import { loadable } from '../../../ui/loading/loadable.tsx';

/** The bar for selected ideas. */
export const BulkActions = loadable(async () => (await import('../edit/BulkActions.tsx')).BulkActions);
/** What a picker in a cell, or of the bar, offers. */
export const EditPicker = loadable(async () => (await import('../edit/EditPicker.tsx')).EditPicker);
/** The pane beside the list. */
export const PeekPlace = loadable(async () => (await import('../peek/PeekPlace.tsx')).PeekPlace);
/** A row of a window without room for columns. */
export const IdeaCard = loadable(async () => (await import('./IdeaCard.tsx')).IdeaCard);
/** What stands in place of the filters while the selection is shown. */
export const SelectionChip = loadable(async () => (await import('./SelectionChip.tsx')).SelectionChip);
/** The order of the list in a window without room for heads. */
export const SortMenu = loadable(async () => (await import('../../../lists/SortMenu.tsx')).SortMenu);
/** What a search that found nothing offers. */
export const NothingFound = loadable(async () => (await import('../search/NothingFound.tsx')).NothingFound);
/** Which words of a search were looked for with a typing error forgiven. */
export const SearchNote = loadable(async () => (await import('../search/SearchNote.tsx')).SearchNote);
/** What else a search may mean: a person, an account, a number, words of comments and feedback. */
export const SearchOffers = loadable(async () => (await import('../search/SearchOffers.tsx')).SearchOffers);
/** How many ideas others added since. */
export const NewIdeas = loadable(async () => (await import('./NewIdeas.tsx')).NewIdeas);
/** Keys under what a search found. */
export const SearchHints = loadable(async () => (await import('../search/SearchHints.tsx')).SearchHints);
/** Conditions as a sentence. */
export const Conditions = loadable(
  async () => (await import('../../../records/ideaConditions/Conditions.tsx')).Conditions,
);
/** Saved views behind the tabs. */
export const ViewTabs = loadable(async () => (await import('./ViewTabs.tsx')).ViewTabs);
/** The values of a filter. */
export const FilterEditor = loadable(
  async () => (await import('../../../lists/FilterEditor.tsx')).FilterEditor,
);
/** What a list without any idea shows. */
export const FirstStepsCard = loadable(
  async () => (await import('../../../shared/firstSteps/FirstStepsCard.tsx')).FirstStepsCard,
);
/** The sign of a filter. */
export const FilterIcon = loadable(async () => (await import('./FilterIcon.tsx')).FilterIcon);

/** Their code is loaded so long after the rows and the page are there. */
export const LATER_AFTER_MS = 500;

/** Choices that a picker shows at once are asked for ahead. */
const choicesAhead = async (): Promise<void> => (await import('../edit/choices.ts')).askAhead();

/** What loads their code ahead of its use. */
export const laterLoaders = [
  EditPicker.ahead,
  choicesAhead,
  PeekPlace.ahead,
  BulkActions.ahead,
  FilterEditor.ahead,
  FilterIcon.ahead,
  SearchHints.ahead,
  SearchNote.ahead,
  SearchOffers.ahead,
  NewIdeas.ahead,
  NothingFound.ahead,
];
