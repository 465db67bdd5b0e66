import { Dialog } from '../overlay/Dialog.tsx';
import { Fragment } from 'react';
import { isSingleKey, parseShortcut, shortcutLabels, singleKeyShortcutsEnabled } from './keyboard.ts';
import type { ShortcutInfo } from './keyboard.ts';
import { uiMessages } from '../messages.ts';
import { useShortcutList } from './useShortcut.ts';
import styles from './ShortcutSheet.module.css';

/**
 * Shortcuts by group in their order. Of several with the same keys only the last that does something: it is the one
 * that fires; of those that do nothing now the last.
 * Those without a group stand under 'General'.
 */
export function groupShortcuts(
  list: readonly ShortcutInfo[],
): { group: string; shortcuts: ShortcutInfo[] }[] {
  const last = new Map<string, ShortcutInfo>();
  for (const shortcut of list) {
    const before = last.get(shortcut.keys);
    if (before === undefined || before.isOff === true || shortcut.isOff !== true)
      last.set(shortcut.keys, shortcut);
  }
  const groups = new Map<string, ShortcutInfo[]>();
  for (const shortcut of list) {
    if (last.get(shortcut.keys) !== shortcut) continue;
    const name = shortcut.group ?? uiMessages.shortcuts.general;
    groups.set(name, [...(groups.get(name) ?? []), shortcut]);
  }
  return [...groups].map(([group, shortcuts]) => ({ group, shortcuts }));
}

const { panels, submit, close, files, previousFile, nextFile } = uiMessages.shortcuts;
/** What every panel, dialog and the viewer of attachments know by themselves while they are open. */
const elsewhere: readonly ShortcutInfo[] = [
  { id: -1, keys: 'mod+enter', label: submit, group: panels },
  { id: -2, keys: 'esc', label: close, group: panels },
  { id: -3, keys: 'left', label: previousFile, group: files },
  { id: -4, keys: 'right', label: nextFile, group: files },
];

/** The list of every shortcut of this screen, and of what can be opened over it. Those that do nothing now or are switched off are faint. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const groups = [...groupShortcuts(useShortcutList()), ...groupShortcuts(elsewhere)];
  const isOff = (keys: string) => !singleKeyShortcutsEnabled() && isSingleKey(parseShortcut(keys));
  return (
    <Dialog opened={opened} onClose={onClose} title={uiMessages.shortcuts.title} size="large">
      {singleKeyShortcutsEnabled() ? null : <p className={styles.off}>{uiMessages.shortcuts.off}</p>}
      <div className={styles.columns}>
        {groups.map(({ group, shortcuts }) => (
          <section key={group} className={styles.group}>
            <h3 className={styles.heading}>{group}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div
                  key={shortcut.keys}
                  className={styles.line}
                  data-shortcut={shortcut.keys}
                  data-off={shortcut.isOff === true || isOff(shortcut.keys) || undefined}
                >
                  <dt>{shortcut.label}</dt>
                  <dd className={styles.keys}>
                    {shortcutLabels(shortcut.keys).map((key, index) => (
                      <Fragment key={index}>
                        {index === 0 ? null : (
                          <span className={styles.then}>{uiMessages.shortcuts.then}</span>
                        )}
                        <kbd className={styles.key}>{key}</kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
