import type { ComponentType } from 'react';
import { Kbd } from '../../ui/keyboard/Kbd.tsx';

function CommandPalette() {
  return (
    <>
      <p>
        Press <Kbd keys="mod+k" /> anywhere to search ideas, go to an area or start something new. Press{' '}
        <Kbd keys="?" /> to see every shortcut for the current page.
      </p>
      <p>You can turn off single-key shortcuts in the menu under your initials.</p>
    </>
  );
}

function LikelyDuplicates() {
  return (
    <>
      <p>While you link feedback, likely matches come first, even when worded differently.</p>
      <p>Start with a colon to search for the exact words.</p>
    </>
  );
}

function Example() {
  return <p>Product news appears here. A dot on the button means there is something new.</p>;
}

/** What each announcement says, by its tag. */
export const announcementBodies: Readonly<Record<string, ComponentType>> = {
  'command-palette': CommandPalette,
  'likely-duplicates': LikelyDuplicates,
  example: Example,
};
