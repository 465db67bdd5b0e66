import { IconBuilding, IconBulb, IconFlag, IconUsers } from '@tabler/icons-react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { formatNumber } from '../../ui/text/format.ts';
import { customFieldText } from '../../shared/properties/CustomFieldEditor.tsx';
import type { FeatureCard, FeatureField } from './roadmapQueries.ts';
import { roadmapTexts as texts } from './roadmapMessages.ts';
import { useSeesRevenue } from './roadmapState.ts';
import a11y from '../../ui/a11y.module.css';
import styles from './roadmap.module.css';

const iconProps = { size: 14, stroke: 1.6, 'aria-hidden': true } as const;

/** The values of a feature's custom fields that are choices, as small chips. */
export function FieldChips({
  feature,
  fields,
}: {
  feature: Pick<FeatureCard, 'custom_field_values'>;
  fields: readonly FeatureField[];
}) {
  return fields.map((field) => {
    if (!field.combined_type.endsWith('enum')) return null;
    const value = feature.custom_field_values.find(({ key }) => key === field.key)?.value ?? null;
    const text = customFieldText(field, value);
    return text === null ? null : (
      <span key={field.id} className={styles.chip} data-tip={field.name}>
        {text}
      </span>
    );
  });
}

/** Three lines of a card: its name, where it belongs, and what stands behind it. */
export function CardContent({ feature, fields }: { feature: FeatureCard; fields: readonly FeatureField[] }) {
  const seesRevenue = useSeesRevenue();
  const {
    suggestions_count: ideas,
    supporting_users_count: people,
    supporting_accounts_count: accounts,
  } = feature;
  return (
    <>
      <span
        className={styles.cardName}
        dir="auto"
        data-tip={feature.name.length > 90 ? feature.name : undefined}
      >
        {feature.name}
      </span>
      <span className={styles.cardPlace}>
        {feature.product_area === null ? null : (
          <span className={styles.cut}>{feature.product_area.name}</span>
        )}
        <FieldChips feature={feature} fields={fields} />
        {feature.has_internal_flag ? (
          <span className={styles.flag} data-tip={texts.flagged}>
            <IconFlag {...iconProps} />
            <span className={a11y.hidden}>{texts.flagged}</span>
          </span>
        ) : null}
      </span>
      <span className={styles.cardFigures}>
        <span data-tip={texts.ideas(ideas)}>
          <IconBulb {...iconProps} />
          {formatNumber(ideas)}
          <span className={a11y.hidden}> {texts.ideas(ideas)}</span>
        </span>
        {ideas === 0 ? (
          <span className={styles.noIdeas}>{texts.noIdeas}</span>
        ) : (
          <>
            <span data-tip={texts.people(people)}>
              <IconUsers {...iconProps} />
              {formatNumber(people)}
              <span className={a11y.hidden}> {texts.people(people)}</span>
            </span>
            <span data-tip={texts.accounts(accounts)}>
              <IconBuilding {...iconProps} />
              {formatNumber(accounts)}
              <span className={a11y.hidden}> {texts.accounts(accounts)}</span>
            </span>
            {seesRevenue ? (
              <strong className={styles.revenue}>{shortCurrency(feature.supporter_revenue)}</strong>
            ) : null}
          </>
        )}
      </span>
    </>
  );
}
