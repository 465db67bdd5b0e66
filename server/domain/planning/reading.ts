/** A roadmap as its readers see it, by its address: with nothing in it that they may not see. */
import { hasFeature, isTeamMember } from '../../../contract/permissions.ts';
import type { Scope } from '../../core/scope.ts';
import type { Viewer } from '../../core/viewer.ts';
import { canReadFeatures, seesMoney } from './rights.ts';
import { findRoadmap, isOfDomains, type ReaderRoadmap } from './reader_roadmap.ts';
import { readVisit } from './visits.ts';

/** Cards of a shared page; what is behind them is counted. */
const CARDS_MAX = 2_000;
/** Characters of a description on a card. */
const TEXT_CHARACTERS = 240;

/** A card of the shared page. null: it is not shown, or there is none. */
export interface RoadmapCard {
  name: string;
  text: string | null;
  area: string | null;
  people: number | null;
  accounts: number | null;
  revenue: number | null;
}

export interface SharedRoadmap {
  name: string;
  columns: { name: string; hex_color: string; cards: RoadmapCard[] }[];
  /** areas that any of its features has, in their order */
  areas: { id: string; name: string }[];
  /** the area that is shown alone; null: all are */
  area: string | null;
  /** features that are not on the page because there are too many */
  hidden_count: number;
  /** when one of its features was last changed; null: it has none */
  changed_at: Date | null;
  /** readers are offered to write to the team */
  takes_feedback: boolean;
  /** the reader is of the team, and sees it whoever it is shared with */
  is_preview: boolean;
}

/** Who stands before a roadmap that is shared, but not with them as far as is known. */
export interface RoadmapDoor {
  /** people of some domains may read it: they get a link by email */
  by_email: boolean;
  /** contributors may read it: they sign in */
  by_sign_in: boolean;
}

/**
 * The roadmap that an address leads to, for who asks.
 * @param reader viewer: who is signed in, null: no one; browser: secret of a browser that followed a link, null: none
 * @param area id of a product area that is shown alone; null: all are
 * @returns null for an address that is unknown, was replaced, or is shared with no one: they cannot be told apart
 */
export async function openRoadmap(
  scope: Scope,
  token: string,
  reader: { viewer: Viewer | null; browser: string | null },
  area: string | null,
): Promise<SharedRoadmap | RoadmapDoor | null> {
  const row = await findRoadmap(scope, token);
  if (row === undefined) return null;
  const isTeam = reader.viewer?.core_admin === true && canReadFeatures.allows(reader.viewer);
  const isContributor = row.share_with_contributors && isTeamMember(reader.viewer?.license_type);
  const isPublic = row.share_public && hasFeature(row.features, 'public_roadmap');
  if (!isTeam && !isContributor && !isPublic) {
    const address =
      row.share_with_email_domains && reader.browser !== null
        ? await readVisit(scope, row.id, reader.browser)
        : null;
    if (address === null || !isOfDomains(row, address))
      return row.share_with_email_domains || row.share_with_contributors
        ? { by_email: row.share_with_email_domains, by_sign_in: row.share_with_contributors }
        : null;
  }
  return readRoadmap(scope, row, area, isTeam && !isPublic && !isContributor);
}

async function readRoadmap(
  scope: Scope,
  row: ReaderRoadmap,
  area: string | null,
  isPreview: boolean,
): Promise<SharedRoadmap> {
  const { subdomain_id } = scope.viewer;
  const cards = await scope.read<
    RoadmapCard & {
      status_id: string;
      status: string;
      hex_color: string;
      area_id: string | null;
      changed_at: Date;
      total: number;
    }
  >({
    // what is not shown is not read
    text: `select f.name, left(nullif(btrim(regexp_replace(replace(replace(replace(replace(regexp_replace(left(f.description, 2000), '<[^>]*>', ' ', 'g'), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), '\\s+', ' ', 'g')), ''), ${TEXT_CHARACTERS + 1}) as text,
  a.id::text as area_id, a.name as area, s.id::text as status_id, s.name as status, s.hex_color,
  ${row.show_users ? 'f.supporting_users_count' : 'null::int'} as people, ${row.show_accounts ? 'f.supporting_accounts_count' : 'null::int'} as accounts,
  ${row.show_mrr && seesMoney.allows(scope.viewer) ? 'f.supporter_revenue_cents::float8 / 100' : 'null::float8'} as revenue,
  max(f.updated_at) over () as changed_at, (count(*) over ())::int as total
from features f join feature_statuses s on s.subdomain_id = $1 and s.id = f.feature_status_id
left join product_areas a on a.subdomain_id = $1 and a.id = f.product_area_id
where f.subdomain_id = $1 and f.roadmap_id = $2 and f.state = 'active' and f.deleted_at is null and ($3::bigint is null or f.product_area_id = $3::bigint)
order by s.position, f.position, f.id limit ${CARDS_MAX}`,
    values: [subdomain_id, row.id, area],
  });
  const areas = await scope.read<{ id: string; name: string }>({
    text: `select a.id::text as id, a.name from product_areas a where a.subdomain_id = $1 and exists (
  select 1 from features f where f.subdomain_id = $1 and f.product_area_id = a.id and f.roadmap_id = $2 and f.state = 'active' and f.deleted_at is null and f.feature_status_id is not null)
order by a.position, a.id`,
    values: [subdomain_id, row.id],
  });
  const columns = new Map<string, SharedRoadmap['columns'][number]>();
  for (const { status_id, status, hex_color, name, text, area: of, people, accounts, revenue } of cards) {
    const column = columns.get(status_id) ?? { name: status, hex_color, cards: [] };
    columns.set(status_id, column);
    column.cards.push({
      name,
      text:
        text !== null && text.length > TEXT_CHARACTERS
          ? `${text.slice(0, Math.max(text.lastIndexOf(' ', TEXT_CHARACTERS), TEXT_CHARACTERS / 2))} …`
          : text,
      area: of,
      people,
      accounts,
      revenue,
    });
  }
  return {
    name: row.name,
    columns: [...columns.values()],
    areas,
    area,
    hidden_count: (cards[0]?.total ?? 0) - cards.length,
    changed_at: cards[0] === undefined ? null : new Date(cards[0].changed_at),
    takes_feedback: row.roadmap_feedback,
    is_preview: isPreview,
  };
}
