import { IconDots, IconMail, IconShieldOff, IconUserMinus } from '@tabler/icons-react';
import { canWrite, isCoreAdmin } from '../../../../../contract/permissions.ts';
import type { PermissionsMap } from '../../../../../contract/permissions.ts';
import {
  licenseProblem,
  memberProblem,
  presetOf,
  presetProblem,
  RIGHT_PRESETS,
  rightProblem,
  TEAM_LICENSES,
  teamSentences,
} from '../../../../../contract/team.ts';
import type { RightPreset, TeamActor } from '../../../../../contract/team.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { Avatar } from '../../../ui/elements/Avatar.tsx';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { Tag } from '../../../ui/elements/Pills.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import type { TriggerProps } from '../../../ui/overlay/Popover.tsx';
import { formatDate } from '../../../ui/text/format.ts';
import { areaNames, levelIn, levelsOf, rightsValue } from './rights.ts';
import type { RightLevel, ShownArea } from './rights.ts';
import { resendInvitationDocument, updateMemberDocument } from './teamCalls.ts';
import type { TeamMember } from './teamCalls.ts';
import { teamMessages as texts } from './teamMessages.ts';
import a11y from '../../../ui/a11y.module.css';
import styles from './team.module.css';

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const DAY_MS = 86_400_000;
const presets = Object.keys(RIGHT_PRESETS) as RightPreset[];

/** What can be done to a member beside their rights. */
export type MemberAction = 'email' | 'two_step' | 'remove';

/** The heads of the columns, for the eye: each cell of a row says what it holds. */
export function MemberHead() {
  return (
    <div className={styles.head} aria-hidden="true">
      <span>{texts.columns.person}</span>
      <span className={styles.inCell}>{texts.columns.license}</span>
      {areaNames.map((area) => (
        <span key={area} className={styles.inCell}>
          {texts.areas[area].name}
        </span>
      ))}
      <span data-align="end">{texts.columns.last}</span>
      <span />
    </div>
  );
}

/**
 * A member with licence, rights and when they were last here; of someone who is invited, how long the invitation works.
 *
 * @param actor who looks
 * @param isLastOwner no other owner can come in
 */
export function MemberRow({
  member,
  actor,
  isLastOwner,
  onDo,
}: {
  member: TeamMember;
  actor: TeamActor;
  isLastOwner: boolean;
  onDo: (action: MemberAction, member: TeamMember) => void;
}) {
  const viewer = useViewer();
  const isYou = member.id === viewer.id;
  const isInvited = member.permission_state === 'invited';
  const name = member.display_name;
  const refused = memberProblem(actor, member);
  const held = member.permissions as PermissionsMap;
  const change = useCommand(
    ({
      license_type,
      permissions,
    }: {
      license_type?: string;
      permissions?: Partial<PermissionsMap>;
      said: { what: string; value: string };
    }) =>
      request(updateMemberDocument, {
        id: member.id,
        ...(license_type === undefined ? {} : { license_type }),
        ...(permissions === undefined ? {} : { permissions }),
      }),
    {
      done: (_answer, { said }) => texts.changed(name, said.what, said.value),
      undo: (_answer, { license_type, permissions }) => ({
        send: () =>
          request(updateMemberDocument, {
            id: member.id,
            ...(license_type === undefined ? {} : { license_type: member.license_type }),
            permissions: permissions === undefined ? member.permissions : before(member, permissions),
          }),
        done: texts.undone,
      }),
    },
  );
  const resend = useCommand(resendInvitationDocument, {
    done: texts.resent(member.email_address ?? ''),
  });
  const license = texts.licenses[member.license_type]?.name ?? member.license_type;
  return (
    <div className={styles.member}>
      <div className={styles.person}>
        <Avatar name={name} src={member.avatar_url} sizePx={30} decorative />
        <div className={styles.text}>
          <p className={styles.name} dir="auto">
            <span data-tip={name}>{name}</span>
            {isYou ? <Tag>{texts.you}</Tag> : null}
            {isInvited ? <Tag>{texts.invited}</Tag> : null}
            {member.has_second_factor ? <Tag>{texts.twoStep}</Tag> : null}
            {member.allowed_state === 'blocked' ? <Tag>{texts.blocked}</Tag> : null}
          </p>
          <p className={styles.meta}>
            <span data-tip={member.email_address ?? undefined}>{member.email_address}</span>
            {isInvited ? <Invitation member={member} /> : null}
          </p>
        </div>
      </div>
      <Menu
        label={texts.licenseOf(name, license)}
        widthPx={260}
        items={TEAM_LICENSES.map((type) => ({
          id: type,
          label: texts.licenses[type]!.name,
          note: texts.licenses[type]!.note,
          checked: member.license_type === type,
          disabledReason:
            type === member.license_type
              ? null
              : (refused ?? licenseProblem(actor, type) ?? (isLastOwner ? teamSentences.lastOwner : null)),
          onSelect: () => {
            if (type !== member.license_type)
              void change.run({
                license_type: type,
                said: { what: texts.columns.license, value: texts.licenses[type]!.name },
              });
          },
        }))}
        trigger={(props) => <Cell {...props} label={texts.licenseOf(name, license)} text={license} />}
      />
      {areaNames.map((area) => (
        <Right
          key={area}
          {...{ area, member, actor, refused }}
          onSet={(level) =>
            void change.run({
              permissions: { [area]: rightsValue(area, level) },
              said: { what: texts.areas[area].name, value: texts.levels[level] },
            })
          }
        />
      ))}
      <div className={styles.last} data-align="end">
        {isInvited ? (
          <Button
            variant="text"
            loading={resend.isRunning}
            disabled={refused !== null}
            disabledReason={refused}
            aria-label={texts.resendTo(name)}
            onClick={() => void resend.run({ id: member.id })}
          >
            {texts.resend}
          </Button>
        ) : (
          <>
            <span className={a11y.hidden}>{texts.columns.last}: </span>
            <RelativeTime value={member.last_used_at} whenNull={texts.never} />
          </>
        )}
      </div>
      <Menu
        label={texts.actionsOf(name)}
        items={[
          ...(member.license_type !== 'full'
            ? []
            : [
                { kind: 'heading' as const, id: 'presets', label: texts.presets.label },
                ...presets.map((preset) => ({
                  id: `preset-${preset}`,
                  label: texts.presets.names[preset],
                  checked: presetOf(held) === preset,
                  disabledReason:
                    presetOf(held) === preset ? null : (refused ?? presetProblem(actor, held, preset)),
                  onSelect: () => {
                    if (presetOf(held) !== preset)
                      void change.run({
                        permissions: RIGHT_PRESETS[preset],
                        said: { what: texts.presets.what, value: texts.presets.names[preset] },
                      });
                  },
                })),
                { kind: 'separator' as const, id: 'behind-presets' },
              ]),
          ...(isYou || !canWrite(viewer.permissions, 'feedback')
            ? []
            : [
                {
                  id: 'email',
                  label: texts.changeEmail,
                  icon: <IconMail {...iconProps} />,
                  // an owner's own address is changed by themselves alone
                  disabledReason: member.license_type === 'owner' ? teamSentences.ownEmail : refused,
                  onSelect: () => onDo('email', member),
                },
                { kind: 'separator' as const, id: 'line' },
              ]),
          ...(isYou || !member.has_second_factor
            ? []
            : [
                {
                  id: 'two_step',
                  label: texts.resetTwoStep,
                  icon: <IconShieldOff {...iconProps} />,
                  disabledReason: refused,
                  onSelect: () => onDo('two_step', member),
                },
              ]),
          {
            id: 'remove',
            label: isInvited ? texts.revoke : texts.remove,
            icon: <IconUserMinus {...iconProps} />,
            danger: true,
            disabledReason: isYou ? teamSentences.oneself : refused,
            onSelect: () => onDo('remove', member),
          },
        ]}
        trigger={(props) => (
          <IconButton {...props} label={texts.actionsOf(name)} variant="plain" tip={false}>
            <IconDots {...iconProps} />
          </IconButton>
        )}
      />
    </div>
  );
}

/** The rights of a member that a change is about, as they are now. */
function before(member: TeamMember, changed: Partial<PermissionsMap>): Partial<PermissionsMap> {
  const areas = Object.keys(changed) as (keyof PermissionsMap)[];
  return Object.fromEntries(areas.map((area) => [area, member.permissions[area]]));
}

/** When someone was invited, by whom, and how long the link works. */
function Invitation({ member }: { member: TeamMember }) {
  const until = member.invitation_until === null ? null : new Date(member.invitation_until);
  const left = until === null ? null : until.getTime() - Date.now();
  const parts = [
    ...(member.invited_at === null
      ? []
      : [texts.invitedBy(formatDate(member.invited_at), member.invited_by)]),
    ...(left === null ? [] : [left <= 0 ? texts.expired : texts.daysLeft(Math.floor(left / DAY_MS))]),
  ];
  return <span>{parts.join(', ')}</span>;
}

/** A right of a member, as a circle and a word that open what it can be. */
function Right({
  area,
  member,
  actor,
  refused,
  onSet,
}: {
  area: ShownArea;
  member: TeamMember;
  actor: TeamActor;
  refused: string | null;
  onSet: (level: RightLevel) => void;
}) {
  const words = texts.areas[area];
  const held = isCoreAdmin(member.license_type)
    ? levelIn(member.permissions as PermissionsMap, area)
    : 'none';
  const isOn = held !== 'none';
  const text = texts.levels[held];
  const label = texts.rightOf(words.name, member.display_name, text);
  const fixed =
    member.license_type === 'owner'
      ? teamSentences.ownerHasAll
      : isCoreAdmin(member.license_type)
        ? null
        : teamSentences.noConsole;
  if (fixed !== null) {
    return (
      <span className={styles.fixed} data-on={isOn || undefined} data-area={words.name} data-tip={fixed}>
        <i className={styles.circle} aria-hidden="true" />
        <span className={a11y.hidden}>{words.name}: </span>
        {text}
        <span className={a11y.hidden}>. {fixed}</span>
      </span>
    );
  }
  const choice = (level: RightLevel) => ({
    id: level,
    label: texts.levels[level],
    note: words[level],
    checked: level === held,
    disabledReason:
      level === held
        ? null
        : (refused ??
          rightProblem(actor, member.permissions as PermissionsMap, area, rightsValue(area, level))),
    onSelect: () => {
      if (level !== held) onSet(level);
    },
  });
  return (
    <Menu
      label={label}
      widthPx={260}
      items={levelsOf(area).map(choice)}
      trigger={(props) => <Cell {...props} label={label} text={text} isOn={isOn} area={words.name} />}
    />
  );
}

/** @param area stands before it on a phone, where the columns have no heads */
function Cell({
  label,
  text,
  isOn,
  area,
  ...trigger
}: TriggerProps & { label: string; text: string; isOn?: boolean; area?: string }) {
  return (
    <button
      type="button"
      {...trigger}
      className={styles.cell}
      aria-label={label}
      data-on={isOn || undefined}
      data-area={area}
    >
      {isOn === undefined ? null : <i className={styles.circle} aria-hidden="true" />}
      {text}
    </button>
  );
}
