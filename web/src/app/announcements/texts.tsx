import type { ComponentType } from 'react';
import { Kbd } from '../../ui/Kbd.tsx';

function CommandPalette() {
  return (
    <>
      <p>
        Press <Kbd keys="mod+k" /> anywhere to search ideas, go to an area or start something new. Press{' '}
        <Kbd keys="?" /> to see every shortcut of the page that you are on.
      </p>
      <p>Shortcuts of a single letter can be switched off in the menu behind your initials.</p>
    </>
  );
}

function LikelyDuplicates() {
  return (
    <>
      <p>
        While you pick the idea that a feedback belongs to, the ideas that say nearly the same come first,
        also when they use other words.
      </p>
      <p>Type a colon in front of your words to search for them literally.</p>
    </>
  );
}

function Example() {
  return (
    <p>
      News about the product is listed here. A dot on the button tells when there is something that you have
      not opened yet.
    </p>
  );
}

/** What each announcement says, by its tag. */
export const announcementBodies: Readonly<Record<string, ComponentType>> = {
  'command-palette': CommandPalette,
  'likely-duplicates': LikelyDuplicates,
  example: Example,
};
