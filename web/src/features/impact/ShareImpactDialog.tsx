import { useQuery } from '@tanstack/react-query';
import { IconCopy, IconPrinter, IconX } from '@tabler/icons-react';
import { impactLimits } from '../../../../contract/impact_reports.ts';
import { graphql } from '../../api/graphql.ts';
import type { ImpactSharingQuery } from '../../api/generated/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useFeature } from '../../api/viewer.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { impactPreviewAddress } from '../../host/addresses.ts';
import { teamChoices } from '../../shared/pickers/places.ts';
import { optionOf } from '../../shared/pickers/personOption.tsx';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { MultiCombobox } from '../../ui/fields/Combobox.tsx';
import { CheckboxField, SwitchField, TextArea, TextField } from '../../ui/fields/fields.tsx';
import type { Option } from '../../ui/fields/options.ts';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { useCopy } from '../../ui/toasts/useCopy.ts';
import { shareTexts as texts } from './shareMessages.ts';
import styles from './dialogs.module.css';

const sharingDocument = graphql(`
  query ImpactSharing($id: ID!) {
    impact_report(id: $id) {
      id
      title
      version
      figures_at
      link {
        path
        shows_names
        shows_revenue
        shows_quotes
        shows_ideas
        ends_on
        has_ended
        opened_count
      }
      readers {
        id
        read_at
        user {
          id
          name
          avatar_url
        }
      }
    }
    current_subdomain {
      id
      name
      public_url
    }
  }
`);

const shareDocument = graphql(`
  mutation ShareImpactReport(
    $id: ID!
    $user_ids: [ID!]
    $is_public: Boolean
    $message: String
    $link: ImpactLinkInput
  ) {
    impact_report_share(id: $id, user_ids: $user_ids, is_public: $is_public, message: $message, link: $link) {
      id
      state
      readers_count
      is_public
      link {
        path
      }
    }
  }
`);

const SHOWS = ['names', 'revenue', 'quotes', 'ideas'] as const;
type Shows = (typeof SHOWS)[number];

/** Whom an impact report is shared with: people by name, and anyone with its link (PERM-047). */
export function ShareImpactDialog({
  impact_report_id: id,
  opened,
  close,
}: ModalProps['shareImpact'] & ModalControl) {
  const query = useQuery({
    queryKey: ['impact-sharing', id],
    queryFn: ({ signal }) => request(sharingDocument, { id }, { signal }),
    // what the form begins with is what holds now
    gcTime: 0,
  });
  const report = query.data?.impact_report ?? null;
  if (query.data !== undefined && report !== null)
    return <ShareForm report={report} workspace={query.data.current_subdomain} {...{ opened, close }} />;
  return (
    <Dialog opened={opened} onClose={close} title={texts.title('…')} size="medium">
      {query.isPending ? (
        <DelayedSkeleton>
          <SkeletonLines count={5} />
        </DelayedSkeleton>
      ) : (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

interface Values {
  /** people who are new */
  people: readonly Option[];
  /** those with whom it stays shared */
  kept: readonly string[];
  message: string;
  isPublic: boolean;
  shows: Record<Shows, boolean>;
  /** YYYY-MM-DD; '': none */
  endsOn: string;
}

function ShareForm({
  report,
  workspace,
  opened,
  close,
}: {
  report: NonNullable<ImpactSharingQuery['impact_report']>;
  workspace: ImpactSharingQuery['current_subdomain'];
} & ModalControl) {
  const { id, link, readers } = report;
  const team = useQuery(teamChoices);
  const copy = useCopy();
  const seesMoney = useFeature('account_insights');
  const form = useForm<Values>({
    blank: {
      people: [],
      kept: [],
      message: '',
      isPublic: false,
      shows: { names: false, revenue: true, quotes: true, ideas: true },
      endsOn: '',
    },
    record: {
      values: {
        people: [],
        kept: readers.flatMap(({ user }) => (user === null ? [] : [user.id])),
        message: '',
        isPublic: link !== null,
        shows: {
          names: link?.shows_names ?? false,
          revenue: link?.shows_revenue ?? true,
          quotes: link?.shows_quotes ?? true,
          ideas: link?.shows_ideas ?? true,
        },
        endsOn: link?.ends_on ?? '',
      },
      version: null,
    },
    fields: {
      people: { label: texts.people, inputs: ['user_ids'] },
      message: { label: texts.message, inputs: ['message'] },
      isPublic: { label: texts.anyone, inputs: ['is_public'] },
      endsOn: { label: texts.endsOn, inputs: ['link.ends_on'] },
    },
  });
  const { people, kept, message, isPublic, shows, endsOn } = form.values;
  const save = useCommand(
    (_version: string | null) =>
      request(shareDocument, {
        id,
        user_ids: [...kept, ...people.map(({ value }) => value)],
        is_public: isPublic,
        message: message.trim() === '' ? null : message.trim(),
        link: isPublic
          ? {
              shows_names: shows.names,
              shows_revenue: shows.revenue,
              shows_quotes: shows.quotes,
              shows_ideas: shows.ideas,
              ends_on: endsOn === '' ? null : endsOn,
            }
          : null,
      }),
    { form, done: texts.done, failed: null, onDone: close },
  );
  const field = form.field('people');
  const address = link === null ? null : `${workspace.public_url}${link.path}`;
  const copyAddress = (): void => copy(address ?? '', texts.copied);
  const shared = readers.filter(({ user }) => user !== null && kept.includes(user.id));
  return (
    <FormDialog
      {...{ opened, form, save }}
      onClose={close}
      title={texts.title(report.title)}
      size="medium"
      submitLabel={people.length > 0 || (isPublic && link === null) ? texts.save : texts.update}
      workingLabel={texts.saving}
    >
      <p className={styles.quiet}>{texts.note(report.version, report.figures_at)}</p>
      <MultiCombobox
        label={texts.people}
        description={texts.peopleNote}
        placeholder={texts.peoplePlaceholder}
        values={people}
        options={(team.data?.users.records ?? [])
          .filter((person) => !kept.includes(person.id))
          .map((person) => optionOf(person))}
        status={team.isPending ? 'loading' : team.isError ? 'error' : 'ready'}
        onRetry={() => void team.refetch()}
        maximum={impactLimits.readers - kept.length}
        error={field.error}
        // a tag keeps what names a person, and not their picture
        onChange={(chosen) => field.onChange(chosen.map(({ value, label }) => ({ value, label })))}
      />
      {people.length > 0 ? (
        <TextArea
          {...form.field('message')}
          optional
          placeholder={texts.messagePlaceholder}
          maxLength={impactLimits.messageCharacters}
          minRows={3}
        />
      ) : null}
      {shared.length > 0 ? (
        <ul className={styles.readers} aria-label={texts.readers}>
          {shared.map(({ id: reader, user, read_at }) =>
            user === null ? null : (
              <li key={reader}>
                <Avatar name={user.name} src={user.avatar_url} sizePx={24} decorative />
                <span className={styles.cut}>{user.name}</span>
                <span className={styles.quiet}>{read_at === null ? texts.notRead : texts.read(read_at)}</span>
                <IconButton
                  label={texts.remove(user.name)}
                  variant="plain"
                  size="small"
                  onClick={() => form.set({ kept: kept.filter((one) => one !== user.id) })}
                >
                  <IconX size={14} stroke={1.75} aria-hidden="true" />
                </IconButton>
              </li>
            ),
          )}
        </ul>
      ) : null}
      <hr className={styles.rule} />
      <SwitchField
        label={texts.anyone}
        description={texts.anyoneNote(workspace.name)}
        checked={isPublic}
        onChange={(next) => form.set({ isPublic: next })}
      />
      {isPublic ? (
        <div className={styles.link}>
          {address === null ? (
            <p className={styles.quiet}>{texts.addressLater}</p>
          ) : (
            <div className={styles.address}>
              <input
                readOnly
                value={address}
                aria-label={texts.address}
                onFocus={(event) => event.currentTarget.select()}
              />
              <Button onClick={copyAddress} icon={<IconCopy size={15} stroke={1.75} aria-hidden="true" />}>
                {texts.copy}
              </Button>
            </div>
          )}
          {link?.has_ended === true ? (
            <p role="status" className={styles.ended}>
              {texts.ended}
            </p>
          ) : null}
          <fieldset className={styles.shows}>
            <legend>{texts.shows}</legend>
            {SHOWS.filter((name) => name !== 'revenue' || seesMoney).map((name) => (
              <CheckboxField
                key={name}
                label={texts[name]}
                checked={shows[name]}
                onChange={(isShown) => form.set({ shows: { ...shows, [name]: isShown } })}
              />
            ))}
          </fieldset>
          {shows.names ? null : <p className={styles.quiet}>{texts.textNote}</p>}
          <div className={styles.linkFoot}>
            <TextField {...form.field('endsOn')} type="date" optional description={texts.endsNote} />
            {link === null ? null : <span className={styles.quiet}>{texts.opened(link.opened_count)}</span>}
            {link === null ? null : (
              <Button variant="text" className={styles.revoke} onClick={() => form.set({ isPublic: false })}>
                {texts.revoke}
              </Button>
            )}
          </div>
        </div>
      ) : link === null ? null : (
        <p role="status" className={styles.ended}>
          {texts.willEnd}
        </p>
      )}
      <a className={styles.print} href={impactPreviewAddress(id)} target="_blank" rel="noreferrer">
        <IconPrinter size={15} stroke={1.75} aria-hidden="true" />
        {texts.print}
      </a>
    </FormDialog>
  );
}
