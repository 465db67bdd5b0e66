import { emailKey, emailProblem } from '../../../../../contract/email.ts';
import { isCoreAdmin } from '../../../../../contract/permissions.ts';
import type { PermissionsMap } from '../../../../../contract/permissions.ts';
import {
  licenseProblem,
  presetOf,
  presetProblem,
  readAddresses,
  RIGHT_PRESETS,
  rightProblem,
  STARTING_PERMISSIONS,
  TEAM_LICENSES,
  teamLimits,
} from '../../../../../contract/team.ts';
import type { RightPreset, TeamActor, TeamLicense } from '../../../../../contract/team.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { mailSettingsAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { Tag } from '../../../ui/elements/Pills.tsx';
import { RadioGroup, SelectField, TextArea } from '../../../ui/fields/fields.tsx';
import { areaNames, levelIn, levelsOf, rightsValue } from './rights.ts';
import type { RightLevel, ShownArea } from './rights.ts';
import { inviteDocument } from './teamCalls.ts';
import type { TeamMember } from './teamCalls.ts';
import { teamMessages } from './teamMessages.ts';
import styles from './team.module.css';

const texts = teamMessages.inviteDialog;

type InviteForm = { addresses: string; license: TeamLicense } & Record<ShownArea, RightLevel>;

const presets = Object.keys(RIGHT_PRESETS) as RightPreset[];

/** Rights as the form has them. */
const levelsIn = (permissions: PermissionsMap): Record<ShownArea, RightLevel> =>
  Object.fromEntries(areaNames.map((area) => [area, levelIn(permissions, area)])) as Record<
    ShownArea,
    RightLevel
  >;

/** An address as it was read, and what is to be said of it; null: it is invited. */
interface Read {
  address: string;
  problem: string | null;
  /** it keeps the others from being sent */
  isFaulty: boolean;
}

/** What is to be said of each address that was typed. */
function readAll(text: string, members: readonly TeamMember[]): Read[] {
  const known = new Map(members.map((member) => [emailKey(member.email_address ?? ''), member]));
  return readAddresses(text).map((address) => {
    const fault = emailProblem(address);
    if (fault !== null) return { address, problem: texts.isFaulty(address, fault), isFaulty: true };
    const member = known.get(emailKey(address));
    const problem =
      member === undefined
        ? null
        : member.permission_state === 'invited'
          ? texts.isInvited(address)
          : texts.isMember(address, member.display_name);
    return { address, problem, isFaulty: false };
  });
}

/**
 * Invites several people at once. Each address shows how it was read: what is wrong with one stands there, and who is on
 * the team already is left out.
 */
export function InviteDialog({
  actor,
  members,
  opened,
  onClose,
}: {
  actor: TeamActor;
  members: readonly TeamMember[];
  opened: boolean;
  onClose: () => void;
}) {
  const { mail_in_outbox } = useViewer();
  const form = useForm<InviteForm>({
    draftKey: 'invite',
    blank: {
      addresses: '',
      license: 'full',
      ...levelsIn(RIGHT_PRESETS.ideas),
    },
    fields: {
      addresses: {
        label: texts.addresses,
        inputs: ['email_addresses'],
        needed: { name: texts.needed, sentence: '' },
      },
      license: { label: texts.license, inputs: ['license_type'] },
      feedback_admin_ui: { label: teamMessages.areas.feedback_admin_ui.name, inputs: ['permissions'] },
      features: { label: teamMessages.areas.features.name },
      tickets: { label: teamMessages.areas.tickets.name },
      knowledgebase: { label: teamMessages.areas.knowledgebase.name },
      settings: { label: teamMessages.areas.settings.name },
    },
  });
  const { values, set } = form;
  const read = readAll(values.addresses, members);
  const faulty = read.filter(({ isFaulty }) => isFaulty);
  const wanted = read.filter(({ problem }) => problem === null);
  const wantedRights = Object.fromEntries(
    areaNames.map((area) => [area, rightsValue(area, values[area])]),
  ) as PermissionsMap;
  const preset = presetOf(wantedRights);
  const save = useCommand(
    () =>
      request(inviteDocument, {
        email_addresses: wanted.map(({ address }) => address),
        license_type: values.license,
        permissions: wantedRights,
      }),
    {
      form,
      done: ({ team_invite: answers }) =>
        [
          texts.done(answers.filter(({ outcome }) => outcome === 'invited').length),
          ...answers.flatMap(({ outcome, email_address }) => texts.others[outcome]?.(email_address) ?? []),
        ].join(' '),
      failed: null,
      onDone: onClose,
    },
  );
  const reason =
    faulty.length > 0
      ? texts.mend
      : wanted.length > teamLimits.invitationsAtOnce
        ? texts.tooMany(teamLimits.invitationsAtOnce)
        : read.length > 0 && wanted.length === 0
          ? texts.onlyKnown
          : null;
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={texts.title}
      size="medium"
      submitLabel={texts.send(wanted.length)}
      workingLabel={texts.sending}
      disabledReason={reason}
    >
      {mail_in_outbox ? (
        <p className={styles.warning}>
          {texts.noEmail} <Link href={mailSettingsAddress}>{texts.setUpEmail}</Link>
        </p>
      ) : null}
      <TextArea
        {...form.field('addresses')}
        description={texts.addressesNote}
        minRows={2}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      {read.length === 0 ? null : (
        <ul className={styles.read} aria-label={texts.read}>
          {read.map(({ address, problem, isFaulty }) => (
            <li key={address} data-faulty={isFaulty || undefined} data-known={problem !== null || undefined}>
              <Tag
                name={address}
                onRemove={() =>
                  set({
                    addresses: readAddresses(values.addresses)
                      .filter((other) => other !== address)
                      .join(', '),
                  })
                }
              >
                {address}
              </Tag>
            </li>
          ))}
        </ul>
      )}
      <div role="status" className={styles.problems}>
        {read.map(({ address, problem, isFaulty }) =>
          problem === null ? null : (
            <p key={address} data-faulty={isFaulty || undefined}>
              {problem}
            </p>
          ),
        )}
      </div>
      <RadioGroup
        {...form.field('license')}
        options={TEAM_LICENSES.filter((license) => licenseProblem(actor, license) === null)
          .toSorted((a, b) => Number(b === 'full') - Number(a === 'full'))
          .map((license) => ({
            value: license,
            label: teamMessages.licenses[license]!.name,
            description: teamMessages.licenses[license]!.note,
          }))}
      />
      {values.license === 'owner' ? null : !isCoreAdmin(values.license) ? (
        <p className={styles.note}>{texts.noConsole}</p>
      ) : (
        <fieldset className={styles.rights}>
          <legend>{texts.rights}</legend>
          <SelectField
            label={texts.role}
            description={texts.roleNote}
            value={preset ?? 'custom'}
            options={[
              ...presets.map((one) => ({
                value: one,
                label: teamMessages.presets.names[one],
                disabled: presetProblem(actor, STARTING_PERMISSIONS, one) !== null,
              })),
              ...(preset === null
                ? [{ value: 'custom' as const, label: teamMessages.presets.custom, disabled: true }]
                : []),
            ]}
            onChange={(one) => {
              if (one !== 'custom') set(levelsIn(RIGHT_PRESETS[one]));
            }}
          />
          <div className={styles.levels}>
            {areaNames.map((area) => (
              <SelectField
                key={area}
                {...form.field(area)}
                description={teamMessages.areas[area][values[area]]}
                options={levelsOf(area).map((level) => ({
                  value: level,
                  label: teamMessages.levels[level],
                  disabled:
                    rightProblem(actor, STARTING_PERMISSIONS, area, rightsValue(area, level)) !== null,
                }))}
              />
            ))}
          </div>
        </fieldset>
      )}
    </FormDialog>
  );
}
