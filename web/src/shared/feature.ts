/**
 * What an area of the console brings along: its screens with their rights, what it opens over a page, and where menus
 * lead to it. Each area says so in its `feature.ts`; `app/screens.ts` and `app/modals.ts` put them together.
 */
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { canRead } from '../../../contract/permissions.ts';
import type { Rights } from '../../../contract/permissions.ts';
import type { ModalControl, ModalKey, ModalProps } from '../ui/overlay/modals.ts';

/** The areas of the navigation, top to bottom. */
export const AREAS = ['ideas', 'ai_tools', 'insights', 'roadmap', 'tickets', 'knowledge_base'] as const;
/** Also the key of the screen that its entry leads to. */
export type AreaId = (typeof AREAS)[number];

/** A text that may depend on what somebody may see. */
export type Label = string | ((rights: Rights) => string);

/** An entry of the navigation. Who may see the screen that it leads to sees it. */
export interface Area {
  label: Label;
  /** Second key of the sequence that goes there: 'i' for G, then I. */
  letter: string;
  /** At rest, and when it is selected (NAV-004). */
  icons: readonly [Icon, Icon];
  /** It is a full page load, as it belongs to another application (NAV-005). */
  isApart?: boolean;
}

/** A group of the settings. */
export type SettingsGroup = 'workspace' | 'ideas' | 'planning' | 'people' | 'connections' | 'you';

/** A screen of the console. */
export interface Screen {
  /** Its path, with `$name` for a parameter. */
  address: string;
  /** Of the document, and its name in the navigation of the settings. */
  title: string;
  /** Its page, which gets the parameters as its props. */
  load: () => Promise<ComponentType<never>>;
  /** Who may see it; the others are told so on the screen. Left out: everyone. */
  needs?: (rights: Rights) => boolean;
  /** Which entry of the navigation is selected while it is shown. */
  area?: AreaId;
  /** The group of the settings that it is a section of; who does not see the group does not see it. */
  section?: SettingsGroup;
  /** Its name in the More menu; left out: it does not stand there. */
  more?: Label;
  /** Rows that lead to it in the command menu beside those of the menus, each with the state that it opens with. */
  commands?: Readonly<Record<string, string>>;
  /** Addresses that people shorten to, which lead to it with their state. */
  also?: readonly string[];
  /** What the page gets in place of the parameters; null: no screen has such an address. */
  props?: (parameters: Readonly<Record<string, string>>) => object | null;
}

/** An entry of the Add menu. */
export interface AddEntry {
  /** What it opens; its code is loaded while the pointer is on the menu. */
  modal: ModalKey;
  label: string;
  /** Shortcut. */
  keys: string;
  open: () => void;
}

/** Loads the component of each modal. */
export type ModalLoads = { [Key in ModalKey]: () => Promise<ComponentType<ModalProps[Key] & ModalControl>> };

/** What one area brings. */
export interface Feature {
  screens?: Readonly<Record<string, Screen>>;
  areas?: Partial<Record<AreaId, Area>>;
  modals?: Partial<ModalLoads>;
  adds?: readonly AddEntry[];
  /** Other addresses that lead to its screens: what a path looks like, and where it leads with the state of the address. */
  redirects?: readonly { path: RegExp; to: (found: string, search: string) => string }[];
}

/** Who sees ideas and what customers say of them, which most screens show. */
export const readsFeedback = (rights: Rights): boolean => canRead(rights.permissions, 'feedback');
