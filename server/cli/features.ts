import { FEATURES, isFeature, type Feature } from '../../contract/permissions.ts';
import { UsageError } from './command.ts';

/**
 * Reads a list of features such as `feedback_system,widgets`.
 * @throws UsageError naming one that does not exist
 */
export function readFeatures(text: string): Feature[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [
    ...new Set(
      names.map((name) => {
        if (!isFeature(name))
          throw new UsageError(
            `--features: there is no feature "${name}"; those that exist are ${FEATURES.join(', ')}.`,
          );
        return name;
      }),
    ),
  ];
}
