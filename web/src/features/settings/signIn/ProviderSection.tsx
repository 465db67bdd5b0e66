import { useState } from 'react';
import { providerPaths } from '../../../../../contract/provider.ts';
import { messageOf } from '../../../api/errors.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { CopyField } from '../../../ui/fields/CopyField.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { Section } from '../../../ui/page/SheetPage.tsx';
import { formatList } from '../../../ui/text/format.ts';
import { checkProviderDocument, removeProviderDocument } from './providerCalls.ts';
import type { ProviderSetUp } from './providerCalls.ts';
import { providerTexts as texts } from './providerMessages.ts';
import { ProviderPanel } from './ProviderPanel.tsx';
import rows from '../../../ui/page/rows.module.css';
import styles from './signIn.module.css';

/** Signing in through the company's own provider: how it is set up, whether it answers. */
export function ProviderSection({
  setUp,
  redirectUri,
  isOwner,
}: {
  /** null: none is set up */
  setUp: ProviderSetUp | null;
  redirectUri: string;
  /** only owners change it */
  isOwner: boolean;
}) {
  /** as it was when it was opened: what others save meanwhile does not take it from under the hands */
  const [edited, setEdited] = useState<{ setUp: ProviderSetUp | null } | null>(null);
  const [asks, setAsks] = useState(false);
  const [answer, setAnswer] = useState<{ text: string; isGood: boolean } | null>(null);
  const check = useCommand(checkProviderDocument, {
    failed: null,
    onDone: () => setAnswer({ text: texts.works, isGood: true }),
    onFailed: (error) => setAnswer({ text: messageOf(error), isGood: false }),
  });
  const remove = useCommand(removeProviderDocument, {
    done: texts.removed,
    failed: texts.notRemoved,
    onDone: () => setAsks(false),
  });
  const refused = isOwner ? {} : { disabled: true, disabledReason: texts.onlyOwners };
  const facts =
    setUp === null
      ? []
      : [
          texts.facts(setUp.identities_count),
          ...(setUp.email_domains.length === 0 ? [] : [texts.domains(formatList(setUp.email_domains, 5))]),
          ...(setUp.joins_as === null ? [] : [texts.joins(setUp.joins_as)]),
          ...(setUp.is_required ? [texts.onlyWay] : []),
        ];
  return (
    <Section id="single-sign-on" title={texts.title} note={texts.note}>
      <div className={rows.box}>
        <div className={rows.row}>
          <div className={rows.text}>
            <p className={rows.name}>{setUp === null ? texts.none : setUp.name}</p>
            <p className={rows.meta}>{setUp === null ? texts.noneReason : setUp.issuer}</p>
            {facts.length === 0 ? null : <p className={rows.meta}>{facts.join(' · ')}</p>}
            <div role="status">
              {check.isRunning ? (
                <p className={rows.meta}>{texts.checking}</p>
              ) : answer === null ? null : (
                <p className={answer.isGood ? rows.meta : rows.problem}>{answer.text}</p>
              )}
            </div>
          </div>
          {setUp === null ? (
            <Button {...refused} onClick={() => setEdited({ setUp })}>
              {texts.setUp}
            </Button>
          ) : (
            <div className={styles.buttons}>
              <Button
                {...refused}
                loading={check.isRunning}
                onClick={() => {
                  setAnswer(null);
                  void check.run({});
                }}
              >
                {texts.check}
              </Button>
              <Button {...refused} onClick={() => setEdited({ setUp })}>
                {texts.edit}
              </Button>
              <Button {...refused} variant="danger-text" onClick={() => setAsks(true)}>
                {texts.remove}
              </Button>
            </div>
          )}
        </div>
        <div className={styles.redirect}>
          <CopyField
            label={texts.redirect}
            description={texts.redirectNote}
            value={redirectUri}
            done={texts.copied}
          />
          {setUp === null ? null : (
            <a href={`${providerPaths.begin}?return_to=${encodeURIComponent(location.pathname)}`}>
              {texts.tryIt}
            </a>
          )}
        </div>
      </div>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => void remove.run({})}
        title={texts.removeTitle}
        confirmLabel={texts.removeConfirm}
        danger
        working={remove.isRunning}
      >
        {texts.removeText(setUp?.identities_count ?? 0)}
      </ConfirmDialog>
      <DialogFor about={edited}>
        {(about, opened) => (
          <ProviderPanel setUp={about.setUp} opened={opened} onClose={() => setEdited(null)} />
        )}
      </DialogFor>
    </Section>
  );
}
