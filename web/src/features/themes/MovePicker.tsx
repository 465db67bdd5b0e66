import { textLimits } from '../../../../contract/limits.ts';
import { OptionPicker } from '../../ui/fields/OptionPicker.tsx';
import type { Option } from '../../ui/fields/options.ts';
import { themeTexts } from './themeMessages.ts';
import { useThemeChoices } from './themeQueries.ts';
import styles from './themes.module.css';

const texts = themeTexts.theme;

/** Where ideas go: to a theme by its id, or to a new one by its name. */
export type MoveTarget = { theme: string } | { new_theme: string };

/**
 * Chooses the theme that takes ideas; the content of a popover.
 *
 * @param themeId the theme that they are in, which is not offered
 * @param near ids of themes that are like it, offered first
 */
export function MovePicker({
  themeSetId,
  themeId,
  near,
  count,
  onChoose,
}: {
  themeSetId: string;
  themeId: string;
  near: readonly string[];
  /** ideas that are moved */
  count: number;
  onChoose: (target: MoveTarget) => void;
}) {
  const query = useThemeChoices(themeSetId, true);
  const themes = (query.data ?? []).filter(({ id, is_group: isGroup }) => !isGroup && id !== themeId);
  const isNear = new Set(near);
  const optionOf = (
    group: string,
    { id, display_name: label, hex_color: color }: (typeof themes)[number],
  ): Option => ({
    value: id,
    label,
    group,
    icon: <span className={styles.dot} style={{ background: color }} />,
  });
  return (
    <OptionPicker
      label={texts.moveTo}
      placeholder={texts.moveTheseTo(count)}
      options={[
        ...themes.filter(({ id }) => isNear.has(id)).map((theme) => optionOf(texts.near, theme)),
        ...themes.filter(({ id }) => !isNear.has(id)).map((theme) => optionOf(texts.others, theme)),
      ]}
      status={query.isPending ? 'loading' : query.isError ? 'error' : 'ready'}
      onRetry={() => void query.refetch()}
      onCreate={(name) => onChoose({ new_theme: name })}
      createLabel={(name) => ([...name].length > textLimits.nameCharacters ? null : texts.newTheme(name))}
      onChoose={({ value }) => onChoose({ theme: value })}
    />
  );
}
