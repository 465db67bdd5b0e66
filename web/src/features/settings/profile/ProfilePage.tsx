import { useRef, useState } from 'react';
import { emailProblem } from '../../../../../contract/email.ts';
import { validationMessages } from '../../../../../contract/errors.ts';
import { passwordProblem } from '../../../../../contract/password.ts';
import { textLimits } from '../../../../../contract/limits.ts';
import { queryClient, request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { Avatar } from '../../../ui/elements/Avatar.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { Later } from '../../../ui/loading/Later.tsx';
import { loadable } from '../../../ui/loading/loadable.tsx';
import { formatDate, formatDateTime } from '../../../ui/text/format.ts';
import { PasswordField, PasswordRules } from '../../../ui/fields/PasswordField.tsx';
import { Tag } from '../../../ui/elements/Pills.tsx';
import rows from '../../../ui/page/rows.module.css';
import { Section, Sections } from '../../../ui/page/SheetPage.tsx';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import type { FieldRules } from '../../../forms/rules.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import {
  cancelEmailDocument,
  changeEmailDocument,
  changeNameDocument,
  changePasswordDocument,
  endOthersDocument,
  endSessionDocument,
  removePictureDocument,
  sendPicture,
  useOwnProfile,
} from './profileCalls.ts';
import type { OwnProfile, OwnSession } from './profileCalls.ts';
import { profileMessages as texts } from './profileMessages.ts';
import { SettingsPage } from '../SettingsPage.tsx';
import type { TwoStepWish } from './TwoStep.tsx';
import styles from './profile.module.css';

/** Its steps come when one begins. */
const Passkeys = loadable(async () => (await import('./Passkeys.tsx')).Passkeys);
const TwoStep = loadable(async () => (await import('./TwoStep.tsx')).TwoStep);

/** One's own account: name, picture, address, password, and the browsers in which one is signed in. */
export function ProfilePage() {
  const query = useOwnProfile();
  return (
    <SettingsPage query={query} title={texts.title} what={texts.what}>
      {(data) => (
        <Sections>
          <Person profile={data.own_profile} />
          <Email profile={data.own_profile} />
          <Password profile={data.own_profile} />
          <SecondStep profile={data.own_profile} />
          <Sessions sessions={data.own_sessions} />
        </Sections>
      )}
    </SettingsPage>
  );
}

function Person({ profile }: { profile: OwnProfile }) {
  const [before, setBefore] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const upload = useCommand(sendPicture, {
    done: texts.pictureChanged,
    failed: null,
    onFailed: (error) => setProblem(error instanceof Error ? error.message : texts.pictureFailed),
    // it goes beside the calls that say what they changed
    onDone: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['own-profile'] }),
        queryClient.invalidateQueries({ queryKey: ['viewer-now'] }),
      ]),
  });
  const remove = useCommand(removePictureDocument, { done: texts.pictureRemoved });
  const choose = (chosen: File | undefined): void => {
    setProblem(null);
    if (chosen !== undefined) void upload.run(chosen);
  };
  const hasPicture = profile.avatar_url !== null;
  return (
    <Section id="own-person" title={texts.person} note={texts.personNote}>
      <div className={rows.box}>
        <div className={`${styles.row} ${styles.pictured}`}>
          <Avatar name={profile.name} src={profile.avatar_url} sizePx={56} decorative />
          <div className={rows.text}>
            <p className={rows.name} dir="auto">
              {profile.name}
            </p>
            <p className={rows.meta}>{texts.pictureNote}</p>
            {problem === null ? null : (
              <p className={rows.problem} role="alert">
                {problem}
              </p>
            )}
          </div>
          <div className={styles.buttons}>
            <Button onClick={() => setBefore(profile.name)}>{texts.changeName}</Button>
            <Button loading={upload.isRunning} onClick={() => file.current?.click()}>
              {hasPicture ? texts.replace : texts.upload}
            </Button>
            {hasPicture ? (
              <Button loading={remove.isRunning} onClick={() => void remove.run({})}>
                {texts.removePicture}
              </Button>
            ) : null}
            <input
              ref={file}
              type="file"
              accept="image/png,image/jpeg,image/webp,image/gif"
              aria-label={texts.picture}
              hidden
              onChange={(event) => {
                choose(event.target.files?.[0]);
                // the same file may be chosen again
                event.target.value = '';
              }}
            />
          </div>
        </div>
      </div>
      <DialogFor about={before}>
        {(name, opened) => <NameDialog {...{ name, opened }} onClose={() => setBefore(null)} />}
      </DialogFor>
    </Section>
  );
}

function NameDialog({ name, opened, onClose }: { name: string; opened: boolean; onClose: () => void }) {
  const form = useForm({
    blank: { name },
    fields: {
      name: {
        label: texts.name,
        needed: { sentence: texts.nameNeeded },
        limit: textLimits.nameCharacters,
        isLine: true,
      },
    },
  });
  const save = useCommand(() => request(changeNameDocument, form.values), {
    form,
    done: texts.nameChanged,
    failed: null,
    onDone: onClose,
  });
  return (
    <FormDialog {...{ opened, onClose, form, save }} title={texts.changeName} submitLabel={texts.changeName}>
      <TextField {...form.field('name')} name="name" autoComplete="name" />
    </FormDialog>
  );
}

function Email({ profile }: { profile: OwnProfile }) {
  const [first, setFirst] = useState<string | null>(null);
  const change = useRef<HTMLButtonElement>(null);
  const pending = profile.pending_email_address;
  const cancel = useCommand(cancelEmailDocument, {
    done: texts.changeCanceled,
    failed: texts.failed,
    onDone: () => change.current?.focus(),
  });
  return (
    <Section id="own-email" title={texts.email} note={texts.emailNote}>
      <div className={rows.box}>
        <div className={styles.row}>
          <div className={rows.text}>
            <p className={rows.name}>{profile.email_address ?? texts.noEmail}</p>
            {profile.email_address === null ? null : (
              <p className={rows.meta}>{profile.email_confirmed ? texts.confirmed : texts.notConfirmed}</p>
            )}
          </div>
          <Button
            ref={change}
            disabled={!profile.has_password}
            disabledReason={profile.has_password ? null : texts.emailNeedsPassword}
            onClick={() => setFirst('')}
          >
            {texts.changeEmail}
          </Button>
        </div>
      </div>
      {pending === null || profile.pending_email_until === null ? null : (
        <div className={`${rows.box} ${styles.pending}`} data-tone="warning" role="status">
          <div className={styles.row}>
            <div className={rows.text}>
              <p className={rows.name}>{texts.waiting(pending)}</p>
              <p className={styles.note}>{texts.waitingNote(formatDateTime(profile.pending_email_until))}</p>
            </div>
            <div className={styles.buttons}>
              <Button onClick={() => setFirst(pending)}>{texts.sendAgain}</Button>
              <Button loading={cancel.isRunning} onClick={() => void cancel.run({})}>
                {texts.cancelChange}
              </Button>
            </div>
          </div>
        </div>
      )}
      <DialogFor about={first}>
        {(address, opened) => (
          <EmailDialog profile={profile} first={address} opened={opened} onClose={() => setFirst(null)} />
        )}
      </DialogFor>
    </Section>
  );
}

function EmailDialog({
  profile,
  first,
  opened,
  onClose,
}: {
  profile: OwnProfile;
  first: string;
  opened: boolean;
  onClose: () => void;
}) {
  const form = useForm({
    blank: { email_address: first, current_password: '' },
    fields: {
      email_address: {
        label: texts.newEmail,
        needed: { sentence: validationMessages.emailRequired },
        rule: (address) => emailProblem(address.trim()),
        ruleSaid: 'asked',
      },
      current_password: passwordRules,
    },
  });
  const { email_address, current_password } = form.values;
  const save = useCommand(
    () =>
      request(changeEmailDocument, {
        email_address: email_address.trim(),
        current_password,
      }),
    { form, done: () => texts.linkSent(email_address.trim()), failed: null, onDone: onClose },
  );
  return (
    <FormDialog {...{ opened, onClose, form, save }} title={texts.changeEmail} submitLabel={texts.sendLink}>
      {profile.email_address === null ? null : (
        <p className={styles.note}>{texts.changeEmailNote(profile.email_address)}</p>
      )}
      <TextField
        {...form.field('email_address')}
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...form.field('current_password')}
        name="current_password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}

/** The present password, which proves who asks. */
const passwordRules: FieldRules<unknown, string> = {
  label: texts.currentPassword,
  needed: { sentence: validationMessages.passwordRequired },
  isEmpty: (password) => password === '',
};

function Password({ profile }: { profile: OwnProfile }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section id="own-password" title={texts.password} note={texts.passwordNote}>
      <div className={rows.box}>
        <div className={styles.row}>
          <div className={rows.text}>
            <p className={rows.name}>{profile.has_password ? texts.hasPassword : texts.noPassword}</p>
            {profile.has_password ? null : <p className={styles.note}>{texts.noPasswordNote}</p>}
          </div>
          {profile.has_password ? (
            <Button onClick={() => setIsOpen(true)}>{texts.changePassword}</Button>
          ) : null}
        </div>
      </div>
      <DialogFor about={isOpen ? (profile.email_address ?? '') : null}>
        {(email, opened) => (
          <PasswordDialog
            {...{ email, opened }}
            minCharacters={profile.password_min_characters}
            onClose={() => setIsOpen(false)}
          />
        )}
      </DialogFor>
    </Section>
  );
}

function PasswordDialog({
  email,
  minCharacters,
  opened,
  onClose,
}: {
  email: string;
  minCharacters: number;
  opened: boolean;
  onClose: () => void;
}) {
  const { display_name } = useViewer();
  const own = [email, display_name];
  const form = useForm({
    blank: { current_password: '', password: '' },
    fields: {
      current_password: passwordRules,
      password: {
        label: texts.newPassword,
        // one after the other
        rule: (password, { current_password }) =>
          current_password === '' ? null : passwordProblem(password, own, minCharacters),
        ruleSaid: 'asked',
      },
    },
  });
  const save = useCommand(() => request(changePasswordDocument, form.values), {
    form,
    done: texts.passwordChanged,
    failed: null,
    onDone: onClose,
  });
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={texts.changePassword}
      submitLabel={texts.changePassword}
    >
      {/* password managers file the new one under this */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.field('current_password')}
        name="current_password"
        autoComplete="current-password"
      />
      <div>
        <PasswordField {...form.field('password')} name="new_password" autoComplete="new-password" />
        <PasswordRules password={form.values.password} own={own} minCharacters={minCharacters} />
      </div>
    </FormDialog>
  );
}

function SecondStep({ profile }: { profile: OwnProfile }) {
  const [wish, setWish] = useState<TwoStepWish | null>(null);
  const words = texts.twoStep;
  const since = profile.second_factor_at;
  return (
    <Section id="own-second-step" title={words.title} note={words.note}>
      <div className={rows.box}>
        <div className={styles.row}>
          <div className={rows.text}>
            <p className={rows.name}>{since === null ? words.off : words.on(formatDate(since))}</p>
            <p className={rows.meta}>
              {since === null ? words.offNote : words.left(profile.recovery_codes_left)}
            </p>
          </div>
          {since === null ? (
            <Button onClick={() => setWish('on')}>{words.turnOn}</Button>
          ) : (
            <div className={styles.buttons}>
              <Button onClick={() => setWish('renew')}>{words.renew}</Button>
              <Button
                disabled={profile.requires_second_factor}
                disabledReason={profile.requires_second_factor ? words.required : null}
                onClick={() => setWish('off')}
              >
                {words.turnOff}
              </Button>
            </div>
          )}
        </div>
        {since === null ? null : <Later part={Passkeys} what={words.passkeys.list} props={{ profile }} />}
      </div>
      <DialogFor about={wish}>
        {(about, opened) => (
          <Later
            part={TwoStep}
            what={words.title}
            props={{ wish: about, profile, opened, onClose: () => setWish(null) }}
          />
        )}
      </DialogFor>
    </Section>
  );
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const [isAsking, setIsAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const others = sessions.filter(({ is_current }) => !is_current).length;
  const endOthers = useCommand(endOthersDocument, {
    done: ({ own_sessions_end_others: count }) => texts.othersEnded(count ?? 0),
    failed: texts.failed,
  });
  const confirm = async (): Promise<void> => {
    await endOthers.run({});
    setIsAsking(false);
    list.current?.focus();
  };
  return (
    <Section
      id="own-sessions"
      title={texts.sessions}
      total={sessions.length}
      note={texts.sessionsNote}
      controls={
        <Button
          variant="danger-text"
          disabled={others === 0}
          disabledReason={others === 0 ? texts.noOthers : null}
          onClick={() => setIsAsking(true)}
        >
          {texts.endOthers}
        </Button>
      }
    >
      <ul className={rows.box} aria-labelledby="own-sessions" ref={list} tabIndex={-1}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnded={() => list.current?.focus()} />
        ))}
      </ul>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
        title={texts.endOthersTitle}
        confirmLabel={texts.endOthers}
        danger
        working={endOthers.isRunning}
      >
        {texts.endOthersText(others)}
      </ConfirmDialog>
    </Section>
  );
}

function SessionRow({ session, onEnded }: { session: OwnSession; onEnded: () => void }) {
  const browser = session.browser ?? texts.unknownBrowser;
  const network = session.network ?? texts.unknownNetwork;
  const end = useCommand(endSessionDocument, {
    done: texts.ended(browser),
    failed: texts.failed,
    onDone: onEnded,
  });
  return (
    <li className={styles.row}>
      <div className={rows.text}>
        <p className={rows.name}>
          {browser} {session.is_current ? <Tag>{texts.thisSession}</Tag> : null}
          {session.workspace === null ? null : <Tag>{texts.inWorkspace(session.workspace)}</Tag>}
        </p>
        <p className={rows.meta}>
          {network} · {texts.signedIn} {formatDateTime(session.created_at)} · {texts.lastUsed}{' '}
          <RelativeTime value={session.last_used_at} />
        </p>
      </div>
      {session.is_current ? null : (
        <Button
          loading={end.isRunning}
          onClick={() => void end.run({ id: session.id })}
          aria-label={texts.endOf(browser, network, formatDateTime(session.created_at))}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}
