/** Texts of the icon sheet. */
export const iconsMessages = {
  title: 'Icons',
  search: 'Search icons',
  nothing: 'No matching icons',
  clear: 'Try another word. Icons have English names.',
} as const;
