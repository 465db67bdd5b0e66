/** What is written and chosen in a report while its page is open. */
import {
  IMPACT_SECTIONS,
  IMPACT_TEXTS,
  impactLimits,
  type ImpactSection,
  type ImpactText,
} from '../../../../contract/impact_reports.ts';
import { htmlOrNull, isEmptyHtml } from '../../../../contract/rich_text.ts';
import { request } from '../../api/runtime.ts';
import type { Stored } from '../../forms/savedDraft.ts';
import { useSavedDraft } from '../../forms/useSavedDraft.ts';
import { loadImpactReport, updateDocument } from './impactQueries.ts';
import type { ImpactReport } from './impactQueries.ts';

/** Sections in their order, each with its value as the API has it. */
export type ImpactContents = readonly { key: ImpactSection; value: string }[];

/** What is saved of a report by its page. */
export interface ImpactDraftText {
  title: string;
  contents: ImpactContents;
}

/** A section that is being written is saved when it is left; one that is left open, after this. */
const SAVE_AFTER_MS = 15_000;

/** The contents of an answer; what this version of the console does not know is left out. */
export function contentsOf(contents: readonly { key: string; value: string }[]): ImpactContents {
  return contents.filter((entry): entry is ImpactContents[number] =>
    (IMPACT_SECTIONS as readonly string[]).includes(entry.key),
  );
}

const isText = (key: ImpactSection): key is ImpactText => (IMPACT_TEXTS as readonly string[]).includes(key);

const plain = ({ key, value }: ImpactContents[number]): string =>
  isText(key) ? (htmlOrNull(value) ?? '') : value;

/** The value of a section; '' where there is none. */
export function valueOf(contents: ImpactContents, key: ImpactSection): string {
  return contents.find((entry) => entry.key === key)?.value ?? '';
}

/** The contents with another value of one section. */
export function withValue(contents: ImpactContents, key: ImpactSection, value: string): ImpactContents {
  return contents.map((entry) => (entry.key === key ? { key, value } : entry));
}

/** Ids that a section chooses. */
export function idsOf(contents: ImpactContents, key: 'quotes' | 'top_ideas'): readonly string[] {
  try {
    return (JSON.parse(valueOf(contents, key) || '[]') as unknown[]).map(String);
  } catch {
    return [];
  }
}

/** The ideas that a report shows: those that were chosen, else the first of the figures. */
export function shownIdeas(
  contents: ImpactContents,
  offered: ImpactReport['figures']['top_ideas'],
): ImpactReport['figures']['top_ideas'] {
  const chosen = idsOf(contents, 'top_ideas');
  return chosen.length === 0
    ? offered.slice(0, impactLimits.topIdeasAtFirst)
    : chosen.flatMap((id) => offered.filter((idea) => idea.id === id));
}

/** Whether readers find nothing in a section. */
export function isEmptySection(
  key: ImpactSection,
  contents: ImpactContents,
  { figures }: Pick<ImpactReport, 'figures'>,
): boolean {
  if (isText(key)) return isEmptyHtml(valueOf(contents, key));
  if (key === 'quotes') return idsOf(contents, 'quotes').length === 0;
  if (key === 'accounts') return figures.top_accounts.length === 0;
  if (key === 'top_ideas') return shownIdeas(contents, figures.top_ideas).length === 0;
  return false;
}

const storedOf = ({ title, contents, updated_at }: ImpactReport): Stored<ImpactDraftText> => ({
  title,
  contents: contentsOf(contents),
  version: updated_at,
});

/** The draft of a report while its page is open. */
export function useImpactDraft(report: ImpactReport) {
  return useSavedDraft<ImpactDraftText>(`impact:${report.id}`, storedOf(report), {
    send: async ({ title, contents }, over) => {
      const { impact_report_update: saved } = await request(updateDocument, {
        id: report.id,
        title,
        contents: contents.map(({ key, value }) => ({ key, value })),
        if_updated_at: over,
      });
      return saved?.updated_at ?? over;
    },
    load: async () => {
      const now = await loadImpactReport(report.id);
      return now === null ? null : storedOf(now);
    },
    isSame: (one, other) =>
      one.title === other.title &&
      one.contents.length === other.contents.length &&
      one.contents.every(
        (entry, index) =>
          entry.key === other.contents[index]!.key && plain(entry) === plain(other.contents[index]!),
      ),
    isWhole: ({ title }) => title.trim() !== '',
    afterMs: SAVE_AFTER_MS,
  });
}
