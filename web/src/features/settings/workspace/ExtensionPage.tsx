import { IconBookmark } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/elements/Button.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Section, Sections, SheetPage } from '../../../ui/page/SheetPage.tsx';
import { useToasts } from '../../../ui/toasts/Toasts.tsx';
import { useCopy } from '../../../ui/toasts/useCopy.ts';
import { captureCode } from './captureCode.ts';
import { extensionTexts as texts } from './workspaceMessages.ts';
import rows from '../../../ui/page/rows.module.css';
import styles from './workspace.module.css';

/** A button for the browser that captures feedback from any page (ROUTE-031). */
export function ExtensionPage() {
  const copy = useCopy();
  const toasts = useToasts();
  const code = captureCode(window.location.origin);
  const button = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // React refuses such an address, rightly; here it is what is dragged
    button.current?.setAttribute('href', code);
  }, [code]);
  const copyCode = (): void => copy(code, texts.copied);
  return (
    <SheetPage title={texts.title}>
      <Sections>
        <Section id="extension" title={texts.steps} note={texts.intro}>
          <ol className={rows.box}>
            <li className={rows.row}>
              <div className={rows.text}>
                <p className={rows.name}>{texts.drag}</p>
                <p className={rows.meta}>{texts.dragNote}</p>
              </div>
              {/* eslint-disable-next-line jsx-a11y/anchor-is-valid */}
              <a
                ref={button}
                href="#extension"
                draggable
                className={styles.bookmark}
                onClick={(event) => {
                  event.preventDefault();
                  toasts.info(texts.clicked);
                }}
              >
                <IconBookmark size={14} stroke={1.75} aria-hidden="true" />
                {texts.button}
              </a>
            </li>
            <li className={rows.row}>
              <div className={rows.text}>
                <p className={rows.name}>{texts.select}</p>
                <p className={rows.meta}>{texts.selectNote}</p>
              </div>
            </li>
          </ol>
        </Section>
        <Section id="extension-link" title={texts.link} note={texts.linkNote}>
          <TextField
            label={texts.code}
            hideLabel
            value={code}
            readOnly
            onChange={() => undefined}
            onFocus={(event) => event.target.select()}
            end={
              <Button variant="text" onClick={copyCode}>
                {texts.copy}
              </Button>
            }
          />
        </Section>
      </Sections>
    </SheetPage>
  );
}
