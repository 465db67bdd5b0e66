/** Texts of the settings' navigation and overview. */
export const settingsTexts = {
  find: 'Find a setting',
  nothing: (search: string) => `No setting matches “${search}”.`,
};
