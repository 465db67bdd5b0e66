import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { emailProblem } from '../../../../../contract/email.ts';
import { validationMessages } from '../../../../../contract/errors.ts';
import { canRead } from '../../../../../contract/permissions.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { usePageState } from '../../../host/pageState.ts';
import { textField } from '../../../host/search.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { matching } from '../../../ui/fields/options.ts';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { EmptyState } from '../../../ui/loading/states.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { Sections } from '../../../ui/page/SheetPage.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { MemberHead, MemberRow } from './MemberRow.tsx';
import type { MemberAction } from './MemberRow.tsx';
import {
  changeMemberEmailDocument,
  removeMemberDocument,
  resetTwoStepDocument,
  useTeam,
} from './teamCalls.ts';
import type { TeamMember } from './teamCalls.ts';
import { TeamsSection } from './TeamsSection.tsx';
import { teamMessages as texts } from './teamMessages.ts';
import styles from './team.module.css';

/** A part of a name or address; `invite` opens the dialog, for links that lead here to invite. */
const pageState = { q: textField(), invite: textField() };

/** Who may sign in, what they may do, who is invited (DEC-039, DEC-059). */
export function TeamPage() {
  const viewer = useViewer();
  const [{ q, invite }, setState] = usePageState(pageState);
  const [doing, setDoing] = useState<{ action: MemberAction; member: TeamMember } | null>(null);
  const query = useTeam();
  const members = query.data?.team_members ?? [];
  const shown = matching(members, q, (member) => `${member.display_name} ${member.email_address ?? ''}`);
  const owners = members.filter(
    (member) =>
      member.license_type === 'owner' &&
      member.allowed_state === 'allowed' &&
      member.permission_state === 'active',
  );
  const actor = {
    license_type: members.find(({ id }) => id === viewer.id)?.license_type ?? 'full',
    permissions: viewer.permissions,
  };
  const close = (): void => setDoing(null);
  const open = (): void => setState({ invite: '1' });
  useShortcut('shift+i', open, { label: texts.invite, group: texts.title });
  return (
    <SettingsPage
      query={query}
      what={texts.what}
      title={texts.title}
      total={query.data === undefined ? null : members.length}
      controls={
        <>
          <SearchField
            keys={null}
            label={texts.search}
            value={q}
            onChange={(text) => setState({ q: text })}
          />
          <Button
            variant="primary"
            icon={<IconUserPlus size={16} stroke={1.75} aria-hidden="true" />}
            keys="shift+i"
            onClick={open}
          >
            {texts.invite}
          </Button>
        </>
      }
    >
      {() => (
        <>
          <Sections wide>
            {shown.length === 0 ? (
              <EmptyState
                title={texts.noMatch(q.trim())}
                action={<Button onClick={() => setState({ q: '' })}>{texts.showAll}</Button>}
              />
            ) : (
              <div>
                <MemberHead />
                <ul aria-label={texts.list} className={styles.list}>
                  {shown.map((member) => (
                    <li key={member.id}>
                      <MemberRow
                        {...{ member, actor }}
                        isLastOwner={owners.length === 1 && owners[0]?.id === member.id}
                        onDo={(action) => setDoing({ action, member })}
                      />
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {canRead(viewer.permissions, 'feedback') ? <TeamsSection members={members} /> : null}
          </Sections>
          <DialogFor about={invite === '' ? null : invite}>
            {(_about, opened) => (
              <InviteDialog {...{ actor, members, opened }} onClose={() => setState({ invite: '' })} />
            )}
          </DialogFor>
          <DialogFor about={doing?.action === 'email' ? doing.member : null}>
            {(member, opened) => <EmailDialog {...{ member, opened }} onClose={close} />}
          </DialogFor>
          <DialogFor about={doing?.action === 'remove' ? doing.member : null}>
            {(member, opened) => {
              const isInvited = member.permission_state === 'invited';
              return (
                <AskDialog
                  {...{ member, opened }}
                  act={remove}
                  words={isInvited ? texts.revokeDialog : texts.removeDialog}
                  name={isInvited ? (member.email_address ?? member.display_name) : member.display_name}
                  onClose={close}
                />
              );
            }}
          </DialogFor>
          <DialogFor about={doing?.action === 'two_step' ? doing.member : null}>
            {(member, opened) => (
              <AskDialog
                {...{ member, opened }}
                act={resetTwoStep}
                words={texts.twoStepDialog}
                name={member.display_name}
                onClose={close}
              />
            )}
          </DialogFor>
        </>
      )}
    </SettingsPage>
  );
}

/** Gives a colleague another address: they are told at the one before. */
function EmailDialog({
  member,
  opened,
  onClose,
}: {
  member: TeamMember;
  opened: boolean;
  onClose: () => void;
}) {
  const words = texts.emailDialog;
  const form = useForm({
    blank: { email_address: '' },
    fields: {
      email_address: {
        label: words.email,
        needed: { sentence: validationMessages.emailRequired },
        rule: (address: string) => emailProblem(address.trim()),
        ruleSaid: 'asked' as const,
      },
    },
  });
  const address = form.values.email_address.trim();
  const save = useCommand(
    () => request(changeMemberEmailDocument, { id: member.id, email_address: address }),
    { form, done: () => words.done(member.display_name, address), failed: null, onDone: onClose },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={words.title(member.display_name)}
      submitLabel={words.submit}
    >
      <p className={styles.note}>
        {member.permission_state === 'invited' ? words.noteInvited : words.note(member.email_address ?? '')}
      </p>
      <TextField
        {...form.field('email_address')}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  );
}

const remove = (id: string) => request(removeMemberDocument, { id });
const resetTwoStep = (id: string) => request(resetTwoStepDocument, { id });

/** Asks before someone is taken off the team, an invitation is revoked, or two-step sign-in is reset. */
function AskDialog({
  member,
  act: send,
  words,
  name,
  opened,
  onClose,
}: {
  member: TeamMember;
  act: (id: string) => Promise<unknown>;
  words: typeof texts.removeDialog | typeof texts.revokeDialog | typeof texts.twoStepDialog;
  name: string;
  opened: boolean;
  onClose: () => void;
}) {
  const act = useCommand(send, {
    done: () => words.done(name),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      {...{ opened, onClose }}
      onConfirm={() => void act.run(member.id)}
      title={words.title(name)}
      confirmLabel={words.confirm}
      workingLabel={words.working}
      working={act.isRunning}
      danger
    >
      {words.text}
    </ConfirmDialog>
  );
}
