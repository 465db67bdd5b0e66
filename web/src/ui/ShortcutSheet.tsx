import { Dialog } from './Dialog.tsx';
import { Fragment } from 'react';
import { shortcutLabels, singleKeyShortcutsEnabled } from './keyboard.ts';
import type { ShortcutInfo } from './keyboard.ts';
import { uiMessages } from './messages.ts';
import { useShortcutList } from './useShortcut.ts';
import styles from './ShortcutSheet.module.css';

/** Shortcuts by group in their order, each text once. Those without a group stand under 'General'. */
export function groupShortcuts(list: readonly ShortcutInfo[]): { group: string; shortcuts: ShortcutInfo[] }[] {
  const groups = new Map<string, ShortcutInfo[]>();
  for (const shortcut of list) {
    const name = shortcut.group ?? uiMessages.shortcuts.general;
    const members = groups.get(name) ?? [];
    if (!members.some((other) => other.keys === shortcut.keys)) members.push(shortcut);
    groups.set(name, members);
  }
  return [...groups].map(([group, shortcuts]) => ({ group, shortcuts }));
}

/** The list of every shortcut that works on this screen. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const groups = groupShortcuts(useShortcutList());
  return (
    <Dialog opened={opened} onClose={onClose} title={uiMessages.shortcuts.title} size="large">
      {singleKeyShortcutsEnabled() ? null : <p className={styles.off}>{uiMessages.shortcuts.off}</p>}
      <div className={styles.columns}>
        {groups.map(({ group, shortcuts }) => (
          <section key={group} className={styles.group}>
            <h3 className={styles.heading}>{group}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.keys} className={styles.line}>
                  <dt>{shortcut.label}</dt>
                  <dd className={styles.keys}>
                    {shortcutLabels(shortcut.keys).map((key, index) => (
                      <Fragment key={index}>
                        {index === 0 ? null : <span className={styles.then}>{uiMessages.shortcuts.then}</span>}
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
