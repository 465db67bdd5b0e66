/** Ideas of a theme: what a list reads of one, and why it is there. */
import { IconHandMove } from '@tabler/icons-react';
import { shortCurrency } from '../../../contract/currency.ts';
import { hasFeature } from '../../../contract/permissions.ts';
import { themeLimits } from '../../../contract/themes.ts';
import type { ThemePlacementListInput, ThemePlacementListQuery } from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { ideaAddress } from '../host/addresses.ts';
import { fieldsOf } from '../lists/fields.ts';
import { defineList } from '../lists/list.ts';
import { TitleCell } from '../ui/table/DataTable.tsx';
import { formatNumber, formatPercent } from '../ui/text/format.ts';
import { themePlacementTexts as texts } from './themePlacementTexts.ts';
import styles from './records.module.css';

const placementsDocument = graphql(`
  query ThemePlacementList($query: ThemePlacementListInput, $page: Int, $per_page: Int) {
    theme_placements(query: $query, page: $page, per_page: $per_page) {
      total_records
      total_is_capped
      records {
        id
        suggestion {
          id
          title
          excerpt
          votes_count
          supporter_revenue
        }
        theme {
          id
          display_name
        }
        fit
        second_theme {
          id
          display_name
        }
        second_fit
        evidence {
          word
          weight
        }
        moved_by {
          id
          name
        }
        moved_at
      }
    }
  }
`);

/** An idea in a theme. */
export type Placement = ThemePlacementListQuery['theme_placements']['records'][number];

const fields = fieldsOf<Placement, ThemePlacementListInput>({
  idea: {
    label: texts.fields.idea,
    widthPx: 300,
    cell: ({ suggestion }) => (
      <TitleCell title={suggestion?.title ?? ''} excerpt={suggestion?.excerpt ?? null} />
    ),
  },
  why: {
    label: texts.fields.why,
    widthPx: 240,
    cell: ({ evidence, moved_at, moved_by }) =>
      moved_at === null ? (
        <span className={styles.evidence}>
          {(evidence ?? []).slice(0, 4).map(({ word, weight }) => (
            <span key={word} data-weight={weight >= 0.4 ? 3 : weight >= 0.2 ? 2 : 1}>
              {word}
            </span>
          ))}
        </span>
      ) : (
        <span className={styles.byHand}>
          <IconHandMove size={15} stroke={1.75} aria-hidden="true" />
          {texts.movedBy(moved_by?.name ?? null)}
        </span>
      ),
  },
  fit: {
    label: texts.fields.fit,
    widthPx: 116,
    align: 'end',
    sortKey: 'fit',
    sortsDescendingFirst: true,
    cell: ({ fit }) =>
      fit === null ? null : (
        <span
          className={styles.fit}
          data-borderline={fit < themeLimits.borderlineFit || undefined}
          data-tip={fit < themeLimits.borderlineFit ? texts.borderline : undefined}
        >
          <span aria-hidden="true">
            <span style={{ width: `${fit * 100}%` }} />
          </span>
          {formatPercent(fit)}
        </span>
      ),
  },
  votes: {
    label: texts.fields.votes,
    widthPx: 76,
    align: 'end',
    cell: ({ suggestion }) => formatNumber(suggestion?.votes_count),
  },
  revenue: {
    label: texts.fields.revenue,
    widthPx: 96,
    align: 'end',
    needs: (rights) => hasFeature(rights.authorized_features, 'account_insights'),
    cell: ({ suggestion }) => shortCurrency(suggestion?.supporter_revenue),
  },
  theme: {
    label: texts.fields.theme,
    widthPx: 160,
    hidden: true,
    cell: ({ theme }) => theme?.display_name ?? null,
  },
  second: {
    label: texts.fields.second,
    widthPx: 180,
    hidden: true,
    cell: ({ second_theme: second, second_fit }) =>
      second === null ? null : `${second.display_name}, ${formatPercent(second_fit)}`,
  },
});

/** The ideas of a theme, those that fit best first. */
export const themePlacementsList = defineList({
  name: 'theme_ideas',
  what: texts.what,
  document: placementsDocument,
  read: ({ theme_placements: placements }) => placements,
  fields,
  nameOf: ({ suggestion }) => suggestion?.title ?? '',
  address: ({ suggestion }) => (suggestion === null ? null : ideaAddress(suggestion.id)),
  sort: '-fit',
});
