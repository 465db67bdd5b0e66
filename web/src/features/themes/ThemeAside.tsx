import { useCommand } from '../../forms/useCommand.ts';
import { editThemeReportAddress, ideaAddress, themeAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { formatDate, formatDecimal, formatNumber, formatPercent } from '../../ui/text/format.ts';
import { themeTexts } from './themeMessages.ts';
import { releaseIdeasDocument, renameThemeDocument } from './themeQueries.ts';
import type { Theme, useTheme } from './themeQueries.ts';
import styles from './themes.module.css';

const texts = themeTexts.theme;
/** Words that are drawn. */
const WORDS = 8;

/** What makes a theme, what is near to it, and what people changed. */
export function ThemeAside({
  theme,
  answer,
  mayWrite,
  onAdd,
}: {
  theme: Theme;
  answer: NonNullable<ReturnType<typeof useTheme>['data']>;
  mayWrite: boolean;
  /** Puts an idea of another theme into this one. */
  onAdd: (suggestionId: string) => void;
}) {
  const { id } = theme;
  const setId = theme.theme_set?.id ?? '';
  const words = (theme.words ?? []).slice(0, WORDS);
  const most = Math.max(1, ...words.map(({ ideas }) => ideas));
  const near = theme.near ?? [];
  const { records: moved, total_records: movedCount } = answer.moved;
  const maybe = answer.maybe.records;
  const release = useCommand(releaseIdeasDocument, { done: texts.released, failed: texts.moveFailed });
  const rename = useCommand(renameThemeDocument, { done: texts.renamed, failed: texts.renameFailed });
  return (
    <aside className={styles.aside} aria-label={texts.words}>
      {words.length === 0 ? null : (
        <section>
          <div className={styles.asideHead}>
            <h2>{texts.words}</h2>
            {mayWrite && setId !== '' ? (
              <Link href={editThemeReportAddress(setId)} data-tip={texts.changeWordsHint}>
                {texts.changeWords}
              </Link>
            ) : null}
          </div>
          <ul className={styles.words}>
            {words.map(({ word, ideas }) => (
              <li key={word}>
                <span>{word}</span>
                <span className={styles.wordBar} aria-hidden="true">
                  <span style={{ width: `${(ideas / most) * 100}%` }} />
                </span>
                <span className={styles.quiet}>{formatNumber(ideas)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {near.length === 0 ? null : (
        <section>
          <h2>{texts.near}</h2>
          <ul className={styles.near}>
            {near.map(({ id: nearId, display_name: name, likeness }) => (
              <li key={nearId}>
                <Link href={themeAddress(nearId)}>{name}</Link>
                <span className={styles.quiet}>{formatDecimal(likeness, 2)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {maybe.length === 0 ? null : (
        <section>
          <h2>{texts.maybe}</h2>
          <p className={styles.quiet}>{texts.maybeNote}</p>
          <ul className={styles.maybe}>
            {maybe.map(({ id: placementId, suggestion, theme: other, second_fit }) =>
              suggestion === null ? null : (
                <li key={placementId}>
                  <span>
                    <Link href={ideaAddress(suggestion.id)}>{suggestion.title}</Link>
                    <span className={styles.quiet}>
                      {other?.display_name} · {formatPercent(second_fit)}
                    </span>
                  </span>
                  {mayWrite ? (
                    <Button aria-label={texts.addOf(suggestion.title)} onClick={() => onAdd(suggestion.id)}>
                      {texts.add}
                    </Button>
                  ) : null}
                </li>
              ),
            )}
          </ul>
        </section>
      )}
      {movedCount === 0 && !theme.is_renamed ? null : (
        <section>
          <h2>{texts.corrections}</h2>
          <ul className={styles.maybe}>
            {theme.is_renamed ? (
              <li>
                <span>
                  <strong>{texts.nameChanged}</strong>
                  <span className={styles.quiet}>
                    {[theme.named_by?.name, theme.named_at === null ? null : formatDate(theme.named_at)]
                      .filter((part) => part !== null && part !== undefined)
                      .join(' · ')}
                  </span>
                </span>
                {mayWrite ? (
                  <Button
                    variant="text"
                    loading={rename.isRunning}
                    onClick={() => void rename.run({ id, display_name: theme.generated_name })}
                  >
                    {texts.undo}
                  </Button>
                ) : null}
              </li>
            ) : null}
            {movedCount === 0 ? null : (
              <li>
                <strong>{texts.movedHere(movedCount)}</strong>
                {mayWrite ? (
                  <Button
                    variant="text"
                    loading={release.isRunning}
                    onClick={() =>
                      void release.run({
                        theme_set: setId,
                        suggestion_ids: moved.flatMap(({ suggestion }) => suggestion?.id ?? []),
                      })
                    }
                  >
                    {texts.undo}
                  </Button>
                ) : null}
              </li>
            )}
          </ul>
          <p className={styles.quiet}>{texts.stay}</p>
        </section>
      )}
    </aside>
  );
}
