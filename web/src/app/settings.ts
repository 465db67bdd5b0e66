/** The groups of the settings in the order of the navigation: what concerns everyone by subject, then what concerns oneself. */
import { canSeeRoadmap, canWrite } from '../../../contract/permissions.ts';
import type { Rights } from '../../../contract/permissions.ts';
import type { SettingsGroup } from '../shared/feature.ts';

const keepsSettings = (rights: Rights): boolean => canWrite(rights.permissions, 'settings');

/** Statuses, product areas and roadmaps belong to those who write features. */
const keepsPlanning = (rights: Rights): boolean =>
  canSeeRoadmap(rights) && canWrite(rights.permissions, 'features');

/** Name of each group, and who sees its sections. */
export const settingsGroups: Readonly<
  Record<SettingsGroup, { label: string; needs: (rights: Rights) => boolean }>
> = {
  workspace: { label: 'Workspace', needs: keepsSettings },
  ideas: { label: 'Ideas', needs: keepsSettings },
  planning: { label: 'Planning', needs: keepsPlanning },
  people: { label: 'People', needs: keepsSettings },
  connections: { label: 'Connections', needs: keepsSettings },
  you: { label: 'You', needs: () => true },
};
