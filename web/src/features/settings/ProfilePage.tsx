import { useEffect, useRef, useState } from 'react';
import { emailProblem } from '../../../../contract/email.ts';
import { validationMessages } from '../../../../contract/errors.ts';
import { passwordProblem } from '../../../../contract/password.ts';
import { ApiError, messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { RelativeTime } from '../../ui/Figures.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { PasswordField, PasswordRules } from '../../ui/password/PasswordField.tsx';
import { Tag } from '../../ui/Pills.tsx';
import rows from '../../ui/rows.module.css';
import { Section, Sections, SheetPage } from '../../ui/SheetPage.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import {
  cancelEmailDocument,
  changeEmailDocument,
  changePasswordDocument,
  endOthersDocument,
  endSessionDocument,
  useOwnProfile,
} from './profileCalls.ts';
import type { OwnProfile, OwnSession } from './profileCalls.ts';
import { profileMessages as texts } from './profileMessages.ts';
import { RowsSkeleton } from './RowsSkeleton.tsx';
import styles from './profile.module.css';

/** One's own account: address, password, and the browsers in which one is signed in. */
export function ProfilePage() {
  const query = useOwnProfile();
  return (
    <SheetPage title={texts.title} refreshing={query.isFetching && !query.isPending}>
      {query.isPending ? (
        <RowsSkeleton />
      ) : query.data === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Sections>
          <Email profile={query.data.own_profile} />
          <Password profile={query.data.own_profile} />
          <Sessions sessions={query.data.own_sessions} />
        </Sections>
      )}
    </SheetPage>
  );
}

function Email({ profile }: { profile: OwnProfile }) {
  const toasts = useToasts();
  const [dialog, setDialog] = useState<{ address: string } | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const pending = profile.pending_email_address;
  const cancel = async (): Promise<void> => {
    setIsWorking(true);
    try {
      await request(cancelEmailDocument, {});
      toasts.success(texts.changeCanceled);
      change.current?.focus();
    } catch (error) {
      toasts.error(texts.failed(messageOf(error)));
    } finally {
      setIsWorking(false);
    }
  };
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
          <Button ref={change} onClick={() => setDialog({ address: '' })}>
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
              <Button onClick={() => setDialog({ address: pending })}>{texts.sendAgain}</Button>
              <Button loading={isWorking} onClick={() => void cancel()}>
                {texts.cancelChange}
              </Button>
            </div>
          </div>
        </div>
      )}
      {dialog === null ? null : (
        <EmailDialog profile={profile} first={dialog.address} onClose={() => setDialog(null)} />
      )}
    </Section>
  );
}

/** Which field of a dialog is wrong, and what; `null` stands for what is at no field. */
interface Problem {
  field: string | null;
  message: string;
}

/** What the server says is wrong, at one of these fields when it names one of them. */
function problemOf(error: unknown, fields: readonly string[]): Problem {
  const field =
    error instanceof ApiError && error.field !== null && fields.includes(error.field) ? error.field : null;
  return { field, message: messageOf(error) };
}

const at = (problem: Problem | null, field: string | null): string | null =>
  problem !== null && problem.field === field ? problem.message : null;

function EmailDialog({
  profile,
  first,
  onClose,
}: {
  profile: OwnProfile;
  first: string;
  onClose: () => void;
}) {
  const toasts = useToasts();
  const [address, setAddress] = useState(first);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const addressInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  useFocusOn(problem, { email_address: addressInput, current_password: passwordInput });
  const save = async (): Promise<void> => {
    const wanted = address.trim();
    const wrong = emailProblem(wanted);
    if (wrong !== null) return setProblem({ field: 'email_address', message: wrong });
    if (profile.has_password && password === '')
      return setProblem({ field: 'current_password', message: validationMessages.passwordRequired });
    setIsWorking(true);
    setProblem(null);
    try {
      await request(changeEmailDocument, {
        email_address: wanted,
        ...(profile.has_password ? { current_password: password } : {}),
      });
      toasts.success(texts.linkSent(wanted));
      onClose();
    } catch (error) {
      setProblem(problemOf(error, ['email_address', 'current_password']));
      setIsWorking(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={texts.changeEmail}
      size="small"
      onSubmit={() => void save()}
      dirty={address !== first || password !== ''}
      footer={<Footer label={texts.sendLink} isWorking={isWorking} onClose={onClose} />}
    >
      <div className={styles.form}>
        {profile.email_address === null ? null : (
          <p className={styles.note}>{texts.changeEmailNote(profile.email_address)}</p>
        )}
        <Failed message={at(problem, null)} />
        <TextField
          label={texts.newEmail}
          name="email"
          value={address}
          onChange={setAddress}
          error={at(problem, 'email_address')}
          required
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          inputRef={addressInput}
        />
        {profile.has_password ? (
          <PasswordField
            label={texts.currentPassword}
            name="current_password"
            value={password}
            onChange={setPassword}
            error={at(problem, 'current_password')}
            autoComplete="current-password"
            inputRef={passwordInput}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

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
      {isOpen ? (
        <PasswordDialog email={profile.email_address ?? ''} onClose={() => setIsOpen(false)} />
      ) : null}
    </Section>
  );
}

function PasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const toasts = useToasts();
  const { display_name } = useViewer();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const currentInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  useFocusOn(problem, { current_password: currentInput, password: passwordInput });
  const own = [email, display_name];
  const save = async (): Promise<void> => {
    if (current === '')
      return setProblem({ field: 'current_password', message: validationMessages.passwordRequired });
    const wrong = passwordProblem(password, own);
    if (wrong !== null) return setProblem({ field: 'password', message: wrong });
    setIsWorking(true);
    setProblem(null);
    try {
      await request(changePasswordDocument, { current_password: current, password });
      toasts.success(texts.passwordChanged);
      onClose();
    } catch (error) {
      setProblem(problemOf(error, ['current_password', 'password']));
      setIsWorking(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={texts.changePassword}
      size="small"
      onSubmit={() => void save()}
      dirty={current !== '' || password !== ''}
      footer={<Footer label={texts.changePassword} isWorking={isWorking} onClose={onClose} />}
    >
      <div className={styles.form}>
        <Failed message={at(problem, null)} />
        {/* password managers file the new one under this */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={texts.currentPassword}
          name="current_password"
          value={current}
          onChange={setCurrent}
          error={at(problem, 'current_password')}
          autoComplete="current-password"
          inputRef={currentInput}
        />
        <div>
          <PasswordField
            label={texts.newPassword}
            name="new_password"
            value={password}
            onChange={setPassword}
            error={at(problem, 'password')}
            autoComplete="new-password"
            inputRef={passwordInput}
          />
          <PasswordRules password={password} own={own} />
        </div>
      </div>
    </Dialog>
  );
}

/** The focus goes to the field that is wrong, each time something is found wrong. */
function useFocusOn(
  problem: Problem | null,
  inputs: Readonly<Record<string, { current: HTMLInputElement | null }>>,
): void {
  const latest = useRef(inputs);
  useEffect(() => {
    if (problem !== null && problem.field !== null) latest.current[problem.field]?.current?.focus();
  }, [problem]);
}

function Footer({ label, isWorking, onClose }: { label: string; isWorking: boolean; onClose: () => void }) {
  return (
    <>
      <Button type="submit" size="form" variant="primary" loading={isWorking}>
        {label}
      </Button>
      <Button size="form" onClick={onClose}>
        {texts.cancel}
      </Button>
    </>
  );
}

function Failed({ message }: { message: string | null }) {
  return message === null ? null : (
    <p className={rows.problem} role="alert">
      {message}
    </p>
  );
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const toasts = useToasts();
  const [isAsking, setIsAsking] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const others = sessions.filter(({ is_current }) => !is_current).length;
  const endOthers = async (): Promise<void> => {
    setIsWorking(true);
    try {
      const { own_sessions_end_others: count } = await request(endOthersDocument, {});
      toasts.success(texts.othersEnded(count ?? 0));
    } catch (error) {
      toasts.error(texts.failed(messageOf(error)));
    } finally {
      setIsWorking(false);
      setIsAsking(false);
      list.current?.focus();
    }
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
        onConfirm={() => void endOthers()}
        title={texts.endOthersTitle}
        confirmLabel={texts.endOthers}
        danger
        working={isWorking}
      >
        {texts.endOthersText(others)}
      </ConfirmDialog>
    </Section>
  );
}

function SessionRow({ session, onEnded }: { session: OwnSession; onEnded: () => void }) {
  const toasts = useToasts();
  const [isWorking, setIsWorking] = useState(false);
  const browser = session.browser ?? texts.unknownBrowser;
  const network = session.network ?? texts.unknownNetwork;
  const end = async (): Promise<void> => {
    setIsWorking(true);
    try {
      await request(endSessionDocument, { id: session.id });
      toasts.success(texts.ended(browser));
      onEnded();
    } catch (error) {
      setIsWorking(false);
      toasts.error(texts.failed(messageOf(error)));
    }
  };
  return (
    <li className={styles.row}>
      <div className={rows.text}>
        <p className={rows.name}>
          {browser} {session.is_current ? <Tag>{texts.thisSession}</Tag> : null}
        </p>
        <p className={rows.meta}>
          {network} · {texts.signedIn} {formatDateTime(session.created_at)} · {texts.lastUsed}{' '}
          <RelativeTime value={session.last_used_at} />
        </p>
      </div>
      {session.is_current ? null : (
        <Button
          loading={isWorking}
          onClick={() => void end()}
          aria-label={texts.endOf(browser, network, formatDateTime(session.created_at))}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}
