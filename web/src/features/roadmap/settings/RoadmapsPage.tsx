import {
  IconAt,
  IconBuilding,
  IconExternalLink,
  IconLock,
  IconPlus,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shortCurrency } from '../../../../../contract/currency.ts';
import { domainOf, featureLimits } from '../../../../../contract/features.ts';
import { textLimits } from '../../../../../contract/limits.ts';
import { canWrite } from '../../../../../contract/permissions.ts';
import { request } from '../../../api/runtime.ts';
import { useFeature, useViewer } from '../../../api/viewer.ts';
import { PanelFrame } from '../../../forms/PanelFrame.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { usePageState } from '../../../host/pageState.ts';
import { textField } from '../../../host/search.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { SwitchField, TextArea, TextField } from '../../../ui/fields/fields.tsx';
import { SortableList } from '../../../ui/fields/SortableList.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../../ui/loading/loading.tsx';
import { ErrorState } from '../../../ui/loading/states.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { Sections, SheetPage } from '../../../ui/page/SheetPage.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import { useCopy } from '../../../ui/toasts/useCopy.ts';
import {
  deleteRoadmapDocument,
  emailPermissionsDocument,
  orderRoadmapsDocument,
  saveEmailPermissionsDocument,
  saveRoadmapDocument,
  useRoadmapSettings,
} from './setQueries.ts';
import type { RoadmapSetting, SampleFeature } from './setQueries.ts';
import { planningTexts } from './planningMessages.ts';
import styles from './planning.module.css';

const texts = planningTexts.roadmaps;
const NEW = 'new';
const pageState = { roadmap: textField() };
const iconProps = { size: 15, stroke: 1.6, 'aria-hidden': true } as const;

/** Roadmaps: their names, who may read them, and what readers see (ROUTE-037). */
export function RoadmapsPage() {
  const [{ roadmap: opened }, setState] = usePageState(pageState);
  const query = useRoadmapSettings();
  const roadmaps = query.data?.roadmaps ?? [];
  const edited = roadmaps.find(({ id }) => id === opened);
  const close = (): void => setState({ roadmap: '' });
  const order = useCommand(orderRoadmapsDocument, {
    done: planningTexts.reordered,
    failed: planningTexts.reorderFailed,
    undo: () => ({
      send: () => request(orderRoadmapsDocument, { roadmap_settings: roadmaps.map(({ id }) => ({ id })) }),
      done: planningTexts.undone,
      failed: planningTexts.reorderFailed,
    }),
  });
  return (
    <SheetPage
      title={texts.title}
      total={query.data === undefined ? null : roadmaps.length}
      refreshing={query.isFetching && !query.isPending}
      controls={
        <Button
          variant="primary"
          icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}
          onClick={() => setState({ roadmap: NEW })}
        >
          {texts.create}
        </Button>
      }
    >
      {query.isPending ? (
        <DelayedSkeleton>
          <SkeletonLines count={6} />
        </DelayedSkeleton>
      ) : query.data === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Sections>
          <p className={styles.note}>{texts.note}</p>
          <SortableList
            label={texts.list}
            items={roadmaps}
            title={({ name }) => name}
            onReorder={(ids) => void order.run({ roadmap_settings: ids.map((id) => ({ id })) })}
            renderItem={(roadmap) => (
              <div className={styles.entry}>
                <button
                  type="button"
                  className={styles.entryName}
                  dir="auto"
                  aria-label={planningTexts.edit(roadmap.name)}
                  onClick={() => setState({ roadmap: roadmap.id })}
                >
                  {roadmap.name}
                </button>
                <span className={styles.push} />
                <span className={styles.quiet}>{planningTexts.features(roadmap.features_count)}</span>
                {roadmap.supporter_revenue === null ? null : (
                  <span className={styles.quiet}>
                    {texts.revenue(shortCurrency(roadmap.supporter_revenue))}
                  </span>
                )}
                <SharedWith roadmap={roadmap} />
              </div>
            )}
          />
          {roadmaps.length === 1 ? <p className={styles.quiet}>{texts.last}</p> : null}
          <Feedback />
        </Sections>
      )}
      <SlideOutFor
        roadmap={opened === NEW ? null : edited}
        isOpen={opened === NEW || edited !== undefined}
        isLast={roadmaps.length === 1}
        sample={query.data?.sample ?? null}
        url={query.data?.url ?? ''}
        onClose={close}
      />
    </SheetPage>
  );
}

/** Who may read it, in a word. */
function SharedWith({ roadmap }: { roadmap: RoadmapSetting }) {
  const [Icon, label] = roadmap.share_public
    ? [IconWorld, texts.public]
    : roadmap.share_with_email_domains
      ? [IconAt, texts.domains(roadmap.email_domains.length)]
      : roadmap.share_with_contributors
        ? [IconUsers, texts.contributors]
        : [IconLock, texts.team];
  return (
    <span className={styles.shared} data-tip={texts.sharedWith}>
      <Icon {...iconProps} />
      {label}
    </span>
  );
}

/** Whether readers are offered to write; for who keeps the settings. */
function Feedback() {
  const { permissions } = useViewer();
  const mayKeep = canWrite(permissions, 'settings');
  const query = useQuery({
    queryKey: ['roadmap-email-permissions'],
    queryFn: ({ signal }) => request(emailPermissionsDocument, {}, { signal }),
    enabled: mayKeep,
  });
  const save = useCommand(saveEmailPermissionsDocument, {
    done: texts.feedbackSaved,
    failed: planningTexts.failed,
  });
  if (query.data === undefined) return null;
  return (
    <div className={styles.feedback}>
      <SwitchField
        label={texts.feedback}
        description={texts.feedbackNote}
        checked={query.data.current_email_permission_set.roadmap_feedback}
        onChange={(roadmap_feedback) => void save.run({ roadmap_feedback })}
        disabled={save.isRunning}
      />
    </div>
  );
}

interface EditorProps {
  /** null: a new one */
  roadmap: RoadmapSetting | null;
  isLast: boolean;
  sample: SampleFeature | null;
  url: string;
  isOpen: boolean;
  onClose: () => void;
}

/** The editor keeps what it shows while it slides away. */
function SlideOutFor({
  roadmap,
  ...rest
}: Omit<EditorProps, 'roadmap'> & { roadmap: RoadmapSetting | null | undefined }) {
  const [last, setLast] = useState<RoadmapSetting | null | undefined>(undefined);
  if (roadmap !== undefined && rest.isOpen && last !== roadmap) setLast(roadmap);
  return last === undefined ? null : <RoadmapEditor key={last?.id ?? NEW} roadmap={last} {...rest} />;
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Name, readers, and what they see, with a card as it looks to them. */
function RoadmapEditor({ roadmap, isLast, sample, url, isOpen, onClose }: EditorProps) {
  const mayBePublic = useFeature('public_roadmap');
  const seesRevenue = useFeature('account_insights');
  const copy = useCopy();
  const [asks, setAsks] = useState<'address' | 'delete' | null>(null);
  const blank = {
    name: roadmap?.name ?? '',
    share_with_contributors: roadmap?.share_with_contributors ?? false,
    share_with_email_domains: roadmap?.share_with_email_domains ?? false,
    share_public: roadmap?.share_public ?? false,
    domains: roadmap?.email_domains.join('\n') ?? '',
    show_mrr: roadmap?.show_mrr ?? false,
    show_users: roadmap?.show_users ?? true,
    show_accounts: roadmap?.show_accounts ?? false,
  };
  const form = useForm({
    blank,
    fields: {
      name: {
        label: planningTexts.name,
        needed: { name: planningTexts.nameMissing, sentence: planningTexts.nameNeeded },
        limit: textLimits.nameCharacters,
        isLine: true,
      },
      share_with_contributors: { label: texts.contributors },
      share_with_email_domains: { label: texts.byDomain },
      share_public: { label: texts.public },
      domains: {
        label: texts.domainsLabel,
        inputs: ['email_domains'],
        rule: (text, values) => {
          const lines = linesOf(text);
          const wrong = lines.find((line) => domainOf(line) === null);
          if (wrong !== undefined) return texts.domainProblem(wrong);
          if (lines.length > featureLimits.domains) return texts.tooMany(featureLimits.domains);
          return values.share_with_email_domains && lines.length === 0 ? texts.domainsNeeded : null;
        },
      },
      show_mrr: { label: texts.money },
      show_users: { label: texts.people },
      show_accounts: { label: texts.accounts },
    },
  });
  const { values } = form;
  const save = useCommand(
    (version: string | null) => {
      const { domains, name, ...flags } = values;
      return request(saveRoadmapDocument, {
        ...(roadmap === null ? {} : { id: roadmap.id, if_updated_at: version ?? roadmap.updated_at }),
        ...flags,
        name: name.trim(),
        email_domains: linesOf(domains),
      });
    },
    {
      form,
      done: ({ roadmap_settings_update: saved }) =>
        saved === null
          ? null
          : roadmap === null
            ? planningTexts.created(saved.name)
            : planningTexts.saved(saved.name),
      failed: null,
      onDone: onClose,
    },
  );
  const replace = useCommand(saveRoadmapDocument, { done: texts.replaced, failed: planningTexts.failed });
  const remove = useCommand(deleteRoadmapDocument, {
    done: planningTexts.deleted(roadmap?.name ?? ''),
    failed: planningTexts.failed,
    onDone: onClose,
  });
  const path = roadmap?.reader_path ?? null;
  const address = path === null ? null : url + path;
  const {
    supporting_users_count: people = 128,
    supporting_accounts_count: accounts = 24,
    supporter_revenue: revenue = 96_000,
  } = sample ?? {};
  return (
    <PanelFrame
      opened={isOpen}
      close={onClose}
      title={roadmap?.name ?? texts.create}
      what={texts.editor.toLowerCase()}
      area="features"
      {...{ form, save }}
      submitLabel={planningTexts.save}
      end={
        roadmap === null || isLast ? null : (
          <Button size="form" variant="danger" onClick={() => setAsks('delete')}>
            {planningTexts.deleteAction}
          </Button>
        )
      }
    >
      <div className={styles.editor}>
        <TextField {...form.field('name')} autoComplete="off" />
        <fieldset className={styles.group}>
          <legend>{texts.who}</legend>
          <p className={styles.quiet}>
            <strong>{texts.team}</strong> {texts.teamNote}
          </p>
          <SwitchField {...form.check('share_with_contributors')} description={texts.contributorsNote} />
          <SwitchField {...form.check('share_with_email_domains')} description={texts.byDomainNote} />
          {values.share_with_email_domains ? (
            <TextArea {...form.field('domains')} description={texts.domainsNote} spellCheck={false} />
          ) : null}
          {mayBePublic ? (
            <SwitchField {...form.check('share_public')} description={texts.publicNote} />
          ) : null}
          {address === null ? null : (
            <div className={styles.address}>
              <a href={address} target="_blank" rel="noreferrer">
                {texts.openPage} <IconExternalLink {...iconProps} />
              </a>
              <Button onClick={() => copy(address, texts.copied)}>{texts.copy}</Button>
              <Button variant="text" onClick={() => setAsks('address')}>
                {texts.newAddress}
              </Button>
            </div>
          )}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>{texts.shows}</legend>
          <SwitchField {...form.check('show_users')} />
          <SwitchField {...form.check('show_accounts')} />
          {seesRevenue ? <SwitchField {...form.check('show_mrr')} /> : null}
        </fieldset>
        <section className={styles.outside} aria-label={texts.outside}>
          <p className={styles.quiet}>{texts.outside}</p>
          <p className={styles.outsideName} dir="auto">
            {sample?.name ?? texts.sampleName}
          </p>
          <p className={styles.outsideFacts}>
            <span>{sample === null ? texts.sampleArea : sample.product_area?.name}</span>
            {values.show_users ? (
              <span>
                <IconUsers {...iconProps} /> {formatNumber(people)}
              </span>
            ) : null}
            {values.show_accounts ? (
              <span>
                <IconBuilding {...iconProps} /> {formatNumber(accounts)}
              </span>
            ) : null}
            {values.show_mrr && seesRevenue ? <strong>{shortCurrency(revenue)}</strong> : null}
          </p>
        </section>
      </div>
      <ConfirmDialog
        opened={asks === 'address'}
        onClose={() => setAsks(null)}
        title={texts.newAddressTitle}
        confirmLabel={texts.newAddress}
        onConfirm={() => {
          setAsks(null);
          if (roadmap !== null) void replace.run({ id: roadmap.id, new_address: true });
        }}
      >
        <p>{texts.newAddressText}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'delete'}
        onClose={() => setAsks(null)}
        title={planningTexts.deleteTitle(roadmap?.name ?? '')}
        confirmLabel={planningTexts.deleteAction}
        danger
        onConfirm={() => {
          setAsks(null);
          if (roadmap !== null) void remove.run({ id: roadmap.id });
        }}
      >
        <p>{texts.deleteText(roadmap?.features_count ?? 0)}</p>
      </ConfirmDialog>
    </PanelFrame>
  );
}
