import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { anyAdmin } from '../../core/viewer.ts';

/** Languages that texts of a forum may be in (DEC-196). */
export const LANGUAGES: readonly { locale: string; name: string; localized_name: string }[] = [
  { locale: 'cs', name: 'Czech', localized_name: 'Čeština' },
  { locale: 'da', name: 'Danish', localized_name: 'Dansk' },
  { locale: 'de', name: 'German', localized_name: 'Deutsch' },
  { locale: 'en', name: 'English', localized_name: 'English' },
  { locale: 'es', name: 'Spanish', localized_name: 'Español' },
  { locale: 'fi', name: 'Finnish', localized_name: 'Suomi' },
  { locale: 'fr', name: 'French', localized_name: 'Français' },
  { locale: 'it', name: 'Italian', localized_name: 'Italiano' },
  { locale: 'ja', name: 'Japanese', localized_name: '日本語' },
  { locale: 'ko', name: 'Korean', localized_name: '한국어' },
  { locale: 'nb', name: 'Norwegian', localized_name: 'Norsk' },
  { locale: 'nl', name: 'Dutch', localized_name: 'Nederlands' },
  { locale: 'pl', name: 'Polish', localized_name: 'Polski' },
  { locale: 'pt-BR', name: 'Portuguese (Brazil)', localized_name: 'Português (Brasil)' },
  { locale: 'sv', name: 'Swedish', localized_name: 'Svenska' },
  { locale: 'tr', name: 'Turkish', localized_name: 'Türkçe' },
  { locale: 'uk', name: 'Ukrainian', localized_name: 'Українська' },
  { locale: 'zh-CN', name: 'Chinese (simplified)', localized_name: '简体中文' },
];

/** The languages on offer, in English alphabetical order of their codes. */
export const languages = defineQuery({
  name: 'languages',
  description: 'Languages on offer.',
  requires: anyAdmin,
  args: {},
  returns: '[Language!]!',
  reads: [],
  shapes: [
    shape('Language', 'A language.', {
      locale: { type: 'String!', description: 'Code, such as pt-BR.' },
      name: { type: 'String!', description: 'Name in English.' },
      localized_name: { type: 'String!', description: 'Name in the language itself.' },
    }),
  ],
  run: async () => LANGUAGES,
});
