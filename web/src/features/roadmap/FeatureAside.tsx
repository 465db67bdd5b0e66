import { useState } from 'react';
import type { ReactNode } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { useFeature } from '../../api/viewer.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { ideaAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { CustomFieldProperties } from '../../shared/properties/CustomFieldProperties.tsx';
import { EditableProperty, Muted, Property } from '../../shared/properties/Property.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { KeyFigure, KeyFigureRow, RelativeTime } from '../../ui/elements/Figures.tsx';
import { StatusPill } from '../../ui/elements/Pills.tsx';
import { OptionPicker } from '../../ui/fields/OptionPicker.tsx';
import { formatDate, formatNumber } from '../../ui/text/format.ts';
import { featureTexts as texts } from './featureMessages.ts';
import { updateFeatureDocument, useFeatureEvents, useRoadmapPlaces } from './roadmapQueries.ts';
import type { Feature, FeatureEvent } from './roadmapQueries.ts';
import { roadmapTexts } from './roadmapMessages.ts';
import { useSeesRevenue } from './roadmapState.ts';
import styles from '../../shared/record/record.module.css';

/** Stands for no value among the options. */
const NONE = '';
const DAY_MS = 86_400_000;
/** So many events are shown at first. */
const EVENTS = 6;

/** The figures, properties, path and activity of a feature. */
export function FeatureAside({
  feature,
  mayWrite,
  moves,
  onMoves,
  onMove,
}: {
  feature: Feature;
  mayWrite: boolean;
  /** the menu of statuses stands open */
  moves: boolean;
  onMoves: (opened: boolean) => void;
  onMove: (status: string | null) => void;
}) {
  const places = useRoadmapPlaces().data;
  const hasRoadmaps = useFeature('internal_roadmap');
  const seesRevenue = useSeesRevenue();
  const [open, setOpen] = useState<string | null>(null);
  const { id } = feature;
  const save = useCommand(updateFeatureDocument, { failed: texts.failed });
  const property = (
    key: string,
    name: string,
    value: ReactNode,
    editor: (close: () => void) => ReactNode,
  ): ReactNode =>
    mayWrite ? (
      <EditableProperty
        key={key}
        name={name}
        opened={open === key}
        onOpenedChange={(opened) => setOpen(opened ? key : null)}
        editor={editor}
      >
        {value}
      </EditableProperty>
    ) : (
      <Property key={key} name={name}>
        {value}
      </Property>
    );
  const choice =
    (
      label: string,
      selected: string | undefined,
      none: string,
      records: readonly { id: string; name: string }[],
      onChoose: (value: string | null) => void,
    ) =>
    (close: () => void) => (
      <OptionPicker
        label={label}
        options={[
          { value: NONE, label: none },
          ...records.map((record) => ({ value: record.id, label: record.name })),
        ]}
        selected={[selected ?? NONE]}
        onChoose={({ value }) => {
          close();
          onChoose(value === NONE ? null : value);
        }}
      />
    );
  const status = (
    <StatusPill
      name={feature.feature_status?.name ?? roadmapTexts.noStatus}
      color={feature.feature_status?.hex_color ?? null}
    />
  );
  return (
    <aside className={styles.aside} aria-label={texts.label}>
      <KeyFigureRow>
        <KeyFigure size="small" label={texts.ideasFigure} value={formatNumber(feature.suggestions_count)} />
        <KeyFigure
          size="small"
          label={texts.accountsFigure}
          value={formatNumber(feature.supporting_accounts_count)}
        />
        {seesRevenue ? (
          <KeyFigure
            size="small"
            label={texts.revenueFigure}
            value={shortCurrency(feature.supporter_revenue)}
            tip={texts.revenueTip}
          />
        ) : (
          <KeyFigure
            size="small"
            label={texts.peopleFigure}
            value={formatNumber(feature.supporting_users_count)}
          />
        )}
      </KeyFigureRow>
      <dl className={styles.properties}>
        {mayWrite ? (
          <EditableProperty
            name={texts.status}
            keys="s"
            opened={moves}
            onOpenedChange={onMoves}
            editor={choice(
              texts.status,
              feature.feature_status?.id,
              roadmapTexts.noStatus,
              places?.statuses ?? [],
              onMove,
            )}
          >
            {status}
          </EditableProperty>
        ) : (
          <Property name={texts.status}>{status}</Property>
        )}
        {property(
          'area',
          texts.area,
          feature.product_area === null ? <Muted>{texts.none}</Muted> : feature.product_area.name,
          choice(
            texts.area,
            feature.product_area?.id,
            roadmapTexts.noArea,
            places?.areas ?? [],
            (product_area_id) => void save.run({ id, product_area_id }),
          ),
        )}
        {hasRoadmaps
          ? property(
              'roadmap',
              texts.roadmap,
              feature.roadmap === null ? <Muted>{texts.none}</Muted> : feature.roadmap.name,
              choice(
                texts.roadmap,
                feature.roadmap?.id,
                roadmapTexts.noRoadmap,
                places?.roadmaps ?? [],
                (roadmap_id) => void save.run({ id, roadmap_id }),
              ),
            )
          : null}
        <Property name={texts.peopleFigure}>{formatNumber(feature.supporting_users_count)}</Property>
        <Property name={texts.flag}>
          {feature.has_internal_flag ? texts.flagged : <Muted>{texts.none}</Muted>}
        </Property>
      </dl>
      <CustomFieldProperties
        label={texts.fields}
        record={`feature:${id}`}
        fields={places?.fields ?? []}
        values={feature.custom_field_values}
        className={styles.properties}
        onSave={mayWrite ? (custom_field_map) => void save.run({ id, custom_field_map }) : null}
      />
      <Way feature={feature} />
      <dl className={styles.properties}>
        <Property name={texts.created}>{formatDate(feature.created_at)}</Property>
        <Property name={texts.changed}>
          <RelativeTime value={feature.updated_at} />
        </Property>
      </dl>
    </aside>
  );
}

/** Its way through the statuses, and what else happened. */
function Way({ feature }: { feature: Feature }) {
  const events = useFeatureEvents(feature.id).data?.records ?? [];
  const [showsAll, setShowsAll] = useState(false);
  const steps = stepsOf(events, new Date());
  return (
    <>
      {steps.length === 0 ? null : (
        <section className={styles.part} aria-label={texts.way}>
          <h2>{texts.way}</h2>
          <ul>
            {steps.map((step) => (
              <li key={step.id} className={styles.step}>
                <StatusPill name={step.name} color={step.color} />
                <span className={styles.quiet}>
                  {step.until === null ? texts.since(step.from) : texts.between(step.from, step.until)}
                </span>
                <span className={styles.push} />
                <span className={styles.quiet}>{texts.days(step.days)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {events.length === 0 ? null : (
        <section className={styles.part} aria-label={texts.activity}>
          <h2>{texts.activity}</h2>
          <ul>
            {(showsAll ? events : events.slice(0, EVENTS)).map((event) => (
              <li key={event.id} className={styles.event}>
                <span>
                  <strong>{event.user_name ?? texts.system}</strong> {sentenceOf(event)}
                </span>
                {event.suggestion === null || event.count !== 1 ? null : (
                  <Link href={ideaAddress(event.suggestion.id)}>{event.suggestion.title}</Link>
                )}
                <span className={styles.quiet}>
                  <RelativeTime value={event.created_at} />
                </span>
              </li>
            ))}
          </ul>
          {events.length > EVENTS && !showsAll ? (
            <Button variant="text" onClick={() => setShowsAll(true)}>
              {texts.allActivity(events.length)}
            </Button>
          ) : null}
        </section>
      )}
    </>
  );
}

interface Step {
  id: string;
  name: string;
  color: string | null;
  from: string;
  /** null: it stands there */
  until: string | null;
  days: number;
}

/** The statuses that a feature went through, the present one first. @param events newest first */
export function stepsOf(events: readonly FeatureEvent[], now: Date): Step[] {
  const moves = events.filter(({ kind }) => kind === 'status' || kind === 'created');
  return moves.map((event, index) => {
    const until = index === 0 ? null : moves[index - 1]!.created_at;
    const end = until === null ? now : new Date(until);
    return {
      id: event.id,
      name: event.feature_status?.name ?? roadmapTexts.noStatus,
      color: event.feature_status?.hex_color ?? null,
      from: event.created_at,
      until,
      days: Math.max(0, Math.floor((end.getTime() - Date.parse(event.created_at)) / DAY_MS)),
    };
  });
}

/** What somebody did, after their name. */
function sentenceOf({ kind, text, count, feature_status, old_feature_status }: FeatureEvent): string {
  const { events } = texts;
  switch (kind) {
    case 'status':
      return events.status(
        old_feature_status?.name ?? roadmapTexts.noStatus,
        feature_status?.name ?? roadmapTexts.noStatus,
      );
    case 'name':
      return events.name(text ?? '');
    case 'product_area':
      return events.product_area(text);
    case 'roadmap':
      return events.roadmap(text);
    case 'linked':
      return events.linked(count ?? 1, null);
    case 'unlinked':
      return events.unlinked(count ?? 1, null);
    case 'description':
    case 'fields':
    case 'archived':
    case 'unarchived':
    case 'deleted':
    case 'restored':
      return events[kind];
    default:
      return events.created;
  }
}
