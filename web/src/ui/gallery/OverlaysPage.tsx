import { useState } from 'react';
import { TOAST_ANCHORS } from '../../../../contract/toasts.ts';
import { AttachmentViewer } from '../text/AttachmentViewer.tsx';
import { Button } from '../elements/Button.tsx';
import { CommandDialog } from '../overlay/CommandDialog.tsx';
import { hasBeginnings, typedWords } from '../text/marks.ts';
import { ConfirmDialog, Dialog } from '../overlay/Dialog.tsx';
import { TextField } from '../fields/fields.tsx';
import { loadable } from '../loading/loadable.tsx';
import { ModalHost } from '../overlay/ModalHost.tsx';
import type { ModalRegistry } from '../overlay/ModalHost.tsx';
import { openModal } from '../overlay/modals.ts';
import type { ModalKey } from '../overlay/modals.ts';
import { useToasts } from '../toasts/Toasts.tsx';
import { useShortcut } from '../keyboard/useShortcut.ts';
import a11y from '../a11y.module.css';
import styles from './Gallery.module.css';
import { SamplePanel } from './SamplePanel.tsx';

/** The gallery knows two modals, under keys of its own. */
const registry = {
  samplePanel: loadable(async () => SamplePanel),
  brokenPanel: loadable(async (): Promise<typeof SamplePanel> => {
    throw new Error('The panel could not be loaded.');
  }),
} as unknown as ModalRegistry;

const open = (key: string) => openModal(key as ModalKey, { title: 'Opened by key' } as never);

function picture(color: string, text: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="${color}"/><text x="450" y="320" font-size="48" fill="white" text-anchor="middle" font-family="sans-serif">${text}</text></svg>`;
  return URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
}

const attachments = [
  {
    id: '1',
    file_name: 'screenshot.png',
    url: picture('#31518a', 'One'),
    content_type: 'image/png',
    size_in_bytes: 48_213,
  },
  {
    id: '2',
    file_name: 'whiteboard.jpg',
    url: picture('#6a3f7d', 'Two'),
    content_type: 'image/jpeg',
    size_in_bytes: 1_250_000,
  },
  {
    id: '3',
    file_name: 'contract.pdf',
    url: picture('#000', 'x'),
    content_type: 'application/pdf',
    size_in_bytes: 93_000,
  },
];

/** Panels, dialogs, toasts, viewer, palette and the modal host. */
export function OverlaysPage() {
  const toasts = useToasts();
  const [panel, setPanel] = useState<'right' | 'left' | null>(null);
  const [dialog, setDialog] = useState(false);
  const [confirm, setConfirm] = useState(false);
  const [palette, setPalette] = useState(false);
  const [command, setCommand] = useState('');
  const [index, setIndex] = useState<number | null>(null);
  const [path, setPath] = useState('/one');
  const [name, setName] = useState('');
  const [pressed, setPressed] = useState('');
  useShortcut('mod+k', () => setPalette(true), { label: 'Command palette', group: 'General', always: true });
  useShortcut('g i', () => setPressed('g i'), { label: 'Go to ideas', group: 'Go to' });
  useShortcut('s', () => setPressed('s'), { label: 'Public status', group: 'Idea' });
  useShortcut('shift+s', () => setPressed('shift+s'), { label: 'Internal status', group: 'Idea' });
  return (
    <div className={styles.page}>
      <h1 className={a11y.hidden}>Overlays</h1>
      <section className={styles.block} aria-labelledby="panels">
        <h2 id="panels">Panels and dialogs</h2>
        <div className={styles.line}>
          <Button onClick={() => setPanel('right')}>Open panel</Button>
          <Button onClick={() => setPanel('left')}>Open left panel</Button>
          <Button onClick={() => setDialog(true)}>Open dialog</Button>
          <Button onClick={() => setConfirm(true)}>Delete idea</Button>
          <Button onClick={() => setIndex(0)}>Open viewer</Button>
          <Button keys="mod+k" onClick={() => setPalette(true)}>
            Palette
          </Button>
        </div>
        <div className={styles.line}>
          <Button onClick={() => open('samplePanel')}>Open by key</Button>
          <Button onClick={() => open('nothing')}>Open unknown key</Button>
          <Button onClick={() => open('brokenPanel')}>Open broken key</Button>
          <Button onClick={() => setPath('/two')}>Go elsewhere</Button>
          <TextField label="A field of the page" value={name} onChange={setName} />
        </div>
        <p>
          Path <span data-testid="path">{path}</span>, last key <span data-testid="pressed">{pressed}</span>
        </p>
      </section>
      <section className={styles.block} aria-labelledby="toasts-title">
        <h2 id="toasts-title">Toasts</h2>
        <div className={styles.line}>
          <Button onClick={() => toasts.success('Feedback captured for this idea!')}>Success</Button>
          <Button onClick={() => toasts.success()}>Default success</Button>
          <Button onClick={() => toasts.error()}>Default error</Button>
          <Button
            onClick={() =>
              toasts.error('Failed to add voter: the person is blocked.', { title: 'Not added' })
            }
          >
            Error
          </Button>
          <Button onClick={() => toasts.warning('Three of the files are still uploading.')}>Warning</Button>
          <Button
            onClick={() =>
              toasts.show({
                severity: 'success',
                message: 'New idea created.',
                action: { label: 'See it here.', href: '#idea' },
                autoHideMs: 60_000,
              })
            }
          >
            Link
          </Button>
          <Button
            onClick={() =>
              toasts.success('Public status updated!', {
                note: (seconds) => `318 emails go out in ${seconds} s`,
                onUndo: () => setPressed('called back'),
                undoMs: 3000,
              })
            }
          >
            Countdown
          </Button>
          <Button
            onClick={() =>
              toasts.success('Feedback captured for this idea!', {
                note: 'On “Recurring visits that skip public holidays”',
                action: { label: 'Open idea', keys: 'o', onClick: () => setPressed('opened') },
              })
            }
          >
            Action with a key
          </Button>
          <Button onClick={() => toasts.success('Idea deleted!', { onUndo: () => setPressed('undone') })}>
            Undo
          </Button>
          <Button onClick={() => toasts.show({ custom: 'progress' })}>Custom</Button>
          <Button onClick={() => toasts.show({ custom: 'unheard' })}>Unknown custom</Button>
          <Button onClick={() => toasts.show({ severity: 'loud' as never, message: 'Odd severity' })}>
            Odd severity
          </Button>
          {TOAST_ANCHORS.map((anchor) => (
            <Button key={anchor} onClick={() => toasts.info(`At ${anchor}`, { anchor })}>
              {anchor}
            </Button>
          ))}
        </div>
      </section>
      <SamplePanel
        title="Add feedback"
        opened={panel !== null}
        side={panel ?? 'right'}
        close={() => setPanel(null)}
      />
      <Dialog
        opened={dialog}
        onClose={() => setDialog(false)}
        onSubmit={() => setDialog(false)}
        title="Create new user"
        size="small"
        footer={
          <>
            <Button variant="primary" size="form" type="submit">
              Add new user
            </Button>
            <Button size="form" onClick={() => setDialog(false)}>
              Cancel
            </Button>
          </>
        }
      >
        <TextField label="Name" value={name} onChange={setName} />
        <TextField label="Email" type="email" value="" onChange={() => undefined} />
      </Dialog>
      <ConfirmDialog
        opened={confirm}
        onClose={() => setConfirm(false)}
        onConfirm={() => {
          setConfirm(false);
          setPressed('deleted');
        }}
        title="Delete this idea?"
        confirmLabel="Delete idea"
        danger
      >
        It leaves every list, and its comments and feedback with it.
      </ConfirmDialog>
      <AttachmentViewer
        attachments={attachments}
        index={index}
        onIndexChange={setIndex}
        onClose={() => setIndex(null)}
      />
      <CommandDialog
        opened={palette}
        onClose={() => {
          setPalette(false);
          setCommand('');
        }}
        text={command}
        onText={setCommand}
        groups={[
          {
            id: 'go',
            heading: 'Go to',
            rows: [
              {
                id: 'ideas',
                label: 'Ideas & Feedback',
                keys: 'g i',
                onSelect: () => setPressed('palette ideas'),
              },
              {
                id: 'insights',
                label: 'Insights',
                keys: 'g n',
                onSelect: () => setPressed('palette insights'),
              },
            ].filter(({ label }) => hasBeginnings(label, typedWords(command))),
          },
        ]}
      />
      <ModalHost registry={registry} path={path} onError={(error) => toasts.error(error.message)} />
    </div>
  );
}
