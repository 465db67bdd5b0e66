import { useMemo, useState } from 'react';
import { trendLimits } from '../../../../contract/trends.ts';
import { Dot } from '../../ui/charts/Chart.tsx';
import { CheckboxField } from '../../ui/fields/fields.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { hasBeginnings, typedWords } from '../../ui/text/marks.ts';
import { Marks } from './marks/Marks.tsx';
import { trendTexts as texts } from './trendMessages.ts';
import type { ListedTheme } from './themeQueries.ts';
import styles from './trends.module.css';

/** The themes of a report by their groups, up to six of which are chosen. */
export function TrendAside({
  themes,
  chosen,
  colors,
  onChange,
}: {
  themes: readonly ListedTheme[];
  chosen: readonly string[];
  /** of the lines of those that are chosen */
  colors: ReadonlyMap<string, string>;
  onChange: (ids: string[]) => void;
}) {
  const [q, setQ] = useState('');
  const groups = useMemo(() => groupsOf(themes, q), [themes, q]);
  const isFull = chosen.length >= trendLimits.compared;
  return (
    <aside className={styles.aside} aria-label={texts.themes}>
      <div className={styles.picks}>
        <h2>
          {texts.themes} <span>{texts.atMost(chosen.length, trendLimits.compared)}</span>
        </h2>
        <SearchField label={texts.find} value={q} onChange={setQ} widthPx="100%" />
        {groups.length === 0 ? <p className={styles.none}>{texts.noneFound}</p> : null}
        {groups.map(({ name, id, themes: below }) => (
          <div key={id} role="group" aria-label={name ?? texts.themes} className={styles.group}>
            {name === null ? null : <h3>{name}</h3>}
            {below.map((theme) => {
              const isChosen = chosen.includes(theme.id);
              return (
                <CheckboxField
                  key={theme.id}
                  label={
                    <span className={styles.pick}>
                      <Dot color={colors.get(theme.id) ?? theme.hex_color} /> {theme.display_name}
                    </span>
                  }
                  checked={isChosen}
                  disabled={!isChosen && isFull}
                  onChange={(checked) =>
                    onChange(checked ? [...chosen, theme.id] : chosen.filter((one) => one !== theme.id))
                  }
                />
              );
            })}
          </div>
        ))}
      </div>
      <div className={styles.marks}>
        <Marks />
      </div>
    </aside>
  );
}

/** Themes under their groups, those whose name holds a text; a theme without a group stands under none. */
function groupsOf(
  themes: readonly ListedTheme[],
  q: string,
): { id: string; name: string | null; themes: ListedTheme[] }[] {
  const typed = typedWords(q);
  const fits = ({ display_name }: ListedTheme): boolean =>
    typed.length === 0 || hasBeginnings(display_name, typed);
  const leaves = themes.filter((theme) => !theme.is_group && !theme.uncategorized);
  const groups = themes
    .filter((theme) => theme.is_group)
    .map((group) => ({
      id: group.id,
      name: group.display_name,
      themes: leaves.filter((theme) => theme.parent_theme?.id === group.id && (fits(theme) || fits(group))),
    }));
  const alone = leaves.filter((theme) => theme.parent_theme === null && fits(theme));
  return [...groups, { id: 'alone', name: null, themes: alone }].filter(
    ({ themes: below }) => below.length > 0,
  );
}
